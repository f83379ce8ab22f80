//! One configuration of both programs, over all rounds.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::history::difference::{self, DifferenceKind, RunComparison};
use crate::history::folder::{ConfigurationKey, HistoryFolder, HistoryRun, InstanceRun};
use crate::history::times;
use crate::sessions::{self, TimeVerdict};

/// One configuration on one set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProgramConfiguration {
    /// The instance set.
    pub set: String,
    /// The configuration.
    pub solver: String,
    /// The number of pairs of runs, over all rounds.
    pub runs: usize,
    /// The pairs in which a limit of time or memory stopped a run, so that their counts are not compared.
    pub stopped: usize,
    /// The runs of A that B lacks.
    pub missing: usize,
    /// The runs of B that A lacks.
    pub new: usize,
    /// The instances whose times are compared: both solved them in every round.
    pub timed: usize,
    /// The instances whose times are not compared.
    pub not_timed: usize,
    /// The geometric mean of the ratios of times, B / A, in each round; empty if no times are compared.
    pub round_ratios: Vec<f64>,
    /// The geometric mean of these.
    pub ratio: Option<f64>,
    /// Its interval over rounds.
    pub interval: Option<[f64; 2]>,
    /// The verdict.
    pub verdict: TimeVerdict,
}

/// A run with different counts or answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CountDifference {
    /// The instance set.
    pub set: String,
    /// The configuration.
    pub solver: String,
    /// The instance.
    pub instance: String,
    /// The seed.
    pub seed: u64,
    /// The repeat.
    pub repeat: u32,
    /// The quantity that differs, such as `generated`.
    pub what: &'static str,
    /// Its value with A, in the first round in which it differs.
    pub a: String,
    /// Its value with B.
    pub b: String,
    /// The number of rounds in which it differs.
    pub rounds: usize,
    /// Whether it makes B worse, as every difference of counts does.
    pub is_worse: bool,
}

/// Compares the configuration `name` in all `rounds`; differences are added to `differences`.
pub(super) fn compare(
    name: &ConfigurationKey,
    rounds: &[[HistoryFolder; 2]],
    differences: &mut Vec<CountDifference>,
) -> ProgramConfiguration {
    let mut row = ProgramConfiguration {
        set: name.set.clone(),
        solver: name.solver.clone(),
        runs: 0,
        stopped: 0,
        missing: 0,
        new: 0,
        timed: 0,
        not_timed: 0,
        round_ratios: Vec::new(),
        ratio: None,
        interval: None,
        verdict: TimeVerdict::Inconclusive,
    };
    let none = BTreeMap::new();
    let rounds: Vec<_> =
        rounds.iter().map(|round| round.each_ref().map(|folder| folder.runs.get(name).unwrap_or(&none))).collect();
    let mut found: BTreeMap<(&InstanceRun, usize), CountDifference> = BTreeMap::new();
    for &[a, b] in &rounds {
        row.new += b.keys().filter(|place| !a.contains_key(place)).count();
        for (place, of_a) in a {
            match b.get(place) {
                Some(of_b) => row.add(name, place, [of_a, of_b], &mut found),
                None => row.missing += 1,
            }
        }
    }
    differences.extend(found.into_values());
    row.time(&rounds);
    row
}

impl ProgramConfiguration {
    /// Adds a pair of runs of one round.
    fn add<'a>(
        &mut self,
        name: &ConfigurationKey,
        place: &'a InstanceRun,
        [a, b]: [&HistoryRun; 2],
        found: &mut BTreeMap<(&'a InstanceRun, usize), CountDifference>,
    ) {
        self.runs += 1;
        let differ = match difference::compare(a, b) {
            RunComparison::Same => return,
            RunComparison::Stopped => return self.stopped += 1,
            RunComparison::Differ(differ) => differ,
        };
        for (kind, a, b) in differ {
            let difference =
                found.entry((place, kind.index())).or_insert_with(|| difference(name, place, kind, [a, b]));
            difference.rounds += 1;
        }
    }

    /// The ratio of times in each round, over the instances that have one in all rounds.
    fn time(&mut self, rounds: &[[&BTreeMap<InstanceRun, HistoryRun>; 2]]) {
        let ratios: Vec<_> = rounds.iter().map(|[a, b]| times::ratios(a, b, |_, _| true)).collect();
        let Some(first) = ratios.first() else { return };
        let in_all = |instance: &&&str| ratios.iter().all(|round| matches!(round.get(**instance), Some(Some(_))));
        let timed: Vec<&str> = first.keys().filter(in_all).copied().collect();
        (self.timed, self.not_timed) = (timed.len(), first.len() - timed.len());
        let of_round = |round: &BTreeMap<&str, Option<f64>>| {
            sessions::log_mean(timed.iter().filter_map(|instance| round[instance])).map(f64::exp)
        };
        self.round_ratios = ratios.iter().filter_map(of_round).collect();
    }

    /// Judges the times by an interval at this confidence level. If the rounds were not `steady`, a shown difference counts,
    /// since the interval includes their noise, but the absence of a difference is inconclusive.
    pub(super) fn judge(&mut self, confidence: f64, tolerance: f64, steady: bool) {
        let logarithms: Vec<f64> = self.round_ratios.iter().map(|ratio| ratio.ln()).collect();
        let estimate = sessions::ratio(&logarithms, confidence);
        self.ratio = estimate.value;
        self.interval = estimate.interval.map(|interval| [interval.low, interval.high]);
        self.verdict = match TimeVerdict::from_interval(estimate.interval, tolerance) {
            TimeVerdict::NoDifferenceShown if !steady => TimeVerdict::Inconclusive,
            verdict => verdict,
        };
    }
}

/// A new difference with 0 rounds.
fn difference(
    name: &ConfigurationKey,
    place: &InstanceRun,
    kind: DifferenceKind,
    [a, b]: [String; 2],
) -> CountDifference {
    CountDifference {
        set: name.set.clone(),
        solver: name.solver.clone(),
        instance: place.instance.clone(),
        seed: place.seed,
        repeat: place.repeat,
        what: kind.name(),
        a,
        b,
        rounds: 0,
        is_worse: kind.is_regression(),
    }
}
