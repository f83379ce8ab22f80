//! An effort, such as nodes or time, over several runs of which some were stopped.
//!
//! A stopped run needed more than it used. A figure that such runs decide is therefore a lower bound, and has no interval:
//! a mean if any run was stopped, a median if a different effort of the stopped runs could change it.

use crate::estimates::{self, Estimate};
use crate::metric::{self, Metric};
use crate::run::Run;
use crate::stats;
use crate::stats::quantile;

/// The efforts of several runs.
#[derive(Debug, Default)]
pub(crate) struct Efforts {
    /// The efforts used, from the least.
    used: Vec<f64>,
    /// The same with stopped runs at infinity, from the least.
    needed: Vec<f64>,
    /// How many of the runs were stopped.
    pub(crate) stopped: u64,
}

impl Efforts {
    /// The efforts by `measure` of those of `runs` that have one.
    pub(crate) fn of(runs: &[Run], measure: &Metric) -> Self {
        let known = runs.iter().filter_map(|run| Some((measure.of(run).ok()?, metric::is_cut(run))));
        Self::new(known)
    }

    /// Efforts used, each with whether its run was stopped.
    pub(crate) fn new(known: impl IntoIterator<Item = (f64, bool)>) -> Self {
        let mut efforts = Self::default();
        for (used, is_stopped) in known {
            efforts.used.push(used);
            efforts.needed.push(if is_stopped { f64::INFINITY } else { used });
            efforts.stopped += u64::from(is_stopped);
        }
        efforts.used.sort_by(f64::total_cmp);
        efforts.needed.sort_by(f64::total_cmp);
        efforts
    }

    /// The geometric mean, if all are above 0.
    pub(crate) fn geometric(&self) -> Estimate {
        self.bounded(estimates::geometric(&self.used))
    }

    /// The arithmetic mean.
    pub(crate) fn mean(&self) -> Estimate {
        self.bounded(Estimate { value: stats::mean(&self.used), ..Estimate::default() })
    }

    /// The `share`-quantile.
    pub(crate) fn quantile(&self, share: f64) -> Estimate {
        let [used, needed] = [&self.used, &self.needed].map(|sorted| quantile(sorted, share));
        Estimate { value: used, interval: None, is_least: needed != used }
    }

    /// The same for at least so many runs: fewer say nothing of a quantile so far out.
    pub(crate) fn quantile_of(&self, share: f64, fewest: usize) -> Estimate {
        if self.used.len() < fewest { Estimate::default() } else { self.quantile(share) }
    }

    fn bounded(&self, estimate: Estimate) -> Estimate {
        let is_least = self.stopped > 0 && estimate.value.is_some();
        Estimate { interval: estimate.interval.filter(|_| !is_least), is_least, ..estimate }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_that_stopped_runs_decide_is_a_lower_bound_without_an_interval() {
        let none = Efforts::new([(1.0, false), (10.0, false), (100.0, false)]);
        let geometric = none.geometric();
        assert!(!geometric.is_least && geometric.interval.is_some());
        let some = Efforts::new([(1.0, false), (10.0, false), (100.0, true)]);
        assert!(some.geometric().is_least && some.geometric().interval.is_none() && some.mean().is_least);
        let median = some.quantile(0.5);
        assert_eq!((median.value, median.is_least), (Some(10.0), false), "the stopped one needed more than the median");
        let early = Efforts::new([(1.0, true), (10.0, false), (100.0, false)]).quantile(0.5);
        assert_eq!((early.value, early.is_least), (Some(10.0), true), "it may have needed more than 10");
        let most = Efforts::new([(1.0, false), (60.0, true), (60.0, true)]).quantile(0.5);
        assert_eq!((most.value, most.is_least), (Some(60.0), true));
    }

    #[test]
    fn a_quantile_far_out_takes_enough_runs() {
        let efforts = Efforts::new((0..30).map(|run| (f64::from(run), false)));
        assert!(efforts.quantile_of(0.9, 10).value.is_some() && efforts.quantile_of(0.99, 100).value.is_none());
    }
}
