//! Search algorithms, one file or folder each, written against the traits of `tilebench-core` alone.
//!
//! An algorithm is a generic function from a [`Side`] (domain, heuristic, root), its own configuration and a
//! [`SearchContext`](tilebench_core::SearchContext) to an [`Outcome`](tilebench_core::Outcome). Shared structures (lists, the
//! [`LimitChecker`]) are passed by type.
//!
//! # Example
//!
//! A* solves an 8-puzzle:
//!
//! ```
//! use tilebench_core::{Limits, NoObserver, SearchContext, StopFlag, Termination};
//! use tilebench_heuristics::manhattan;
//! use tilebench_puzzle::{Board, Goal, OperatorOrder, Puzzle};
//! use tilebench_solvers::best_first::{Config, solve_plain};
//!
//! let board = Board::parse("3 1 2 6 4 5 0 7 8", None)?;
//! let puzzle = Puzzle::<u64>::new(&Goal::BlankFirst.board(board.size())?, &OperatorOrder::default())?;
//! let stop = StopFlag::new();
//! let mut context = SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None };
//! let outcome = solve_plain(&puzzle, &manhattan(&puzzle), puzzle.state(&board)?, Config::default(), &mut context);
//! assert_eq!((outcome.end, outcome.path.len()), (Termination::Solved, 2));
//! # Ok::<(), tilebench_puzzle::PuzzleError>(())
//! ```

mod algorithm;
mod algorithms;
pub mod best_first;
pub mod bfida;
pub mod bfs;
mod byte_account;
pub mod dfs;
mod erased;
pub mod external;
pub mod ida_star;
pub mod layers;
mod limit_checker;
pub mod lineage;
mod open;
pub mod options;
mod path;
mod side;
pub mod store;

pub use algorithm::{
    Algorithm, AlgorithmRow, CheckFn, Guarantee, HeuristicFactory, Problem, RunFn, SearchAlgorithm, SearchDomain,
};
pub use algorithms::algorithms;
pub use erased::{AnyHeuristic, ErasedCache, ErasedHeuristic, TypedHeuristic};
pub use limit_checker::{Cancellation, LimitChecker};
pub use open::{BucketIndex, BucketList, FocalList, IndexedHeap, OpenList, TieBreak, TwoLevelList};
pub use options::{AnyOption, OptionSpec, Options};
pub use path::reconstruct_path;
pub use side::Side;
pub use store::NodeStore;
pub use store::plain::{ProbeCounts, StateTable};
