//! The order of the runs of a set against their times.

use tilebench_plot::kinds::run_order::{self, OrderedPoint, OrderedRuns, SessionSpan};
use tilebench_plot::{ChartOptions, Drawing, theme};

use crate::chart::data::set_summary;
use crate::experiment::SetRuns;

/// The minimum number of runs.
const MIN_RUNS: usize = 20;

/// The time per node of every run over the median of its configuration, in the order in which the runs ended.
pub(super) fn draw(set: &SetRuns, options: &ChartOptions) -> Option<Drawing> {
    let order = &set.run_order;
    if order.runs.len() < MIN_RUNS {
        return None;
    }
    let is_shown = |configuration: usize| order.runs.iter().any(|run| run.configuration == configuration);
    let groups: Vec<_> = set.configurations.iter().filter(|one| is_shown(one.index)).collect();
    let group_of = |configuration: usize| groups.iter().position(|one| one.index == configuration);
    let mut points: Vec<OrderedPoint> = order
        .runs
        .iter()
        .filter_map(|run| {
            let group = group_of(run.configuration)?;
            Some(OrderedPoint { row: run.row, ratio: run.ratio.into(), group })
        })
        .collect();
    points.sort_by_key(|point| point.row);
    let runs = OrderedRuns {
        groups: groups.iter().map(|one| (one.name.clone(), theme::style(one.index))).collect(),
        points,
        sessions: order
            .sessions
            .iter()
            .map(|session| SessionSpan { first_row: session.first_row, speeds: session.speeds })
            .collect(),
    };
    Some(run_order::draw(&runs, &set_summary(set), options))
}
