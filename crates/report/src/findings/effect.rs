//! The best configuration in one measure, and the next one with its ratio to the best.

use super::phrases;
use crate::common_instances::MIN_COMMON_INSTANCES;
use crate::compare::{self, MeasureRatio};
use crate::experiment::{ConfigurationRuns, SetRuns};
use crate::number;

/// Two configurations and the ratio of the second to the first in one measure, on the instances that both solved.
#[derive(Debug)]
pub(super) struct Effect {
    /// The name of the configuration with the lower value.
    pub(super) best: String,
    /// The name of the other.
    pub(super) next: String,
    /// The ratio of the other to the best.
    pub(super) ratio: MeasureRatio,
}

impl Effect {
    /// The effect in `measure`; none if there are too few instances that both solved.
    pub(super) fn new(
        set: &SetRuns,
        best: &ConfigurationRuns,
        next: &ConfigurationRuns,
        measure: &str,
    ) -> Option<Self> {
        let comparison = compare::on_set(set, next, best);
        let ratio = comparison.on_both_solved(measure)?.clone();
        let is_enough = ratio.n >= MIN_COMMON_INSTANCES && ratio.ratio.is_some();
        is_enough.then(|| Self { best: best.name.clone(), next: next.name.clone(), ratio })
    }

    /// The best and the next of `means`, the mean of each of `members` on the same instances.
    pub(super) fn of_best(
        set: &SetRuns,
        members: &[&ConfigurationRuns],
        means: &[Option<f64>],
        measure: &str,
    ) -> Option<Self> {
        let mut known: Vec<(f64, &ConfigurationRuns)> =
            means.iter().zip(members).filter_map(|(mean, &member)| Some(((*mean)?, member))).collect();
        // A configuration without a value could be the best.
        if known.len() < members.len() || known.len() < 2 {
            return None;
        }
        known.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        Self::new(set, known[0].1, known[1].1, measure)
    }

    /// The ratio with its interval, in words.
    pub(super) fn ratio_words(&self) -> String {
        phrases::estimate(self.ratio.estimate(), number::factor)
    }

    /// Whether the whole interval of the ratio is above 1.
    pub(super) fn is_shown(&self) -> bool {
        self.ratio.interval.is_some_and(|[low, _]| low > 1.0)
    }
}
