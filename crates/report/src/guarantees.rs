//! The guarantees of configurations: only configurations with the same guarantee are ranked against each other.
//!
//! A solver that may return any path finishes earlier than one that proves optimality. Ranking both together, or taking the
//! better of both per instance, would compare tasks, not solvers.

use std::collections::BTreeMap;

use tilebench_record::{Proof, Status};

use crate::experiment::{ConfigurationRuns, SetRuns};
use crate::run::ReportRun;

/// The guarantee of `runs`: the weakest proof of the solved runs; none if no run is solved.
pub(crate) fn guarantee<'a>(runs: impl IntoIterator<Item = &'a ReportRun>) -> Option<Proof> {
    runs.into_iter().filter(|run| run.status == Status::Solved).map(|run| run.proof).max()
}

/// Gives each configuration without a solved run on a set the guarantee that it has on the other sets.
pub(crate) fn fill_from_other_sets(sets: &mut [SetRuns]) {
    let mut known: BTreeMap<usize, Proof> = BTreeMap::new();
    for configuration in sets.iter().flat_map(|set| &set.configurations) {
        if let Some(guarantee) = configuration.guarantee {
            let weakest = known.entry(configuration.index).or_insert(guarantee);
            *weakest = guarantee.max(*weakest);
        }
    }
    for configuration in sets.iter_mut().flat_map(|set| &mut set.configurations) {
        configuration.guarantee = configuration.guarantee.or_else(|| known.get(&configuration.index).copied());
    }
}

/// A sentence that names the configurations whose guarantee is unknown, if there are any.
pub(crate) fn unknown(sets: &[SetRuns]) -> Option<String> {
    let configurations = sets.iter().flat_map(|set| &set.configurations);
    let unknown = configurations.filter(|one| one.guarantee.is_none());
    // By index, so that a configuration of several sets is named once.
    let names: BTreeMap<usize, &str> = unknown.map(|one| (one.index, one.name.as_str())).collect();
    let names: Vec<&str> = names.into_values().collect();
    (!names.is_empty())
        .then(|| format!("Left out (solved no instance, so that no guarantee is known): {}.", names.join(", ")))
}

/// The name of a guarantee in tables and charts.
pub(crate) fn name(guarantee: Proof) -> &'static str {
    match guarantee {
        Proof::Optimal => "optimal",
        Proof::Bounded => "within w",
        Proof::None => "none",
    }
}

/// The configurations of `set` by guarantee, the strongest first; configurations of unknown guarantee are left out.
pub(crate) fn groups(set: &SetRuns) -> Vec<(Proof, Vec<&ConfigurationRuns>)> {
    let of_guarantee = |&proof: &Proof| {
        let same = set.configurations.iter().filter(|one| one.guarantee == Some(proof));
        (proof, same.collect::<Vec<_>>())
    };
    Proof::ALL.iter().map(of_guarantee).filter(|(_, group)| !group.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::ExperimentData;
    use crate::fixture;

    #[test]
    fn configurations_are_grouped_by_the_proofs_of_their_solutions() {
        let experiment = ExperimentData::arrange(fixture::runs(), Some(fixture::manifest()));
        let groups = groups(&experiment.sets[0]);
        let names: Vec<(&str, Vec<&str>)> = groups
            .iter()
            .map(|(guarantee, group)| (name(*guarantee), group.iter().map(|one| one.name.as_str()).collect()))
            .collect();
        let expected =
            [("optimal", vec!["A* manhattan", "IDA* linear_conflict"]), ("within w", vec!["WA* w=1.5 manhattan"])];
        assert_eq!(names, expected);
    }
}
