//! `figures.csv`: every figure with its interval, a row a set, configuration and measure, for other programs.

use csv::Writer;

use crate::estimates::SEED;
use crate::export::value::Value;
use crate::figures::{Figure, Figures};
use crate::stats::{Interval, Method};

/// The names of the columns.
pub(crate) const HEADER: [&str; 20] = [
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
    "geometric_low",
    "geometric_high",
    "geometric_method",
    "five_hardest_share",
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
pub(crate) fn row(figure: &Figure, resamples: usize) -> [Value; 20] {
    let text = |text: &str| Value::Text(text.to_owned());
    let whole = |count: u64| Value::Whole(Some(count));
    let [interval, geometric] = [figure.mean.interval, figure.geometric.interval];
    let drawn = |count: u64| Value::Whole(interval.map(|_| count));
    let end = |interval: Option<Interval>, of: fn(Interval) -> f64| Value::Real(interval.map(of));
    let method = |interval: Option<Interval>| text(interval.map_or("", |interval| method(interval.method)));
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
        end(interval, |interval| interval.low),
        end(interval, |interval| interval.high),
        method(interval),
        Value::Real(figure.median.value),
        Value::Real(figure.geometric.value),
        drawn(resamples as u64),
        drawn(SEED),
        end(geometric, |interval| interval.low),
        end(geometric, |interval| interval.high),
        method(geometric),
        Value::Real(figure.five_hardest),
    ]
}

/// The name of a method in the file.
fn method(method: Method) -> &'static str {
    match method {
        Method::Bca => "bca",
        Method::Percentile => "percentile",
        Method::Normal => "normal",
        Method::LogT => "log-t",
        Method::StudentT => "student-t",
    }
}
