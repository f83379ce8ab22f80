//! The sample of an audit of a space with too many states, and its results.

use tilebench_core::Cost;
use tilebench_puzzle::Board;

use super::EstimateTally;
use crate::PublishedMean;
use crate::published_means::published_mean;

/// The sample to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleOptions {
    /// The seed of all boards.
    pub seed: u64,
    /// The number of random boards, over which the mean estimate is computed.
    pub boards: usize,
    /// The number of random boards, the first ones, that are solved if a reference is strong enough.
    pub solved: usize,
    /// The lengths of random walks from the goal, whose ends are solved.
    pub lengths: Vec<usize>,
    /// The number of walks of each length.
    pub walks: usize,
    /// The maximum number of nodes generated per board. A board that needs more counts as unsolved.
    pub nodes: u64,
}

impl Default for SampleOptions {
    fn default() -> Self {
        Self {
            seed: 1,
            boards: 10_000,
            solved: 100,
            lengths: (1..=12).map(|fives| 5 * fives).collect(),
            walks: 8,
            nodes: 50_000_000,
        }
    }
}

/// The results of a sample other than the tally.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleResult {
    /// The admissible heuristic by which the reference search found true distances.
    pub reference: String,
    /// The ends of random walks.
    pub walks: SolvedCount,
    /// The random boards that were to be solved.
    pub random: SolvedCount,
    /// Estimates and distances over the solved random boards. Unlike the tally, which includes walks and shortest
    /// paths, this is a uniform sample of all states if no board is unsolved.
    pub fair: EstimateTally,
    /// The estimates of all random boards.
    pub mean: EstimateMean,
    /// The published mean.
    pub published: Option<&'static PublishedMean>,
}

/// The number of boards that were to be solved, and of solved boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolvedCount {
    /// The number of boards to be solved.
    pub requested: u64,
    /// The number of solved boards. The others needed more nodes than allowed.
    pub solved: u64,
}

/// A mean of estimates over boards drawn uniformly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EstimateMean {
    /// The number of boards.
    pub boards: u64,
    /// The sum of their estimates.
    pub sum: u128,
    /// The sum of the squares of their estimates.
    pub squares: u128,
}

impl EstimateMean {
    /// The mean of these estimates.
    pub(crate) fn new(estimates: &[Cost]) -> Self {
        estimates.iter().fold(Self::default(), |mean, &h| Self {
            boards: mean.boards + 1,
            sum: mean.sum + u128::from(h),
            squares: mean.squares + u128::from(h) * u128::from(h),
        })
    }

    /// The mean.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.boards.max(1) as f64
    }

    /// The sample variance of the estimates; 0 for fewer than two boards.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.boards < 2 {
            return 0.0;
        }
        let n = u128::from(self.boards);
        (n * self.squares - self.sum * self.sum) as f64 / (n * (n - 1)) as f64
    }

    /// The standard error of the mean.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        (self.variance() / self.boards.max(1) as f64).sqrt()
    }
}

impl SampleResult {
    /// The difference from the published mean in standard errors of both samples. The published sample is assumed to
    /// have the same variance. `None` if no mean is published or the variance is 0.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        let published = self.published?;
        let error = self.mean.variance() * (1.0 / self.mean.boards as f64 + 1.0 / published.boards as f64);
        (error > 0.0).then(|| (self.mean.mean() - published.value) / error.sqrt())
    }

    pub(crate) fn new(reference: String, heuristic: &str, goal: &Board) -> Self {
        Self {
            reference,
            walks: SolvedCount::default(),
            random: SolvedCount::default(),
            fair: EstimateTally::default(),
            mean: EstimateMean::default(),
            published: published_mean(heuristic, goal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_and_its_standard_error_follow_the_textbook_formulas() {
        let mean = EstimateMean::new(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!((mean.boards, mean.sum), (8, 40));
        assert!((mean.mean() - 5.0).abs() < 1e-12);
        assert!((mean.variance() - 32.0 / 7.0).abs() < 1e-12);
        assert!((mean.standard_error() - (4.0f64 / 7.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn the_deviation_from_a_published_mean_is_in_standard_errors_of_both_samples() {
        let goal = tilebench_puzzle::Goal::BlankFirst.board("4x4".parse().unwrap()).unwrap();
        let mut sample = SampleResult::new("none".to_owned(), "manhattan", &goal);
        assert_eq!(sample.deviation(), None, "no boards were drawn");
        // Mean 37 and variance 1000 / 999, so the standard error is the square root of 2 / 999.
        sample.mean = EstimateMean::new(&[36, 38].repeat(500));
        assert!((sample.deviation().unwrap() - 0.058 * (999.0f64 / 2.0).sqrt()).abs() < 1e-9);
    }
}
