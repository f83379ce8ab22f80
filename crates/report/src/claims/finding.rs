//! The finding on a claim: a verdict with the measured number.

use crate::claims::verdict::ClaimVerdict;

/// A verdict with the measured number, or with the reason why there is none.
pub(super) struct ClaimFinding {
    pub(super) verdict: ClaimVerdict,
    pub(super) measured: String,
    pub(super) runs: usize,
    pub(super) differing: Vec<DifferingInstance>,
}

impl ClaimFinding {
    pub(super) fn new(verdict: ClaimVerdict, measured: impl Into<String>, runs: usize) -> Self {
        Self { verdict, measured: measured.into(), runs, differing: Vec::new() }
    }
}

/// An instance whose measured number differs from the claimed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferingInstance {
    /// The instance.
    pub instance: String,
    /// The claimed number.
    pub claimed: u64,
    /// The measured number, or the status of the run.
    pub measured: String,
}
