//! Manhattan distance: the distances of the tiles from their goal cells on an otherwise empty board.
//!
//! Admissible and consistent, because a move moves one tile by one cell. It has the parity of the true
//! distance. The heuristic of Korf 1985; for the 15-puzzle it goes back to the 1960s.

use tilebench_core::narrow;
use tilebench_puzzle::{Grid, Puzzle, Word};

use crate::TileSum;

/// The sum over tiles of rows apart plus columns apart.
#[must_use]
pub fn manhattan<W: Word>(puzzle: &Puzzle<W>) -> TileSum {
    TileSum::new(puzzle, |tile, cell| {
        narrow(puzzle.size().distance(cell, puzzle.goal_cell(tile)), "boards in words have at most 25 cells")
    })
}
