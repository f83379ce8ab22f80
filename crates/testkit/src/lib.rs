//! Test helpers: the breadth-first oracle, explicit graphs and the conformance suite.
//!
//! A development dependency only.

mod conformance;
mod explicit;
mod laws;
mod oracle;

pub use conformance::{Claim, Reach, Subject, conform};
pub use explicit::{CostGraph, Estimates, ExplicitGraph};
pub use laws::{Declared, check_laws};
pub use oracle::Oracle;
