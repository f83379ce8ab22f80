//! Misplaced tiles: the number of tiles that are not in their goal cell.
//!
//! Admissible and consistent, because a move moves one tile. Known as the Hamming distance of the two
//! arrangements without the blank; the usual example of a weak heuristic
//! (Pearl 1984, chapter 4).

use tilebench_puzzle::Grid;
use tilebench_puzzle::{Puzzle, Word};

use crate::TileSum;

/// The number of tiles that are not in their goal cell.
#[must_use]
pub fn hamming<W: Word>(puzzle: &Puzzle<W>) -> TileSum {
    TileSum::new(puzzle, |tile, cell| u8::from(cell != puzzle.goal_cell(tile)))
}
