//! A mean compared with a published one.

use tilebench_record::PublishedValue;

/// How many standard errors two means of the same kind of boards may lie apart: by chance alone, more
/// than that happens once in 370 times.
const APART: f64 = 3.0;

/// A published mean, and how far ours is from it.
#[derive(Debug)]
pub(crate) struct Comparison {
    /// The published mean.
    pub(crate) value: f64,
    /// How many boards are behind it.
    pub(crate) sample: u64,
    /// The publication.
    pub(crate) source: String,
    /// Our mean less the published one, in standard errors of that difference; none if our boards do not give a standard
    /// error.
    pub(crate) apart: Option<f64>,
}

/// Whether `figure` is a mean estimate, the one quantity that is compared.
pub(crate) fn is_mean(figure: &PublishedValue) -> bool {
    figure.quantity == PublishedValue::MEAN_H0
}

impl Comparison {
    /// Compares `figure` with the `mean` over `boards` boards, among which the standard deviation is `deviation`.
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
            Some(apart) if apart.abs() <= APART => "agrees",
            Some(_) => "differs",
            None => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(mean: f64, deviation: Option<f64>, sample: u64) -> Comparison {
        let figure = PublishedValue { value: 40.0, sample, ..PublishedValue::default() };
        Comparison::new(&figure, Some(mean), deviation, 100)
    }

    #[test]
    fn three_standard_errors_of_both_samples_together_part_agreement_from_difference() {
        // 8^2 / 100 + 8^2 / 100 is 1.28; three times its root is 3.394.
        let close = compared(43.39, Some(8.0), 100);
        assert!(close.apart.is_some_and(|apart| (apart - 3.39 / 1.28f64.sqrt()).abs() < 1e-9), "{close:?}");
        assert_eq!(close.verdict(), "agrees");
        assert_eq!(compared(43.4, Some(8.0), 100).verdict(), "differs");
        assert_eq!(compared(36.6, Some(8.0), 100).verdict(), "differs");
        // More boards behind the published mean leave less to chance: 0.64 + 0.064.
        assert_eq!(compared(43.39, Some(8.0), 1000).verdict(), "differs");
    }

    #[test]
    fn without_a_deviation_or_a_sample_nothing_is_said() {
        for (deviation, sample) in [(None, 100), (Some(0.0), 100), (Some(8.0), 0)] {
            let comparison = compared(43.0, deviation, sample);
            assert_eq!((comparison.apart, comparison.verdict()), (None, ""));
        }
    }
}
