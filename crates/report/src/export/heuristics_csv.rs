//! `heuristics.csv`: every figure of every heuristic, for other programs.

use csv::Writer;

use crate::heuristics::{Accuracy, Comparison};

const HEADER: [&str; 17] = [
    "set",
    "heuristic",
    "boards",
    "h0_mean",
    "h0_standard_error",
    "h0_min",
    "h0_max",
    "optimal_n",
    "optimal_mean",
    "error_mean",
    "correlation",
    "overestimates",
    "published_mean",
    "published_boards",
    "published_difference",
    "published_verdict",
    "published_source",
];

/// A row a set and heuristic as CSV, or one a published mean where there are several; a figure that
/// does not exist is empty.
pub(crate) fn write(rows: &[Accuracy]) -> anyhow::Result<String> {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(HEADER)?;
    for row in rows {
        if row.published.is_empty() {
            writer.write_record(cells(row, None))?;
        }
        for published in &row.published {
            writer.write_record(cells(row, Some(published)))?;
        }
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

fn cells(row: &Accuracy, published: Option<&Comparison>) -> [String; HEADER.len()] {
    let real = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    [
        row.set.clone(),
        row.heuristic.clone(),
        row.boards.to_string(),
        real(row.mean),
        real(row.error),
        real(row.least),
        real(row.most),
        row.known.to_string(),
        real(row.optimal_mean),
        real(row.short_by),
        real(row.correlation),
        row.overestimates.to_string(),
        real(published.map(|published| published.value)),
        published.map(|published| published.sample.to_string()).unwrap_or_default(),
        real(published.and_then(|published| published.apart)),
        published.map(Comparison::verdict).unwrap_or_default().to_owned(),
        published.map(|published| published.source.clone()).unwrap_or_default(),
    ]
}
