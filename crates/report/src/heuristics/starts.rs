//! The start states in the runs: the values of each heuristic, one per instance, and the optimal lengths.

use std::collections::{BTreeMap, HashMap};

use super::estimates::{HeuristicEstimates, StartEstimate};
use crate::experiment::{ConfigurationRuns, SetRuns};
use crate::run::ReportRun;

/// Known optimal lengths.
#[derive(Debug)]
pub(crate) struct OptimalLengths<'a> {
    /// The lengths by instance.
    lengths: HashMap<&'a str, u32>,
    /// The number of instances with contradictory lengths.
    pub(crate) contradicted: usize,
}

/// The optimal lengths of a set's instances: the one given with the instance, otherwise the one that any run proved.
pub(crate) fn optimal_lengths(set: &SetRuns) -> OptimalLengths<'_> {
    let runs = || set.configurations.iter().flat_map(|configuration| &configuration.runs);
    let mut claims: HashMap<&str, Vec<u32>> = HashMap::new();
    let given = runs().filter_map(|run| Some((run, run.optimal?)));
    // Lengths that were given come first, so that they take precedence.
    for (run, length) in given.chain(runs().filter_map(|run| Some((run, run.proved()?)))) {
        claims.entry(&run.instance).or_default().push(length);
    }
    let contradicted = claims.values().filter(|claims| claims.iter().any(|claim| *claim != claims[0])).count();
    OptimalLengths {
        lengths: claims.into_iter().map(|(instance, claims)| (instance, claims[0])).collect(),
        contradicted,
    }
}

/// The heuristic of a run and its h0, if it has both.
pub(crate) fn estimate(run: &ReportRun) -> Option<(&str, u32)> {
    run.h0.filter(|_| !run.heuristic.is_empty()).map(|h0| (&*run.heuristic, h0))
}

/// Sets the heuristic values of every set, and returns the heuristics in the order in which configurations first use them.
pub(crate) fn fill_estimates(sets: &mut [SetRuns]) -> Vec<String> {
    let mut configurations: Vec<&ConfigurationRuns> = sets.iter().flat_map(|set| &set.configurations).collect();
    configurations.sort_by_key(|configuration| configuration.index);
    let mut names: Vec<String> = Vec::new();
    for (name, _) in configurations.iter().flat_map(|configuration| &configuration.runs).filter_map(estimate) {
        if !names.iter().any(|other| other == name) {
            names.push(name.to_owned());
        }
    }
    for set in sets {
        set.estimates = set_estimates(set, &names);
    }
    names
}

/// The values in `set` of each heuristic of `names` that has any.
fn set_estimates(set: &SetRuns, names: &[String]) -> Vec<HeuristicEstimates> {
    let known = optimal_lengths(set);
    let mut by_name: BTreeMap<&str, BTreeMap<&str, Vec<u32>>> = BTreeMap::new();
    for run in set.configurations.iter().flat_map(|configuration| &configuration.runs) {
        if let Some((name, h0)) = estimate(run) {
            by_name.entry(name).or_default().entry(&run.instance).or_default().push(h0);
        }
    }
    let board = |(instance, values): (&&str, &Vec<u32>)| StartEstimate {
        h0: f64::from(values[0]),
        optimal: known.lengths.get(instance).copied().map(f64::from),
    };
    let estimates = |(index, name): (usize, &String)| {
        let found = by_name.get(name.as_str())?;
        let disputed = found.values().filter(|values| values.iter().any(|value| *value != values[0])).count() as u64;
        Some(HeuristicEstimates { index, name: name.clone(), boards: found.iter().map(board).collect(), disputed })
    };
    names.iter().enumerate().filter_map(estimates).collect()
}

#[cfg(test)]
mod tests {
    use tilebench_record::{Proof, Run, Status};

    use super::*;
    use crate::experiment::ExperimentData;

    fn run(solver: &str, heuristic: &str, instance: &str, h0: u32) -> Run {
        Run {
            solver: solver.into(),
            heuristic: heuristic.into(),
            instance: instance.into(),
            h0: Some(h0),
            ..Run::default()
        }
    }

    #[test]
    fn runs_with_different_values_of_a_start_are_counted_and_the_first_counts() {
        let runs = vec![run("a", "m", "1", 10), run("b", "m", "1", 12), run("b", "m", "2", 14)];
        let experiment = ExperimentData::arrange(runs, None);
        let estimates = &experiment.sets[0].estimates[0];
        assert_eq!((estimates.values(), estimates.disputed), (vec![10.0, 14.0], 1));
    }

    #[test]
    fn a_given_length_takes_precedence_over_a_proved_one_and_contradictions_are_counted() {
        let proved = Run { status: Status::Solved, proof: Proof::Optimal, length: Some(22), ..run("a", "m", "1", 10) };
        let given = Run { optimal: Some(20), ..run("b", "n", "1", 8) };
        let bounded = Run { instance: "2".into(), proof: Proof::Bounded, ..proved.clone() };
        let experiment = ExperimentData::arrange(vec![proved, given, bounded], None);
        let set = &experiment.sets[0];
        assert_eq!(optimal_lengths(set).contradicted, 1);
        let pairs: Vec<_> = set.estimates.iter().map(HeuristicEstimates::pairs).collect();
        assert_eq!(pairs, [vec![(10.0, 20.0)], vec![(8.0, 20.0)]]);
    }

    #[test]
    fn heuristics_have_the_order_of_the_configurations_that_first_use_them() {
        let mut runs = vec![run("b", "n", "1", 8), run("a", "m", "1", 10), run("c", "n", "1", 8)];
        runs[1].set = "other".into();
        let experiment = ExperimentData::arrange(runs, None);
        assert_eq!(experiment.heuristics, ["n", "m"]);
        assert_eq!(experiment.sets.iter().map(|set| set.estimates[0].index).collect::<Vec<_>>(), [0, 1]);
    }
}
