//! The share of instances not solved yet as a function of cost: the Kaplan-Meier curve of runs under their limits.
//!
//! *Observations*: the range in which a run is observed for a cost is fixed by its limit on that cost before it begins
//! ([`Observation::under_limit`]). A run that solved its instance has an event at its cost. Every other run is observed as
//! unsolved up to its own limit of this cost, regardless of how it ended: this limit, another limit, memory, a crash, or giving up.
//! Such an end is a competing event, after which the run never solves its instance under these limits. So the curve is 1
//! less the cumulative incidence of solving, and with one common limit it ends at the share that was not solved. Censoring
//! a run at the competing event would estimate another quantity, the share that would be solved if such ends did not exist.
//! That estimate assumes that competing events are independent of how hard an instance is, which does not hold for limits.
//!
//! *Assumes* that limits do not depend on how hard an instance is, which holds of limits set beforehand.
//!
//! *Variance*: Greenwood 1926. The interval is Greenwood's on the scale of log(-log), which stays between 0 and 1
//! (Kalbfleisch and Prentice 1980); it is pointwise and asymptotic. If event and censoring coincide, the censored run
//! counts as still at risk. *Reference*: Kaplan and Meier 1958; Fine and Gray 1999 for the observations: with
//! administrative censoring only, runs with a competing event stay at risk until their limit. The restricted mean's
//! variance is as in Klein and Moeschberger 2003, without their factor for small samples.

use crate::normal;

/// The observation of one run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation {
    /// The cost at which it solved its instance, or up to which it is observed as unsolved, in any unit.
    pub time: f64,
    /// Whether it solved it.
    pub solved: bool,
}

impl Observation {
    /// The observation of a run under `limit`: it solved its instance at the cost `solved_at`, or it did not.
    ///
    /// A run that did not solve is unsolved up to its limit, or at any cost if it has none. A search may notice a limit
    /// a little late, so a solution beyond the limit counts as found at the limit.
    #[must_use]
    pub fn under_limit(solved_at: Option<f64>, limit: Option<f64>) -> Self {
        let limit = limit.unwrap_or(f64::INFINITY);
        Self { time: solved_at.unwrap_or(limit).min(limit), solved: solved_at.is_some() }
    }
}

/// A step of the curve: a time at which runs solved their instances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurvivalStep {
    /// The time.
    pub time: f64,
    /// The runs that were unsolved and below their limit just before.
    pub at_risk: usize,
    /// The runs that solved at this time.
    pub solved: usize,
    /// The share not solved from here to the next step.
    pub unsolved: f64,
    /// The lower end of the share's 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A Kaplan-Meier curve.
#[derive(Clone, Debug, PartialEq)]
pub struct KaplanMeier {
    /// The number of runs.
    pub n: usize,
    /// The times at which the curve falls, in their order; it is 1 before the first.
    pub steps: Vec<SurvivalStep>,
    /// The last time that any run is observed; infinite if a run without a limit did not solve its instance.
    pub last: f64,
}

/// The mean of times that are cut at a horizon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestrictedMean {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean.
    pub standard_error: f64,
}

impl KaplanMeier {
    /// The curve of `runs`; none without runs, or if a time is NaN or negative.
    #[must_use]
    pub fn from_observations(runs: &[Observation]) -> Option<Self> {
        if runs.is_empty() || runs.iter().any(|run| run.time.is_nan() || run.time < 0.0) {
            return None;
        }
        let mut sorted = runs.to_vec();
        sorted.sort_by(|a, b| a.time.total_cmp(&b.time));
        let far = normal::quantile(0.975);
        let (mut at_risk, mut unsolved, mut greenwood) = (runs.len(), 1.0, 0.0);
        let mut steps = Vec::new();
        for together in sorted.chunk_by(|a, b| a.time.total_cmp(&b.time).is_eq()) {
            let solved = together.iter().filter(|run| run.solved).count();
            if solved > 0 {
                let left = at_risk - solved;
                unsolved *= left as f64 / at_risk as f64;
                greenwood += solved as f64 / (at_risk as f64 * left as f64);
                let (low, high) = if left == 0 { (0.0, 0.0) } else { interval(unsolved, greenwood, far) };
                steps.push(SurvivalStep { time: together[0].time, at_risk, solved, unsolved, low, high });
            }
            at_risk -= together.len();
        }
        Some(Self { n: runs.len(), steps, last: sorted[sorted.len() - 1].time })
    }

    /// The first time by which at least half are solved, if it was observed.
    #[must_use]
    pub fn median(&self) -> Option<f64> {
        // A product of several factors may differ from one half by rounding.
        self.steps.iter().find(|step| step.unsolved <= 0.5 + 1e-12).map(|step| step.time)
    }

    /// The mean of the times cut at `horizon`: the area below the curve up to it.
    ///
    /// None if the curve is not known up to the horizon, or the horizon is negative or infinite.
    #[must_use]
    pub fn restricted_mean(&self, horizon: f64) -> Option<RestrictedMean> {
        let ends = self.steps.last().is_some_and(|step| step.unsolved <= 0.0);
        if !horizon.is_finite() || horizon < 0.0 || (horizon > self.last && !ends) {
            return None;
        }
        let (mut mean, mut variance, mut until) = (0.0, 0.0, horizon);
        for step in self.steps.iter().rev().filter(|step| step.time < horizon) {
            mean += step.unsolved * (until - step.time);
            until = step.time;
            let (at_risk, solved) = (step.at_risk as f64, step.solved as f64);
            // After the last solution the area is 0, and so is its variance.
            if step.solved < step.at_risk {
                variance += mean * mean * solved / (at_risk * (at_risk - solved));
            }
        }
        Some(RestrictedMean { mean: mean + until, standard_error: variance.sqrt() })
    }
}

/// The interval of `unsolved`, given the sum of Greenwood's terms and the normal quantile `far`.
fn interval(unsolved: f64, greenwood: f64, far: f64) -> (f64, f64) {
    let width = far * greenwood.sqrt() / unsolved.ln();
    // The logarithm is negative, which swaps the ends.
    (unsolved.powf((-width).exp()), unsolved.powf(width.exp()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(times: &[f64], stopped: &[f64]) -> Vec<Observation> {
        let all = |times: &[f64], solved| times.iter().map(move |&time| Observation { time, solved }).collect();
        let mut runs: Vec<Observation> = all(times, true);
        runs.extend::<Vec<_>>(all(stopped, false));
        runs
    }

    #[test]
    fn without_censored_runs_the_restricted_mean_is_the_sample_mean_with_its_standard_error() {
        let times = [1.0, 2.0, 2.0, 4.0, 11.0];
        let curve = KaplanMeier::from_observations(&runs(&times, &[])).unwrap();
        let restricted = curve.restricted_mean(100.0).unwrap();
        // The sum of squares from the mean 4 is 66; over n, and over n again.
        assert!((restricted.mean - 4.0).abs() < 1e-12);
        assert!((restricted.standard_error - (66.0_f64 / 25.0).sqrt()).abs() < 1e-12, "{restricted:?}");
        assert_eq!(curve.median(), Some(2.0));
    }

    #[test]
    fn a_stopped_run_is_at_risk_until_its_limit_and_the_mean_is_unknown_beyond_the_last_limit() {
        let curve = KaplanMeier::from_observations(&runs(&[1.0, 3.0], &[1.0, 9.0])).unwrap();
        let shares: Vec<_> = curve.steps.iter().map(|step| (step.at_risk, step.unsolved)).collect();
        assert_eq!(shares, [(4, 0.75), (2, 0.375)]);
        assert!(curve.restricted_mean(9.0).is_some_and(|found| (found.mean - (1.0 + 1.5 + 2.25)).abs() < 1e-12));
        assert_eq!(curve.restricted_mean(9.5), None);
        let never = KaplanMeier::from_observations(&runs(&[], &[5.0, 5.0])).unwrap();
        assert_eq!((never.median(), never.steps.len()), (None, 0));
        assert!(never.restricted_mean(5.0).is_some_and(|found| (found.mean - 5.0).abs() < 1e-12));
    }

    #[test]
    fn a_run_ended_by_another_limit_is_unsolved_up_to_its_own_limit_of_the_cost() {
        let under = Observation::under_limit;
        assert_eq!(under(Some(3.0), Some(9.0)), Observation { time: 3.0, solved: true });
        assert_eq!(under(Some(9.5), Some(9.0)), Observation { time: 9.0, solved: true }, "noticed late");
        assert_eq!(under(None, Some(9.0)), Observation { time: 9.0, solved: false });
        assert_eq!(under(None, None), Observation { time: f64::INFINITY, solved: false });
        // Two of four solved: the share never falls below one half.
        let curve = KaplanMeier::from_observations(&[
            under(Some(1.0), None),
            under(None, None),
            under(Some(1e12), None),
            under(None, None),
        ]);
        let curve = curve.unwrap();
        assert_eq!(curve.steps.iter().map(|step| step.unsolved).collect::<Vec<_>>(), [0.75, 0.5]);
        assert_eq!((curve.median(), curve.last), (Some(1e12), f64::INFINITY));
        assert_eq!(curve.restricted_mean(f64::INFINITY), None);
    }

    #[test]
    fn intervals_contain_the_share_and_stay_between_0_and_1() {
        let times: Vec<f64> = (1..=30).map(f64::from).collect();
        let curve = KaplanMeier::from_observations(&runs(&times, &[2.5, 7.5])).unwrap();
        for step in &curve.steps {
            assert!(0.0 <= step.low && step.low <= step.unsolved && step.unsolved <= step.high && step.high <= 1.0);
        }
        assert_eq!(KaplanMeier::from_observations(&[]), None);
    }
}
