//! Figures with bootstrap intervals, and how much drawing a report can afford.
//!
//! What is resampled is the instance, with repeats folded before: node counts are the same in every
//! repeat, and of times the median over repeats stands for its instance. Every interval of a table has
//! the same number of resamples: 10,000, and fewer where there are so many instances that drawing would take
//! longer than the rest of the report. Intervals are computed side by side, each from its own stream of draws, so
//! that the order in which they end changes no digit.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::stats::{Bootstrap, Interval, Mean, Statistic};

/// The seed of every interval.
pub(crate) const SEED: u64 = 1;

/// The most values drawn for the intervals of a table: ten thousand times those of 100,000 instances.
const MOST_DRAWS: usize = 1_000_000_000;

/// The fewest resamples that a 95 % interval is read from.
const FEWEST_RESAMPLES: usize = 1000;

/// A figure over instances.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Estimate {
    /// The figure, if there is one.
    pub(crate) value: Option<f64>,
    /// Its 95 % interval, where there are two instances or more.
    pub(crate) interval: Option<Interval>,
}

/// How many samples are drawn where `values` are to be drawn for each.
pub(crate) fn resamples(values: usize) -> usize {
    (MOST_DRAWS / values.max(1)).clamp(FEWEST_RESAMPLES, Bootstrap::default().resamples)
}

/// The mean of each of `samples`, an instance a value, with its interval.
pub(crate) fn means(samples: &[Vec<f64>]) -> Vec<Estimate> {
    let means: Vec<Vec<Mean>> = samples.iter().map(|values| Mean::of(values).into_iter().collect()).collect();
    let (intervals, _) = intervals(&means);
    let estimate = |(mean, interval): (&Vec<Mean>, Vec<Option<Interval>>)| Estimate {
        value: mean.first().map(Statistic::value),
        interval: interval.into_iter().next().flatten(),
    };
    means.iter().zip(intervals).map(estimate).collect()
}

/// The 95 % interval of each statistic of `groups`, and from how many resamples they are.
///
/// The statistics of a group are of the same instances and share their draws. One instance says nothing of others, so
/// it has no interval.
pub(crate) fn intervals<S: Statistic + Sync>(groups: &[Vec<S>]) -> (Vec<Vec<Option<Interval>>>, usize) {
    let values = groups.iter().flatten().map(Statistic::instances).sum();
    let bootstrap = Bootstrap { resamples: resamples(values), seed: SEED, ..Bootstrap::default() };
    let of = |group: &[S]| {
        if group.first().is_none_or(|statistic| statistic.instances() < 2) {
            return vec![None; group.len()];
        }
        bootstrap.intervals(&group.iter().map(|statistic| statistic as &dyn Statistic).collect::<Vec<_>>())
    };
    let (next, done) = (AtomicUsize::new(0), Mutex::new(vec![Vec::new(); groups.len()]));
    let work = || {
        while let Some((place, group)) = groups.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed)) {
            let intervals = of(group);
            // No thread panics while it holds the lock.
            if let Ok(mut done) = done.lock() {
                done[place] = intervals;
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get).min(groups.len());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    (done.into_inner().unwrap_or_default(), bootstrap.resamples)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Mean;

    #[test]
    fn intervals_side_by_side_are_those_of_one_after_the_other() {
        let values = |group: u32| (0..6 + group).map(|n| f64::from(n * n % (7 + group))).collect::<Vec<_>>();
        let groups: Vec<Vec<Mean>> = (0..9).map(|group| vec![Mean::of(&values(group)).unwrap()]).collect();
        let (found, resamples) = intervals(&groups);
        assert_eq!(resamples, 10_000);
        for (group, found) in groups.iter().zip(found) {
            assert_eq!(found, [Bootstrap { seed: SEED, ..Bootstrap::default() }.interval(&group[0])]);
        }
    }

    #[test]
    fn one_instance_has_no_interval_and_many_take_fewer_resamples() {
        let (found, _) = intervals(&[vec![Mean::of(&[3.0]).unwrap()], Vec::new()]);
        assert_eq!(found, [vec![None], vec![]]);
        assert_eq!([0, 100_000, 200_000, 100_000_000].map(resamples), [10_000, 10_000, 5000, 1000]);
    }
}
