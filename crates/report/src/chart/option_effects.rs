//! Nodes and time of configurations that differ only in their options.

use tilebench_plot::kinds::option_effects::{self, OptionConfiguration, OptionEffects};
use tilebench_plot::{ChartOptions, Drawing, theme};

use crate::chart::data::set_summary;
use crate::common_instances::CommonInstances;
use crate::experiment::{ConfigurationRuns, SetRuns};
use crate::run::ReportRun;

/// The minimum number of configurations.
const MIN_CONFIGURATIONS: usize = 3;
/// The maximum number of configurations.
const MAX_CONFIGURATIONS: usize = 24;

/// Nodes and time of each configuration over the instances that all solved.
pub(super) fn draw(set: &SetRuns, options: &ChartOptions) -> Option<Drawing> {
    let common = CommonInstances::new(set, members(set)?);
    if common.members.len() < MIN_CONFIGURATIONS || !common.is_enough() {
        return None;
    }
    let sum = |configuration: &ConfigurationRuns, value: fn(&ReportRun) -> Option<f64>| {
        configuration.solved().filter(|run| common.contains(&run.instance)).map(value).sum::<Option<f64>>()
    };
    // Sums over a part of the instances would not be comparable.
    let member = |configuration: &&ConfigurationRuns| {
        Some(OptionConfiguration {
            name: configuration.name.clone(),
            style: theme::style(configuration.index),
            sums: [sum(configuration, ReportRun::nodes)?, sum(configuration, ReportRun::time)?],
        })
    };
    let effects = OptionEffects {
        configurations: common.members.iter().map(member).collect::<Option<_>>()?,
        instances: common.instances.len(),
        left_out: common.remark().unwrap_or_default(),
    };
    Some(option_effects::draw(&effects, &set_summary(set), options))
}

/// Configurations of one algorithm with one heuristic whose options or operator orders differ.
fn members(set: &SetRuns) -> Option<Vec<&ConfigurationRuns>> {
    let first = set.configurations.first()?.runs.first()?;
    let same = |run: &ReportRun| {
        (&run.algorithm, &run.heuristic, &run.weight) == (&first.algorithm, &first.heuristic, &first.weight)
    };
    let members: Vec<&ConfigurationRuns> =
        set.configurations.iter().filter(|configuration| configuration.runs.first().is_some_and(same)).collect();
    (members.len() == set.configurations.len() && (MIN_CONFIGURATIONS..=MAX_CONFIGURATIONS).contains(&members.len()))
        .then_some(members)
}
