//! The iterations of iterative deepening, by configuration.

use tilebench_plot::kinds::iterations::{self, IterationSeries, ThresholdMeans};
use tilebench_plot::{ChartOptions, Drawing, theme};

use crate::chart::data::set_summary;
use crate::experiment::SetRuns;

/// Nodes expanded by each full iteration against its threshold.
pub(super) fn draw(set: &SetRuns, options: &ChartOptions) -> Option<Drawing> {
    let configurations: Vec<IterationSeries> = set.iterations.iter().map(|found| iterations(set, found)).collect();
    iterations::draw(&configurations, &set_summary(set), options)
}

fn iterations(set: &SetRuns, found: &crate::iterations::ConfigurationIterations) -> IterationSeries {
    let name = set.configurations.iter().find(|one| one.index == found.index).map(|one| one.name.clone());
    let level = |(&threshold, level): (&u32, &crate::iterations::ThresholdIterations)| {
        let is_predicted = level.predicted_n > 0 && level.predicted_n == level.n && level.predicted >= 1.0;
        ThresholdMeans {
            threshold,
            n: level.n,
            mean: level.expanded as f64 / level.n.max(1) as f64,
            predicted: is_predicted.then(|| level.predicted / level.n as f64),
        }
    };
    IterationSeries {
        name: name.unwrap_or_default(),
        style: theme::style(found.index),
        runs: found.runs,
        levels: found.levels.iter().map(level).collect(),
        lines: found.lines.clone(),
        has_predictions: found.levels.values().any(|level| level.predicted_n > 0),
    }
}
