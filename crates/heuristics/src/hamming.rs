//! Misplaced tiles: how many tiles are not in their goal cell.
//!
//! Admissible and consistent, because a move takes one tile from one cell. Known as the Hamming
//! distance of the two arrangements, the blank left out; the usual yardstick for a weak heuristic
//! (Pearl 1984, chapter 4).

use tilebench_puzzle::Grid;
use tilebench_puzzle::{Puzzle, Word};

use crate::TileSum;

/// The number of tiles that are not in their goal cell.
#[must_use]
pub fn hamming<W: Word>(puzzle: &Puzzle<W>) -> TileSum {
    TileSum::new(puzzle, |tile, cell| u8::from(cell != puzzle.goal_cell(tile)))
}
