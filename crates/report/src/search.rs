//! Figures that only a search has: its effective branching factor, how its iterations grow, and on how few instances its
//! means hang.

use std::collections::BTreeMap;

use crate::estimates::{self, IntervalEstimate};
use crate::experiment::ExperimentData;
use crate::iterations::ConfigurationIterations;
use crate::measure_statistics::{HARDEST, MeasureStatistics};
use crate::measure_table::MeasureTable;
use crate::metric::{GENERATED, TIME, branching_factor};
use crate::number;
use crate::table::{ReportTable, TableBuilder};

/// A configuration's row.
struct SearchRow<'a> {
    set: &'a str,
    solver: &'a str,
    /// The branching factor of each solved run that has one.
    factors: Vec<f64>,
    /// Their mean.
    branching: IntervalEstimate,
    nodes: Option<&'a MeasureStatistics>,
    time: Option<&'a MeasureStatistics>,
    iterations: Option<&'a ConfigurationIterations>,
}

/// The table of these figures, if a configuration has any of them.
pub(crate) fn table(experiment: &ExperimentData, figures: &MeasureTable) -> Option<ReportTable> {
    let several = experiment.sets.len() > 1;
    let mut rows = Vec::new();
    for set in &experiment.sets {
        let iterations: BTreeMap<usize, &ConfigurationIterations> =
            set.iterations.iter().map(|found| (found.index, found)).collect();
        for configuration in &set.configurations {
            let factors =
                configuration.solved().filter_map(|run| branching_factor(run.generated?, run.length?)).collect();
            rows.push(SearchRow {
                set: if several { &set.name } else { "" },
                solver: &configuration.name,
                factors,
                branching: IntervalEstimate::default(),
                nodes: figures.find(&set.name, &configuration.name, &GENERATED),
                time: figures.find(&set.name, &configuration.name, &TIME),
                iterations: iterations.get(&configuration.index).copied(),
            });
        }
    }
    let factors: Vec<Vec<f64>> = rows.iter().map(|row| row.factors.clone()).collect();
    for (row, mean) in rows.iter_mut().zip(estimates::means(&factors)) {
        row.branching = mean;
    }
    let has_figure = |row: &SearchRow<'_>| {
        !row.factors.is_empty() || row.nodes.is_some_and(|nodes| nodes.hardest.is_some()) || row.iterations.is_some()
    };
    let any_iterations = rows.iter().any(|row| row.iterations.is_some());
    let is_any = rows.iter().any(has_figure);
    let percent = |share: f64| format!("{} %", number::fixed(100.0 * share, 1));
    let ratio = |value: f64| number::fixed(value, 2);
    let table = TableBuilder::new(&rows)
        .text_if_any("set", |row| row.set.to_owned())
        .text("solver", |row| row.solver.to_owned())
        .count("solved (n)", |row| row.factors.len() as u64)
        .estimate("effective branching factor", |row| row.branching, |value| number::fixed(value, 4))
        .count("searched (n)", |row| row.time.map_or(0, |time| time.n))
        .number("nodes of the five hardest", |row| row.nodes?.hardest, percent)
        .number("time of the five hardest", |row| row.time?.hardest, percent)
        .count_if_any("iterating (n)", |row| row.iterations.map_or(0, |found| found.runs))
        .number_if_any(
            "mean iterations",
            |row| row.iterations.map(ConfigurationIterations::mean_count),
            |value| number::fixed(value, 1),
        )
        .number_if_any("growth", |row| row.iterations.and_then(|found| found.growth.all.geometric_mean()), ratio)
        .number_if_any("median growth", |row| row.iterations.and_then(|found| found.growth.median()), ratio)
        .number_if_any("last growth", |row| row.iterations.and_then(|found| found.growth.last.geometric_mean()), ratio)
        .number_if_any(
            "nodes of the last iteration",
            |row| row.iterations.and_then(ConfigurationIterations::mean_last_share),
            percent,
        )
        .finish("search", "Search", notes(any_iterations));
    is_any.then_some(table)
}

impl ConfigurationIterations {
    /// The mean number of iterations of a run, the last included.
    fn mean_count(&self) -> f64 {
        self.count as f64 / self.runs.max(1) as f64
    }

    /// The mean share of a solved run's nodes that its last iteration generated.
    fn mean_last_share(&self) -> Option<f64> {
        let (sum, n) = self.last_share;
        (n > 0).then(|| sum / n as f64)
    }
}

fn notes(any_iterations: bool) -> Vec<String> {
    let mut notes = vec![
        "The effective branching factor b of a solved run is that of the uniform tree as deep as its solution is long that \
         has as many nodes as were generated: generated = 1 + b + ... + b^length. Mean over the n solved runs with a move, \
         95 % interval over these instances as in the table of every figure."
            .to_owned(),
        format!(
            "The {HARDEST} hardest are those with the most nodes, and with the most time: their share of the sum over the n \
             runs that searched, stopped ones counted up to where they were stopped. Told above {HARDEST} runs. A mean of \
             which few instances make the most says little of the others."
        ),
    ];
    if any_iterations {
        notes.push(
            "Growth is the nodes generated in an iteration over those in the one before: geometric mean and median over all \
             pairs of full iterations, and the geometric mean over runs of the last such pair. The last iteration of a run \
             ends at the goal or at a limit, so it is no full one; its share is over the solved runs. Medians have three \
             digits."
                .to_owned(),
        );
    }
    notes
}
