//! Two configurations side by side, instance by instance.
//!
//! Pairs are instances that both were run on, repeats folded. On the *commonly solved* ones nothing is
//! assumed of the others, but they are the instances that the weaker configuration can solve, so that they
//! favour it; *penalised*, every pair counts, and a run that did not solve counts twice its limit. Both
//! are told, each with its n and what was left out.
//!
//! A ratio is the first over the second: below 1, the first needed less. The tests are Wilcoxon's
//! signed-rank test on logarithms of ratios, the sign test, and `McNemar`'s for who solved what; Holm's
//! correction is over every test of the comparison, all sets together.

mod text;

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context as _, bail};
use serde::Serialize;
use tilebench_record::Status;

use crate::experiment::{Configuration, Experiment, InstanceSet};
use crate::run::Run;
use crate::stats::{self, Bootstrap, GeometricMean, Method, Statistic, Timing};

/// Two configurations on every set that both were run on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The first configuration.
    pub first: String,
    /// The second.
    pub second: String,
    /// The seed of the intervals.
    pub seed: u64,
    /// How many resamples each interval has.
    pub resamples: usize,
    /// How many tests Holm's correction is over.
    pub tests: usize,
    /// The sets.
    pub sets: Vec<Compared>,
    /// The sets that only one of them was run on.
    pub left_out: Vec<String>,
}

/// Two configurations on one set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// The set.
    pub set: String,
    /// The instances that both were run on.
    pub instances: usize,
    /// The instances that only one of them was run on, which are left out.
    pub unpaired: usize,
    /// How many both solved.
    pub both: u64,
    /// How many the first alone solved.
    pub first_alone: u64,
    /// How many the second alone solved.
    pub second_alone: u64,
    /// How many none solved.
    pub none: u64,
    /// `McNemar`'s test of these.
    pub coverage: Tested,
    /// Nodes generated, then time, each on the commonly solved instances and penalised.
    pub ratios: Vec<Ratio>,
}

/// The ratios of one measure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// What is measured.
    pub measure: &'static str,
    /// Over which pairs.
    pub over: &'static str,
    /// How many pairs.
    pub n: usize,
    /// The pairs left out: not solved by both, or without a limit to be penalised by.
    pub left_out: usize,
    /// The pairs left out because a value is 0, which has no ratio.
    pub zeros: usize,
    /// The geometric mean of the ratios.
    pub ratio: Option<f64>,
    /// The ends of its 95 % interval.
    pub interval: Option<[f64; 2]>,
    /// Whether the interval is the plain percentile one, not BCa.
    pub is_percentile: bool,
    /// The pairs of which the first needed less.
    pub wins: u64,
    /// The pairs of which both needed the same.
    pub ties: u64,
    /// The pairs of which the first needed more.
    pub losses: u64,
    /// Wilcoxon's signed-rank test, where some pair is no tie.
    pub wilcoxon: Option<Tested>,
    /// Whether its probability is exact.
    pub is_exact: bool,
    /// The matched-pairs rank-biserial correlation: -1 where the first always needed less.
    pub effect: Option<f64>,
    /// The sign test, where some pair is no tie.
    pub sign: Option<Tested>,
}

/// The probability of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tested {
    /// As the test gave it.
    pub p: f64,
    /// Adjusted for all tests of the comparison.
    pub holm: f64,
}

impl Tested {
    /// Not adjusted yet.
    fn new(p: f64) -> Self {
        Self { p, holm: p }
    }
}

/// Compares the configurations `first` and `second` of the result folder `dir`.
///
/// # Errors
///
/// Where `dir` cannot be read, has no such configuration, or both are one, or were never run on the same set.
pub fn compare(dir: &Path, first: &str, second: &str) -> anyhow::Result<Comparison> {
    let experiment = Experiment::read(dir)?;
    // A row that is missing would look like an instance that was not run.
    experiment.unread.refuse().with_context(|| format!("cannot compare runs of {}", dir.display()))?;
    Comparison::of(&experiment, first, second)
}

impl Comparison {
    fn of(experiment: &Experiment, first: &str, second: &str) -> anyhow::Result<Self> {
        for name in [first, second] {
            known(experiment, name)?;
        }
        if first == second {
            bail!("'{first}' cannot be compared with itself");
        }
        let bootstrap = Bootstrap::default();
        let (mut sets, mut left_out) = (Vec::new(), Vec::new());
        for set in &experiment.sets {
            match [first, second].map(|name| set.configurations.iter().find(|one| one.name == name)) {
                [Some(first), Some(second)] => sets.push(compared(set, first, second, bootstrap)),
                [None, None] => {}
                _ => left_out.push(set.name.clone()),
            }
        }
        if sets.is_empty() {
            bail!("'{first}' and '{second}' were never run on the same set");
        }
        let tests = correct(&mut sets);
        let (first, second) = (first.to_owned(), second.to_owned());
        Ok(Self { first, second, seed: bootstrap.seed, resamples: bootstrap.resamples, tests, sets, left_out })
    }
}

/// Refuses a `name` that no configuration has, and tells the nearest one.
pub(crate) fn known(experiment: &Experiment, name: &str) -> anyhow::Result<()> {
    let names = || experiment.sets.iter().flat_map(|set| &set.configurations).map(|one| one.name.as_str());
    if names().any(|other| other == name) {
        return Ok(());
    }
    let likeness = |other: &str| strsim::jaro_winkler(&other.to_lowercase(), &name.to_lowercase());
    match names().max_by(|a, b| likeness(a).total_cmp(&likeness(b))) {
        Some(nearest) => bail!("no configuration is called '{name}': the nearest is '{nearest}'"),
        None => bail!("no configuration is called '{name}': no run is recorded"),
    }
}

fn compared(set: &InstanceSet, first: &Configuration, second: &Configuration, bootstrap: Bootstrap) -> Compared {
    let of_second: HashMap<&str, &Run> = second.runs.iter().map(|run| (&*run.instance, run)).collect();
    let pairs: Vec<[&Run; 2]> =
        first.runs.iter().filter_map(|run| of_second.get(&*run.instance).map(|other| [run, *other])).collect();
    let solved = pairs.iter().map(|pair| pair.map(is_solved)).map(|[first, second]| (first, second));
    let coverage = stats::mcnemar(solved);
    let common: Vec<[&Run; 2]> = pairs.iter().copied().filter(|pair| pair.iter().all(|run| is_solved(run))).collect();
    let mut ratios = Vec::new();
    for (measure, of) in [("generated", nodes as fn(&Run) -> Timing), ("time", time)] {
        let values = common.iter().map(|pair| pair.map(|run| of(run).seconds)).collect();
        ratios.push(ratio(measure, "commonly solved", values, pairs.len(), bootstrap));
        // Where one run had no limit, its pair has nothing to be penalised by.
        let penalised = |pair: &[&Run; 2]| Some([of(pair[0]).penalised()?, of(pair[1]).penalised()?]);
        ratios.push(ratio(measure, "penalised", pairs.iter().filter_map(penalised).collect(), pairs.len(), bootstrap));
    }
    Compared {
        set: set.name.clone(),
        instances: pairs.len(),
        unpaired: first.runs.len() + second.runs.len() - 2 * pairs.len(),
        both: coverage.both,
        first_alone: coverage.first,
        second_alone: coverage.second,
        none: coverage.none,
        coverage: Tested::new(coverage.p),
        ratios,
    }
}

fn is_solved(run: &Run) -> bool {
    run.status == Status::Solved
}

fn time(run: &Run) -> Timing {
    Timing { seconds: run.wall_s, limit: run.time_limit_s, solved: is_solved(run) }
}

/// Nodes are penalised as times are: twice the limit.
fn nodes(run: &Run) -> Timing {
    let limit = run.node_limit.map(|limit| limit as f64);
    Timing { seconds: run.generated as f64, limit, solved: is_solved(run) }
}

/// The ratios of `values`, what is left of `all` pairs.
fn ratio(measure: &'static str, over: &'static str, mut values: Vec<[f64; 2]>, all: usize, draw: Bootstrap) -> Ratio {
    let left_out = all - values.len();
    values.retain(|[first, second]| *first > 0.0 && *second > 0.0);
    let zeros = all - left_out - values.len();
    let ratios: Vec<f64> = values.iter().map(|[first, second]| first / second).collect();
    let logarithms: Vec<f64> = values.iter().map(|&pair| log_ratio(pair)).collect();
    let geometric = GeometricMean::of(&ratios);
    let interval = geometric.as_ref().filter(|_| ratios.len() > 1).and_then(|mean| draw.interval(mean));
    let wilcoxon = stats::signed_rank(&logarithms);
    let sign = stats::sign_test(&logarithms);
    Ratio {
        measure,
        over,
        n: values.len(),
        left_out,
        zeros,
        ratio: geometric.map(|mean| mean.value()),
        interval: interval.map(|interval| [interval.low, interval.high]),
        is_percentile: interval.is_some_and(|interval| interval.method == Method::Percentile),
        wins: sign.below,
        ties: sign.ties,
        losses: sign.above,
        wilcoxon: wilcoxon.map(|test| Tested::new(test.p)),
        is_exact: wilcoxon.is_some_and(|test| test.is_exact),
        effect: wilcoxon.map(|test| test.effect),
        sign: wilcoxon.map(|_| Tested::new(sign.p)),
    }
}

/// The logarithm of the ratio of a pair, so that a ratio and its inverse are equally far from 0 to the last digit: they
/// are ties of the signed-rank test.
fn log_ratio([first, second]: [f64; 2]) -> f64 {
    let size = (first.max(second) / first.min(second)).ln();
    if first < second { -size } else { size }
}

/// Adjusts every probability of `sets` for their number, and tells it.
fn correct(sets: &mut [Compared]) -> usize {
    let mut family: Vec<&mut Tested> = Vec::new();
    for set in sets {
        family.push(&mut set.coverage);
        family.extend(set.ratios.iter_mut().flat_map(|ratio| ratio.wilcoxon.iter_mut().chain(&mut ratio.sign)));
    }
    let adjusted = stats::holm(&family.iter().map(|test| test.p).collect::<Vec<_>>());
    for (test, holm) in family.iter_mut().zip(adjusted) {
        test.holm = holm;
    }
    family.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn small(first: &str, second: &str) -> anyhow::Result<Comparison> {
        Comparison::of(&Experiment::arrange(fixture::runs(), Some(fixture::manifest())), first, second)
    }

    #[test]
    fn a_comparison_is_as_reviewed() {
        let comparison = small("A* manhattan", "IDA* linear_conflict").unwrap();
        insta::assert_snapshot!("compare.terminal", comparison.text());
        let json = serde_json::to_value(&comparison).unwrap();
        assert_eq!(json["sets"][0]["ratios"][0]["over"], "commonly solved");
        assert_eq!((&json["tests"], &json["sets"][1]["ratios"][0]["wilcoxon"]), (&14.into(), &serde_json::Value::Null));
    }

    #[test]
    fn pairs_are_of_the_same_instance_and_what_is_left_out_is_counted() {
        let comparison = small("A* manhattan", "WA* w=1.5 manhattan").unwrap();
        assert_eq!(comparison.left_out, ["easy"]);
        let set = &comparison.sets[0];
        assert_eq!((set.instances, set.both, set.first_alone, set.second_alone, set.none), (4, 2, 1, 1, 0));
        let [common, penalised, time, _] = &set.ratios[..] else { panic!("there are four") };
        assert_eq!((common.n, common.left_out, common.wins, common.losses), (2, 2, 0, 2));
        // The roots of (1000 / 100) (9000 / 400) and of (10 / 1) (90 / 4).
        assert!(common.ratio.is_some_and(|ratio| (ratio - 15.0).abs() < 1e-9));
        assert!(time.ratio.is_some_and(|ratio| (ratio - 15.0).abs() < 1e-9));
        // 10, 22.5, 2,000,000 / 2500 and 2000 / 2,000,000.
        assert_eq!((penalised.n, penalised.left_out, penalised.wins, penalised.losses), (4, 0, 1, 3));
        assert!(penalised.ratio.is_some_and(|ratio| (ratio - 180.0_f64.powf(0.25)).abs() < 1e-9));
    }

    #[test]
    fn every_probability_is_corrected_for_all_that_are_told() {
        let comparison = small("A* manhattan", "IDA* linear_conflict").unwrap();
        let told = |ratio: &Ratio| [ratio.wilcoxon, ratio.sign].into_iter().flatten().count();
        let tests: usize = comparison.sets.iter().map(|set| 1 + set.ratios.iter().map(told).sum::<usize>()).sum();
        assert_eq!(comparison.tests, tests);
        let least =
            comparison.sets[0].ratios.iter().filter_map(|ratio| ratio.wilcoxon).min_by(|a, b| a.p.total_cmp(&b.p));
        assert!(least.is_some_and(|least| (least.holm - (least.p * tests as f64).min(1.0)).abs() < 1e-12));
    }

    #[test]
    fn a_ratio_and_its_inverse_are_equally_far() {
        assert_eq!(log_ratio([1.0, 3.0]).to_bits(), (-log_ratio([3.0, 1.0])).to_bits());
        assert_eq!(log_ratio([5.0, 5.0]).to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn names_that_are_not_there_are_refused_with_the_nearest() {
        let error = |first, second| small(first, second).unwrap_err().to_string();
        let nearest = "no configuration is called 'IDA* linear-conflict': the nearest is 'IDA* linear_conflict'";
        assert_eq!(error("A* manhattan", "IDA* linear-conflict"), nearest);
        assert_eq!(error("A* manhattan", "A* manhattan"), "'A* manhattan' cannot be compared with itself");
        let empty = Comparison::of(&Experiment::default(), "a", "b").unwrap_err();
        assert_eq!(empty.to_string(), "no configuration is called 'a': no run is recorded");
    }
}
