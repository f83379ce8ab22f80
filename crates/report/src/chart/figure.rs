//! A chart that was drawn, and what is not in it.

use crate::chart::axis::Axis;
use crate::chart::drawing::Drawing;
use crate::chart::sample::Datum;
use crate::column::{Column, Scale};
use crate::number;

/// A chart.
#[derive(Debug)]
pub(crate) struct Figure {
    /// Itself.
    pub(crate) drawing: Drawing,
    /// How many of what it shows: `400 runs`.
    pub(crate) shown: String,
    /// A sentence for everything that it leaves out.
    pub(crate) left_out: Vec<String>,
}

/// How many of what, for sentences.
pub(crate) fn count(n: usize, what: &str) -> String {
    let what = if n == 1 { what.trim_end_matches('s') } else { what };
    format!("{} {what}", number::whole(n as u64))
}

/// What was left out of a chart.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    missing: usize,
    low: usize,
    lost: usize,
}

impl Tally {
    /// The value of `datum` at `place`, if it can be shown on an axis of `column`; else it is counted.
    pub(crate) fn take(&mut self, datum: &Datum, place: usize, column: &Column) -> Option<f64> {
        match datum.values[place] {
            None if datum.lost => self.lost += 1,
            None => self.missing += 1,
            Some(value) if column.is_log() && value <= 0.0 => self.low += 1,
            Some(value) => return Some(value),
        }
        None
    }

    /// A sentence for each reason why runs were left out.
    pub(crate) fn sentences(self, name: &str) -> Vec<String> {
        let reasons = [
            (self.missing, format!("without {name}")),
            (self.low, format!("whose {name} is 0, which a logarithmic axis does not show")),
            (self.lost, "killed at a limit, whose counts are lost".to_owned()),
        ];
        let told = reasons.into_iter().filter(|(n, _)| *n > 0);
        told.map(|(n, why)| format!("Not drawn: {} {why}.", count(n, "runs"))).collect()
    }
}

/// An axis for `values` of `column`, logarithmic where the column is, or where a linear one would squeeze most values
/// into a corner.
pub(crate) fn axis(column: &Column, title: &str, values: &[f64], labels: usize) -> Axis {
    let (least, most) = values.iter().fold((f64::INFINITY, 0.0), |(least, most), &v| (v.min(least), v.max(most)));
    match column.scale {
        Scale::LogSeconds => Axis::log(title, values, labels, number::short_seconds),
        Scale::Log => Axis::log(title, values, labels, number::short),
        _ if least > 0.0 && most > 10.0 * least => Axis::log(title, values, labels, number::short),
        _ if column.is_whole() => Axis::linear(title, values, labels, number::tick),
        _ => Axis::fractional(title, values, labels, number::tick),
    }
}

/// A value of `column` as text.
pub(crate) fn written(column: &Column, value: f64) -> String {
    match column.scale {
        Scale::LogSeconds => number::seconds(value),
        Scale::Log => number::mean(value),
        _ => number::signed(value, if column.is_whole() { 1 } else { 3 }),
    }
}
