//! A quantity that an axis shows.

/// A quantity of runs: how an axis shows it, and how its values come about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variable {
    /// Its short name, for sentences.
    pub name: &'static str,
    /// The title of its axis, with the unit.
    pub title: &'static str,
    /// How an axis shows it.
    pub scale: AxisScale,
    /// How its values come about.
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

/// How the values of a variable come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueOrigin {
    /// The configuration decides it.
    Given,
    /// The instance alone decides it.
    Instance,
    /// The run is counted or measured.
    Measured,
    /// The answer decides it, so that only solved runs have it.
    Answer,
}

impl Variable {
    /// Its title without the unit and remarks.
    pub(crate) fn plain(&self) -> &'static str {
        self.title.split([',', '(']).next().unwrap_or(self.title).trim_end()
    }

    /// Whether an axis shows it logarithmically unless asked otherwise.
    pub(crate) fn is_log(&self) -> bool {
        matches!(self.scale, AxisScale::Log | AxisScale::LogSeconds)
    }

    /// The smallest positive value that a logarithmic axis shows: the clock's resolution is about a microsecond.
    pub(crate) fn min_on_log_axis(&self) -> f64 {
        if self.scale == AxisScale::LogSeconds { 1e-6 } else { 1.0 }
    }

    /// The mean that suits its scale, if there is a value: the geometric mean on a logarithmic axis.
    pub(crate) fn mean(&self, values: &[f64]) -> Option<f64> {
        if self.is_log() { tilebench_stats::geometric_mean(values) } else { tilebench_stats::mean(values) }
    }

    /// The title of an axis of such means.
    pub(crate) fn mean_title(&self) -> String {
        let kind = if self.is_log() { "geometric mean of" } else { "mean" };
        format!("{kind} {}", self.title)
    }
}
