//! Configurations compared with the published runs of another program, instance by instance.
//!
//! The counts of a run are first converted to the convention of the program ([`count_as`](crate::count_as())). Pairs are the
//! instances with a published count that a configuration solved; runs that did not solve, and instances that were not run, are
//! counted. A ratio is ours over the published one.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, bail, ensure};
use serde::Serialize;
use tilebench_record::Status;

use super::ratio::{self, MeasureRatio, RatioPair, adjust};
use crate::count_as::{self, CountRule, CountedRun, converted};
use crate::expression::nearest;

/// The published runs of a program on a set.
#[derive(Clone, Debug)]
pub struct PublishedBaseline {
    /// The name, such as `korf-1985`.
    pub name: String,
    /// The instance set.
    pub set: String,
    /// The program.
    pub program: String,
    /// The publication.
    pub source: String,
    /// Whether nodes expanded are counted; otherwise nodes generated are.
    pub is_expanded: bool,
    /// The rules by which it counts.
    pub rules: Vec<&'static CountRule>,
    /// The count of each instance: id and number.
    pub numbers: Vec<(String, u64)>,
}

/// A configuration compared with published runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PublishedComparison {
    /// The configuration.
    pub solver: String,
    /// The published runs.
    pub published: String,
    /// Their program.
    pub program: String,
    /// The publication.
    pub source: String,
    /// The set.
    pub set: String,
    /// The quantity: `generated` or `expanded`.
    pub quantity: &'static str,
    /// The rules by which the program counts, as sentences.
    pub rules: Vec<String>,
    /// The number of instances with a published count.
    pub instances: usize,
    /// The number of these that were not run.
    pub not_run: usize,
    /// The number that were run and not solved.
    pub unsolved: usize,
    /// The number that were solved by a run without a known count.
    pub uncounted: usize,
    /// The number of equal counts.
    pub equal: usize,
    /// The ratio of our counts to the published ones.
    pub ratio: MeasureRatio,
    /// Every pair, in the order of the publication.
    pub pairs: Vec<PublishedPair>,
}

/// The counts of an instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PublishedPair {
    /// The instance.
    pub instance: String,
    /// The published count.
    pub published: u64,
    /// Our count, by the rules of the publication.
    pub counted: u64,
}

/// Compares the configurations of the folder `dir` with each of `baselines` whose set they were run on; with `solver` only this
/// one. The p-values are adjusted for all comparisons together.
///
/// # Errors
///
/// If the folder cannot be read, no configuration is named `solver`, or none was run on a set of `baselines`.
pub fn compare_published(
    dir: &Path,
    solver: Option<&str>,
    baselines: &[PublishedBaseline],
) -> Result<Vec<PublishedComparison>> {
    let runs = count_as::read(dir)?;
    if let Some(solver) = solver {
        let names: Vec<&str> = runs.iter().map(|run| run.solver.as_str()).collect();
        if !names.contains(&solver) {
            bail!("unknown configuration '{solver}'; did you mean '{}'?", nearest(solver, &names).unwrap_or_default());
        }
    }
    let compared = compared(&runs, solver, baselines);
    if let Some(first) = baselines.first() {
        let sets: Vec<&str> = baselines.iter().map(|baseline| baseline.set.as_str()).collect();
        ensure!(
            !compared.is_empty(),
            "no run of {} is on {}, for which {} published counts; its instances are those of `tilebench instances {}`",
            dir.display(),
            sets.join(" or "),
            first.source,
            sets[0]
        );
    }
    Ok(compared)
}

/// The comparisons of all configurations of `runs`, or of `solver`, with intervals and adjusted tests.
pub(crate) fn compared(
    runs: &[CountedRun],
    solver: Option<&str>,
    baselines: &[PublishedBaseline],
) -> Vec<PublishedComparison> {
    let (mut comparisons, mut means) = (Vec::new(), Vec::new());
    for baseline in baselines {
        let mut solvers: Vec<&str> = Vec::new();
        for run in runs.iter().filter(|run| run.set == baseline.set) {
            if !solvers.contains(&run.solver.as_str()) && solver.is_none_or(|solver| solver == run.solver) {
                solvers.push(&run.solver);
            }
        }
        for solver in solvers {
            // Counts are the same in every repeat; of several seeds, the first one is compared.
            let mut own: BTreeMap<&str, &CountedRun> = BTreeMap::new();
            for run in runs.iter().filter(|run| run.set == baseline.set && run.solver == solver) {
                let kept = own.entry(&run.instance).or_insert(run);
                if (run.seed, run.repeat) < (kept.seed, kept.repeat) {
                    *kept = run;
                }
            }
            let (comparison, mean) = one(solver, baseline, &own);
            comparisons.push(comparison);
            means.push(mean);
        }
    }
    ratio::set_intervals(comparisons.iter_mut().map(|one| &mut one.ratio), means);
    // One test is printed, and only printed tests are corrected together.
    for one in &mut comparisons {
        one.ratio.wilcoxon = None;
    }
    adjust(comparisons.iter_mut().filter_map(|one| one.ratio.sign.as_mut()));
    comparisons
}

fn one(
    solver: &str,
    baseline: &PublishedBaseline,
    own: &BTreeMap<&str, &CountedRun>,
) -> (PublishedComparison, Option<crate::stats::GeometricMean>) {
    let (mut pairs, mut not_run, mut unsolved) = (Vec::new(), 0, 0);
    for (instance, published) in &baseline.numbers {
        let Some(run) = own.get(instance.as_str()) else {
            not_run += 1;
            continue;
        };
        if run.status != Status::Solved {
            unsolved += 1;
            continue;
        }
        let counts = converted(&run.counts, &baseline.rules);
        if let Some(counted) = if baseline.is_expanded { counts.expanded } else { counts.generated } {
            pairs.push(PublishedPair { instance: instance.clone(), published: *published, counted });
        }
    }
    let run = baseline.numbers.len() - not_run;
    let judged = pairs.iter().filter_map(|pair| RatioPair::from_values(pair.counted as f64, pair.published as f64));
    let quantity = if baseline.is_expanded { "expanded" } else { "generated" };
    let (ratio, mean) = ratio::measure_ratio(quantity, "solved", judged.collect(), run);
    let comparison = PublishedComparison {
        solver: solver.to_owned(),
        published: baseline.name.clone(),
        program: baseline.program.clone(),
        source: baseline.source.clone(),
        set: baseline.set.clone(),
        quantity,
        rules: baseline.rules.iter().map(|rule| rule.meaning.to_owned()).collect(),
        instances: baseline.numbers.len(),
        not_run,
        unsolved,
        uncounted: run - unsolved - pairs.len(),
        equal: pairs.iter().filter(|pair| pair.published == pair.counted).count(),
        ratio,
        pairs,
    };
    (comparison, mean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count_as::{KnownCounts, count_rules};

    fn run(instance: &str, solver: &str, generated: u64, status: Status) -> CountedRun {
        let counts = KnownCounts {
            generated: Some(generated),
            expanded: Some(generated / 2),
            directions: 1,
            is_solved: status == Status::Solved,
            excludes_inverse: true,
            ..KnownCounts::default()
        };
        CountedRun {
            set: "korf100".to_owned(),
            instance: instance.to_owned(),
            solver: solver.to_owned(),
            seed: 1,
            repeat: 1,
            status,
            counts,
        }
    }

    fn baseline(rules: &[&str]) -> PublishedBaseline {
        PublishedBaseline {
            name: "made-up-2000".to_owned(),
            set: "korf100".to_owned(),
            program: "IDA*".to_owned(),
            source: "a made-up source".to_owned(),
            is_expanded: false,
            rules: count_rules(rules).unwrap(),
            numbers: [("1", 100), ("2", 400), ("3", 900), ("4", 5)].map(|(id, count)| (id.to_owned(), count)).to_vec(),
        }
    }

    #[test]
    fn counts_are_converted_before_they_are_compared() {
        let runs = [
            run("1", "own", 101, Status::Solved),
            run("2", "own", 401, Status::Solved),
            run("3", "own", 50, Status::NodeLimit),
            run("1", "other", 201, Status::Solved),
        ];
        let found = compared(&runs, None, &[baseline(&["start-not-counted"])]);
        assert_eq!(found.iter().map(|one| one.solver.as_str()).collect::<Vec<_>>(), ["own", "other"]);
        let own = &found[0];
        assert_eq!((own.instances, own.not_run, own.unsolved, own.equal, own.ratio.n), (4, 1, 1, 2, 2));
        assert_eq!((own.ratio.ties, own.ratio.left_out), (2, 1));
        assert!(found[1].ratio.ratio.is_some_and(|ratio| (ratio - 2.0).abs() < 1e-12));
        // By our own convention, the start is one node more.
        assert_eq!(compared(&runs, Some("own"), &[baseline(&[])])[0].equal, 0);
    }

    #[test]
    fn a_set_without_runs_has_no_comparison() {
        let other = PublishedBaseline { set: "korf-felner50".to_owned(), ..baseline(&[]) };
        assert!(compared(&[run("1", "own", 5, Status::Solved)], None, &[other]).is_empty());
    }
}
