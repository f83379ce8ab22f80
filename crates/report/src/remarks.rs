//! The remarks before all tables: the number of runs, and the runs left out.

use crate::common_instances::CommonInstances;
use crate::compare_on::COVERAGE;
use crate::experiment::{ExperimentData, SetRuns};
use crate::hardest;
use crate::measure_table::MeasureTable;
use crate::number::whole;

/// The maximum number of instances that are named.
const MAX_NAMED: usize = 10;

/// The sentences, the most important first.
pub(crate) fn remarks(experiment: &ExperimentData, measures: &MeasureTable) -> Vec<String> {
    let mut remarks: Vec<String> = experiment.unread.remark().into_iter().collect();
    if experiment.recorded == 0 {
        remarks.push("No run is recorded.".to_owned());
        return remarks;
    }
    let count = |count: usize| whole(count as u64);
    let solved: usize = experiment.sets.iter().map(SetRuns::solved).sum();
    remarks.push(format!("{} of {} runs solved.", count(solved), count(experiment.runs())));
    if solved == 0 {
        remarks.push("No run solved its instance, so lengths and curves are missing.".to_owned());
    }
    if !experiment.unexplained.is_empty() {
        let unexplained = count(experiment.unexplained.len());
        remarks.push(format!(
            "{unexplained} of the recorded runs crashed or gave a wrong answer: see the unexplained outcomes."
        ));
    }
    if experiment.lost_counts > 0 {
        let lost = count(experiment.lost_counts);
        remarks.push(format!(
            "Counts lost: {lost} runs were killed at a limit. Their times are known, but not their counts."
        ));
    }
    let planned = experiment.manifest.as_ref().map_or(0, |manifest| manifest.runs_planned);
    let missing = planned.saturating_sub(experiment.recorded as u64);
    if missing > 0 {
        remarks.push(format!("Not recorded: {} of {} planned runs.", whole(missing), whole(planned)));
    }
    remarks.extend(experiment.sets.iter().flat_map(mixed));
    remarks.extend(experiment.earlier_plans.remark());
    if experiment.superseded > 0 {
        let superseded = count(experiment.superseded);
        remarks.push(format!("Left out (repeated later): {superseded} rows."));
    }
    remarks.extend(experiment.sets.iter().filter_map(not_compared));
    remarks.extend(hardest::remarks(measures));
    // These come after the remarks on the tables, since they concern times only.
    remarks.extend(experiment.manifest.iter().flat_map(|manifest| manifest.warnings.iter().cloned()));
    remarks
}

/// A sentence if no two configurations of `set` solved enough instances to be compared on common ones.
fn not_compared(set: &SetRuns) -> Option<String> {
    let compared = CommonInstances::new(set, &set.configurations).members.len();
    (set.configurations.len() > 1 && compared < 2 && set.solved() > 0).then(|| {
        format!(
            "Not compared on common instances: {}, since fewer than two configurations solved {COVERAGE} % of it (--common all \
             compares all).",
            set.name
        )
    })
}

/// A sentence for each configuration with instances that only some of its repeats solved.
fn mixed(set: &SetRuns) -> impl Iterator<Item = String> {
    set.configurations.iter().filter_map(|configuration| {
        // Different seeds are different searches.
        let runs = configuration.runs.iter().filter(|_| configuration.seed_runs.is_empty());
        let mixed: Vec<&str> = runs.filter(|run| run.is_mixed()).map(|run| &*run.instance).collect();
        let others = mixed.len().saturating_sub(MAX_NAMED);
        let others = if others > 0 { format!(" and {} more", whole(others as u64)) } else { String::new() };
        let names = mixed[..mixed.len().min(MAX_NAMED)].join(", ");
        (!mixed.is_empty()).then(|| {
            format!(
                "Mixed repeats: {} solved {} of {} in some repeats only. They count as unsolved: {names}{others}.",
                configuration.name,
                if mixed.len() == 1 {
                    "1 instance".to_owned()
                } else {
                    format!("{} instances", whole(mixed.len() as u64))
                },
                set.name
            )
        })
    })
}
