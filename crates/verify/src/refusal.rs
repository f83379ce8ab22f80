//! Why an answer is refused.

use tilebench_core::{Cost, Weight};
use tilebench_puzzle::{Direction, Size};

/// Why an answer is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The board and the goal differ in size.
    #[error("the board is {board} but the goal is {goal}")]
    SizesDiffer {
        /// The board's size.
        board: Size,
        /// The goal's size.
        goal: Size,
    },
    /// The goal cannot be reached, so no answer can be right.
    #[error("the parity of the board {board} is wrong: no moves reach the goal {goal}")]
    Unreachable {
        /// The board's tiles.
        board: String,
        /// The goal's tiles.
        goal: String,
    },
    /// A move takes the blank off the board.
    #[error("move {place} takes the blank {direction} off the board from row {row}, column {col}")]
    OffTheBoard {
        /// Which move, from 1.
        place: usize,
        /// Its direction.
        direction: Direction,
        /// The row the blank is in, from 1.
        row: usize,
        /// The column the blank is in, from 1.
        col: usize,
    },
    /// The moves end somewhere else.
    #[error("the moves, {moves} in all, end at {end}, which is not the goal {goal}")]
    NotTheGoal {
        /// The number of moves.
        moves: usize,
        /// The tiles they end at.
        end: String,
        /// The goal's tiles.
        goal: String,
    },
    /// More moves than a cost can hold.
    #[error("{0} moves are more than a length can hold")]
    TooLong(usize),
    /// A path shorter than the shortest.
    #[error("length {length} is below the known shortest, {optimal}: one of the two is wrong")]
    BelowOptimal {
        /// The length found.
        length: Cost,
        /// The shortest known.
        optimal: Cost,
    },
    /// A length that differs from the shortest by an odd number, which no two paths between the same
    /// boards do.
    #[error("length {length} and the known shortest, {optimal}, differ by an odd number: one of the two is wrong")]
    OddDifference {
        /// The length found.
        length: Cost,
        /// The shortest known.
        optimal: Cost,
    },
    /// Claimed to be shortest, and is not.
    #[error("length {length} is claimed to be shortest, but {optimal} is known")]
    NotOptimal {
        /// The length found.
        length: Cost,
        /// The shortest known.
        optimal: Cost,
    },
    /// Claimed to be within a weight of the shortest, and is not.
    #[error("length {length} is claimed to be within {weight} times the shortest, but {optimal} is known")]
    BeyondWeight {
        /// The length found.
        length: Cost,
        /// The shortest known.
        optimal: Cost,
        /// The weight.
        weight: Weight,
    },
}
