//! Times of two programs over sessions: the unit of variation is the session.
//!
//! All times of a session share its conditions: the clock rate of the core, the addresses of the program in memory, and
//! other processes. An interval over instances does not include their variation, and excludes a ratio of 1 for most pairs
//! of sessions of the same program. Therefore a ratio of times is one value per pair of neighbouring sessions, one of
//! each program, and its interval is over pairs. The fixed loop that each session measures bounds one part of the
//! conditions, the clock rate.

use serde::Serialize;
use tilebench_record::{Manifest, Session};

use crate::estimates::IntervalEstimate;
use crate::stats::{self, Interval};

/// The minimum number of pairs of sessions for an interval: two have one degree of freedom.
pub(crate) const MIN_SESSION_PAIRS: usize = 3;

/// The verdict on the times of a program compared with those of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeVerdict {
    /// The whole interval of the ratio is above 1 and the tolerance.
    Slower,
    /// The whole interval is below 1 by the same factor.
    Faster,
    /// Neither slower nor faster.
    NoDifferenceShown,
    /// The variation between sessions is not known, or their conditions differ.
    Inconclusive,
}

impl TimeVerdict {
    /// The words of all verdicts.
    pub(crate) const NAMES: &'static [&'static str] = &["slower", "faster", "no difference shown", "inconclusive"];

    /// Judges the interval of the ratio, if there is one, with this tolerance (a share).
    pub(crate) fn from_interval(interval: Option<Interval>, tolerance: f64) -> Self {
        match interval {
            None => Self::Inconclusive,
            Some(interval) if interval.low > 1.0 + tolerance => Self::Slower,
            Some(interval) if interval.high < 1.0 / (1.0 + tolerance) => Self::Faster,
            Some(_) => Self::NoDifferenceShown,
        }
    }

    /// The words of tables.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Slower => "slower",
            Self::Faster => "faster",
            Self::NoDifferenceShown => "no difference shown",
            Self::Inconclusive => "inconclusive",
        }
    }
}

/// The confidence level of each of `count` intervals for a joint level of 95 % (Bonferroni), so that the probability of a
/// false alarm does not grow with the number of configurations.
pub(crate) fn level(count: usize) -> f64 {
    1.0 - 0.05 / count.max(1) as f64
}

/// The geometric mean of the ratios whose logarithms are `log_ratios`, one per pair of sessions, with its interval at
/// `level`.
pub(crate) fn ratio(log_ratios: &[f64], level: f64) -> IntervalEstimate {
    let interval = stats::mean_interval(log_ratios, level).filter(|_| log_ratios.len() >= MIN_SESSION_PAIRS);
    let interval = interval.map(|Interval { low, high, method }| Interval { low: low.exp(), high: high.exp(), method });
    IntervalEstimate::new(stats::mean(log_ratios).map(f64::exp), interval)
}

/// The logarithm of the geometric mean of `ratios`, if there is one.
pub(crate) fn log_mean(ratios: impl IntoIterator<Item = f64>) -> Option<f64> {
    stats::mean(&ratios.into_iter().map(f64::ln).collect::<Vec<_>>())
}

/// The speed of the fixed loop in each session, in steps per second; none if one is not known.
pub(crate) fn loop_speeds(manifest: &Manifest) -> Option<Vec<f64>> {
    let speed = |session: &Session| Some(f64::midpoint(session.speed_before?, session.speed_after?));
    manifest.sessions.iter().map(speed).collect::<Option<Vec<f64>>>().filter(|speeds| !speeds.is_empty())
}

/// Whether loop speeds are within [`Session::MAX_DRIFT`] of each other.
pub(crate) fn agree(speeds: &[f64]) -> bool {
    let (min, max) = range(speeds);
    max <= min * (1.0 + Session::MAX_DRIFT)
}

/// The minimum and the maximum of `speeds`.
pub(crate) fn range(speeds: &[f64]) -> (f64, f64) {
    speeds.iter().fold((f64::INFINITY, 0.0_f64), |(min, max), &speed| (min.min(speed), max.max(speed)))
}
