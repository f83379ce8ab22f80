//! A chart that was drawn, and the runs and values that it leaves out.

use crate::axis::Axis;
use crate::drawing::Drawing;
use crate::number::{self, count};
use crate::sample::Datum;
use crate::variable::{Scale, Variable};

/// A chart.
#[derive(Debug)]
pub struct Figure {
    /// Itself.
    pub drawing: Drawing,
    /// The number of items shown, such as `400 runs`.
    pub shown: String,
    /// A sentence for everything that it leaves out.
    pub left_out: Vec<String>,
}

/// Appends `sentences` to `remark`.
pub(crate) fn append(remark: &mut String, sentences: &[String]) {
    for sentence in sentences {
        remark.extend([" ", sentence]);
    }
}

/// The number of runs and values left out of a chart, by reason.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    missing: usize,
    low: usize,
    lost: usize,
}

impl Tally {
    /// The value of `datum` at `place`, if it can be shown on an axis of `column`; else it is counted.
    pub(crate) fn take(&mut self, datum: &Datum, place: usize, variable: &Variable) -> Option<f64> {
        match datum.values[place] {
            None if datum.lost => self.lost += 1,
            None => self.missing += 1,
            Some(value) if variable.is_log() && value <= 0.0 => self.low += 1,
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

/// An axis for `values` of `column`, logarithmic if the column is, or if a linear axis would squeeze most values into a
/// corner.
pub(crate) fn axis(variable: &Variable, title: &str, values: &[f64], labels: usize) -> Axis {
    let (least, most) = values.iter().fold((f64::INFINITY, 0.0), |(least, most), &v| (v.min(least), v.max(most)));
    match variable.scale {
        Scale::LogSeconds => Axis::log(title, values, labels, number::short_seconds),
        Scale::Log => Axis::log(title, values, labels, number::short),
        _ if least > 0.0 && most > 10.0 * least => Axis::log(title, values, labels, number::short),
        _ if variable.is_whole => Axis::linear(title, values, labels, number::tick),
        Scale::Linear => Axis::fractional(title, values, labels, number::tick),
    }
}

/// A value of `column` as text.
pub(crate) fn written(variable: &Variable, value: f64) -> String {
    match variable.scale {
        Scale::LogSeconds => number::seconds(value),
        Scale::Log => number::mean(value),
        Scale::Linear => number::signed(value, if variable.is_whole { 1 } else { 3 }),
    }
}
