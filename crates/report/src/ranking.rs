//! The ranks of several configurations per instance.
//!
//! On every solvable instance that all configurations of a set were run on, the run with the minimum number of nodes (or time) has
//! rank 1. An unsolved run ranks after every solved run, for any reason, and ties with the other unsolved runs: the effort
//! that they would need is unknown. Friedman's test ([`friedman`]) decides whether the average ranks differ; the critical
//! difference shows which of them do.
//!
//! *Assumes* that the instances are independent. *Reference*: Demšar 2006.

use std::collections::BTreeMap;

use tilebench_record::Status;

use crate::experiment::{ConfigurationRuns, ExperimentData};
use crate::guarantees;
use crate::metric::{Better, GENERATED, Metric, TIME};
use crate::number;
use crate::stats::{Friedman, friedman};
use crate::table::{ReportTable, TableBuilder};

/// Two configurations are compared by a test of pairs instead.
const MIN_CONFIGURATIONS: usize = 3;

/// The quantity by which runs are ranked.
const RANKED_METRICS: [Metric; 2] = [GENERATED, TIME];

/// The ranks of the configurations of a set by one measure.
#[derive(Debug)]
pub(crate) struct RankTest {
    /// Friedman's test, with the average rank of each configuration in the set's order.
    pub(crate) test: Friedman,
    /// The number of instances on which each configuration alone is the best.
    pub(crate) first: Vec<u64>,
    /// The number of instances that no configuration solved, on which all tie.
    pub(crate) unsolved: usize,
    /// The number of instances left out, since not all configurations were run on them.
    pub(crate) left_out: usize,
}

/// Ranks `configurations`; `None` unless there are at least three, and two instances that all were run on and on which they do
/// not all tie, and every solved run has a value.
pub(crate) fn rank(configurations: &[&ConfigurationRuns], metric: &Metric) -> Option<RankTest> {
    let mut instances: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let sign = if metric.better == Better::Lower { 1.0 } else { -1.0 };
    for run in configurations.iter().flat_map(|configuration| configuration.solvable()) {
        // Leaving out solved runs without a value would leave the others in the majority.
        let value = if run.status == Status::Solved { sign * metric.evaluate(run).ok()? } else { f64::INFINITY };
        instances.entry(&run.instance).or_default().push(value);
    }
    rank_values(instances.into_values(), configurations.len())
}

/// Ranks by `instances`, each with one value per configuration, which is infinite if it did not solve the instance. Instances
/// with fewer values than `configurations` are left out.
pub(crate) fn rank_values(instances: impl Iterator<Item = Vec<f64>>, configurations: usize) -> Option<RankTest> {
    if configurations < MIN_CONFIGURATIONS {
        return None;
    }
    let instances: Vec<Vec<f64>> = instances.collect();
    let all = instances.len();
    let instances: Vec<Vec<f64>> = instances.into_iter().filter(|values| values.len() == configurations).collect();
    let test = friedman(&instances)?;
    Some(RankTest {
        first: (0..configurations).map(|place| first(&instances, place)).collect(),
        unsolved: instances.iter().filter(|values| values.iter().all(|value| value.is_infinite())).count(),
        left_out: all - test.n,
        test,
    })
}

/// The number of `instances` on which the configuration at `place` is better than every other.
fn first(instances: &[Vec<f64>], place: usize) -> u64 {
    let is_first =
        |values: &&Vec<f64>| values.iter().enumerate().all(|(other, &value)| other == place || values[place] < value);
    instances.iter().filter(is_first).count() as u64
}

/// A configuration's row.
struct RankingRow<'a> {
    set: &'a str,
    guarantee: &'static str,
    solver: &'a str,
    n: u64,
    rank_by_nodes: Option<f64>,
    first_by_nodes: Option<u64>,
    rank_by_time: Option<f64>,
    first_by_time: Option<u64>,
}

/// The table of average ranks, if there is a set to rank on.
pub(crate) fn table(experiment: &ExperimentData) -> Option<ReportTable> {
    let several = experiment.sets.len() > 1;
    let (mut rows, mut notes) = (Vec::new(), vec![RULE.to_owned()]);
    let groups = experiment
        .sets
        .iter()
        .flat_map(|set| guarantees::groups(set).into_iter().map(move |(guarantee, group)| (set, guarantee, group)));
    for (set, guarantee, group) in groups {
        let rankings = RANKED_METRICS.map(|metric| rank(&group, &metric));
        let Some(any) = rankings.iter().flatten().next() else { continue };
        for (place, configuration) in group.iter().enumerate() {
            let [nodes, time] = rankings.each_ref().map(Option::as_ref);
            rows.push(RankingRow {
                set: if several { &set.name } else { "" },
                guarantee: guarantees::name(guarantee),
                solver: &configuration.name,
                n: any.test.n as u64,
                rank_by_nodes: nodes.map(|ranking| ranking.test.average_ranks[place]),
                first_by_nodes: nodes.map(|ranking| ranking.first[place]),
                rank_by_time: time.map(|ranking| ranking.test.average_ranks[place]),
                first_by_time: time.map(|ranking| ranking.first[place]),
            });
        }
        let of_set = if several { format!("{}, ", set.name) } else { String::new() };
        let of_group = format!("{of_set}guarantee {}", guarantees::name(guarantee));
        for (Metric { title, .. }, ranking) in RANKED_METRICS.iter().zip(&rankings) {
            let test = ranking.as_ref().map(|ranking| format!("{of_group}, {title}: {}", test_sentence(&ranking.test)));
            notes.extend(test);
        }
        notes.extend(left_out(any, &of_group));
    }
    notes.extend(guarantees::unknown(&experiment.sets));
    let rank = |value: f64| number::fixed(value, 2);
    let table = TableBuilder::new(&rows)
        .text_if_any("set", |row| row.set.to_owned())
        .text("guarantee", |row| row.guarantee.to_owned())
        .text("solver", |row| row.solver.to_owned())
        .count("instances (n)", |row| row.n)
        .number("average rank by nodes", |row| row.rank_by_nodes, rank)
        .number("times first by nodes", |row| row.first_by_nodes.map(|count| count as f64), rank_count)
        .number("average rank by time", |row| row.rank_by_time, rank)
        .number("times first by time", |row| row.first_by_time.map(|count| count as f64), rank_count)
        .finish("ranks", "Ranks", notes);
    (!rows.is_empty()).then_some(table)
}

const RULE: &str = "Configurations are ranked among those with the same guarantee: paths are optimal, within a proved factor of \
                    optimal, such as the weight (within w), or have no guarantee. Rank 1 is the minimum, over the n instances that all of these \
                    were run on. Equal values share the mean of their ranks. An unsolved run ranks after every solved run \
                    and ties with the other unsolved runs. Times first: the instances on which a configuration alone has \
                    rank 1.";

fn rank_count(value: f64) -> String {
    number::fixed(value, 0)
}

/// The result of the test as a sentence.
pub(crate) fn test_sentence(test: &Friedman) -> String {
    let k = test.average_ranks.len();
    let Friedman { n, chi_square, p_chi_square, f, p_f, critical_difference, .. } = test;
    let f = if f.is_finite() { number::fixed(*f, 2) } else { "infinite".to_owned() };
    format!(
        "Friedman's chi-square {} with {} degrees of freedom, p {}; F of Iman and Davenport {f} with {} and {}, p {}; critical \
         difference at the level 0.05 (Nemenyi): {critical_difference:.2}.",
        number::fixed(*chi_square, 2),
        k - 1,
        number::probability(*p_chi_square),
        k - 1,
        (k - 1) * (n - 1),
        number::probability(*p_f),
    )
}

fn left_out(ranking: &RankTest, of: &str) -> Vec<String> {
    let mut notes = Vec::new();
    if ranking.left_out > 0 {
        let [left_out, all] =
            [ranking.left_out, ranking.left_out + ranking.test.n].map(|count| number::grouped(count as u64));
        notes.push(format!(
            "Left out ({of}): {left_out} of {all} instances, since not every configuration was run on them."
        ));
    }
    if ranking.unsolved > 0 {
        let unsolved = number::grouped(ranking.unsolved as u64);
        notes.push(format!("All tie on {unsolved} of the instances ({of}), since none solved them."));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::SetRuns;
    use crate::fixture;

    fn ranked(set: &SetRuns, metric: &Metric) -> Option<RankTest> {
        rank(&set.configurations.iter().collect::<Vec<_>>(), metric)
    }

    fn set() -> SetRuns {
        ExperimentData::arrange(fixture::runs(), Some(fixture::manifest())).sets.remove(0)
    }

    #[test]
    fn an_unsolved_run_ranks_after_every_solved_run_and_ties_with_other_unsolved_runs() {
        let ranking = ranked(&set(), &GENERATED).unwrap();
        // By instance: 2 1 3, 2 1 3, 2.5 1 2.5 (two stopped), 1 3 2 (one crashed).
        assert_eq!(ranking.test.average_ranks, [7.5 / 4.0, 6.0 / 4.0, 10.5 / 4.0]);
        assert_eq!((ranking.first, ranking.unsolved, ranking.left_out), (vec![1, 3, 0], 0, 0));
        // By time: 3 1 2, 3 1 2, 2.5 1 2.5, 2 3 1: the crash at 0 s is not the fastest.
        assert_eq!(ranked(&set(), &TIME).unwrap().test.average_ranks, [10.5 / 4.0, 6.0 / 4.0, 7.5 / 4.0]);
    }

    #[test]
    fn an_instance_that_not_all_were_run_on_is_left_out_and_reported() {
        let mut set = set();
        set.configurations[2].runs.remove(0);
        let ranking = ranked(&set, &GENERATED).unwrap();
        assert_eq!((ranking.test.n, ranking.left_out), (3, 1));
        assert!(left_out(&ranking, "optimal")[0].starts_with("Left out (optimal): 1 of 4 instances, since"));
    }

    #[test]
    fn an_unsolvable_instance_is_not_a_tie() {
        let runs = fixture::runs_with_an_unsolvable_instance();
        let with = ranked(&ExperimentData::arrange(runs, Some(fixture::manifest())).sets[0], &GENERATED).unwrap();
        assert_eq!((with.test, with.unsolved), (ranked(&set(), &GENERATED).unwrap().test, 0));
    }

    #[test]
    fn two_configurations_are_not_ranked() {
        let mut set = set();
        set.configurations.pop();
        assert!(ranked(&set, &GENERATED).is_none());
    }
}
