//! Methods for rectangles of tiles that place single tiles or enumerate whole spaces, rather than search in a state space.
//!
//! They use rows, columns, tiles and the blank by [`tilebench_puzzle::Grid`]. Counters, limits and hash tables are those of
//! the search algorithms of `tilebench-solvers`.
//!
//! # Example
//!
//! ```
//! use tilebench_core::{Limits, NoObserver, SearchContext, StopFlag, Termination};
//! use tilebench_methods::strategy::{self, BlankRouting};
//! use tilebench_puzzle::{Board, Goal, OperatorOrder, Puzzle};
//!
//! let board = Board::parse("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", None)?;
//! let puzzle = Puzzle::<u64>::new(&Goal::BlankFirst.board(board.size())?, &OperatorOrder::default())?;
//! let stop = StopFlag::new();
//! let context = SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
//! let outcome = strategy::solve(&puzzle, puzzle.state(&board)?, BlankRouting::Shortest, &context);
//! assert_eq!(outcome.end, Termination::Solved);
//! assert!(outcome.path.len() >= 57, "57 moves are optimal");
//! # Ok::<(), tilebench_puzzle::PuzzleError>(())
//! ```

mod algorithms;
pub mod enumerate;
pub mod jumps;
pub mod staged;
pub mod strategy;
mod tile_layout;

pub use algorithms::{ANY_SIZE_METHODS, TileDomain, algorithms};
pub use tile_layout::{AnySizeSolver, TileLayout};
