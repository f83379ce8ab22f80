//! Nodes and time of configurations that differ in their options alone.

use tilebench_plot::kinds::option_effects::{self, OptionConfiguration, OptionEffects};
use tilebench_plot::{ChartOptions, Drawing, theme};

use crate::chart::sample::subject;
use crate::common_instances::Common;
use crate::experiment::{Configuration, InstanceSet};
use crate::run::Run;

/// Fewer configurations than this are no comparison of options.
const FEWEST: usize = 3;
/// More are better read in a table.
const MOST: usize = 24;

/// Nodes and time of each configuration over the instances that all solved.
pub(super) fn draw(set: &InstanceSet, sheet: &ChartOptions) -> Option<Drawing> {
    let common = Common::of(set, members(set)?);
    if common.members.len() < FEWEST || !common.is_enough() {
        return None;
    }
    let sum = |configuration: &Configuration, value: fn(&Run) -> Option<f64>| {
        configuration.solved().filter(|run| common.contains(&run.instance)).filter_map(value).sum::<f64>()
    };
    let member = |configuration: &&Configuration| Member {
        name: configuration.name.clone(),
        style: theme::style(configuration.index),
        sums: [sum(configuration, Run::nodes), sum(configuration, Run::time)],
    };
    let worth = Worth {
        members: common.members.iter().map(member).collect(),
        instances: common.instances.len(),
        left_out: common.remark().unwrap_or_default(),
    };
    Some(worth::draw(&worth, &subject(set), sheet))
}

/// Configurations of one algorithm with one heuristic whose options or operator orders differ.
fn members(set: &InstanceSet) -> Option<Vec<&Configuration>> {
    let first = set.configurations.first()?.runs.first()?;
    let same = |run: &Run| {
        (&run.algorithm, &run.heuristic, &run.weight) == (&first.algorithm, &first.heuristic, &first.weight)
    };
    let members: Vec<&Configuration> =
        set.configurations.iter().filter(|configuration| configuration.runs.first().is_some_and(same)).collect();
    (members.len() == set.configurations.len() && (FEWEST..=MOST).contains(&members.len())).then_some(members)
}
