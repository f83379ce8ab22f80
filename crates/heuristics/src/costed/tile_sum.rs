//! Heuristics that are sums of one term per tile: the moves that the tile must make, times the cost of each.
//!
//! Manhattan distance with costs is admissible and consistent: a move changes the distance of one tile by one, and costs what
//! that distance counts for.

use core::fmt;

use tilebench_core::{Cost, Heuristic, narrow};
use tilebench_puzzle::{CostedPuzzle, Grid, Op, Word};

use crate::manhattan_without::last_left_out;
use crate::{TilesLeftOut, UnsupportedBoard};

/// Both estimates: the cost and the number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CostAndMoves {
    /// The cost h.
    pub(super) h: Cost,
    /// The number of moves d.
    pub(super) d: Cost,
}

impl CostAndMoves {
    /// The sum, modulo 2^32: changes are in two's complement.
    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        Self { h: self.h.wrapping_add(other.h), d: self.d.wrapping_add(other.d) }
    }

    fn minus(self, other: Self) -> Self {
        Self { h: self.h.wrapping_sub(other.h), d: self.d.wrapping_sub(other.d) }
    }
}

/// A sum over tiles of the cost of the moves that a tile must make from its cell.
pub struct CostedTileSum {
    /// By tile and cell.
    terms: Box<[[CostAndMoves; 32]; 32]>,
    /// By operator and tile moved: the change of the sum.
    changes: Box<[[CostAndMoves; 32]]>,
}

impl fmt::Debug for CostedTileSum {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("CostedTileSum").finish_non_exhaustive()
    }
}

impl CostedTileSum {
    /// The sum for `puzzle` in which a tile in a cell must make `moves(tile, cell)` moves.
    pub fn new<W: Word>(puzzle: &CostedPuzzle<W>, moves: impl Fn(usize, usize) -> Cost) -> Self {
        let cells = puzzle.cells();
        let mut terms = Box::new([[CostAndMoves::default(); 32]; 32]);
        for tile in 1..cells {
            for cell in 0..cells {
                let d = moves(tile, cell);
                terms[tile][cell] = CostAndMoves { h: d * puzzle.tile_cost(tile), d };
            }
        }
        let mut changes = vec![[CostAndMoves::default(); 32]; Op::COUNT].into_boxed_slice();
        for op in (0..cells).flat_map(|cell| puzzle.ops_at(cell)) {
            for tile in 1..cells {
                changes[op.index()][tile] = terms[tile][op.from()].minus(terms[tile][op.to()]);
            }
        }
        Self { terms, changes }
    }

    /// The sum for the tiles of `state`.
    #[inline]
    pub(super) fn sum<W: Word>(&self, puzzle: &CostedPuzzle<W>, state: W) -> CostAndMoves {
        let terms = (0..puzzle.cells()).map(|cell| self.terms[state.tile(cell) & 31][cell & 31]);
        terms.fold(CostAndMoves::default(), CostAndMoves::plus)
    }

    /// The change of the sum when `op` moves `tile`.
    #[inline]
    pub(super) fn change(&self, op: Op, tile: usize) -> CostAndMoves {
        self.changes[op.index()][tile & 31]
    }
}

/// The sum over tiles of rows apart plus columns apart, times the cost of the tile.
#[must_use]
pub fn costed_manhattan<W: Word>(puzzle: &CostedPuzzle<W>) -> CostedTileSum {
    CostedTileSum::new(puzzle, |tile, cell| distance(puzzle, tile, cell))
}

/// The same without some tiles.
///
/// # Errors
///
/// If more tiles are left out than the board has.
pub fn costed_manhattan_without<W: Word>(
    puzzle: &CostedPuzzle<W>,
    left_out: TilesLeftOut,
) -> Result<CostedTileSum, UnsupportedBoard> {
    let last = last_left_out(puzzle.puzzle(), left_out)?;
    Ok(CostedTileSum::new(puzzle, |tile, cell| if tile <= last { 0 } else { distance(puzzle, tile, cell) }))
}

/// The sum of the costs of the tiles that are not in their goal cell.
#[must_use]
pub fn costed_hamming<W: Word>(puzzle: &CostedPuzzle<W>) -> CostedTileSum {
    CostedTileSum::new(puzzle, |tile, cell| Cost::from(cell != puzzle.goal_cell(tile)))
}

fn distance<W: Word>(puzzle: &CostedPuzzle<W>, tile: usize, cell: usize) -> Cost {
    let size = puzzle.puzzle().size();
    narrow(size.distance(cell, puzzle.goal_cell(tile)), "boards in words have at most 25 cells")
}

impl<W: Word> Heuristic<CostedPuzzle<W>> for CostedTileSum {
    type Cache = CostAndMoves;

    fn initial(&self, puzzle: &CostedPuzzle<W>, state: W) -> CostAndMoves {
        self.sum(puzzle, state)
    }

    #[inline]
    fn step(&self, _: &CostedPuzzle<W>, cache: CostAndMoves, parent: W, op: Op) -> CostAndMoves {
        cache.plus(self.change(op, parent.tile(op.to())))
    }

    #[inline]
    fn h(&self, cache: CostAndMoves) -> Cost {
        cache.h
    }

    #[inline]
    fn d(&self, cache: CostAndMoves) -> Cost {
        cache.d
    }
}
