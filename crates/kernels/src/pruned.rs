//! IDA* without duplicate strings of moves (Taylor and Korf 1993).
//!
//! **Method.** A [`PrunedPuzzle`] is the same puzzle, whose operators also hold the state of the automaton of
//! [`tilebench_heuristics::PruningTable`]. The state is that of the path from the start, and replaces the last move as that by which
//! successors are left out. So a node costs one look-up more per successor, and a successor that is cut is neither
//! generated nor evaluated. The recursion, also unrolled and shared by threads, groups and vectorized batches search this
//! domain as they search the puzzle, in the run's operator order; only the vectorized groups of pattern databases have no room
//! for a state in a node, and are replaced by groups.
//!
//! **Guarantees.** As IDA*, with or without a weight: the module `duplicates` of the heuristics proves that a shortest solution has no
//! string that is cut. On that solution f is at most w times its length.
//!
//! **Counting.** As everywhere. Successors that are cut are not counted, as the inverse of the last move is not.
//!
//! **Memory.** The table, which processes share, and four bytes per node.

mod engine;
mod lifted;
mod puzzle;

pub(crate) use engine::PruningEngine;
pub use lifted::Lifted;
pub use puzzle::{PrunedOp, PrunedPuzzle};
