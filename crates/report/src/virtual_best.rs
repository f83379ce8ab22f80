//! The virtual best: the minimum cost over all configurations, instance by instance, and the contribution of each
//! configuration.
//!
//! It is the cost of a perfect selection per instance. Only configurations with the same guarantee are interchangeable, so
//! each guarantee has its own virtual best. If k configurations have the minimum cost on an instance, each gets 1/k of it. *Reference*: Xu and others 2012.

use std::collections::HashMap;

use tilebench_record::Proof;

use crate::experiment::{ConfigurationRuns, ExperimentData, SetRuns};
use crate::guarantees;
use crate::metric::{is_solved, nodes, penalised, time};
use crate::run::ReportRun;
use crate::stats::{self, Timing};

/// The contribution of a configuration to the virtual best of its set, or the virtual best itself.
#[derive(Debug)]
pub(crate) struct Contribution {
    /// The set.
    pub(crate) set: String,
    /// The guarantee.
    pub(crate) guarantee: Proof,
    /// The configuration; none for the virtual best.
    pub(crate) solver: Option<String>,
    /// The number of solvable instances that it was run on.
    pub(crate) instances: u64,
    /// The number of instances that it solved.
    pub(crate) solved: u64,
    /// The number of them that no other configuration with this guarantee solved.
    pub(crate) alone: u64,
    /// The instances that it solved with the minimum number of nodes, shared on ties.
    pub(crate) best_nodes: f64,
    /// The instances that it solved in the minimum time, shared on ties.
    pub(crate) best_time: f64,
    /// PAR2 of nodes.
    pub(crate) par2_nodes: Option<f64>,
    /// PAR2 of time.
    pub(crate) par2_time: Option<f64>,
}

/// A run with the index of its configuration.
type ConfigurationRun<'a> = (usize, &'a ReportRun);

/// For each set and each guarantee of two or more configurations, the virtual best and then these configurations.
pub(crate) fn contributions(experiment: &ExperimentData) -> Vec<Contribution> {
    let groups = experiment
        .sets
        .iter()
        .flat_map(|set| guarantees::groups(set).into_iter().map(move |(guarantee, group)| (set, guarantee, group)));
    groups
        .filter(|(.., group)| group.len() > 1)
        .flat_map(|(set, guarantee, group)| group_contributions(set, guarantee, &group))
        .collect()
}

fn group_contributions(set: &SetRuns, guarantee: Proof, configurations: &[&ConfigurationRuns]) -> Vec<Contribution> {
    let instances = by_instance(configurations);
    let mut shares: Vec<Contribution> = configurations
        .iter()
        .map(|configuration| {
            let par2 = |cost: fn(&ReportRun) -> Timing| {
                let timings = configuration.solvable().map(cost).collect::<Vec<_>>();
                stats::par2(&timings).filter(|_| set.has_equal_limits())
            };
            Contribution {
                set: set.name.clone(),
                guarantee,
                solver: Some(configuration.name.clone()),
                instances: configuration.solvable().count() as u64,
                solved: configuration.solved().count() as u64,
                alone: 0,
                best_nodes: 0.0,
                best_time: 0.0,
                par2_nodes: par2(nodes),
                par2_time: par2(time),
            }
        })
        .collect();
    for runs in &instances {
        let solved: Vec<ConfigurationRun<'_>> = runs.iter().copied().filter(|(_, run)| is_solved(run)).collect();
        if let [(alone, _)] = solved[..] {
            shares[alone].alone += 1;
        }
        for (place, part) in best(&solved, nodes) {
            shares[place].best_nodes += part;
        }
        for (place, part) in best(&solved, time) {
            shares[place].best_time += part;
        }
    }
    shares.insert(0, virtual_best(set, guarantee, &instances));
    shares
}

fn virtual_best(set: &SetRuns, guarantee: Proof, instances: &[Vec<ConfigurationRun<'_>>]) -> Contribution {
    let solved = instances.iter().filter(|runs| runs.iter().any(|(_, run)| is_solved(run))).count();
    let least = |cost: fn(&ReportRun) -> Timing| {
        let of = |runs: &Vec<ConfigurationRun<'_>>| {
            let costs: Option<Vec<f64>> = runs.iter().map(|(_, run)| penalised(cost(run))).collect();
            costs?.into_iter().min_by(f64::total_cmp)
        };
        let costs = instances.iter().map(of).collect::<Option<Vec<f64>>>().filter(|_| set.has_equal_limits());
        costs.and_then(|costs| stats::mean(&costs))
    };
    Contribution {
        set: set.name.clone(),
        guarantee,
        solver: None,
        instances: instances.len() as u64,
        solved: solved as u64,
        alone: 0,
        best_nodes: solved as f64,
        best_time: solved as f64,
        par2_nodes: least(nodes),
        par2_time: least(time),
    }
}

/// The runs of each solvable instance, in the order of the instances.
fn by_instance<'a>(configurations: &[&'a ConfigurationRuns]) -> Vec<Vec<ConfigurationRun<'a>>> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut instances: Vec<Vec<ConfigurationRun<'_>>> = Vec::new();
    for (place, configuration) in configurations.iter().enumerate() {
        for run in configuration.solvable() {
            let instance = *places.entry(&*run.instance).or_insert_with(|| {
                instances.push(Vec::new());
                instances.len() - 1
            });
            instances[instance].push((place, run));
        }
    }
    instances
}

/// The configurations of `solved` with the minimum cost, and the fraction of the instance that each gets.
fn best(solved: &[ConfigurationRun<'_>], cost: fn(&ReportRun) -> Timing) -> Vec<(usize, f64)> {
    let costs = || solved.iter().filter_map(|&(place, run)| Some((place, cost(run).seconds?)));
    let Some(least) = costs().map(|(_, cost)| cost).min_by(f64::total_cmp) else { return Vec::new() };
    let best: Vec<usize> = costs().filter(|(_, cost)| cost.total_cmp(&least).is_eq()).map(|(place, _)| place).collect();
    let part = 1.0 / best.len() as f64;
    best.into_iter().map(|place| (place, part)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn shares(runs: Vec<tilebench_record::Run>) -> Vec<Contribution> {
        let experiment = ExperimentData::arrange(runs, Some(fixture::manifest()));
        let set = &experiment.sets[0];
        group_contributions(set, Proof::Optimal, &set.configurations.iter().collect::<Vec<_>>())
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    }

    #[test]
    fn the_virtual_best_has_the_minimum_cost_of_every_instance() {
        let shares = shares(fixture::runs());
        let best = &shares[0];
        assert_eq!((best.solver.as_deref(), best.instances, best.solved), (None, 4, 4));
        // The weighted search solves the first three in the fewest nodes. It crashed on the fourth, which A* solves.
        close(best.par2_nodes.unwrap(), (100.0 + 400.0 + 2500.0 + 2000.0) / 4.0);
        // And in the least time; the fourth, IDA* does.
        close(best.par2_time.unwrap(), (0.001 + 0.004 + 0.025 + 0.016) / 4.0);
        let nodes: Vec<f64> = shares[1..4].iter().map(|share| share.best_nodes).collect();
        let time: Vec<f64> = shares[1..4].iter().map(|share| share.best_time).collect();
        for (found, expected) in nodes.into_iter().chain(time).zip([1.0, 3.0, 0.0, 0.0, 3.0, 1.0]) {
            close(found, expected);
        }
        assert_eq!(shares[1..4].iter().map(|share| share.alone).collect::<Vec<_>>(), [0, 1, 0]);
    }

    #[test]
    fn an_unsolvable_instance_has_no_share_and_no_penalty() {
        let [with, without] = [fixture::runs_with_an_unsolvable_instance(), fixture::runs()].map(shares);
        assert_eq!(format!("{with:?}"), format!("{without:?}"));
    }

    #[test]
    fn each_guarantee_has_its_own_virtual_best() {
        let experiment = ExperimentData::arrange(fixture::runs(), Some(fixture::manifest()));
        let shares = contributions(&experiment);
        let names: Vec<Option<&str>> = shares.iter().map(|share| share.solver.as_deref()).collect();
        assert_eq!(
            names,
            [None, Some("A* manhattan"), Some("IDA* linear_conflict")].repeat(2),
            "on both sets, and a single configuration is its own virtual best"
        );
    }

    #[test]
    fn an_instance_with_several_best_configurations_is_shared_and_an_unsolved_one_has_none() {
        let mut runs = fixture::runs();
        runs[8].generated = Some(100);
        runs[6].status = tilebench_record::Status::TimeLimit;
        let shares = shares(runs);
        let nodes: Vec<f64> = shares[1..4].iter().map(|share| share.best_nodes).collect();
        for (found, expected) in nodes.into_iter().zip([1.0, 1.5, 0.5]) {
            close(found, expected);
        }
        assert_eq!((shares[0].solved, shares[2].alone), (3, 0));
        // The least penalty of those that did not solve it.
        close(shares[0].par2_time.unwrap(), (0.001 + 0.004 + 120.0 + 0.016) / 4.0);
    }

    #[test]
    fn under_different_limits_there_is_no_penalised_mean() {
        let mut runs = fixture::runs();
        runs[0].node_limit = None;
        let shares = shares(runs);
        let has_par2 = |share: &Contribution| share.par2_nodes.is_some() || share.par2_time.is_some();
        assert!(!shares[..4].iter().any(has_par2), "the limits of the configurations differ");
    }
}
