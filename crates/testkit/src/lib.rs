//! Test helpers: the breadth-first oracle, the laws of heuristics, explicit graphs and the conformance suite.
//!
//! Only a dev-dependency of other crates.
//!
//! # Example
//!
//! ```
//! use tilebench_puzzle::Board;
//! use tilebench_testkit::Oracle;
//!
//! // All states of the 2x2 puzzle by their distance from the goal.
//! let oracle = Oracle::new(&Board::parse("0 1 2 3", None)?);
//! assert_eq!(oracle.layer_sizes(), [1, 2, 2, 2, 2, 2, 1]);
//! # Ok::<(), tilebench_puzzle::PuzzleError>(())
//! ```

mod conformance;
mod cost_conformance;
mod explicit_graph;
mod laws;
mod memory_units;
mod oracle;
mod trace_checker;

pub use conformance::{DepthLimitGuarantee, SolutionQuality, SolverUnderTest, check_conformance};
pub use cost_conformance::{check_cost_conformance, replayed_cost};
pub use explicit_graph::{ExplicitGraph, NodeEstimates, WeightedGraph};
pub use laws::{DeclaredProperties, check_laws, check_slide_laws};
pub use memory_units::MemoryUnits;
pub use oracle::Oracle;
