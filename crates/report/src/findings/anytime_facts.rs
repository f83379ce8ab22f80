//! The searches that found a first solution earliest, were near the optimum for longest, and proved the best bound.

use super::phrases;
use super::sentence_rule::Subject;
use crate::estimates::IntervalEstimate;
use crate::experiment::SetRuns;
use crate::metric::{self, Metric};
use crate::number::{self, grouped};
use crate::results::Results;
use crate::stats;

/// The best and the next configuration in a measure, each with its mean, and the number of runs.
type BestTwo = [(String, IntervalEstimate, u64); 2];

/// The facts about the configurations of a set that found several solutions in a run.
#[derive(Debug)]
pub(super) struct AnytimeFacts {
    /// The earliest first solutions, by geometric means.
    pub(super) first: Option<BestTwo>,
    /// The smallest primal integrals, by means.
    pub(super) integral: Option<BestTwo>,
    /// The largest proved bounds over the optimal costs, by means: the name and the mean of the best two.
    pub(super) bound: Option<[(String, f64); 2]>,
    /// The number of instances.
    instances: usize,
}

impl AnytimeFacts {
    /// The facts about `set`; none if fewer than two configurations, or fewer than half of them, found several solutions.
    pub(super) fn new(set: &SetRuns, results: &Results) -> Option<Self> {
        let anytime: Vec<_> = set
            .configurations
            .iter()
            .filter(|one| one.runs.iter().any(|run| run.anytime.as_ref().is_some_and(|facts| facts.solutions > 1)))
            .collect();
        // Elsewhere, a few configurations happen to find several solutions.
        if anytime.len() < 2 || 2 * anytime.len() < set.configurations.len() {
            return None;
        }
        let best_two =
            |metric: &Metric, mean: fn(&crate::measure_statistics::MeasureStatistics) -> IntervalEstimate| {
                let measured = |name: &str| results.measures.find(&set.name, name, metric);
                // A configuration without a value for some instance is not compared.
                let all = anytime.iter().filter_map(|one| {
                    let found = measured(&one.name)?;
                    let is_whole = found.n == one.solvable().count() as u64 && mean(found).value.is_some();
                    is_whole.then(|| (one.name.clone(), mean(found), found.n))
                });
                let mut all: Vec<(String, IntervalEstimate, u64)> = all.collect();
                let value = |one: &(String, IntervalEstimate, u64)| one.1.value.unwrap_or(f64::INFINITY);
                all.sort_by(|a, b| value(a).total_cmp(&value(b)));
                let mut all = all.into_iter();
                Some([all.next()?, all.next()?])
            };
        let shares = anytime.iter().filter_map(|one| {
            let share = |run: &crate::run::ReportRun| run.anytime.as_ref().and_then(|facts| facts.proved_share);
            let shares: Vec<f64> = one.solvable().map(share).collect::<Option<_>>()?;
            Some((one.name.clone(), stats::mean(&shares)?))
        });
        let mut shares: Vec<(String, f64)> = shares.collect();
        shares.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let mut shares = shares.into_iter();
        Some(Self {
            first: best_two(metric::named("first solution"), |found| found.geometric),
            integral: best_two(metric::named("primal integral"), |found| found.mean),
            instances: set.instances(),
            // Equal to the printed digits, neither is the best.
            bound: shares
                .next()
                .zip(shares.next())
                .filter(|((_, best), (_, next))| best - next >= 5e-5)
                .map(|(best, next)| [best, next]),
        })
    }
}

impl Subject for AnytimeFacts {
    fn subject(&self) -> String {
        "Anytime".to_owned()
    }

    fn field(&self, name: &str) -> String {
        let of = |best: &Option<BestTwo>, place: usize| best.as_ref().map(|best| best[place].clone());
        let words = |best: &Option<BestTwo>, place: usize| {
            of(best, place).map(|(_, mean, _)| phrases::estimate(mean, number::seconds)).unwrap_or_default()
        };
        let named = |best: &Option<BestTwo>, place: usize| of(best, place).map(|(name, ..)| name).unwrap_or_default();
        let share = |place: usize| self.bound.as_ref().map(|bound| bound[place].clone());
        match name {
            "earliest" => named(&self.first, 0),
            "earliest_time" => words(&self.first, 0),
            "next_earliest" => named(&self.first, 1),
            "next_earliest_time" => words(&self.first, 1),
            "first_n" => of(&self.first, 0).map(|(.., n)| grouped(n)).unwrap_or_default(),
            "smallest" => named(&self.integral, 0),
            "integral" => words(&self.integral, 0),
            "next_smallest" => named(&self.integral, 1),
            "next_integral" => words(&self.integral, 1),
            "integral_n" => of(&self.integral, 0).map(|(.., n)| grouped(n)).unwrap_or_default(),
            "best_bound" => share(0).map(|(name, _)| name).unwrap_or_default(),
            "bound" => share(0).map(|(_, share)| number::factor(share)).unwrap_or_default(),
            "bound_n" => grouped(self.instances as u64),
            "next_bound" => share(1).map(|(name, _)| name).unwrap_or_default(),
            "bound_of_next" => share(1).map(|(_, share)| number::factor(share)).unwrap_or_default(),
            _ => unreachable!("no field of anytime searches is named '{name}'"),
        }
    }
}
