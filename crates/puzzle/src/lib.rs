//! Sliding-tile boards: geometry, moves, goals, parity, packing, ranking, text and generators.
//!
//! A [`Board`] is an arrangement of tiles; a [`Puzzle`] is the state space of a search: a board size, a
//! goal and an operator order, with states packed into one word. Boards have up to [`Size::MAX_CELLS`]
//! cells, and packed boards up to [`Size::WORD_CELLS`]. This crate contains no heuristics and no solvers.
//!
//! ```
//! use tilebench_core::Domain;
//! use tilebench_puzzle::{Board, Goal, OperatorOrder, Puzzle, Size};
//!
//! let size = Size::new(3, 3)?;
//! let goal = Goal::BlankFirst.board(size)?;
//! let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default())?;
//! let board = Board::parse("1 0 2 3 4 5 6 7 8", Some(size))?;
//! assert!(board.reaches(&goal));
//! let start = puzzle.state(&board)?;
//! let root_op = puzzle.root_op(start);
//! let left = puzzle.ops(start, root_op)[0];
//! assert!(puzzle.is_goal(puzzle.apply(start, left)));
//! # Ok::<(), tilebench_puzzle::PuzzleError>(())
//! ```

mod board;
mod cost_model;
mod costed_puzzle;
mod direction;
mod error;
mod generator;
mod goal;
mod grid;
mod inversions;
mod metric;
mod mirror;
mod op;
mod operator_order;
mod parity;
mod puzzle;
mod ranking;
mod seeded_rng;
mod size;
mod slide;
mod slide_puzzle;
mod text;
mod tile_vec;
mod word;

pub use board::Board;
pub use cost_model::{COST_MODELS, CostModel, UNIT};
pub use costed_puzzle::CostedPuzzle;
pub use direction::{Direction, count_move_runs, format_moves, parse_moves};
pub use error::PuzzleError;
pub use generator::{Generator, MAX_WALK, random_board};
pub use goal::Goal;
pub use grid::Grid;
pub use inversions::{AdjacentSwap, Inversions};
pub use metric::Metric;
pub use op::Op;
pub use operator_order::OperatorOrder;
pub use puzzle::Puzzle;
pub use ranking::Ranking;
pub use seeded_rng::SeededRng;
pub use size::Size;
pub use slide::Slide;
pub use slide_puzzle::SlidePuzzle;
pub use tile_vec::TileVec;
pub use word::Word;
