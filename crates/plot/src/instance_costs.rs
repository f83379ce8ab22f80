//! The cost of every group on every instance.

use std::collections::BTreeMap;

use crate::chart_data::{RunGroup, SampleRun};
use crate::variable::Variable;

/// The cost of an instance for each group: none if it was not attempted or has no value, infinite if it was not solved.
pub(crate) type Costs = Vec<Option<f64>>;

/// The costs of each instance for `groups` in the first variable, `variable`, and the number of solved runs without a value.
/// Runs that a filter on outcomes excludes count as not solved.
pub(crate) fn instance_costs(groups: &[&RunGroup], variable: &Variable) -> (BTreeMap<usize, Costs>, usize) {
    let mut instances: BTreeMap<usize, Costs> = BTreeMap::new();
    let mut missing = 0;
    for (place, group) in groups.iter().enumerate() {
        let shown = group.runs.iter().map(|run| (run, run.solved));
        let runs = shown.chain(group.filtered_out.iter().map(|run| (run, false)));
        for (run, solved) in runs.filter(|(run, _)| run.is_attempt) {
            let costs = instances.entry(run.instance).or_insert_with(|| vec![None; groups.len()]);
            costs[place] = match run.values[0] {
                _ if !solved => Some(f64::INFINITY),
                Some(value) => Some(variable.at_least_resolution(value)),
                None => {
                    missing += 1;
                    None
                }
            };
        }
    }
    (instances, missing)
}

/// Whether a solved run of `groups` has the count 0, of which no logarithm exists.
pub(crate) fn has_zeros(groups: &[&RunGroup], variable: &Variable) -> bool {
    let runs = groups.iter().flat_map(|group| &group.runs).filter(|run| run.solved);
    let mut values = runs.filter_map(|run| run.values[0]).map(|value| variable.at_least_resolution(value));
    variable.is_log() && values.any(|value| value <= 0.0)
}

/// Refuses groups with several runs on an instance.
pub(crate) fn check_single_runs(groups: &[&RunGroup]) -> Result<(), String> {
    for group in groups {
        let mut instances: Vec<usize> = group.runs.iter().chain(&group.filtered_out).map(instance).collect();
        instances.sort_unstable();
        if instances.windows(2).any(|two| two[0] == two[1]) {
            return Err(format!("it requires one run per instance, but '{}' has several: group by solver", group.name));
        }
    }
    Ok(())
}

fn instance(run: &SampleRun) -> usize {
    run.instance
}
