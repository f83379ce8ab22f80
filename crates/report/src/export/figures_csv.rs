//! `figures.csv`: every figure with its interval, a row a set, configuration and measure, for other programs.

use csv::Writer;

use crate::estimates::SEED;
use crate::figures::{Figure, Figures};
use crate::stats::Method;

const HEADER: [&str; 16] = [
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
        writer.write_record(row(figure, figures.resamples))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

fn row(figure: &Figure, resamples: usize) -> [String; 16] {
    let real = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    let interval = figure.mean.interval;
    let drawn = |text: String| interval.map(|_| text).unwrap_or_default();
    let method = interval.map_or("", |interval| match interval.method {
        Method::Bca => "bca",
        Method::Percentile => "percentile",
    });
    [
        figure.set.clone(),
        figure.solver.clone(),
        figure.measure.name.to_owned(),
        figure.measure.unit.to_owned(),
        figure.n.to_string(),
        figure.stopped.to_string(),
        figure.left_out.to_string(),
        figure.why.clone(),
        real(figure.mean.value),
        real(interval.map(|interval| interval.low)),
        real(interval.map(|interval| interval.high)),
        method.to_owned(),
        real(figure.median),
        real(figure.geometric),
        drawn(resamples.to_string()),
        drawn(SEED.to_string()),
    ]
}
