//! The tables of the heuristics.

use tilebench_record::PublishedValue;

use crate::experiment::ExperimentData;
use crate::heuristics::starts::optimal_lengths;
use crate::heuristics::{Accuracy, PublishedMeanComparison, not_compared};
use crate::number;
use crate::table::{ReportTable, TableBuilder};

/// A heuristic and a published mean of its values.
type PublishedRow<'a> = (&'a Accuracy, &'a PublishedMeanComparison);

/// The tables, in reading order.
pub(crate) fn report_tables(experiment: &ExperimentData, rows: &[Accuracy]) -> Vec<ReportTable> {
    if rows.is_empty() {
        return Vec::new();
    }
    let mut tables = vec![estimates(experiment, rows)];
    tables.extend(published(experiment, rows));
    tables
}

/// One small table for a terminal.
pub(crate) fn terminal(rows: &[Accuracy]) -> ReportTable {
    let verdicts = |row: &Accuracy| -> String {
        row.published
            .iter()
            .map(PublishedMeanComparison::verdict)
            .filter(|verdict| !verdict.is_empty())
            .collect::<Vec<_>>()
            .join(", ")
    };
    named(rows)
        .count("instances", |row| row.boards)
        .number("mean h0", |row| row.mean, mean)
        .number("standard error", |row| row.error, mean)
        .number("mean error", |row| row.short_by, |value| number::signed(value, 2))
        .count_if_any("above optimal", |row| row.overestimates)
        .text_if_any("published", verdicts)
        .finish("terminal-heuristics", "", Vec::new())
}

/// A table whose first columns are the set, if there are several, and the heuristic.
fn named(rows: &[Accuracy]) -> TableBuilder<'_, Accuracy> {
    let several = several(rows);
    TableBuilder::new(rows)
        .text_when(several, "set", |row| row.set.clone())
        .text("heuristic", |row| row.heuristic.clone())
}

fn several(rows: &[Accuracy]) -> bool {
    rows.iter().any(|row| row.set != rows[0].set)
}

fn mean(value: f64) -> String {
    number::fixed(value, 3)
}

fn estimates(experiment: &ExperimentData, rows: &[Accuracy]) -> ReportTable {
    named(rows)
        .count("instances (n)", |row| row.boards)
        .number("mean h0", |row| row.mean, mean)
        .number("standard error", |row| row.error, mean)
        .number("min h0", |row| row.min, number::short)
        .number("max h0", |row| row.max, number::short)
        .count("optimal known (n)", |row| row.known)
        .number("mean optimal", |row| row.optimal_mean, |value| number::fixed(value, 2))
        .number("mean error", |row| row.short_by, |value| number::signed(value, 2))
        .number("correlation", |row| row.correlation, |value| number::signed(value, 3))
        .number("above optimal", |row| (row.known > 0).then_some(row.overestimates as f64), |n| number::fixed(n, 0))
        .finish("heuristics", "Heuristics", notes(experiment))
}

fn notes(experiment: &ExperimentData) -> Vec<String> {
    let mut notes = vec![
        "h0 is the heuristic value of the start; it is also known for stopped runs. An instance counts once, regardless of the number of \
         runs on it. Standard error: that of the mean, the standard deviation divided by the square root of n."
            .to_owned(),
        "Mean optimal, mean error (optimal length - h0), correlation (Pearson's, of h0 and optimal length) and above \
         optimal (the number of instances with h0 above the optimal length) are over the instances whose optimal length \
         is known: given with the instance, or proved by any run."
            .to_owned(),
    ];
    for set in &experiment.sets {
        for estimates in set.estimates.iter().filter(|estimates| estimates.disputed > 0) {
            let disputed = number::counted(estimates.disputed, "instance");
            notes.push(format!(
                "{}: runs recorded different values of h0 for {disputed} of {}; the first run counts.",
                estimates.name, set.name
            ));
        }
        let contradicted = optimal_lengths(set).contradicted;
        if contradicted > 0 {
            notes.push(format!(
                "Contradictory optimal lengths of {} of {}: a given or a proved length is wrong.",
                number::counted(contradicted, "instance"),
                set.name
            ));
        }
    }
    notes
}

/// The means next to the published ones, if there are any.
fn published(experiment: &ExperimentData, rows: &[Accuracy]) -> Option<ReportTable> {
    let published_rows: Vec<PublishedRow<'_>> =
        rows.iter().flat_map(|row| row.published.iter().map(move |published| (row, published))).collect();
    let left: Vec<String> = not_compared(experiment).into_iter().map(not_compared_with).collect();
    if published_rows.is_empty() && left.is_empty() {
        return None;
    }
    let several = several(rows);
    let mut notes = vec![
        "Difference: mean h0 - published mean, in standard errors of that difference (the square root of the sum of both \
         squared standard errors). The standard error of the published mean is estimated from our standard deviation and \
         its number of instances. Verdict: agrees up to 3, differs above."
            .to_owned(),
    ];
    notes.extend(left);
    let table = TableBuilder::new(&published_rows)
        .text_when(several, "set", |(row, _)| row.set.clone())
        .text("heuristic", |(row, _)| row.heuristic.clone())
        .count("instances (n)", |(row, _)| row.boards)
        .number("mean h0", |(row, _)| row.mean, mean)
        .number("standard error", |(row, _)| row.error, mean)
        .number("published mean", |(_, published)| Some(published.value), |value| value.to_string())
        .count("published n", |(_, published)| published.sample)
        .number("difference", |(_, published)| published.apart, |value| number::signed(value, 1))
        .text("verdict", |(_, published)| published.verdict().to_owned())
        .text("source", |(_, published)| published.source.clone())
        .finish("published", "Mean h0 and published means", notes);
    Some(table)
}

fn not_compared_with(figure: &PublishedValue) -> String {
    let PublishedValue { set, heuristic, quantity, value, source, .. } = figure;
    format!("Not compared, since no run here corresponds to it: {quantity} {value} of {heuristic} on {set} ({source}).")
}
