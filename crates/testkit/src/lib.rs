//! Test helpers: the breadth-first oracle, the laws of heuristics, explicit graphs and the conformance suite.
//!
//! Only a dev-dependency of other crates.

mod conformance;
mod explicit_graph;
mod laws;
mod oracle;

pub use conformance::{DepthLimitGuarantee, SolutionQuality, SolverUnderTest, check_conformance};
pub use explicit_graph::{ExplicitGraph, NodeEstimates, WeightedGraph};
pub use laws::{DeclaredProperties, check_laws};
pub use oracle::Oracle;
