//! Statistics of runs: estimates with intervals, and tests between configurations.
//!
//! Everything here is pure computation over slices of numbers, independent of runs, folders and tables. Each method has a
//! file, whose documentation states its estimand or hypothesis, its assumptions, its reference, and whether the result is
//! exact. All are compared with SciPy, statsmodels and lifelines in `tests/statistics.rs`; `scripts/statistics-fixtures.py`
//! computed the reference values.
//!
//! Three rules for callers. Node counts are the same in every repeat of a run, so the sampling unit is the *instance*: pass
//! one value per instance, never one per repeat. A run that was stopped at a limit has no time to solution: leave it out
//! only if both n are reported; otherwise penalise it ([`par2`]) or count it as unsolved up to its limit
//! ([`Observation::under_limit`]). Node counts and times span orders of magnitude: summarise them by geometric means
//! ([`geometric_mean_interval`]) or medians, since no bootstrap interval of their arithmetic mean has its nominal coverage.
//!
//! ```
//! use tilebench_stats::{self as stats, Bootstrap, GeometricMean, Statistic as _};
//!
//! // Nodes of one configuration over nodes of another, one ratio per instance.
//! let ratios = [0.5, 0.25, 0.8, 0.4, 1.0, 0.6, 0.3, 0.7];
//! let ratio = GeometricMean::new(&ratios).expect("all are positive");
//! let interval = Bootstrap::default().interval(&ratio).expect("there are instances");
//! assert!(interval.low < ratio.value() && ratio.value() < interval.high);
//! assert!(interval.high < 1.0, "the first generates fewer nodes");
//!
//! let logarithms = ratios.map(f64::ln);
//! let test = stats::signed_rank(&logarithms).expect("not all are 0");
//! assert!(test.p < 0.05 && test.is_exact);
//! ```

mod binomial;
mod bootstrap;
mod chi_square;
mod deviation;
mod fisher_f;
mod friedman;
mod holm;
mod jackknife;
mod kaplan_meier;
mod log_rank;
mod log_t;
mod mcnemar;
mod means;
mod normal;
mod par2;
mod ranks;
mod sign;
mod student_t;
mod studentised_range;
mod wilcoxon;
mod wilson;

pub use bootstrap::{
    BcaCorrection, Bootstrap, GeometricMean, Interval, IntervalMethod, Mean, Median, RatioOfMeans, Statistic,
};
pub use deviation::{correlation, standard_deviation};
pub use friedman::{Friedman, friedman};
pub use holm::holm;
pub use jackknife::jackknife_log_error;
pub use kaplan_meier::{KaplanMeier, Observation, RestrictedMean, SurvivalStep};
pub use log_rank::{LogRank, log_rank};
pub use log_t::{geometric_mean_interval, log_t_interval};
pub use mcnemar::{McNemar, mcnemar};
pub use means::{geometric_mean, mean, median, quantile};
pub use par2::{Timing, par2};
pub use sign::{SignTest, sign_test};
pub use student_t::mean_interval;
pub use wilcoxon::{SignedRank, signed_rank};
pub use wilson::wilson_interval;

/// Distribution functions, for tests that this crate does not contain.
pub mod distributions {
    pub use super::binomial::two_sided as binomial_two_sided;
    pub use super::chi_square::survival as chi_square_survival;
    pub use super::fisher_f::survival as f_survival;
    pub use super::normal::{cdf as normal_cdf, quantile as normal_quantile, two_sided as normal_two_sided};
    pub use super::student_t::{quantile as student_t_quantile, two_sided as student_t_two_sided};
    pub use super::studentised_range::{cdf as studentised_range_cdf, quantile as studentised_range_quantile};
}
