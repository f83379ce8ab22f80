//! The quality of solutions over time, by configuration.

use tilebench_plot::kinds::{quality, targets};
use tilebench_plot::{ChartOptions, Drawing};

use crate::chart::data::set_summary;
use crate::experiment::SetRuns;

/// Mean quality and shares of instances by time.
pub(super) fn time(set: &SetRuns, options: &ChartOptions) -> Option<Drawing> {
    quality::draw(&set.histories, end(set), &set_summary(set), options)
}

/// The share of targets reached by time.
pub(super) fn targets_by_time(set: &SetRuns, options: &ChartOptions) -> Option<Drawing> {
    targets::by_time(&set.histories, end(set), &set_summary(set), options)
}

/// The share of targets reached by nodes expanded.
pub(super) fn targets_by_nodes(set: &SetRuns, options: &ChartOptions) -> Option<Drawing> {
    targets::by_nodes(&set.histories, &set_summary(set), options)
}

/// The longest time of a run, in seconds.
fn end(set: &SetRuns) -> f64 {
    set.configurations.iter().flat_map(|one| &one.runs).map(|run| run.wall_s).fold(0.0, f64::max)
}
