//! One configuration of both programs, over all rounds.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::history::differ::{self, Compared, What};
use crate::history::folder::{Folder, Name, Place, Run};
use crate::history::times;
use crate::sessions::{self, TimeVerdict};

/// One configuration on one set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedPrograms {
    /// The instance set.
    pub set: String,
    /// The configuration.
    pub solver: String,
    /// How many runs of both were compared, all rounds together.
    pub runs: usize,
    /// Those of them that a limit of time or memory ended in either, so that their counts say nothing.
    pub stopped: usize,
    /// The runs that A has and B lacks.
    pub missing: usize,
    /// The runs that B alone has.
    pub new: usize,
    /// The instances that times are of: those that both solved in every round.
    pub timed: usize,
    /// The instances that are left out of times.
    pub not_timed: usize,
    /// The geometric mean of the ratios of times, B over A, in each round; none if no instance is timed.
    pub round_ratios: Vec<f64>,
    /// Their geometric mean.
    pub ratio: Option<f64>,
    /// Its interval over rounds.
    pub interval: Option<[f64; 2]>,
    /// The verdict.
    pub verdict: TimeVerdict,
}

/// A run of which the programs count or answer otherwise.
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
    /// Whether B is worse by it: every count that differs is, up or down.
    pub is_worse: bool,
}

/// Compares the configuration `name` in all `rounds`; differences are added to `differences`.
pub(super) fn compared(
    name: &Name,
    rounds: &[[Folder; 2]],
    differences: &mut Vec<CountDifference>,
) -> ComparedPrograms {
    let mut row = ComparedPrograms {
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
    let mut found: BTreeMap<(&Place, usize), CountDifference> = BTreeMap::new();
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

impl ComparedPrograms {
    /// Adds a pair of runs of one round.
    fn add<'a>(
        &mut self,
        name: &Name,
        place: &'a Place,
        [a, b]: [&Run; 2],
        found: &mut BTreeMap<(&'a Place, usize), CountDifference>,
    ) {
        self.runs += 1;
        let differ = match differ::of(a, b) {
            Compared::Same => return,
            Compared::Stopped => return self.stopped += 1,
            Compared::Differ(differ) => differ,
        };
        for (what, a, b) in differ {
            let difference =
                found.entry((place, what.place())).or_insert_with(|| difference(name, place, what, [a, b]));
            difference.rounds += 1;
        }
    }

    /// The ratio of times in each round, over the instances that have one in all rounds.
    fn time(&mut self, rounds: &[[&BTreeMap<Place, Run>; 2]]) {
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

    /// Judges the times by an interval of this confidence. If the rounds were not `steady`, a difference that shows all
    /// the same is one, for the interval has their noise in it; but that none shows says nothing.
    pub(super) fn judge(&mut self, confidence: f64, tolerance: f64, steady: bool) {
        let logarithms: Vec<f64> = self.round_ratios.iter().map(|ratio| ratio.ln()).collect();
        let estimate = sessions::ratio(&logarithms, confidence);
        self.ratio = estimate.value;
        self.interval = estimate.interval.map(|interval| [interval.low, interval.high]);
        self.verdict = match TimeVerdict::of(estimate.interval, tolerance) {
            TimeVerdict::NoDifferenceShown if !steady => TimeVerdict::Inconclusive,
            verdict => verdict,
        };
    }
}

/// A difference, found in no round yet.
fn difference(name: &Name, place: &Place, what: What, [a, b]: [String; 2]) -> CountDifference {
    CountDifference {
        set: name.set.clone(),
        solver: name.solver.clone(),
        instance: place.instance.clone(),
        seed: place.seed,
        repeat: place.repeat,
        what: what.name(),
        a,
        b,
        rounds: 0,
        is_worse: what.is_regression(),
    }
}
