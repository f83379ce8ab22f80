//! Predictions compared with measurements.

use crate::experiment::ExperimentData;
use crate::iterations::{ConfigurationIterations, PredictionRatios};
use crate::number::{self, counted};
use crate::table::{ReportTable, TableBuilder};

/// A configuration's row.
struct PredictedRow<'a> {
    set: &'a str,
    solver: &'a str,
    predicted: &'a PredictionRatios,
}

const NOTES: [&str; 2] = [
    "Ratio: expanded nodes / the number predicted by Korf and others 2001, over the n full iterations. The last iteration \
     of a run is left out, since it ends at the goal or at a limit. The ratio of sums is dominated by the highest \
     thresholds; the geometric mean weights all thresholds equally.",
    "A prediction is an average over all starts with the blank in the same cell, including starts whose h0 is above the \
     threshold and which expand no node. It is dominated by the few starts with the most expansions. A recorded iteration \
     has a start whose h0 is at most the threshold and that was not solved before. Therefore ratios are above 1 at low \
     thresholds and far below 1 at high ones, even if the prediction is accurate.",
];

/// The table, if there is a prediction.
pub(crate) fn table(experiment: &ExperimentData) -> Option<ReportTable> {
    let several = experiment.sets.len() > 1;
    let (mut rows, mut notes) = (Vec::new(), NOTES.map(str::to_owned).to_vec());
    for set in &experiment.sets {
        for ConfigurationIterations { index, predicted, .. } in &set.iterations {
            let Some(configuration) = set.configurations.iter().find(|c| c.index == *index) else { continue };
            let name = &configuration.name;
            if predicted.without_expansion > 0 {
                notes.push(format!(
                    "Left out of {name} (no expansion predicted, since no sampled state has such a low value): \
                     {}.",
                    counted(predicted.without_expansion, "iteration")
                ));
            }
            if predicted.without_board > 0 {
                notes.push(format!(
                    "Left out of {name} (board not recorded): {}.",
                    counted(predicted.without_board, "run")
                ));
            }
            if predicted.ratios.n > 0 {
                rows.push(PredictedRow { set: if several { &set.name } else { "" }, solver: name, predicted });
            }
        }
    }
    let ratio = |value: f64| number::fixed(value, if value < 0.1 { 5 } else { 3 });
    let table = TableBuilder::new(&rows)
        .text_if_any("set", |row| row.set.to_owned())
        .text("solver", |row| row.solver.to_owned())
        .count("iterations (n)", |row| row.predicted.ratios.n)
        .number("mean measured", |row| Some(row.predicted.measured / row.predicted.ratios.n as f64), number::mean)
        .number("mean predicted", |row| Some(row.predicted.expected / row.predicted.ratios.n as f64), number::mean)
        .number("ratio of sums", |row| Some(row.predicted.measured / row.predicted.expected), ratio)
        .number("geometric mean ratio", |row| row.predicted.ratios.geometric_mean(), ratio)
        .number("minimum", |row| row.predicted.range.map(|(min, _)| min), ratio)
        .number("maximum", |row| row.predicted.range.map(|(_, max)| max), ratio)
        .finish("predicted", "Predicted and measured nodes", notes);
    (!rows.is_empty()).then_some(table)
}
