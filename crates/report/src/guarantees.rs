//! The guarantees of configurations: only configurations with the same guarantee are ranked against each other.
//!
//! A solver that may return any path finishes earlier than one that proves optimality. Ranking both together, or taking the
//! better of both per instance, would compare tasks, not solvers.

use tilebench_record::{Proof, Status};

use crate::experiment::{ConfigurationRuns, SetRuns};
use crate::run::ReportRun;

/// The guarantee of `runs`: the weakest proof of the solved runs; none if no run is solved.
pub(crate) fn guarantee<'a>(runs: impl IntoIterator<Item = &'a ReportRun>) -> Option<Proof> {
    runs.into_iter().filter(|run| run.status == Status::Solved).map(|run| run.proof).max()
}

/// The name of a guarantee in tables and charts.
pub(crate) fn name(guarantee: Proof) -> &'static str {
    match guarantee {
        Proof::Optimal => "optimal",
        Proof::Bounded => "within w",
        Proof::None => "none",
    }
}

/// The configurations of `set` by guarantee, the strongest first; configurations without a solved run are left out.
pub(crate) fn groups(set: &SetRuns) -> Vec<(Proof, Vec<&ConfigurationRuns>)> {
    let of_guarantee = |&proof: &Proof| {
        let same = set.configurations.iter().filter(|one| guarantee(&one.runs) == Some(proof));
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
