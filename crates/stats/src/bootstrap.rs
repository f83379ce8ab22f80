//! Bootstrap confidence intervals, bias-corrected and accelerated (BCa).
//!
//! *Estimates* the range of a statistic over samples of instances like those found, by drawing instances with replacement.
//! *Assumes* that they are independent draws from the population of interest. For a fixed set such as Korf's hundred, it
//! shows how much the figure depends on the choice of instances.
//!
//! The ends of the plain percentile interval are moved for the *bias* (how far the median of the draws is from the
//! statistic, draws equal to it counted half) and the *acceleration* (how its spread changes with its value, from leaving
//! out one instance at a time). If either cannot be computed, the interval is the percentile one, and is marked as such.
//! *Accuracy*: second order in n for smooth statistics. With fewer than about 20 instances all bootstrap intervals are too
//! narrow. Intervals of means of values that span orders of magnitude are too narrow even with many instances
//! ([`geometric_mean_interval`](crate::geometric_mean_interval)).
//!
//! *Deterministic*: `ChaCha8` keyed with the seed's little-endian bytes; a draw below n is the high word of 32 random bits
//! times n, drawn again if that is biased (Lemire 2019).
//!
//! *Reference*: Efron 1987; Efron and Tibshirani 1993, chapter 14.

mod draws;
mod statistic;

use self::draws::Draws;
use self::statistic::BATCH;
pub use self::statistic::{GeometricMean, Mean, Median, RatioOfMeans, Statistic};
use crate::means::quantile_of_unsorted;
use crate::normal;

/// The parameters of a bootstrap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    /// The number of resamples.
    pub resamples: usize,
    /// The seed of the draws.
    pub seed: u64,
    /// The interval's nominal coverage.
    pub level: f64,
}

impl Default for Bootstrap {
    /// 10,000 resamples, seed 1, 95 %.
    fn default() -> Self {
        Self { resamples: 10_000, seed: Self::DEFAULT_SEED, level: 0.95 }
    }
}

/// A confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How it was computed.
    pub method: IntervalMethod,
}

/// How an interval was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntervalMethod {
    /// Bias-corrected and accelerated.
    Bca,
    /// Plain percentiles of the draws: fewer than three instances, or all of them equal.
    Percentile,
    /// The estimate plus and minus normal quantiles of its standard error.
    Normal,
    /// Student's t on logarithms.
    LogT,
    /// Student's t, of a mean: no draws.
    StudentT,
    /// Wilson's score interval of a share.
    Wilson,
}

/// The bias correction and the acceleration, which move the ends of a percentile interval (BCa).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BcaCorrection {
    /// The bias correction, in standard deviations.
    pub bias: f64,
    /// The acceleration.
    pub acceleration: f64,
}

impl Bootstrap {
    /// The seed of the default.
    pub const DEFAULT_SEED: u64 = 1;

    /// The maximum number of values drawn for intervals that belong together: ten thousand times 50,000.
    const MAX_DRAWS: usize = 500_000_000;

    /// The minimum number of resamples of a 95 % interval.
    const MIN_RESAMPLES: usize = 1000;

    /// The default, with fewer resamples if each draws more than 50,000 values: 1,000 at least.
    #[must_use]
    pub fn of_values(values: usize) -> Self {
        let default = Self::default();
        let affordable = Self::MAX_DRAWS / values.max(1);
        Self { resamples: affordable.clamp(Self::MIN_RESAMPLES, default.resamples), ..default }
    }

    /// The interval of `statistic`; none if it has no instances.
    #[must_use]
    pub fn interval(&self, statistic: &dyn Statistic) -> Option<Interval> {
        self.intervals(&[statistic]).into_iter().next().flatten()
    }

    /// The intervals of statistics of the same instances, from the same draws of them.
    ///
    /// # Panics
    ///
    /// If their numbers of instances differ.
    #[must_use]
    pub fn intervals(&self, statistics: &[&dyn Statistic]) -> Vec<Option<Interval>> {
        let instances = statistics.first().map_or(0, |statistic| statistic.instances());
        assert!(statistics.iter().all(|other| other.instances() == instances), "the same instances");
        let Some(bound) = u32::try_from(instances).ok().filter(|&bound| bound > 0) else {
            return vec![None; statistics.len()];
        };
        let mut draws = Draws::new(self.seed, bound);
        let mut samples = [const { Vec::new() }; BATCH];
        for sample in &mut samples {
            sample.resize(instances, 0);
        }
        let mut drawn = vec![Vec::with_capacity(self.resamples); statistics.len()];
        for first in (0..self.resamples).step_by(BATCH) {
            let count = BATCH.min(self.resamples - first);
            for sample in &mut samples[..count] {
                draws.fill(sample);
            }
            for (values, statistic) in drawn.iter_mut().zip(statistics) {
                values.extend_from_slice(&statistic.on_samples(&mut samples)[..count]);
            }
        }
        let intervals = drawn.into_iter().zip(statistics).map(|(values, statistic)| {
            let without: Vec<f64> = (0..instances).map(|index| statistic.leave_one_out(index)).collect();
            Interval::from_resamples(values, statistic.value(), &without, self.level)
        });
        intervals.collect()
    }
}

impl Interval {
    /// The interval at `level` of a statistic with the value `value`, with resampled values `drawn` and leave-one-out
    /// values `without`; none without a draw, or if a value is NaN.
    #[must_use]
    pub fn from_resamples(mut drawn: Vec<f64>, value: f64, without: &[f64], level: f64) -> Option<Self> {
        if drawn.is_empty() || value.is_nan() || drawn.iter().any(|drawn| drawn.is_nan()) {
            return None;
        }
        let outside = (1.0 - level) / 2.0;
        let shares = [outside, 1.0 - outside];
        let ([low, high], method) = match BcaCorrection::estimate(&drawn, value, without) {
            Some(correction) => (shares.map(|share| correction.adjusted(share)), IntervalMethod::Bca),
            None => (shares, IntervalMethod::Percentile),
        };
        let mut end = |share| quantile_of_unsorted(&mut drawn, share);
        Some(Self { low: end(low)?, high: end(high)?, method })
    }
}

impl BcaCorrection {
    /// The correction for a statistic with the value `value`, the resampled values `drawn` and the leave-one-out values
    /// `without`; none with fewer than three instances, if all values are equal, or if all draws lie on one side.
    #[must_use]
    pub fn estimate(drawn: &[f64], value: f64, without: &[f64]) -> Option<Self> {
        let n = without.len() as f64;
        let mean = without.iter().sum::<f64>() / n;
        let deviations = || without.iter().map(|other| mean - other);
        let squares: f64 = deviations().map(|deviation| deviation.powi(2)).sum();
        let cubes: f64 = deviations().map(|deviation| deviation.powi(3)).sum();
        // Rounding errors between equal values are not a spread.
        let is_spread = squares.sqrt() > n.sqrt() * mean.abs() * 1e-14;
        let count = |holds: fn(f64, f64) -> bool| drawn.iter().filter(|&&drawn| holds(drawn, value)).count();
        let (fewer, not_more) = (count(|drawn, value| drawn < value), count(|drawn, value| drawn <= value));
        let bias = normal::quantile((fewer + not_more) as f64 / (2.0 * drawn.len() as f64));
        let acceleration = cubes / (6.0 * squares.powf(1.5));
        let is_known = without.len() >= 3 && is_spread && bias.is_finite() && acceleration.is_finite();
        is_known.then_some(Self { bias, acceleration })
    }

    /// The quantile of the draws that is the end of the interval, in place of the quantile `share` of a percentile interval.
    fn adjusted(self, share: f64) -> f64 {
        let z = self.bias + normal::quantile(share);
        normal::cdf(self.bias + z / (1.0 - self.acceleration * z))
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_interval_and_another_one_nearly_the_same() {
        let values: Vec<f64> = (0..60).map(|n: i32| f64::from(n * n % 61)).collect();
        let mean = Mean::new(&values).unwrap();
        let with = |seed| Bootstrap { seed, ..Bootstrap::default() }.interval(&mean).unwrap();
        assert_eq!(with(1), with(1));
        assert_ne!(with(1), with(2));
        assert!((with(1).low - with(2).low).abs() < 0.5 && (with(1).high - with(2).high).abs() < 0.5);
    }

    #[test]
    fn without_an_acceleration_the_interval_is_the_percentile_one_and_is_marked() {
        for (values, low, high) in [(vec![7.5; 10], 7.5, 7.5), (vec![1.0, 3.0], 1.0, 3.0), (vec![2.0], 2.0, 2.0)] {
            let interval = Bootstrap::default().interval(&Mean::new(&values).unwrap()).unwrap();
            assert_eq!(interval, Interval { low, high, method: IntervalMethod::Percentile });
        }
        assert!(Mean::new(&[]).is_none());
    }

    #[test]
    fn intervals_from_shared_draws_equal_those_computed_alone() {
        let values = [3.0, 1.0, 4.0, 1.5, 9.0, 2.6, 5.0];
        let (mean, geometric) = (Mean::new(&values).unwrap(), GeometricMean::new(&values).unwrap());
        let both = Bootstrap::default().intervals(&[&mean, &geometric]);
        assert_eq!(both, [Bootstrap::default().interval(&mean), Bootstrap::default().interval(&geometric)]);
    }

    #[test]
    fn a_number_of_resamples_that_is_not_a_multiple_of_the_batch_is_drawn_in_full() {
        let values = [3.0, 1.0, 4.0, 1.5, 9.0, 2.6, 5.0];
        let interval = |resamples| {
            let drawn = Bootstrap { resamples, ..Bootstrap::default() };
            drawn.interval(&Mean::new(&values).unwrap()).unwrap()
        };
        // With one draw, both ends of the interval are that draw.
        let (one, mut sample) = (interval(1), [0; 7]);
        Draws::new(1, 7).fill(&mut sample);
        let expected = Mean::new(&values).unwrap().on_sample(&mut sample);
        assert_eq!((one.low.to_bits(), one.high.to_bits()), (expected.to_bits(), expected.to_bits()));
        assert_ne!(interval(1001), interval(1000));
    }

    #[test]
    fn intervals_contain_the_true_mean_about_as_often_as_their_level() {
        // Means of 40 exponential values with the mean 1, which are skewed.
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut exponential = || -((f64::from(rng.next_u32()) + 0.5) / 4_294_967_296.0).ln();
        let bootstrap = Bootstrap { resamples: 500, ..Bootstrap::default() };
        let contain = (0..400).filter(|_| {
            let values: Vec<f64> = (0..40).map(|_| exponential()).collect();
            let interval = bootstrap.interval(&Mean::new(&values).unwrap()).unwrap();
            interval.low <= 1.0 && 1.0 <= interval.high
        });
        let held = contain.count();
        assert!((355..=392).contains(&held), "{held} of 400 contain the mean; about 372 (93 %) are expected");
    }
}
