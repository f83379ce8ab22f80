//! The ratios of one measure over pairs of runs, with their tests.

use std::cmp::Ordering;

use serde::Serialize;

use crate::estimates::{self, IntervalEstimate};
use crate::stats::{self, GeometricMean, Interval, IntervalMethod, Statistic as _};

/// The minimum number of pairs for a test: with five pairs, not even five wins are significant at the level 0.05.
pub(crate) const MIN_TESTED_PAIRS: usize = 6;

/// One measure over pairs of runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeasureRatio {
    /// The measure.
    pub measure: &'static str,
    /// The pairs that it is over.
    pub over: &'static str,
    /// The number of pairs.
    pub n: usize,
    /// The number of pairs left out: not solved by both, or without a known value.
    pub left_out: usize,
    /// The number of pairs left out because a value is 0, so that the ratio is undefined.
    pub zeros: usize,
    /// The geometric mean of the ratios, if every pair has one.
    pub ratio: Option<f64>,
    /// The ends of its 95 % interval.
    pub interval: Option<[f64; 2]>,
    /// Whether the interval is the plain percentile one, not BCa.
    pub is_percentile: bool,
    /// The number of pairs that the first won: it needed less, or only it solved the instance.
    pub wins: u64,
    /// The number of ties: both needed the same, or neither solved the instance.
    pub ties: u64,
    /// The number of pairs that the second won.
    pub losses: u64,
    /// Wilcoxon's signed-rank test, if every pair has a ratio, not all pairs are ties and there are at least six.
    pub wilcoxon: Option<TestResult>,
    /// Whether its p-value is exact.
    pub is_exact: bool,
    /// The share of pairs that the second won minus the share that the first won: -1 if the first won all.
    pub effect: Option<f64>,
    /// The sign test, if not all pairs are ties and there are at least six.
    pub sign: Option<TestResult>,
}

impl MeasureRatio {
    /// The mean with its interval.
    pub(crate) fn estimate(&self) -> IntervalEstimate {
        let method = if self.is_percentile { IntervalMethod::Percentile } else { IntervalMethod::Bca };
        let interval = self.interval.map(|[low, high]| Interval { low, high, method });
        IntervalEstimate::new(self.ratio, interval)
    }
}

/// A pair of runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct RatioPair {
    /// `Less` if the first won.
    pub(super) order: Ordering,
    /// The values of the ratio, if there is one.
    pub(super) values: Option<[f64; 2]>,
}

impl RatioPair {
    /// A pair of values; the smaller one wins.
    #[expect(clippy::unnecessary_wraps, reason = "used where values may be unknown")]
    pub(super) fn from_values(first: f64, second: f64) -> Option<Self> {
        Some(Self { order: first.total_cmp(&second), values: Some([first, second]) })
    }

    fn is_zero(&self) -> bool {
        self.values.is_some_and(|values| values.iter().any(|value| *value <= 0.0))
    }

    /// A number below 0 if the first won, above 0 if the second won.
    fn sign(&self) -> f64 {
        match self.order {
            Ordering::Less => -1.0,
            Ordering::Equal => 0.0,
            Ordering::Greater => 1.0,
        }
    }
}

/// The p-value of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TestResult {
    /// The unadjusted p-value.
    pub p: f64,
    /// The p-value adjusted for all tests of the comparison.
    pub holm: f64,
}

impl TestResult {
    /// A p-value that is not adjusted yet.
    pub(crate) fn new(p: f64) -> Self {
        Self { p, holm: p }
    }
}

/// The ratio over `judged`, the remaining pairs of `all`, and its mean, whose interval is computed later.
pub(super) fn measure_ratio(
    measure: &'static str,
    over: &'static str,
    mut judged: Vec<RatioPair>,
    all: usize,
) -> (MeasureRatio, Option<GeometricMean>) {
    let left_out = all - judged.len();
    judged.retain(|pair| !pair.is_zero());
    let n = judged.len();
    let values: Option<Vec<[f64; 2]>> = judged.iter().map(|pair| pair.values).collect();
    let ratios: Option<Vec<f64>> = values.as_ref().map(|values| values.iter().map(|[a, b]| a / b).collect());
    let mean = ratios.and_then(|ratios| GeometricMean::new(&ratios));
    let sign = stats::sign_test(&judged.iter().map(RatioPair::sign).collect::<Vec<_>>());
    let logarithms: Option<Vec<f64>> = values.map(|values| values.into_iter().map(log_ratio).collect());
    let wilcoxon = logarithms.and_then(|logarithms| stats::signed_rank(&logarithms)).filter(|_| n >= MIN_TESTED_PAIRS);
    let ratio = MeasureRatio {
        measure,
        over,
        n,
        left_out,
        zeros: all - left_out - n,
        ratio: mean.as_ref().map(GeometricMean::value),
        interval: None,
        is_percentile: false,
        wins: sign.below,
        ties: sign.ties,
        losses: sign.above,
        wilcoxon: wilcoxon.map(|test| TestResult::new(test.p)),
        is_exact: wilcoxon.is_some_and(|test| test.is_exact),
        effect: (n > 0).then(|| (sign.above as f64 - sign.below as f64) / n as f64),
        sign: (sign.ties < n as u64 && n >= MIN_TESTED_PAIRS).then(|| TestResult::new(sign.p)),
    };
    (ratio, mean)
}

/// Sets the interval of the mean of each of `ratios`, and returns the number of resamples.
pub(super) fn set_intervals<'a>(
    ratios: impl Iterator<Item = &'a mut MeasureRatio>,
    means: impl IntoIterator<Item = Option<GeometricMean>>,
) -> usize {
    let (mut known, mut drawn) = (Vec::new(), Vec::new());
    for (ratio, mean) in ratios.zip(means) {
        if let Some(mean) = mean {
            known.push(ratio);
            drawn.push(mean);
        }
    }
    let (intervals, resamples) = estimates::intervals(&drawn);
    for (ratio, interval) in known.into_iter().zip(intervals) {
        ratio.interval = interval.map(|interval| [interval.low, interval.high]);
        ratio.is_percentile = interval.is_some_and(|interval| interval.method == IntervalMethod::Percentile);
    }
    resamples
}

/// The logarithm of the ratio of a pair. A ratio and its inverse are exactly equally far from 0, so that they are ties of the
/// signed-rank test.
fn log_ratio([first, second]: [f64; 2]) -> f64 {
    let size = (first.max(second) / first.min(second)).ln();
    if first < second { -size } else { size }
}

/// Adjusts every p-value of `family` for their number (Holm 1979), and returns that number.
pub(crate) fn adjust<'a>(family: impl Iterator<Item = &'a mut TestResult>) -> usize {
    let mut family: Vec<&mut TestResult> = family.collect();
    let adjusted = stats::holm(&family.iter().map(|test| test.p).collect::<Vec<_>>());
    for (test, holm) in family.iter_mut().zip(adjusted) {
        test.holm = holm;
    }
    family.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_and_its_inverse_are_equally_far_from_0() {
        assert_eq!(log_ratio([1.0, 3.0]).to_bits(), (-log_ratio([3.0, 1.0])).to_bits());
        assert_eq!(log_ratio([5.0, 5.0]).to_bits(), 0.0_f64.to_bits());
    }
}
