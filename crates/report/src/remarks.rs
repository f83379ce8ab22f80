//! The remarks before all tables: the number of runs, and the runs left out.

use crate::experiment::{ExperimentData, SetRuns};
use crate::number::{counted, grouped};

/// The maximum number of instances that are named.
const MAX_NAMED: usize = 10;

/// The number of runs and of those left out, in sentences.
pub(crate) fn remarks(experiment: &ExperimentData) -> Vec<String> {
    if experiment.recorded == 0 {
        return vec!["No run is recorded.".to_owned()];
    }
    let mut remarks = Vec::new();
    let count = |count: usize| grouped(count as u64);
    let solved: usize = experiment.sets.iter().map(SetRuns::solved).sum();
    remarks.push(format!("{} of {} runs solved.", count(solved), count(experiment.runs())));
    if solved == 0 {
        remarks.push("No run solved its instance, so lengths and curves are missing.".to_owned());
    }
    let solvable: usize = experiment.configurations().map(|(_, one)| one.solvable().count()).sum();
    let unsolvable = experiment.runs() - solvable;
    if unsolvable > 0 {
        remarks.push(format!(
            "Left out of shares, penalised means, comparisons, ranks and charts: {} on unsolvable instances.",
            counted(unsolvable, "run")
        ));
    }
    let planned = experiment.manifest.as_ref().map_or(0, |manifest| manifest.runs_planned);
    let missing = planned.saturating_sub(experiment.recorded as u64);
    if missing > 0 {
        remarks.push(format!("Not recorded: {} of {} planned runs.", grouped(missing), grouped(planned)));
    }
    remarks.extend(experiment.earlier_plans.remark());
    if experiment.superseded > 0 {
        remarks.push(format!("Left out (repeated later): {}.", counted(experiment.superseded, "row")));
    }
    remarks
}

/// A sentence on the runs whose counts are lost, if there are any.
pub(crate) fn lost_counts(experiment: &ExperimentData) -> Option<String> {
    (experiment.lost_counts > 0).then(|| {
        format!(
            "Counts lost: {} killed at a limit. The times are known, but not the counts.",
            counted(experiment.lost_counts, "run")
        )
    })
}

/// A sentence for each configuration with instances that only some of its repeats solved.
pub(crate) fn mixed(set: &SetRuns) -> impl Iterator<Item = String> {
    set.configurations.iter().filter_map(|configuration| {
        // Different seeds are different searches.
        let runs = configuration.runs.iter().filter(|_| configuration.seed_runs.is_empty());
        let mixed: Vec<&str> = runs.filter(|run| run.is_mixed()).map(|run| &*run.instance).collect();
        let others = mixed.len().saturating_sub(MAX_NAMED);
        let others = if others > 0 { format!(" and {} more", grouped(others as u64)) } else { String::new() };
        let names = mixed[..mixed.len().min(MAX_NAMED)].join(", ");
        (!mixed.is_empty()).then(|| {
            format!(
                "Mixed repeats: {} solved {} of {} in some repeats only. They count as unsolved: {names}{others}.",
                configuration.name,
                counted(mixed.len(), "instance"),
                set.name
            )
        })
    })
}
