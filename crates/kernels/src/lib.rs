//! Everything that is fast because it knows the puzzle: engines of IDA* for sliding-tile boards.
//!
//! All of them generate the nodes that the recursion of [`tilebench_solvers::ida_star`] generates, count alike and find the same
//! path. A heuristic chooses its engine by the data that it can offer: [`UnitDelta`] for [`batched`], [`AdditivePdbs`] and
//! [`tilebench_core::Prefetch`] for [`grouped`], none for [`plain`].

mod additive_pdbs;
mod automaton;
mod batched;
mod engine;
mod graph_4x4;
mod grouped;
mod linear_conflict;
mod longest_stack;
#[cfg(test)]
mod parallel_tests;
#[cfg(target_arch = "x86_64")]
mod placed;
#[cfg(test)]
mod testing;
mod unit_delta;
mod unrolled;

pub use additive_pdbs::{AdditivePdbs, PdbTables};
pub use automaton::{KernelWord, OpAutomaton};
pub use batched::is_available;
pub use engine::{Engine, ListEngine, TileEngine, batched, grouped, plain};
pub use graph_4x4::StaticGraph;
pub use unit_delta::{LineCrossing, LineTables, MoveDelta, Site, UnitDelta, UnitDeltaTables};
