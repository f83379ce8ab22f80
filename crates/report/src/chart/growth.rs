//! The growth of solutions with the board size, by configuration.

use std::collections::BTreeMap;

use tilebench_plot::kinds::growth::{self, SolutionGrowth};
use tilebench_plot::{ChartOptions, Drawing, theme};

use crate::experiment::{ConfigurationRuns, ExperimentData, SetRuns};
use crate::stats::mean;

/// Moves over n^3 against n, for configurations that solved every instance of several square sizes.
pub(super) fn draw(experiment: &ExperimentData, options: &ChartOptions) -> Option<Drawing> {
    let mut configurations: BTreeMap<usize, (&str, BTreeMap<u32, Vec<f64>>)> = BTreeMap::new();
    for configuration in experiment.sets.iter().flat_map(|set| &set.configurations) {
        let Some((side, lengths)) = lengths(configuration) else { continue };
        let (_, sides) =
            configurations.entry(configuration.index).or_insert_with(|| (&configuration.name, BTreeMap::new()));
        sides.entry(side).or_default().extend(lengths);
    }
    let growth = |(index, (name, sides)): (usize, (&str, BTreeMap<u32, Vec<f64>>))| SolutionGrowth {
        name: name.to_owned(),
        style: theme::style(index),
        sides: sides.iter().map(|(&side, lengths)| (side, over_cube(side, lengths))).collect(),
    };
    let growths: Vec<SolutionGrowth> = configurations.into_iter().map(growth).collect();
    growth::draw(&growths, experiment.sets.iter().map(SetRuns::instances).sum(), options)
}

/// The side of the boards of a configuration and the length of each solution; none unless all boards are squares of one
/// size and solved.
fn lengths(configuration: &ConfigurationRuns) -> Option<(u32, Vec<f64>)> {
    let side = configuration.runs.first()?.rows;
    if configuration.runs.iter().any(|run| (run.rows, run.cols) != (side, side)) {
        return None;
    }
    let lengths: Option<Vec<f64>> = configuration.runs.iter().map(|run| run.length.map(f64::from)).collect();
    Some((side?, lengths?))
}

/// The mean and the maximum of `lengths` over the cube of the side.
fn over_cube(side: u32, lengths: &[f64]) -> (f64, f64) {
    let cube = f64::from(side).powi(3);
    let max = lengths.iter().copied().fold(0.0, f64::max);
    (mean(lengths).unwrap_or_default() / cube, max / cube)
}
