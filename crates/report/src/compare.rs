//! Two configurations side by side, instance by instance.
//!
//! Pairs are solvable instances that both were run on, repeats folded. There are two comparisons. *Commonly solved* instances need no
//! assumption about the others, but they are biased towards the weaker configuration, which solved them. Over *all pairs*, a
//! configuration wins an instance that only it solved, and an instance that neither solved is a tie. A ratio over all pairs
//! counts an unsolved run with twice its limit (PAR2). It is computed only if both configurations had the same limits, since
//! otherwise the smaller limit would have the smaller penalty.
//!
//! A ratio is the first over the second: below 1, the first needed less. The tests are Wilcoxon's
//! signed-rank test on logarithms of ratios, the sign test of wins against losses, and `McNemar`'s for the solved
//! instances. Holm's correction covers every test of the comparison, all sets together.

pub(crate) mod baseline;
pub(crate) mod published;
pub(crate) mod published_text;
pub(crate) mod ratio;
pub(crate) mod text;

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context as _, bail};
use serde::Serialize;

use self::ratio::RatioPair;
pub(crate) use self::ratio::{MIN_TESTED_PAIRS, adjust};
pub use self::ratio::{MeasureRatio, TestResult};
use crate::estimates::SEED;
use crate::experiment::{ConfigurationRuns, ExperimentData, SetRuns};
use crate::expression::nearest;
use crate::metric::{is_solved, nodes, time};
use crate::run::ReportRun;
use crate::stats::{self, GeometricMean, Timing};

/// The instances that both solved, if there are others.
const COMMON: &str = "commonly solved";
/// Every pair; an unsolved run loses to a solved one.
const ALL_PAIRS: &str = "all pairs";
/// Every pair, if both solved all.
const ALL_SOLVED: &str = "all, solved";

/// The note on comparisons over all pairs.
pub(crate) const ALL_PAIRS_RULE: &str = "Commonly solved instances are biased towards the weaker configuration. Over all pairs, \
    a configuration wins an instance that only it solved, and an instance that neither solved is a tie. A ratio over all \
    pairs counts an unsolved run with twice its limit; it is computed only if both had the same limits. If both solved every \
    instance, the two comparisons are identical and shown once.";

/// Two configurations on every set that both were run on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ConfigurationComparison {
    /// The first configuration.
    pub first: String,
    /// The second.
    pub second: String,
    /// The seed of the intervals.
    pub seed: u64,
    /// The number of resamples of each interval.
    pub resamples: usize,
    /// The number of tests in Holm's correction.
    pub tests: usize,
    /// The sets.
    pub sets: Vec<SetComparison>,
    /// The sets that only one of them was run on.
    pub left_out: Vec<String>,
}

/// Two configurations on one set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SetComparison {
    /// The set.
    pub set: String,
    /// The solvable instances that both were run on.
    pub instances: usize,
    /// The solvable instances that only one of them was run on, which are left out.
    pub unpaired: usize,
    /// Whether both had the same limits on every pair; if not, no ratio is over all pairs.
    pub same_limits: bool,
    /// The number of instances that both solved.
    pub both: u64,
    /// The number that only the first solved.
    pub first_alone: u64,
    /// The number that only the second solved.
    pub second_alone: u64,
    /// The number that neither solved.
    pub none: u64,
    /// `McNemar`'s test of these, if there are at least six pairs and an instance that only one solved.
    pub coverage: Option<TestResult>,
    /// Length, nodes generated and time on the commonly solved instances; nodes and time also on all pairs, unless both
    /// solved all.
    pub ratios: Vec<MeasureRatio>,
}

/// Compares the configurations `first` and `second` of the result folder `dir`.
///
/// # Errors
///
/// If `dir` cannot be read, has no such configuration, or both are the same or have no set in common.
pub fn compare(dir: &Path, first: &str, second: &str) -> anyhow::Result<ConfigurationComparison> {
    let experiment = ExperimentData::read(dir)?;
    // A row that is missing would look like an instance that was not run.
    experiment.unread.refuse().with_context(|| format!("cannot compare runs of {}", dir.display()))?;
    ConfigurationComparison::new(&experiment, first, second)
}

impl ConfigurationComparison {
    fn new(experiment: &ExperimentData, first: &str, second: &str) -> anyhow::Result<Self> {
        for name in [first, second] {
            known(experiment, name)?;
        }
        if first == second {
            bail!("'{first}' cannot be compared with itself");
        }
        let (mut sets, mut means, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
        for set in &experiment.sets {
            match [first, second].map(|name| set.configurations.iter().find(|one| one.name == name)) {
                [Some(first), Some(second)] => {
                    sets.push(compared(set, first, second, &mut means));
                }
                [None, None] => {}
                _ => left_out.push(set.name.clone()),
            }
        }
        if sets.is_empty() {
            bail!("'{first}' and '{second}' have no instance set in common");
        }
        let resamples = ratio::set_intervals(sets.iter_mut().flat_map(|set| &mut set.ratios), means);
        let tests = adjust(sets.iter_mut().flat_map(|set| {
            let tests = set.ratios.iter_mut().flat_map(|ratio| ratio.wilcoxon.iter_mut().chain(&mut ratio.sign));
            set.coverage.iter_mut().chain(tests)
        }));
        let (first, second) = (first.to_owned(), second.to_owned());
        Ok(Self { first, second, seed: SEED, resamples, tests, sets, left_out })
    }
}

/// Refuses a `name` that no configuration has; the error suggests the nearest one.
pub(crate) fn known(experiment: &ExperimentData, name: &str) -> anyhow::Result<()> {
    let configurations = experiment.sets.iter().flat_map(|set| &set.configurations);
    let names: Vec<&str> = configurations.map(|one| one.name.as_str()).collect();
    if names.contains(&name) {
        return Ok(());
    }
    match nearest(name, &names) {
        Some(nearest) => bail!("unknown configuration '{name}'; did you mean '{nearest}'?"),
        None => bail!("unknown configuration '{name}': no run is recorded"),
    }
}

/// Compares two configurations on `set`; the mean of each ratio, whose interval is computed later, is added to `means`.
fn compared(
    set: &SetRuns,
    first: &ConfigurationRuns,
    second: &ConfigurationRuns,
    means: &mut Vec<Option<GeometricMean>>,
) -> SetComparison {
    let of_second: HashMap<&str, &ReportRun> = second.solvable().map(|run| (&*run.instance, run)).collect();
    let pairs: Vec<[&ReportRun; 2]> =
        first.solvable().filter_map(|run| of_second.get(&*run.instance).map(|other| [run, *other])).collect();
    let solved = pairs.iter().map(|pair| pair.map(is_solved)).map(|[first, second]| (first, second));
    let coverage = stats::mcnemar(solved);
    let is_tested = pairs.len() >= MIN_TESTED_PAIRS && coverage.first + coverage.second > 0;
    let is_common = |pair: &[&ReportRun; 2]| pair.iter().all(|run| is_solved(run));
    let all_solved = pairs.iter().all(is_common);
    let same_limits = pairs.iter().all(|[first, second]| first.limits == second.limits);
    let over = if all_solved { ALL_SOLVED } else { COMMON };
    let common = |of: fn(&ReportRun) -> Option<f64>| {
        pairs
            .iter()
            .filter(|pair| is_common(pair))
            .filter_map(move |pair| RatioPair::from_values(of(pair[0])?, of(pair[1])?))
            .collect()
    };
    let mut rows = vec![ratio::measure_ratio("length", over, common(length), pairs.len())];
    for (measure, of) in [("generated", nodes as fn(&ReportRun) -> Timing), ("time", time)] {
        let value = if measure == "time" { ReportRun::time } else { ReportRun::nodes };
        rows.push(ratio::measure_ratio(measure, over, common(value), pairs.len()));
        // Without an unsolved run, both comparisons would be the same.
        if !all_solved {
            // Leaving out solved runs whose nodes were not counted would leave the others in the majority.
            let has_value = |run: &&ReportRun| !is_solved(run) || of(run).seconds.is_some();
            let judged = if pairs.iter().flatten().all(has_value) {
                pairs.iter().filter_map(|pair| judge(*pair, of, same_limits)).collect()
            } else {
                Vec::new()
            };
            rows.push(ratio::measure_ratio(measure, ALL_PAIRS, judged, pairs.len()));
        }
    }
    let (ratios, drawn): (Vec<MeasureRatio>, Vec<_>) = rows.into_iter().unzip();
    means.extend(drawn);
    SetComparison {
        set: set.name.clone(),
        instances: pairs.len(),
        unpaired: first.solvable().count() + second.solvable().count() - 2 * pairs.len(),
        same_limits,
        both: coverage.both,
        first_alone: coverage.first,
        second_alone: coverage.second,
        none: coverage.none,
        coverage: is_tested.then(|| TestResult::new(coverage.p)),
        ratios,
    }
}

/// Compares `first` with `second` on `set`, with intervals. Its p-values are not adjusted.
pub(crate) fn on_set(set: &SetRuns, first: &ConfigurationRuns, second: &ConfigurationRuns) -> SetComparison {
    let mut means = Vec::new();
    let mut comparison = compared(set, first, second, &mut means);
    ratio::set_intervals(comparison.ratios.iter_mut(), means);
    comparison
}

impl SetComparison {
    /// The ratio of `measure` over the instances that both solved.
    pub(crate) fn on_both_solved(&self, measure: &str) -> Option<&MeasureRatio> {
        self.ratios.iter().find(|ratio| ratio.measure == measure && [COMMON, ALL_SOLVED].contains(&ratio.over))
    }
}

/// The length of the path that `run` found.
fn length(run: &ReportRun) -> Option<f64> {
    run.length.map(f64::from)
}

/// The winner of `pair`: the only one that solved it, or the one with less cost; none if a deciding cost is unknown.
fn judge(pair: [&ReportRun; 2], cost: fn(&ReportRun) -> Timing, same_limits: bool) -> Option<RatioPair> {
    let [first, second] = pair.map(cost);
    let penalised = || Some([first.penalised()?, second.penalised()?]);
    match (first.solved, second.solved) {
        (true, true) => RatioPair::from_values(first.seconds?, second.seconds?),
        (solved, other) => Some(RatioPair { order: other.cmp(&solved), values: penalised().filter(|_| same_limits) }),
    }
}

#[cfg(test)]
mod tests {
    use tilebench_record::Status;

    use super::*;
    use crate::fixture;

    fn small(first: &str, second: &str) -> anyhow::Result<ConfigurationComparison> {
        ConfigurationComparison::new(
            &ExperimentData::arrange(fixture::runs(), Some(fixture::manifest())),
            first,
            second,
        )
    }

    #[test]
    fn a_comparison_has_the_expected_text() {
        let comparison = small("A* manhattan", "IDA* linear_conflict").unwrap();
        insta::assert_snapshot!("compare.terminal", comparison.text());
        let json = serde_json::to_value(&comparison).unwrap();
        assert_eq!(json["sets"][0]["ratios"][1]["over"], "commonly solved");
        assert_eq!((&json["tests"], &json["sets"][1]["ratios"][0]["wilcoxon"]), (&0.into(), &serde_json::Value::Null));
    }

    #[test]
    fn pairs_have_the_same_instance_and_those_left_out_are_counted() {
        let comparison = small("A* manhattan", "WA* w=1.5 manhattan").unwrap();
        assert_eq!(comparison.left_out, ["easy"]);
        let set = &comparison.sets[0];
        assert_eq!((set.instances, set.both, set.first_alone, set.second_alone, set.none), (4, 2, 1, 1, 0));
        let [length, common, penalised, time, _] = &set.ratios[..] else { panic!("there are five") };
        // 50 / 55 and 60 / 60.
        assert!(length.ratio.is_some_and(|ratio| (ratio - (50.0_f64 / 55.0).sqrt()).abs() < 1e-9));
        assert_eq!((common.n, common.left_out, common.wins, common.losses), (2, 2, 0, 2));
        // The roots of (1000 / 100) (9000 / 400) and of (10 / 1) (90 / 4).
        assert!(common.ratio.is_some_and(|ratio| (ratio - 15.0).abs() < 1e-9));
        assert!(time.ratio.is_some_and(|ratio| (ratio - 15.0).abs() < 1e-9));
        // 10, 22.5, 2,000,000 / 2500 and 2000 / 2,000,000.
        assert_eq!((penalised.n, penalised.left_out, penalised.wins, penalised.losses), (4, 0, 1, 3));
        assert!(penalised.ratio.is_some_and(|ratio| (ratio - 180.0_f64.powf(0.25)).abs() < 1e-9));
    }

    #[test]
    fn an_unsolvable_instance_is_not_a_tie() {
        let [with, without] = [fixture::runs_with_an_unsolvable_instance(), fixture::runs()].map(|runs| {
            let experiment = ExperimentData::arrange(runs, Some(fixture::manifest()));
            ConfigurationComparison::new(&experiment, "A* manhattan", "IDA* linear_conflict").unwrap()
        });
        assert_eq!(with, without);
    }

    #[test]
    fn every_p_value_is_corrected_for_all_reported_tests() {
        let experiment = ExperimentData::arrange(fixture::estimates_of(30), None);
        let comparison = ConfigurationComparison::new(&experiment, "IDA* fair", "IDA* strong").unwrap();
        let reported = |ratio: &MeasureRatio| [ratio.wilcoxon, ratio.sign].into_iter().flatten().count();
        let min_p = |ratio: &MeasureRatio| {
            [ratio.wilcoxon, ratio.sign].into_iter().flatten().min_by(|a, b| a.p.total_cmp(&b.p))
        };
        let tests: usize = comparison
            .sets
            .iter()
            .map(|set| usize::from(set.coverage.is_some()) + set.ratios.iter().map(reported).sum::<usize>())
            .sum();
        assert_eq!(comparison.tests, tests);
        let min = comparison.sets[0].ratios.iter().filter_map(min_p).min_by(|a, b| a.p.total_cmp(&b.p));
        assert!(min.is_some_and(|min| (min.holm - (min.p * tests as f64).min(1.0)).abs() < 1e-12));
    }

    #[test]
    fn a_configuration_without_solved_runs_wins_no_pair_regardless_of_its_limit() {
        let mut runs = fixture::estimates_of(30);
        runs.retain(|run| run.heuristic != "weak");
        for run in runs.iter_mut().filter(|run| run.heuristic == "fair") {
            (run.status, run.length, run.generated) = (Status::NodeLimit, None, Some(10));
            run.node_limit = Some(10);
        }
        let experiment = ExperimentData::arrange(runs, None);
        let comparison = ConfigurationComparison::new(&experiment, "IDA* fair", "IDA* strong").unwrap();
        let set = &comparison.sets[0];
        assert!(!set.same_limits && (set.both, set.second_alone) == (0, 30));
        let all = |measure: &str| set.ratios.iter().find(|ratio| (ratio.measure, ratio.over) == (measure, ALL_PAIRS));
        for ratio in [all("generated").unwrap(), all("time").unwrap()] {
            assert_eq!((ratio.n, ratio.wins, ratio.losses, ratio.ratio), (30, 0, 30, None), "{}", ratio.measure);
            assert!(ratio.wilcoxon.is_none() && ratio.sign.is_some_and(|sign| sign.p < 1e-8));
        }
    }

    #[test]
    fn nothing_is_said_of_all_pairs_if_a_solved_run_was_not_counted() {
        let mut runs = fixture::estimates_of(30);
        runs.retain(|run| run.heuristic != "weak");
        for (place, run) in runs.iter_mut().filter(|run| run.heuristic == "fair").enumerate() {
            run.generated = None;
            if place < 8 {
                (run.status, run.length) = (Status::TimeLimit, None);
            }
        }
        let experiment = ExperimentData::arrange(runs, None);
        let comparison = ConfigurationComparison::new(&experiment, "IDA* fair", "IDA* strong").unwrap();
        let all = |measure: &str| {
            comparison.sets[0].ratios.iter().find(|ratio| (ratio.measure, ratio.over) == (measure, ALL_PAIRS)).unwrap()
        };
        let nodes = all("generated");
        assert_eq!((nodes.n, nodes.left_out, nodes.ratio), (0, 30, None));
        assert!(nodes.wilcoxon.is_none() && nodes.sign.is_none() && nodes.effect.is_none());
        assert_eq!(all("time").n, 30);
        let text = comparison.text();
        assert!(text.contains("only 0 instances of those that both solved have counts of both"), "{text}");
    }

    #[test]
    fn without_a_difference_on_any_instance_the_text_says_so_and_nothing_is_tested() {
        let mut runs = fixture::runs();
        for place in 0..4 {
            let (twin, name) = (runs[place].clone(), runs[8 + place].solver.clone());
            runs[8 + place] = tilebench_record::Run { run_id: format!("twin-{place}"), solver: name, ..twin };
        }
        let experiment = ExperimentData::arrange(runs, Some(fixture::manifest()));
        let comparison = ConfigurationComparison::new(&experiment, "A* manhattan", "IDA* linear_conflict").unwrap();
        let text = comparison.text();
        for (measure, over) in [("generated", COMMON), ("time", ALL_PAIRS)] {
            assert!(text.contains(&format!("No difference on any instance: {measure}, {over}.")), "{text}");
        }
        assert!(comparison.sets[0].ratios.iter().all(|ratio| ratio.wilcoxon.is_none() && ratio.sign.is_none()));
    }

    #[test]
    fn unknown_names_are_refused_with_the_nearest_name() {
        let error = |first, second| small(first, second).unwrap_err().to_string();
        let nearest = "unknown configuration 'IDA* linear-conflict'; did you mean 'IDA* linear_conflict'?";
        assert_eq!(error("A* manhattan", "IDA* linear-conflict"), nearest);
        assert_eq!(error("A* manhattan", "A* manhattan"), "'A* manhattan' cannot be compared with itself");
        let empty = ConfigurationComparison::new(&ExperimentData::default(), "a", "b").unwrap_err();
        assert_eq!(empty.to_string(), "unknown configuration 'a': no run is recorded");
    }
}
