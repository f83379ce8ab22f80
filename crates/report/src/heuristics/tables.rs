//! The tables of the heuristics.

use tilebench_record::PublishedValue;

use crate::experiment::Experiment;
use crate::heuristics::starts::known;
use crate::heuristics::{Accuracy, Comparison, not_compared};
use crate::number;
use crate::table::{Builder, Table};

/// A heuristic and a published mean of it.
type Beside<'a> = (&'a Accuracy, &'a Comparison);

/// The tables for people, in the order of reading.
pub(crate) fn of(experiment: &Experiment, rows: &[Accuracy]) -> Vec<Table> {
    if rows.is_empty() {
        return Vec::new();
    }
    let mut tables = vec![estimates(experiment, rows)];
    tables.extend(published(experiment, rows));
    tables
}

/// One small table for a terminal.
pub(crate) fn terminal(rows: &[Accuracy]) -> Table {
    let verdicts = |row: &Accuracy| -> String {
        row.published
            .iter()
            .map(Comparison::verdict)
            .filter(|verdict| !verdict.is_empty())
            .collect::<Vec<_>>()
            .join(", ")
    };
    named(rows)
        .count("boards", |row| row.boards)
        .number("mean h0", |row| row.mean, mean)
        .number("standard error", |row| row.error, mean)
        .number("mean error", |row| row.short_by, |value| number::signed(value, 2))
        .count_if_any("above optimal", |row| row.overestimates)
        .text_if_any("published", verdicts)
        .finish("terminal-heuristics", "", Vec::new())
}

/// A table whose first columns are the set, if there are several, and the heuristic.
fn named(rows: &[Accuracy]) -> Builder<'_, Accuracy> {
    let several = several(rows);
    Builder::new(rows)
        .text_if_any("set", |row| if several { row.set.clone() } else { String::new() })
        .text("heuristic", |row| row.heuristic.clone())
}

fn several(rows: &[Accuracy]) -> bool {
    rows.iter().any(|row| row.set != rows[0].set)
}

fn mean(value: f64) -> String {
    number::fixed(value, 3)
}

fn estimates(experiment: &Experiment, rows: &[Accuracy]) -> Table {
    named(rows)
        .count("boards (n)", |row| row.boards)
        .number("mean h0", |row| row.mean, mean)
        .number("standard error", |row| row.error, mean)
        .number("min h0", |row| row.least, number::short)
        .number("max h0", |row| row.most, number::short)
        .count("optimal known (n)", |row| row.known)
        .number("mean optimal", |row| row.optimal_mean, |value| number::fixed(value, 2))
        .number("mean error", |row| row.short_by, |value| number::signed(value, 2))
        .number("correlation", |row| row.correlation, |value| number::signed(value, 3))
        .number("above optimal", |row| (row.known > 0).then_some(row.overestimates as f64), |n| number::fixed(n, 0))
        .finish("heuristics", "Heuristics", notes(experiment))
}

fn notes(experiment: &Experiment) -> Vec<String> {
    let mut notes = vec![
        "h0 is a heuristic's value of the start, known of stopped runs too. A board counts once, whatever ran on it. \
         The standard error is that of the mean: the standard deviation over the root of n."
            .to_owned(),
        "Mean optimal, mean error (optimal length less h0), Pearson's correlation of h0 with the optimal length, and \
         how often h0 is above optimal are over the boards whose optimal length is known: told with the instance, or \
         proved by any run on it."
            .to_owned(),
    ];
    for set in &experiment.sets {
        for estimates in set.estimates.iter().filter(|estimates| estimates.disputed > 0) {
            let disputed = number::whole(estimates.disputed);
            notes.push(format!(
                "Runs disagree on what {} says of {disputed} boards of {}; the first run counts.",
                estimates.name, set.name
            ));
        }
        let contradicted = known(set).contradicted;
        if contradicted > 0 {
            notes.push(format!(
                "Of {} instances of {} two different optimal lengths are claimed: one told or proved is wrong.",
                number::whole(contradicted as u64),
                set.name
            ));
        }
    }
    notes
}

/// The means with the published ones, if there are any.
fn published(experiment: &Experiment, rows: &[Accuracy]) -> Option<Table> {
    let beside: Vec<Beside<'_>> =
        rows.iter().flat_map(|row| row.published.iter().map(move |published| (row, published))).collect();
    let left: Vec<String> = not_compared(experiment).into_iter().map(not_compared_with).collect();
    if beside.is_empty() && left.is_empty() {
        return None;
    }
    let several = several(rows);
    let mut notes = vec![
        "Difference: mean h0 less the published mean, in standard errors of that difference, the root of the sum of \
         the squares of both standard errors; the published one is estimated by our own standard deviation over the \
         root of its boards. Up to 3 agrees, more differs."
            .to_owned(),
    ];
    notes.extend(left);
    let table = Builder::new(&beside)
        .text_if_any("set", |(row, _)| if several { row.set.clone() } else { String::new() })
        .text("heuristic", |(row, _)| row.heuristic.clone())
        .count("boards (n)", |(row, _)| row.boards)
        .number("mean h0", |(row, _)| row.mean, mean)
        .number("standard error", |(row, _)| row.error, mean)
        .number("published mean", |(_, published)| Some(published.value), |value| value.to_string())
        .count("its boards", |(_, published)| published.sample)
        .number("difference", |(_, published)| published.apart, |value| number::signed(value, 1))
        .text("verdict", |(_, published)| published.verdict().to_owned())
        .text("source", |(_, published)| published.source.clone())
        .finish("published", "Mean h0 beside published means", notes);
    Some(table)
}

fn not_compared_with(figure: &PublishedValue) -> String {
    let PublishedValue { set, heuristic, quantity, value, source, .. } = figure;
    format!("Not compared, for nothing here is its like: {quantity} {value} of {heuristic} on {set} ({source}).")
}
