//! Engines of IDA* that are specialized for sliding-tile boards.
//!
//! All of them generate the same nodes as the recursion of [`tilebench_solvers::ida_star`], with the same counts, and find the
//! same path. The engine depends on the data that a heuristic provides: [`UnitDelta`] for [`batched`], [`AdditivePdbs`] and
//! [`tilebench_core::Prefetch`] for [`grouped`], none for [`plain`].

mod additive_pdbs;
mod automaton;
mod automaton_4x4;
mod batched;
mod engine;
mod grouped;
mod linear_conflict;
mod longest_stack;
#[cfg(test)]
mod parallel_tests;
#[cfg(test)]
mod testing;
mod unit_delta;
mod unrolled;
#[cfg(target_arch = "x86_64")]
mod vector_pdb;

pub use additive_pdbs::{AdditivePdbs, PdbTables};
pub use automaton::{KernelWord, OpAutomaton};
pub use automaton_4x4::StaticAutomaton;
pub use batched::is_available;
pub use engine::{BatchEngine, BoxedEngine, TileEngine, batched, grouped, plain};
pub use unit_delta::{LineCrossing, LineTables, MoveDelta, OpContext, UnitDelta, UnitDeltaTables};
