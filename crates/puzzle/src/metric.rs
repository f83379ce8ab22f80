//! Metrics: which changes of a board are one move.

use core::fmt;
use core::str::FromStr;

use crate::PuzzleError;

/// The unit in which the length of a path is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// A move is one tile by one cell.
    #[default]
    Single,
    /// A move is a slide: one or more tiles of a row or column by one cell each, so the blank moves by one or more cells in one
    /// direction.
    Multi,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Self; 2] = [Self::Single, Self::Multi];

    /// The name in experiment files, on the command line and in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Multi => "multi",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Metric {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let named = Self::ALL.into_iter().find(|metric| metric.name() == text);
        named.ok_or_else(|| PuzzleError::InvalidMetric(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_metric_is_read_by_its_name_and_another_name_is_refused() {
        for metric in Metric::ALL {
            assert_eq!(metric.to_string().parse(), Ok(metric));
        }
        let error = "slides".parse::<Metric>().unwrap_err();
        assert_eq!(error.to_string(), "'slides' is not a metric: write single or multi");
    }
}
