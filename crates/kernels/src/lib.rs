//! Engines of IDA* that are specialized for sliding-tile boards.
//!
//! All of them generate the same nodes as the recursion of [`tilebench_solvers::ida_star`], with the same counts, and find the
//! same path. The engine depends on the data that a heuristic provides: [`UnitDelta`] for [`batched`], [`AdditivePdbs`] and
//! [`tilebench_core::Prefetch`] for [`grouped`], none for [`plain`].
//!
//! # Example
//!
//! ```
//! use tilebench_core::{Limits, NoObserver, SearchContext, StopFlag};
//! use tilebench_heuristics::manhattan;
//! use tilebench_kernels::batched;
//! use tilebench_puzzle::{Board, Goal, OperatorOrder, Puzzle};
//! use tilebench_solvers::Side;
//! use tilebench_solvers::ida_star::{self, Config};
//!
//! // Instance 12 of Korf 1985: 45 moves and 546,344 nodes.
//! let board = Board::parse("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", None)?;
//! let puzzle = Puzzle::<u64>::new(&Goal::BlankFirst.board(board.size())?, &OperatorOrder::default())?;
//! let side = Side { domain: &puzzle, heuristic: &manhattan(&puzzle), root: puzzle.state(&board)? };
//! let stop = StopFlag::new();
//! let mut context = SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
//! let outcome = ida_star::solve(side, &Config::default(), batched, &mut context);
//! assert_eq!((outcome.path.len(), outcome.counters.generated), (45, 546_344));
//! # Ok::<(), tilebench_puzzle::PuzzleError>(())
//! ```

mod additive_pdbs;
mod automaton;
mod automaton_4x4;
mod axis_tables;
mod batched;
mod engine;
mod grouped;
mod heuristic_row;
mod korf_taylor;
mod linear_conflict;
mod longest_stack;
#[cfg(test)]
mod parallel_tests;
mod pruned;
#[cfg(test)]
mod testing;
mod unit_delta;
mod unrolled;
#[cfg(target_arch = "x86_64")]
mod vector_pdb;

pub use additive_pdbs::{AdditivePdbs, PdbTables};
pub use automaton::{KernelWord, OpAutomaton};
pub use automaton_4x4::StaticAutomaton;
pub use axis_tables::{AxisStep, AxisTables, InversionStep, WalkingStep};
pub use batched::is_available;
pub use engine::{BatchEngine, BoxedEngine, TileEngine, batched, grouped, plain};
pub use heuristic_row::{CostedConstructors, HeuristicConstructor, HeuristicRow, MadeHeuristic, SlideConstructors};
pub use pruned::{Lifted, PrunedOp, PrunedPuzzle};
pub use tilebench_solvers::ida_star::recursive_engine;
pub use tilebench_solvers::{HeuristicInfo, TypedHeuristic};
pub use unit_delta::{LineCrossing, LineTables, MoveDelta, MoveEffect, OpContext, UnitDelta, UnitDeltaTables};
