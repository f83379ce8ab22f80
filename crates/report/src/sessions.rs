//! Times of two programs over sessions: the unit of variation is the session.
//!
//! All times of a session share its conditions: the clock rate of the core, the addresses of the program in memory, and
//! other processes. An interval over instances does not include their variation, and excludes a ratio of 1 for most pairs
//! of sessions of one and the same program. So a ratio of times is one figure per pair of neighbouring sessions, one of
//! each program, and its interval is over pairs. The fixed loop that each session measures bounds one part of the
//! conditions, the clock rate.

use serde::Serialize;
use tilebench_record::{Manifest, Session};

use crate::estimates::Estimate;
use crate::stats::{self, Interval};

/// The fewest pairs of sessions that an interval is made of: two have one degree of freedom.
pub(crate) const FEWEST_PAIRS: usize = 3;

/// How the times of a program compare with those of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeVerdict {
    /// The whole interval of the ratio is above 1 and the tolerance.
    Slower,
    /// The whole interval is below 1 by as much.
    Faster,
    /// Neither.
    NoDifferenceShown,
    /// Nothing says how much sessions differ, or their conditions differ.
    Inconclusive,
}

impl TimeVerdict {
    /// The words of all verdicts.
    pub(crate) const NAMES: &'static [&'static str] = &["slower", "faster", "no difference shown", "inconclusive"];

    /// Of the ratio's interval, if there is one, with this tolerance: a share.
    pub(crate) fn of(interval: Option<Interval>, tolerance: f64) -> Self {
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

/// The confidence of each of `count` intervals that hold together with 95 % (Bonferroni), so that more configurations make
/// no more false alarms.
pub(crate) fn level(count: usize) -> f64 {
    1.0 - 0.05 / count.max(1) as f64
}

/// The geometric mean of the ratios whose logarithms are `log_ratios`, one per pair of sessions, with its interval at
/// `level`.
pub(crate) fn ratio(log_ratios: &[f64], level: f64) -> Estimate {
    let interval = stats::mean_interval(log_ratios, level).filter(|_| log_ratios.len() >= FEWEST_PAIRS);
    let interval = interval.map(|Interval { low, high, method }| Interval { low: low.exp(), high: high.exp(), method });
    Estimate::new(stats::mean(log_ratios).map(f64::exp), interval)
}

/// The logarithm of the geometric mean of `ratios`, if there is one.
pub(crate) fn log_mean(ratios: impl IntoIterator<Item = f64>) -> Option<f64> {
    stats::mean(&ratios.into_iter().map(f64::ln).collect::<Vec<_>>())
}

/// The speeds of the fixed loop, a session each, in steps per second; none if one is not known.
pub(crate) fn loop_speeds(manifest: &Manifest) -> Option<Vec<f64>> {
    let speed = |session: &Session| Some(f64::midpoint(session.speed_before?, session.speed_after?));
    manifest.sessions.iter().map(speed).collect::<Option<Vec<f64>>>().filter(|speeds| !speeds.is_empty())
}

/// Whether loop speeds are within [`Session::MAX_DRIFT`] of each other.
pub(crate) fn agree(speeds: &[f64]) -> bool {
    let (least, most) = range(speeds);
    most <= least * (1.0 + Session::MAX_DRIFT)
}

/// The least and the most of `speeds`.
pub(crate) fn range(speeds: &[f64]) -> (f64, f64) {
    speeds.iter().fold((f64::INFINITY, 0.0_f64), |(least, most), &speed| (least.min(speed), most.max(speed)))
}
