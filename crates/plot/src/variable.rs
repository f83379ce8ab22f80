//! A quantity that an axis shows.

/// A quantity of runs: how an axis shows it, and the origin of its values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variable {
    /// The short name, for sentences.
    pub name: &'static str,
    /// The title of its axis, with the unit.
    pub title: &'static str,
    /// How an axis shows it.
    pub scale: AxisScale,
    /// The origin of its values.
    pub origin: ValueOrigin,
    /// Whether its values are whole numbers.
    pub is_whole: bool,
    /// The title of the limit on its values, if there is one.
    pub limit: Option<&'static str>,
}

/// How an axis shows a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisScale {
    /// Linear.
    Linear,
    /// Logarithmic.
    Log,
    /// Logarithmic, in seconds.
    LogSeconds,
}

/// The origin of the values of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueOrigin {
    /// The configuration determines them.
    Given,
    /// The instance alone determines them.
    Instance,
    /// They are counted or measured in the run.
    Measured,
    /// The answer determines them, so only solved runs have values.
    Answer,
}

impl Variable {
    /// Its title without the unit and remarks.
    pub(crate) fn plain(&self) -> &'static str {
        self.title.split([',', '(']).next().unwrap_or(self.title).trim_end()
    }

    /// Whether an axis shows it logarithmically by default.
    pub(crate) fn is_log(&self) -> bool {
        matches!(self.scale, AxisScale::Log | AxisScale::LogSeconds)
    }

    /// The minimum on a logarithmic axis; the resolution of the clock is about a microsecond.
    pub(crate) fn min_on_log_axis(&self) -> f64 {
        if self.scale == AxisScale::LogSeconds { 1e-6 } else { 1.0 }
    }

    /// `value`, but a time of at least the resolution of the clock. A count of 0 remains 0.
    pub(crate) fn at_least_resolution(&self, value: f64) -> f64 {
        if self.scale == AxisScale::LogSeconds { value.max(self.min_on_log_axis()) } else { value }
    }

    /// The mean for its scale, the geometric mean on a logarithmic axis; none without values.
    pub(crate) fn mean(&self, values: &[f64]) -> Option<f64> {
        if self.is_log() { tilebench_stats::geometric_mean(values) } else { tilebench_stats::mean(values) }
    }

    /// The axis title of such means.
    pub(crate) fn mean_title(&self) -> String {
        let kind = if self.is_log() { "geometric mean of" } else { "mean" };
        format!("{kind} {}", self.title)
    }
}
