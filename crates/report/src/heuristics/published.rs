//! A mean compared with a published one.

use tilebench_record::PublishedValue;

/// The maximum difference of two agreeing means, in standard errors. By chance alone, it is exceeded once in 370 times.
const MAX_STANDARD_ERRORS: f64 = 3.0;

/// A published mean, and the difference of our mean.
#[derive(Debug)]
pub(crate) struct PublishedMeanComparison {
    /// The published mean.
    pub(crate) value: f64,
    /// The number of instances of the published mean.
    pub(crate) sample: u64,
    /// The publication.
    pub(crate) source: String,
    /// Our mean - the published mean, in standard errors of that difference; none without a standard error.
    pub(crate) apart: Option<f64>,
}

/// Whether `figure` is a mean h0, the only quantity that is compared.
pub(crate) fn is_mean(figure: &PublishedValue) -> bool {
    figure.quantity == PublishedValue::MEAN_H0
}

impl PublishedMeanComparison {
    /// Compares `figure` with the `mean` over `boards` instances with this standard `deviation`.
    ///
    /// Both are treated as independent samples. The standard deviation of the published one is unknown, so ours is used for
    /// both: `sqrt(deviation^2 / boards + deviation^2 / sample)`.
    pub(crate) fn new(figure: &PublishedValue, mean: Option<f64>, deviation: Option<f64>, boards: usize) -> Self {
        let variance = |deviation: f64| deviation.powi(2) / boards as f64 + deviation.powi(2) / figure.sample as f64;
        let error = deviation.map(|deviation| variance(deviation).sqrt());
        let error = error.filter(|error| *error > 0.0 && error.is_finite());
        let apart = mean.zip(error).map(|(mean, error)| (mean - figure.value) / error);
        Self { value: figure.value, sample: figure.sample, source: figure.source.clone(), apart }
    }

    /// The verdict: `agrees`, `differs` or empty.
    pub(crate) fn verdict(&self) -> &'static str {
        match self.apart {
            Some(apart) if apart.abs() <= MAX_STANDARD_ERRORS => "agrees",
            Some(_) => "differs",
            None => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(mean: f64, deviation: Option<f64>, sample: u64) -> PublishedMeanComparison {
        let figure = PublishedValue { value: 40.0, sample, ..PublishedValue::default() };
        PublishedMeanComparison::new(&figure, Some(mean), deviation, 100)
    }

    #[test]
    fn means_agree_up_to_three_standard_errors_of_both_samples_together() {
        // 8^2 / 100 + 8^2 / 100 is 1.28; three times its root is 3.394.
        let close = compared(43.39, Some(8.0), 100);
        assert!(close.apart.is_some_and(|apart| (apart - 3.39 / 1.28f64.sqrt()).abs() < 1e-9), "{close:?}");
        assert_eq!(close.verdict(), "agrees");
        assert_eq!(compared(43.4, Some(8.0), 100).verdict(), "differs");
        assert_eq!(compared(36.6, Some(8.0), 100).verdict(), "differs");
        // With more instances behind the published mean the error is smaller: 0.64 + 0.064.
        assert_eq!(compared(43.39, Some(8.0), 1000).verdict(), "differs");
    }

    #[test]
    fn there_is_no_verdict_without_a_deviation_or_a_sample() {
        for (deviation, sample) in [(None, 100), (Some(0.0), 100), (Some(8.0), 0)] {
            let comparison = compared(43.0, deviation, sample);
            assert_eq!((comparison.apart, comparison.verdict()), (None, ""));
        }
    }
}
