//! The ratios of one measure over pairs of runs, with their tests.

use serde::Serialize;

use crate::estimates;
use crate::stats::{self, GeometricMean, Method, Statistic as _};

/// The ratios of one measure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// What is measured.
    pub measure: &'static str,
    /// Over which pairs.
    pub over: &'static str,
    /// How many pairs.
    pub n: usize,
    /// The pairs left out: not solved by both, or without a limit to be penalised by.
    pub left_out: usize,
    /// The pairs left out because a value is 0, which has no ratio.
    pub zeros: usize,
    /// The geometric mean of the ratios.
    pub ratio: Option<f64>,
    /// The ends of its 95 % interval.
    pub interval: Option<[f64; 2]>,
    /// Whether the interval is the plain percentile one, not BCa.
    pub is_percentile: bool,
    /// The pairs of which the first needed less.
    pub wins: u64,
    /// The pairs of which both needed the same.
    pub ties: u64,
    /// The pairs of which the first needed more.
    pub losses: u64,
    /// Wilcoxon's signed-rank test, where some pair is no tie.
    pub wilcoxon: Option<Tested>,
    /// Whether its probability is exact.
    pub is_exact: bool,
    /// The matched-pairs rank-biserial correlation: -1 where the first always needed less.
    pub effect: Option<f64>,
    /// The sign test, where some pair is no tie.
    pub sign: Option<Tested>,
}

/// The probability of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tested {
    /// As the test gave it.
    pub p: f64,
    /// Adjusted for all tests of the comparison.
    pub holm: f64,
}

impl Tested {
    /// Not adjusted yet.
    pub(crate) fn new(p: f64) -> Self {
        Self { p, holm: p }
    }
}

/// The ratios of `values`, what is left of `all` pairs, and their mean, whose interval is to come.
pub(super) fn of(
    measure: &'static str,
    over: &'static str,
    mut values: Vec<[f64; 2]>,
    all: usize,
) -> (Ratio, Option<GeometricMean>) {
    let left_out = all - values.len();
    values.retain(|[first, second]| *first > 0.0 && *second > 0.0);
    let zeros = all - left_out - values.len();
    let ratios: Vec<f64> = values.iter().map(|[first, second]| first / second).collect();
    let logarithms: Vec<f64> = values.iter().map(|&pair| log_ratio(pair)).collect();
    let mean = GeometricMean::of(&ratios);
    let wilcoxon = stats::signed_rank(&logarithms);
    let sign = stats::sign_test(&logarithms);
    let ratio = Ratio {
        measure,
        over,
        n: values.len(),
        left_out,
        zeros,
        ratio: mean.as_ref().map(GeometricMean::value),
        interval: None,
        is_percentile: false,
        wins: sign.below,
        ties: sign.ties,
        losses: sign.above,
        wilcoxon: wilcoxon.map(|test| Tested::new(test.p)),
        is_exact: wilcoxon.is_some_and(|test| test.is_exact),
        effect: wilcoxon.map(|test| test.effect),
        sign: wilcoxon.map(|_| Tested::new(sign.p)),
    };
    (ratio, mean)
}

/// Gives each of `ratios` the interval of its mean, and tells from how many resamples.
pub(super) fn draw<'a>(
    ratios: impl Iterator<Item = &'a mut Ratio>,
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
        ratio.is_percentile = interval.is_some_and(|interval| interval.method == Method::Percentile);
    }
    resamples
}

/// The logarithm of the ratio of a pair, so that a ratio and its inverse are equally far from 0 to the last digit: they
/// are ties of the signed-rank test.
fn log_ratio([first, second]: [f64; 2]) -> f64 {
    let size = (first.max(second) / first.min(second)).ln();
    if first < second { -size } else { size }
}

/// Adjusts every probability of `family` for their number (Holm 1979), and tells it.
pub(crate) fn correct<'a>(family: impl Iterator<Item = &'a mut Tested>) -> usize {
    let mut family: Vec<&mut Tested> = family.collect();
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
    fn a_ratio_and_its_inverse_are_equally_far() {
        assert_eq!(log_ratio([1.0, 3.0]).to_bits(), (-log_ratio([3.0, 1.0])).to_bits());
        assert_eq!(log_ratio([5.0, 5.0]).to_bits(), 0.0_f64.to_bits());
    }
}
