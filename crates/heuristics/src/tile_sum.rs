//! Heuristics that add one term for each tile, given by the cell where it is.
//!
//! A move changes the term of one tile, so the next value is one look-up away.

use core::fmt;

use tilebench_core::{Cost, Domain, Grid, Heuristic, Site, Slide, Slides, narrow};
use tilebench_puzzle::{Op, Puzzle, Word};

/// A sum over tiles of a term that depends on the tile and its cell.
pub struct TileSum {
    /// By tile and cell.
    terms: Box<[[u8; 32]; 32]>,
    /// By operator and tile moved: the change of the sum.
    changes: Box<[[i8; 32]; Op::COUNT]>,
}

impl fmt::Debug for TileSum {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TileSum").finish_non_exhaustive()
    }
}

impl TileSum {
    /// The sum of `term(tile, cell)` over the tiles of `puzzle`, the blank left out.
    ///
    /// A term is at most 127, and 0 where the tile is in its goal cell.
    pub fn new<W: Word>(puzzle: &Puzzle<W>, term: impl Fn(usize, usize) -> u8) -> Self {
        let cells = puzzle.cells();
        let mut terms = Box::new([[0; 32]; 32]);
        for tile in 1..cells {
            for cell in 0..cells {
                terms[tile][cell] = term(tile, cell);
            }
        }
        let mut changes = Box::new([[0; 32]; Op::COUNT]);
        for op in (0..cells).flat_map(|cell| puzzle.ops_at(cell)) {
            for tile in 1..cells {
                changes[op.index()][tile] = terms[tile][op.from()].cast_signed() - terms[tile][op.to()].cast_signed();
            }
        }
        Self { terms, changes }
    }

    /// The sum for the tiles of `state`.
    #[inline]
    pub(crate) fn sum<W: Word>(&self, puzzle: &Puzzle<W>, state: W) -> Cost {
        (0..puzzle.cells()).map(|cell| Cost::from(self.terms[state.tile(cell)][cell])).sum()
    }

    /// The change of the sum when `op` moves `tile`, in two's complement.
    #[inline]
    pub(crate) fn change(&self, op: Op, tile: usize) -> Cost {
        i32::from(self.changes[op.index()][tile & 31]).cast_unsigned()
    }
}

impl TileSum {
    /// The tiles, as bits, that `op` takes away from the goal, where it takes every other one towards
    /// it: by one cell's worth, either way.
    fn away(&self, op: Op, cells: usize) -> Option<u16> {
        let changes = self.changes[op.index()].iter().enumerate().take(cells).skip(1);
        changes.into_iter().try_fold(0, |away, (tile, change)| match change {
            1 => Some(away | 1 << tile),
            -1 => Some(away),
            _ => None,
        })
    }
}

impl<W: Word> Heuristic<Puzzle<W>> for TileSum {
    type Cache = Cost;
    type Question = ();

    const SLIDES: bool = W::CELLS <= 16;

    fn root(&self, puzzle: &Puzzle<W>, state: W) -> Cost {
        self.sum(puzzle, state)
    }

    #[inline]
    fn resume(&self, _: &Puzzle<W>, _: W, h: Cost) -> Cost {
        h
    }

    #[inline]
    fn step(&self, _: &Puzzle<W>, cache: Cost, parent: W, op: Op) -> Cost {
        cache.wrapping_add(self.change(op, parent.tile(op.to())))
    }

    #[inline]
    fn h(&self, cache: Cost) -> Cost {
        cache
    }

    fn slides(&self, puzzle: &Puzzle<W>) -> Option<Slides<W, Op>> {
        let word = W::NIBBLES?;
        let cells = puzzle.cells();
        let ops: Vec<Op> = (0..cells).flat_map(|cell| puzzle.ops_at(cell)).copied().collect();
        let slide = |op: Op| {
            let site = ops.iter().position(|listed| *listed == op)?;
            let [from, to] = [op.from(), op.to()].map(|cell| narrow(cell, "boards in words have at most 25 cells"));
            Some(Slide { op, from, to, away: self.away(op, cells)?, site })
        };
        // Which operators follow an arrival does not depend on the tiles.
        let next = |op: Op| puzzle.ops(W::zero(), op).iter().map(|&op| slide(op)).collect::<Option<Vec<_>>>();
        let sites = ops.iter().map(|&op| Some(Site { op, next: next(op)? })).collect::<Option<_>>()?;
        let goal = puzzle.goal().tiles().iter().zip(0..).map(|(&tile, cell)| u64::from(tile) << (4 * cell)).sum();
        Some(Slides { word, goal, sites, conflicts: None })
    }
}
