//! A drawn chart, and the runs and values that it leaves out.

use crate::axis::Axis;
use crate::chart_data::SampleRun;
use crate::drawing::Drawing;
use crate::number::{self, counted};
use crate::variable::{AxisScale, Variable};

/// A chart.
#[derive(Debug)]
pub struct Figure {
    /// The drawing.
    pub drawing: Drawing,
    /// The number of items shown, such as `400 runs`.
    pub shown: String,
    /// A sentence for each reason why runs or values are left out.
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
pub(crate) struct LeftOutRuns {
    missing: usize,
    low: usize,
    lost: usize,
}

impl LeftOutRuns {
    /// The value of `run` at `place`, if an axis of `variable` can show it; otherwise the run is counted by reason.
    pub(crate) fn take(&mut self, run: &SampleRun, place: usize, variable: &Variable) -> Option<f64> {
        match run.values[place] {
            None if run.lost => self.lost += 1,
            None => self.missing += 1,
            Some(value) if variable.is_log() && value <= 0.0 => self.low += 1,
            Some(value) => return Some(value),
        }
        None
    }

    /// Whether no run was left out.
    pub(crate) fn is_empty(&self) -> bool {
        [self.missing, self.low, self.lost] == [0; 3]
    }

    /// A sentence for each reason why runs were left out.
    pub(crate) fn sentences(self, name: &str) -> Vec<String> {
        let reasons = [
            (self.missing, format!("without a value of {name}")),
            (self.low, format!("with {name} = 0, which a logarithmic axis cannot show")),
            (self.lost, "killed at a limit, so that their counts are lost".to_owned()),
        ];
        let given = reasons.into_iter().filter(|(n, _)| *n > 0);
        given.map(|(n, why)| format!("Not drawn: {} {why}.", counted(n, "run"))).collect()
    }
}

/// An axis for `values` of `variable`: logarithmic if the variable is, or if the values span more than a factor of ten.
pub(crate) fn fitting_axis(variable: &Variable, title: &str, values: &[f64], labels: usize) -> Axis {
    let (min, max) = values.iter().fold((f64::INFINITY, 0.0), |(min, max), &v| (v.min(min), v.max(max)));
    match variable.scale {
        AxisScale::LogSeconds => Axis::log(title, values, labels, number::short_seconds),
        AxisScale::Log => Axis::log(title, values, labels, number::short),
        _ if min > 0.0 && max > 10.0 * min => Axis::log(title, values, labels, number::short),
        _ if variable.is_whole => Axis::linear(title, values, labels, number::tick),
        AxisScale::Linear => Axis::fractional(title, values, labels, number::tick),
    }
}

/// A value of `variable` as text.
pub(crate) fn formatted(variable: &Variable, value: f64) -> String {
    match variable.scale {
        AxisScale::LogSeconds => number::seconds(value),
        AxisScale::Log => number::mean(value),
        AxisScale::Linear => number::signed(value, if variable.is_whole { 1 } else { 3 }),
    }
}
