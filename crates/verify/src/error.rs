//! The error of a refused solution.

use tilebench_core::{Cost, Weight};
use tilebench_puzzle::{Direction, Size};

/// The reason why a solution is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The board and the goal differ in size.
    #[error("the board is {board} but the goal is {goal}")]
    SizesDiffer {
        /// The board's size.
        board: Size,
        /// The goal's size.
        goal: Size,
    },
    /// The goal is unreachable, so no solution can be valid.
    #[error("the parity of the board {board} is wrong: no moves reach the goal {goal}")]
    Unreachable {
        /// The board's tiles.
        board: String,
        /// The goal's tiles.
        goal: String,
    },
    /// A move takes the blank off the board.
    #[error("move {position} takes the blank {direction} off the board from row {row}, column {col}")]
    LeavesBoard {
        /// The number of the move, from 1.
        position: usize,
        /// Its direction.
        direction: Direction,
        /// The blank's row, from 1.
        row: usize,
        /// The blank's column, from 1.
        col: usize,
    },
    /// The moves do not end at the goal.
    #[error("the moves, {moves} in all, end at {end}, which is not the goal {goal}")]
    NotAtGoal {
        /// The number of moves.
        moves: usize,
        /// The tiles after the moves.
        end: String,
        /// The goal's tiles.
        goal: String,
    },
    /// The number of moves does not fit into a cost.
    #[error("{0} moves are more than a length can hold")]
    TooLong(usize),
    /// A path shorter than the known shortest path.
    #[error("length {length} is below the known shortest, {optimal}: one of the two is wrong")]
    BelowOptimal {
        /// The length found.
        length: Cost,
        /// The shortest known.
        optimal: Cost,
    },
    /// A length that differs from the known shortest length by an odd number. The lengths of two paths between the
    /// same boards differ by an even number.
    #[error("length {length} and the known shortest, {optimal}, differ by an odd number: one of the two is wrong")]
    OddDifference {
        /// The length found.
        length: Cost,
        /// The shortest known.
        optimal: Cost,
    },
    /// The path is claimed to be shortest, but a shorter one is known.
    #[error("length {length} is claimed to be shortest, but {optimal} is known")]
    NotOptimal {
        /// The length found.
        length: Cost,
        /// The shortest known.
        optimal: Cost,
    },
    /// The path is claimed to be within a weight of the shortest, but is longer.
    #[error("length {length} is claimed to be within {weight} times the shortest, but {optimal} is known")]
    ExceedsWeight {
        /// The length found.
        length: Cost,
        /// The shortest known.
        optimal: Cost,
        /// The weight.
        weight: Weight,
    },
    /// A lower bound above the cost of a path.
    #[error("no path is claimed to cost less than {bound}, but one of {optimal} is known")]
    BoundTooHigh {
        /// The lower bound.
        bound: Cost,
        /// The shortest known.
        optimal: Cost,
    },
}
