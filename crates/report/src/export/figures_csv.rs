//! `figures.csv`: every figure with its interval, a row a set, configuration and measure, for other programs.

use csv::Writer;

use crate::estimates::SEED;
use crate::export::value::Value;
use crate::figures::{Figure, Figures};
use crate::stats::Method;

/// The names of the columns.
pub(crate) const HEADER: [&str; 16] = [
    "set",
    "solver",
    "measure",
    "unit",
    "n",
    "stopped",
    "left_out",
    "why",
    "mean",
    "low",
    "high",
    "method",
    "median",
    "geometric_mean",
    "resamples",
    "seed",
];

/// The figures as CSV; one that does not exist is empty.
pub(crate) fn write(figures: &Figures) -> anyhow::Result<String> {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(HEADER)?;
    for figure in &figures.rows {
        writer.write_record(row(figure, figures.resamples).map(|value| value.to_string()))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// A value a column.
pub(crate) fn row(figure: &Figure, resamples: usize) -> [Value; 16] {
    let text = |text: &str| Value::Text(text.to_owned());
    let whole = |count: u64| Value::Whole(Some(count));
    let interval = figure.mean.interval;
    let drawn = |count: u64| Value::Whole(interval.map(|_| count));
    let method = interval.map_or("", |interval| match interval.method {
        Method::Bca => "bca",
        Method::Percentile => "percentile",
        Method::StudentT => "student-t",
    });
    [
        text(&figure.set),
        text(&figure.solver),
        text(figure.measure.name),
        text(figure.measure.unit),
        whole(figure.n),
        whole(figure.stopped),
        whole(figure.left_out),
        text(&figure.why),
        Value::Real(figure.mean.value),
        Value::Real(interval.map(|interval| interval.low)),
        Value::Real(interval.map(|interval| interval.high)),
        text(method),
        Value::Real(figure.median),
        Value::Real(figure.geometric),
        drawn(resamples as u64),
        drawn(SEED),
    ]
}
