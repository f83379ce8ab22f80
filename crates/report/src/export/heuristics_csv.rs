//! `heuristics.csv`: the accuracy of every heuristic, for other programs.

use csv::Writer;
use tilebench_record::Column;
use tilebench_sanitize::csv_cell::escape_cell;

use crate::heuristics::{Accuracy, PublishedMeanComparison};
use crate::number;

/// The columns.
pub(crate) const COLUMNS: [Column; 17] = [
    Column::text("set", "Instance set."),
    Column::text("heuristic", "Heuristic."),
    Column::integer("boards", "instances", "Instances with a heuristic value of the start."),
    Column::real("h0_mean", "of the cost model", "Mean heuristic value of the start.").empty("boards is 0"),
    Column::real("h0_standard_error", "of the cost model", "Standard error of this mean.")
        .empty("there are fewer than two instances"),
    Column::real("h0_min", "of the cost model", "Minimum heuristic value of a start.").empty("boards is 0"),
    Column::real("h0_max", "of the cost model", "Maximum heuristic value of a start.").empty("boards is 0"),
    Column::integer("optimal_n", "instances", "Instances whose least cost is known, too."),
    Column::real("optimal_mean", "of the cost model", "Mean least cost of these.").empty(UNKNOWN),
    Column::real("error_mean", "of the cost model", "Mean of least cost - heuristic value.").empty(UNKNOWN),
    Column::real("correlation", "", "Correlation of least cost and heuristic value.")
        .empty("optimal_n is too small, or one of the two is constant"),
    Column::integer("overestimates", "instances", "Instances with a heuristic value above the least cost."),
    Column::real("published_mean", "moves", "Published mean for comparison.").empty(UNPUBLISHED),
    Column::integer("published_boards", "instances", "Instances of the published mean.").empty(UNPUBLISHED),
    Column::real("published_difference", "standard errors", "Difference of the two means.").empty(UNPUBLISHED),
    Column::text("published_verdict", "Whether the two means agree.").empty(UNPUBLISHED),
    Column::text("published_source", "Publication of the mean.").empty(UNPUBLISHED),
];

const UNKNOWN: &str = "optimal_n is 0";
const UNPUBLISHED: &str = "no mean is published";

/// CSV with one row per set and heuristic, or one per published mean if there are several. Missing values are empty.
pub(crate) fn write(rows: &[Accuracy]) -> anyhow::Result<String> {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS.map(|column| column.name))?;
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

fn cells(row: &Accuracy, published: Option<&PublishedMeanComparison>) -> [String; COLUMNS.len()] {
    let real = |value: Option<f64>| value.map(number::plain).unwrap_or_default();
    let text = |text: &str| escape_cell(text).into_owned();
    [
        text(&row.set),
        text(&row.heuristic),
        row.boards.to_string(),
        real(row.mean),
        real(row.error),
        real(row.min),
        real(row.max),
        row.known.to_string(),
        real(row.optimal_mean),
        real(row.short_by),
        real(row.correlation),
        row.overestimates.to_string(),
        real(published.map(|published| published.value)),
        published.map(|published| published.sample.to_string()).unwrap_or_default(),
        real(published.and_then(|published| published.apart)),
        published.map(PublishedMeanComparison::verdict).unwrap_or_default().to_owned(),
        published.map(|published| text(&published.source)).unwrap_or_default(),
    ]
}
