//! Predictions compared with measurements.

use crate::experiment::Experiment;
use crate::iterations::{Iterations, Predicted};
use crate::number;
use crate::table::{Builder, Table};

/// A configuration's row.
struct Row<'a> {
    set: &'a str,
    solver: &'a str,
    predicted: &'a Predicted,
}

const NOTES: [&str; 2] = [
    "Nodes expanded over those that Korf and others 2001 predict, over the n full iterations; the last iteration \
     of a run ends at the goal or at a limit and is left out. The ratio of sums hangs on the highest thresholds, the \
     geometric mean on all alike.",
    "A prediction is an average over all starts with the blank in the same cell, even those whose h0 is above the \
     threshold and which expand nothing, and hangs on the few that expand most. An iteration is made only from a start \
     whose h0 is at most its threshold and that is not solved yet: ratios are above 1 at low thresholds and far below it at \
     high ones, however good the prediction is.",
];

/// The table, if there is a prediction.
pub(crate) fn table(experiment: &Experiment) -> Option<Table> {
    let several = experiment.sets.len() > 1;
    let (mut rows, mut notes) = (Vec::new(), NOTES.map(str::to_owned).to_vec());
    for set in &experiment.sets {
        for Iterations { index, predicted, .. } in &set.iterations {
            let Some(configuration) = set.configurations.iter().find(|c| c.index == *index) else { continue };
            let name = &configuration.name;
            if predicted.nothing > 0 {
                let nothing = number::whole(predicted.nothing);
                notes.push(format!(
                    "Left out of {name}: {nothing} iterations predicted to expand nothing, for no sampled board has so low \
                     a value."
                ));
            }
            if predicted.without_board > 0 {
                let runs = number::whole(predicted.without_board);
                notes.push(format!(
                    "Left out of {name}: {runs} runs whose board is not recorded, so that their blank is not known."
                ));
            }
            if predicted.ratios.n > 0 {
                rows.push(Row { set: if several { &set.name } else { "" }, solver: name, predicted });
            }
        }
    }
    let ratio = |value: f64| number::fixed(value, if value < 0.1 { 5 } else { 3 });
    let table = Builder::new(&rows)
        .text_if_any("set", |row| row.set.to_owned())
        .text("solver", |row| row.solver.to_owned())
        .count("iterations (n)", |row| row.predicted.ratios.n)
        .number("mean measured", |row| Some(row.predicted.measured / row.predicted.ratios.n as f64), number::mean)
        .number("mean predicted", |row| Some(row.predicted.expected / row.predicted.ratios.n as f64), number::mean)
        .number("ratio of sums", |row| Some(row.predicted.measured / row.predicted.expected), ratio)
        .number("geometric mean ratio", |row| row.predicted.ratios.geometric_mean(), ratio)
        .number("least", |row| row.predicted.range.map(|(least, _)| least), ratio)
        .number("greatest", |row| row.predicted.range.map(|(_, greatest)| greatest), ratio)
        .finish("predicted", "Predicted and measured", notes);
    (!rows.is_empty()).then_some(table)
}
