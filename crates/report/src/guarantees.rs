//! Which configurations promise the same of their solutions: only these are ranked against each other.
//!
//! A solver that may return any path is done sooner than one that proves its path to be a shortest one. Ranking the two
//! together, or taking the better of both on each instance, compares tasks and not solvers.

use tilebench_record::{Proof, Status};

use crate::experiment::{ConfigurationRuns, SetRuns};
use crate::run::ReportRun;

/// The guarantee of `runs`: the weakest proof of those that solved, none if nothing was solved.
pub(crate) fn guarantee<'a>(runs: impl IntoIterator<Item = &'a ReportRun>) -> Option<Proof> {
    runs.into_iter().filter(|run| run.status == Status::Solved).map(|run| run.proof).max()
}

/// How tables and charts name a guarantee.
pub(crate) fn name(guarantee: Proof) -> &'static str {
    match guarantee {
        Proof::Optimal => "optimal",
        Proof::Bounded => "within w",
        Proof::None => "none",
    }
}

/// The configurations of `set` by their guarantee, the strongest first; those that solved nothing have none.
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
    fn configurations_are_grouped_by_what_their_solutions_are_proved_to_be() {
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
