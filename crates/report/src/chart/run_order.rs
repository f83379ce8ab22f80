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
    let mut points: Vec<OrderedPoint> = order
        .runs
        .iter()
        .map(|run| OrderedPoint { row: run.row, ratio: run.ratio.into(), style: theme::style(run.configuration) })
        .collect();
    points.sort_by_key(|point| point.row);
    let groups = set.configurations.iter().filter(|one| order.runs.iter().any(|run| run.configuration == one.index));
    let runs = OrderedRuns {
        groups: groups.map(|one| (one.name.clone(), theme::style(one.index))).collect(),
        points,
        sessions: order
            .sessions
            .iter()
            .map(|session| SessionSpan { first_row: session.first_row, speeds: session.speeds })
            .collect(),
    };
    Some(run_order::draw(&runs, &set_summary(set), options))
}
