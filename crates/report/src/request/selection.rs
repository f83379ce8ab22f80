//! Notes on a filter: runs that count but are not shown, and configurations with different instances.

use std::collections::BTreeSet;

use crate::experiment::{ConfigurationRuns, ExperimentData, SetRuns};
use crate::number::{counted, grouped};
use crate::run::ReportRun;

/// The number of runs that are shown.
pub(super) fn shown(experiment: &ExperimentData) -> usize {
    configurations(experiment).map(|configuration| shown_of(configuration).count()).sum()
}

/// Removes the runs that are not shown, for charts without a count of them, and returns a sentence with their number.
pub(super) fn drop_outside(experiment: &mut ExperimentData) -> Option<String> {
    let all: usize = configurations(experiment).map(|configuration| configuration.runs.len()).sum();
    let dropped = all - shown(experiment);
    for configuration in experiment.sets.iter_mut().flat_map(|set| &mut set.configurations) {
        configuration.runs.retain(|run| !run.is_outside);
        configuration.seed_runs.retain(|run| !run.is_outside);
    }
    for set in &mut experiment.sets {
        set.configurations.retain(|configuration| !configuration.runs.is_empty());
    }
    experiment.sets.retain(|set| !set.configurations.is_empty());
    let dropped = (dropped > 0).then(|| counted(dropped, "run"));
    dropped.map(|runs| format!("The condition on outcomes excludes {runs}, which this chart does not count."))
}

/// Notes on the runs that a filter selects.
pub(super) fn remarks(experiment: &ExperimentData) -> Vec<String> {
    let mut remarks = Vec::new();
    let all: usize = configurations(experiment).map(|configuration| configuration.runs.len()).sum();
    let shown = shown(experiment);
    if shown < all {
        let [shown, all] = [shown, all].map(|count| grouped(count as u64));
        remarks.push(format!(
            "The condition on outcomes holds for {shown} of {all} runs. The others remain in n and count as not solved."
        ));
    }
    remarks.extend(experiment.sets.iter().filter_map(different));
    remarks
}

/// A warning if the configurations of `set` are shown with different instances.
fn different(set: &SetRuns) -> Option<String> {
    let instances = |configuration: &ConfigurationRuns| -> BTreeSet<_> {
        shown_of(configuration).map(|run| run.instance.clone()).collect()
    };
    let all: Vec<BTreeSet<_>> = set.configurations.iter().map(instances).collect();
    let differ = all.windows(2).any(|pair| pair[0] != pair[1]);
    let counts = all.iter().map(BTreeSet::len);
    let [fewest, most] = [counts.clone().min()?, counts.max()?].map(|count| grouped(count as u64));
    let many = if fewest == most { format!("{most} each") } else { format!("{fewest} to {most}") };
    differ.then(|| {
        format!(
            "The configurations are shown with different instances of {} ({many}): compare shares of n, but not means, medians \
             or boxes.",
            set.name
        )
    })
}

fn configurations(experiment: &ExperimentData) -> impl Iterator<Item = &ConfigurationRuns> {
    experiment.sets.iter().flat_map(|set| &set.configurations)
}

fn shown_of(configuration: &ConfigurationRuns) -> impl Iterator<Item = &ReportRun> {
    configuration.runs.iter().filter(|run| !run.is_outside)
}
