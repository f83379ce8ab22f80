//! Estimates with bootstrap intervals, and the number of resamples.
//!
//! The unit of resampling is the instance, after repeats are folded: node counts are the same in every repeat, and for
//! times the median over repeats represents its instance. Every interval of a table has the same number of resamples:
//! 10,000, or fewer for many instances, so that resampling does not take longer than the rest of the report.
//! Intervals are computed in parallel, each from its own random stream, so that the result does not depend on the order of
//! completion.

use crate::parallel;
use crate::stats::{Bootstrap, Interval, IntervalMethod, Mean, Statistic};

/// The seed of every interval.
pub(crate) const SEED: u64 = Bootstrap::DEFAULT_SEED;

/// The number of statistics that share their draws in a task; larger tasks would leave cores idle.
const STATISTICS_PER_TASK: usize = 16;

/// An estimate over instances.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct IntervalEstimate {
    /// The value, if there is one.
    pub(crate) value: Option<f64>,
    /// Its 95 % interval, if there are at least two instances.
    pub(crate) interval: Option<Interval>,
    /// Whether it is a lower bound, since stopped runs count with their value at the stop.
    pub(crate) is_lower_bound: bool,
}

impl IntervalEstimate {
    /// An estimate that is not a lower bound.
    pub(crate) fn new(value: Option<f64>, interval: Option<Interval>) -> Self {
        Self { value, interval, is_lower_bound: false }
    }
}

/// The mean of each of `samples`, which have one value per instance, with its interval.
pub(crate) fn means(samples: &[Vec<f64>]) -> Vec<IntervalEstimate> {
    let means: Vec<Option<Mean>> = samples.iter().map(|values| Mean::new(values)).collect();
    let known: Vec<Mean> = means.iter().flatten().cloned().collect();
    let (intervals, _) = intervals(&known);
    let mut intervals = intervals.into_iter();
    let estimate = |mean: &Option<Mean>| IntervalEstimate {
        value: mean.as_ref().map(Statistic::value),
        interval: mean.as_ref().and_then(|_| intervals.next().flatten()),
        is_lower_bound: false,
    };
    means.iter().map(estimate).collect()
}

/// The 95 % interval of each of `statistics`, and the number of resamples.
///
/// Statistics with the same number of instances share their draws. A single instance has no interval.
pub(crate) fn intervals<S: Statistic + Sync>(statistics: &[S]) -> (Vec<Option<Interval>>, usize) {
    let values = statistics.iter().map(Statistic::instances).sum();
    let bootstrap = Bootstrap::of_values(values);
    let mut order: Vec<usize> = (0..statistics.len()).filter(|&place| statistics[place].instances() > 1).collect();
    order.sort_by_key(|&place| statistics[place].instances());
    let alike = order.chunk_by(|&a, &b| statistics[a].instances() == statistics[b].instances());
    let groups: Vec<&[usize]> = alike.flat_map(|alike| alike.chunks(STATISTICS_PER_TASK)).collect();
    let of = |group: &[usize]| {
        bootstrap.intervals(&group.iter().map(|&place| &statistics[place] as &dyn Statistic).collect::<Vec<_>>())
    };
    let mut intervals = vec![None; statistics.len()];
    for (group, found) in groups.iter().zip(parallel::map(&groups, |group| of(group))) {
        for (&place, interval) in group.iter().zip(found) {
            intervals[place] = interval;
        }
    }
    (intervals, bootstrap.resamples)
}

/// The name of `method` in files.
pub(crate) fn method_name(method: IntervalMethod) -> &'static str {
    match method {
        IntervalMethod::Bca => "bca",
        IntervalMethod::Percentile => "percentile",
        IntervalMethod::Normal => "normal",
        IntervalMethod::LogT => "log-t",
        IntervalMethod::StudentT => "student-t",
        IntervalMethod::Wilson => "wilson",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Mean;

    #[test]
    fn intervals_computed_in_parallel_equal_those_computed_one_by_one() {
        let values = |seed: u32| (0..6 + seed % 3).map(|n| f64::from(n * n % (7 + seed))).collect::<Vec<_>>();
        let means: Vec<Mean> = (0..60).map(|seed| Mean::new(&values(seed)).unwrap()).collect();
        let (found, resamples) = intervals(&means);
        assert_eq!(resamples, 10_000);
        for (mean, found) in means.iter().zip(found) {
            assert_eq!(found, Bootstrap::default().interval(mean));
        }
    }

    #[test]
    fn one_instance_has_no_interval_and_many_instances_have_fewer_resamples() {
        assert_eq!(intervals(&[Mean::new(&[3.0]).unwrap()]).0, [None]);
        assert_eq!(
            [0, 50_000, 100_000, 100_000_000].map(|values| Bootstrap::of_values(values).resamples),
            [10_000, 10_000, 5000, 1000]
        );
    }
}
