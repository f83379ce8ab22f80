//! What a history judges to be a regression.

use anyhow::ensure;

/// The definition of a regression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistoryRules {
    /// The share by which a time may be longer, for times with an interval over sessions.
    pub tolerance: f64,
    /// The same for folders of one session each, at least [`HistoryRules::LEAST_SINGLE`]. If none, their times are not
    /// judged.
    pub single_session_tolerance: Option<f64>,
    /// Whether a run that only the reference has is reported but is not a regression.
    pub allow_missing: bool,
}

impl HistoryRules {
    /// The least tolerance for folders of one session each: two sessions of one program nearly never differ by more, if
    /// the standard deviation of the logarithms of their effects is at most 0.1.
    pub const LEAST_SINGLE: f64 = 0.3;

    /// Refuses tolerances that are none.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let (tolerance, least) = (self.tolerance, Self::LEAST_SINGLE);
        ensure!(
            tolerance.is_finite() && tolerance >= 0.0,
            "{tolerance} is not a relative tolerance: give a share such as 0.05"
        );
        if let Some(single) = self.single_session_tolerance {
            ensure!(
                single.is_finite() && single >= least,
                "a single-session tolerance of {single} is less than sessions of one program differ by: give a share of \
                 at least {least}, or compare the programs with `tilebench compare-programs`"
            );
        }
        Ok(())
    }
}
