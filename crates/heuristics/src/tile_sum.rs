//! Heuristics that are sums of one term per tile, which depends on the cell of the tile.
//!
//! A move changes the term of one tile, so a step is one look-up.

use core::fmt;

use tilebench_core::{Cost, Heuristic};
use tilebench_puzzle::{Grid, Op, Puzzle, Word};

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
    /// The sum of `term(tile, cell)` over the tiles of `puzzle`, without the blank.
    ///
    /// A term is at most 127, and 0 if the tile is in its goal cell.
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

    /// The sum for the tiles in these cells; unused entries may have any value.
    #[inline]
    pub(crate) fn sum_of_cells(&self, cells: &[u8; 32]) -> Cost {
        self.terms.iter().zip(cells).map(|(terms, cell)| Cost::from(terms[usize::from(*cell) & 31])).sum()
    }

    /// The change of the sum when `op` moves `tile`, in two's complement.
    #[inline]
    #[must_use]
    pub fn change(&self, op: Op, tile: usize) -> Cost {
        i32::from(self.changes[op.index()][tile & 31]).cast_unsigned()
    }
}

impl<W: Word> Heuristic<Puzzle<W>> for TileSum {
    type Cache = Cost;

    fn initial(&self, puzzle: &Puzzle<W>, state: W) -> Cost {
        self.sum(puzzle, state)
    }

    #[inline]
    fn step(&self, _: &Puzzle<W>, cache: Cost, parent: W, op: Op) -> Cost {
        cache.wrapping_add(self.change(op, parent.tile(op.to())))
    }

    #[inline]
    fn h(&self, cache: Cost) -> Cost {
        cache
    }
}
