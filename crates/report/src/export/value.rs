//! A value for other programs, independent of the format.

use std::fmt;

use tilebench_sanitize::csv_cell::escape_cell;

use crate::number;

/// A value of a table for other programs; a missing value is empty.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ExportValue {
    /// A text.
    Text(String),
    /// A count.
    Whole(Option<u64>),
    /// A fraction.
    Real(Option<f64>),
}

impl ExportValue {
    /// Whether it is a number that is not missing.
    pub(crate) fn is_number(&self) -> bool {
        self.number().is_some()
    }

    /// The number, if it is one that is not missing.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Whole(count) => count.map(|count| count as f64),
            Self::Real(number) => *number,
            Self::Text(_) => None,
        }
    }

    /// Whether it is not missing; an empty text is.
    pub(crate) fn is_known(&self) -> bool {
        self.is_number() || matches!(self, Self::Text(text) if !text.is_empty())
    }

    /// The value as a cell of a CSV file, guarded so that spreadsheets do not evaluate it as a formula.
    pub(crate) fn cell(&self) -> String {
        match self {
            Self::Text(text) => escape_cell(text).into_owned(),
            number => number.to_string(),
        }
    }
}

impl fmt::Display for ExportValue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => out.write_str(text),
            Self::Whole(Some(value)) => value.fmt(out),
            Self::Real(Some(value)) => out.write_str(&number::plain(*value)),
            Self::Whole(None) | Self::Real(None) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_begins_like_a_formula_is_guarded_and_a_number_shows_no_rounding_error() {
        assert_eq!(ExportValue::Text("=1+1".to_owned()).cell(), "'=1+1");
        assert_eq!(ExportValue::Real(Some(11.389_999_999_999_99)).cell(), "11.39");
        assert_eq!(ExportValue::Real(Some(-0.1 - 0.2)).cell(), "-0.3");
        assert_eq!(ExportValue::Whole(Some(u64::MAX)).cell(), u64::MAX.to_string());
    }
}
