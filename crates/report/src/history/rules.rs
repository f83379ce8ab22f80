//! The rules by which a history finds regressions.

use anyhow::ensure;

/// The definition of a regression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistoryRules {
    /// The share by which a time can increase, for times with an interval over sessions.
    pub tolerance: f64,
    /// The same for folders of one session each, at least [`HistoryRules::MIN_SINGLE_SESSION`]; if `None`, their times are not
    /// judged.
    pub single_session_tolerance: Option<f64>,
    /// Whether a run in the reference only is reported but is not a regression.
    pub allow_missing: bool,
}

impl HistoryRules {
    /// The minimum tolerance for folders of one session each. Two sessions of one program rarely differ by more if the
    /// standard deviation of the logarithms of their effects is at most 0.1.
    pub const MIN_SINGLE_SESSION: f64 = 0.3;

    /// Refuses invalid tolerances.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let (tolerance, min) = (self.tolerance, Self::MIN_SINGLE_SESSION);
        ensure!(
            tolerance.is_finite() && tolerance >= 0.0,
            "{tolerance} is not a relative tolerance: give a share such as 0.05"
        );
        if let Some(single) = self.single_session_tolerance {
            ensure!(
                single.is_finite() && single >= min,
                "sessions of one program can differ by more than a single-session tolerance of {single}: give a share of \
                 at least {min}, or compare the programs with `tilebench compare-programs`"
            );
        }
        Ok(())
    }
}
