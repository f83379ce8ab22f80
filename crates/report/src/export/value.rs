//! A value for other programs, before any format.

use std::fmt;

use tilebench_sanitize::csv_cell::escape_cell;

use crate::number;

/// A cell of a table for other programs; a missing value is empty.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// A text.
    Text(String),
    /// A count.
    Whole(Option<u64>),
    /// A fraction.
    Real(Option<f64>),
}

impl Value {
    /// Whether it is a number that is there.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self, Self::Whole(Some(_)) | Self::Real(Some(_)))
    }

    /// Itself as a cell of a CSV file, which no spreadsheet runs as a formula.
    pub(crate) fn cell(&self) -> String {
        match self {
            Self::Text(text) => escape_cell(text).into_owned(),
            number => number.to_string(),
        }
    }
}

impl fmt::Display for Value {
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
    fn a_name_that_begins_as_a_formula_is_guarded_and_a_number_has_no_digits_of_rounding() {
        assert_eq!(Value::Text("=1+1".to_owned()).cell(), "'=1+1");
        assert_eq!(Value::Real(Some(11.389_999_999_999_99)).cell(), "11.39");
        assert_eq!(Value::Real(Some(-0.1 - 0.2)).cell(), "-0.3");
        assert_eq!(Value::Whole(Some(u64::MAX)).cell(), u64::MAX.to_string());
    }
}
