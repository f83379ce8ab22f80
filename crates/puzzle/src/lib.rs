//! Sliding-tile boards: geometry, moves, goals, parity, packing, ranking, text and generators.
//!
//! A [`Board`] is what people write down; a [`Puzzle`] is the state space that searches run in: a
//! board size, a goal and an operator order, with states packed into one word. Boards have up to
//! [`Size::MOST_CELLS`] cells, words hold those of up to [`Size::WORD_CELLS`]. Nothing here knows a
//! heuristic or a solver.
//!
//! ```
//! use tilebench_core::Domain;
//! use tilebench_puzzle::{Board, Goal, Order, Puzzle, Size};
//!
//! let size = Size::new(3, 3)?;
//! let goal = Goal::BlankFirst.board(size)?;
//! let puzzle = Puzzle::<u64>::new(&goal, &Order::default())?;
//! let board = Board::parse("1 0 2 3 4 5 6 7 8", Some(size))?;
//! assert!(board.reaches(&goal));
//! let start = puzzle.state(&board)?;
//! let root_op = puzzle.root_op(start);
//! let left = puzzle.ops(start, root_op)[0];
//! assert!(puzzle.is_goal(puzzle.apply(start, left)));
//! # Ok::<(), tilebench_puzzle::PuzzleError>(())
//! ```

mod board;
mod direction;
mod draws;
mod error;
mod generate;
mod goal;
mod grid;
mod inversions;
mod numbers;
mod op;
mod order;
mod parity;
mod puzzle;
mod rank;
mod size;
mod text;
mod word;

pub use board::Board;
pub use direction::{Direction, format_moves, parse_moves, runs_of_moves};
pub use draws::Draws;
pub use error::PuzzleError;
pub use generate::{Generator, MAX_WALK};
pub use goal::Goal;
pub use grid::Grid;
pub use inversions::{Exchange, Inversions};
pub use numbers::Numbers;
pub use op::Op;
pub use order::Order;
pub use puzzle::Puzzle;
pub use rank::Ranking;
pub use size::Size;
pub use word::Word;
