//! Errors of boards, sizes, goals and moves.

use tilebench_sanitize::message::excerpt;

use crate::Size;

/// The reason why a text is not a board, or a board is not valid for its use. Each message names
/// the value and states what would be valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// A board text contains something other than numbers and separators.
    #[error(
        "'{}' at place {position} of the board is not a number: write the tiles as numbers, 0 for the blank",
        excerpt(text)
    )]
    NotANumber {
        /// The text that is not a number.
        text: String,
        /// Its position in reading order, from 1.
        position: usize,
    },
    /// A board text has the wrong count of numbers for its size.
    #[error("the board has {found} numbers, but {size} needs {}", size.cells())]
    WrongCount {
        /// The number of numbers.
        found: usize,
        /// The size it should have.
        size: Size,
    },
    /// The size is not given, and the number of tiles is not a square.
    #[error("{found} numbers do not form a square board: pass its rows and columns")]
    NotSquare {
        /// The number of numbers.
        found: usize,
    },
    /// A tile number is too large for the size.
    #[error("tile {tile} at place {position} is too large: a {size} board has tiles 1 to {} and the blank 0", size.cells() - 1)]
    TileTooLarge {
        /// The number.
        tile: u64,
        /// Its position in reading order, from 1.
        position: usize,
        /// The board's size.
        size: Size,
    },
    /// A tile is on the board twice, so another is missing.
    #[error("tile {duplicate} is on the board twice, and tile {missing} is missing")]
    DuplicateTile {
        /// The tile that is on the board twice.
        duplicate: u16,
        /// The smallest missing tile.
        missing: u16,
    },
    /// A cost model in which a tile moves for nothing.
    #[error("cost model {model}: tile {tile} costs nothing, but a move must cost at least 1")]
    FreeMove {
        /// The model.
        model: &'static str,
        /// The tile.
        tile: u128,
    },
    /// A cost model whose costs do not fit.
    #[error(
        "the costs of paths on a {size} board exceed 31 bits with cost model {model}: use a smaller board or smaller costs"
    )]
    CostsTooLarge {
        /// The model.
        model: &'static str,
        /// The board's size.
        size: Size,
    },
    /// A size outside the boards that are supported.
    #[error("{rows}x{cols} is not a board size: use at least 2 rows and 2 columns, and at most 4,096 cells")]
    InvalidSize {
        /// The requested rows.
        rows: usize,
        /// The requested columns.
        cols: usize,
    },
    /// Two boards that belong together differ in size.
    #[error("the board is {board} but the goal is {goal}")]
    SizesDiffer {
        /// The board's size.
        board: Size,
        /// The goal's size.
        goal: Size,
    },
    /// A size does not fit the word that states are packed into.
    #[error("a {size} board does not fit a word of {cells} cells")]
    DoesNotFit {
        /// The board's size.
        size: Size,
        /// The maximum number of cells in the word.
        cells: usize,
    },
    /// A goal that is neither a known name nor an arrangement.
    #[error("'{}' is not a goal: write blank-first, blank-last, or the tiles in order", excerpt(_0))]
    InvalidGoal(String),
    /// A name that is not that of a metric.
    #[error("'{}' is not a metric: write single or multi", excerpt(_0))]
    InvalidMetric(String),
    /// An operator order that is not four different directions.
    #[error("operator order '{}' is not a permutation of U, L, R and D, nor 'shuffle'", excerpt(_0))]
    InvalidOrder(String),
    /// A letter in a move list that is not a direction.
    #[error("move {position} of the solution, '{}', is not one of U, D, L and R", letter.escape_debug())]
    InvalidMove {
        /// The letter.
        letter: char,
        /// Its position, from 1.
        position: usize,
    },
    /// A board from which the goal cannot be reached.
    #[error("the board {0} cannot reach its goal: its parity is wrong (swap any two tiles to make it solvable)")]
    Unsolvable(String),
}
