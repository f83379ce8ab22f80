//! The heuristic values of the start states, compared with optimal lengths and with published means.
//!
//! A run records the heuristic value of its start, `h0`, whether it solved its instance or was stopped. So the means of weak
//! and strong heuristics are over the same instances.

pub(crate) mod estimates;
mod published;
pub(crate) mod starts;
pub(crate) mod tables;

use tilebench_record::PublishedValue;

use self::estimates::HeuristicEstimates;
pub(crate) use self::published::PublishedMeanComparison;
use crate::experiment::ExperimentData;
use crate::stats;

/// The minimum number of heuristics for a comparison.
const MIN_HEURISTICS: usize = 2;

/// The accuracy of one heuristic on the instances of one set.
#[derive(Debug)]
pub(crate) struct Accuracy {
    /// The instance set.
    pub(crate) set: String,
    /// The heuristic.
    pub(crate) heuristic: String,
    /// The number of instances with a heuristic value.
    pub(crate) boards: u64,
    /// The mean heuristic value.
    pub(crate) mean: Option<f64>,
    /// The standard error of the mean.
    pub(crate) error: Option<f64>,
    /// The minimum heuristic value.
    pub(crate) min: Option<f64>,
    /// The maximum heuristic value.
    pub(crate) max: Option<f64>,
    /// The number of these instances whose optimal length is known; all values below are over these.
    pub(crate) known: u64,
    /// The mean optimal length.
    pub(crate) optimal_mean: Option<f64>,
    /// The mean of optimal length - heuristic value.
    pub(crate) short_by: Option<f64>,
    /// The correlation of optimal length and heuristic value.
    pub(crate) correlation: Option<f64>,
    /// The number of instances with a heuristic value above the optimal length.
    pub(crate) overestimates: u64,
    /// The published means to compare with.
    pub(crate) published: Vec<PublishedMeanComparison>,
}

/// Every heuristic on every set, in the order of the experiment; empty unless there are two heuristics.
pub(crate) fn accuracies(experiment: &ExperimentData) -> Vec<Accuracy> {
    if experiment.heuristics.len() < MIN_HEURISTICS {
        return Vec::new();
    }
    let published = published(experiment);
    let sets = experiment.sets.iter().flat_map(|set| set.estimates.iter().map(move |estimates| (set, estimates)));
    sets.map(|(set, estimates)| accuracy(&set.name, estimates, published)).collect()
}

/// The published means without a counterpart to compare with.
pub(crate) fn not_compared(experiment: &ExperimentData) -> Vec<&PublishedValue> {
    let is_compared = |figure: &&PublishedValue| {
        let mut sets = experiment.sets.iter().filter(|set| set.name == figure.set);
        published::is_mean(figure)
            && sets.any(|set| set.estimates.iter().any(|estimates| estimates.name == figure.heuristic))
    };
    published(experiment).iter().filter(|figure| !is_compared(figure)).collect()
}

fn published(experiment: &ExperimentData) -> &[PublishedValue] {
    experiment.manifest.as_ref().map_or(&[], |manifest| &manifest.published)
}

fn accuracy(set: &str, estimates: &HeuristicEstimates, published: &[PublishedValue]) -> Accuracy {
    let values = estimates.values();
    let pairs = estimates.pairs();
    let deviation = stats::standard_deviation(&values);
    let mean = stats::mean(&values);
    let (lengths, short_by): (Vec<f64>, Vec<f64>) = pairs.iter().map(|(h0, optimal)| (*optimal, optimal - h0)).unzip();
    let concerned = published.iter().filter(|figure| figure.set == set && figure.heuristic == estimates.name);
    Accuracy {
        set: set.to_owned(),
        heuristic: estimates.name.clone(),
        boards: values.len() as u64,
        mean,
        error: deviation.map(|deviation| deviation / (values.len() as f64).sqrt()),
        min: values.iter().copied().min_by(f64::total_cmp),
        max: values.iter().copied().max_by(f64::total_cmp),
        known: pairs.len() as u64,
        optimal_mean: stats::mean(&lengths),
        short_by: stats::mean(&short_by),
        correlation: stats::correlation(&pairs),
        overestimates: short_by.iter().filter(|short_by| **short_by < 0.0).count() as u64,
        published: concerned
            .filter(|figure| published::is_mean(figure))
            .map(|figure| PublishedMeanComparison::new(figure, mean, deviation, values.len()))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn fixture_accuracies() -> Vec<Accuracy> {
        accuracies(&ExperimentData::arrange(fixture::estimates(), Some(fixture::published())))
    }

    fn close(found: Option<f64>, expected: f64) {
        assert!(found.is_some_and(|found| (found - expected).abs() < 1e-9), "{found:?} is not {expected}");
    }

    #[test]
    fn an_instance_counts_once_regardless_of_its_runs_and_their_statuses() {
        let rows = fixture_accuracies();
        let names: Vec<_> = rows.iter().map(|row| (row.set.as_str(), row.heuristic.as_str(), row.boards)).collect();
        let expected = [
            ("korf100", "manhattan", 4),
            ("korf100", "linear-conflict", 4),
            ("korf100", "greedy-sum", 4),
            ("easy", "manhattan", 2),
            ("easy", "linear-conflict", 1),
        ];
        assert_eq!(names, expected);
        // 30, 32, 34 and 40: squares of 4, 2, 0 and 6 over 3 degrees of freedom.
        close(rows[0].mean, 34.0);
        close(rows[0].error, (56.0f64 / 3.0).sqrt() / 2.0);
        assert_eq!((rows[0].min, rows[0].max), (Some(30.0), Some(40.0)));
    }

    #[test]
    fn errors_are_over_the_instances_whose_optimal_length_is_given_or_proved_by_any_run() {
        let rows = fixture_accuracies();
        // Given: 40 and 44; proved by IDA* with linear conflicts: 52. The fourth was solved with no proof.
        assert_eq!(rows[0].known, 3);
        close(rows[0].optimal_mean, 136.0 / 3.0);
        // 40 - 30, 44 - 32 and 52 - 34.
        close(rows[0].short_by, 40.0 / 3.0);
        // Deviations -2, 0, 2 and -16/3, -4/3, 20/3: 24 / sqrt(8 * 672/9).
        close(rows[0].correlation, 24.0 / (8.0f64 * 672.0 / 9.0).sqrt());
        assert_eq!(rows.iter().map(|row| row.overestimates).collect::<Vec<_>>(), [0, 0, 2, 0, 0]);
    }

    #[test]
    fn a_single_heuristic_is_not_compared() {
        let runs = fixture::estimates().into_iter().filter(|run| run.heuristic == "manhattan").collect();
        assert_eq!(accuracies(&ExperimentData::arrange(runs, None)).len(), 0);
    }

    #[test]
    fn a_published_mean_of_another_set_heuristic_or_quantity_is_reported_as_not_compared() {
        let experiment = ExperimentData::arrange(fixture::estimates(), Some(fixture::published()));
        let left: Vec<_> = not_compared(&experiment).iter().map(|figure| figure.source.as_str()).collect();
        assert_eq!(left, ["Other set", "Other quantity"]);
        let rows = accuracies(&experiment);
        assert_eq!(rows.iter().map(|row| row.published.len()).collect::<Vec<_>>(), [2, 1, 0, 0, 0]);
    }
}
