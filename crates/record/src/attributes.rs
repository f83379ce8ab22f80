//! Attributes: named numbers that an algorithm, an external program or its output adds to a run.
//!
//! They are in one column of `runs.csv`, as `x_depth=12;x_share=0.5`. Reports show each as a column of its own.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::Run;

/// The kind of the values of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttributeKind {
    /// Whole numbers.
    Integer,
    /// Decimal numbers.
    Real,
}

/// The description of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attribute {
    /// Its name: `x_` and words of lower-case letters and digits joined by underscores.
    pub name: String,
    /// The kind of its values.
    pub kind: AttributeKind,
    /// The unit of its values; empty if they have none.
    pub unit: String,
    /// Its meaning, in one sentence.
    pub meaning: String,
}

impl AttributeKind {
    /// Checks that `value` is of this kind.
    ///
    /// # Errors
    ///
    /// The kind, as part of a sentence, if it is not.
    pub fn check(self, value: f64) -> Result<f64, &'static str> {
        match self {
            Self::Integer if value.is_finite() && value.fract() == 0.0 => Ok(value),
            Self::Integer => Err("an integer"),
            Self::Real if value.is_finite() => Ok(value),
            Self::Real => Err("a number"),
        }
    }
}

/// The cell of a run with these attributes, each of another name.
#[must_use]
pub fn attributes_cell<'a>(values: impl IntoIterator<Item = (&'a str, f64)>) -> String {
    values.into_iter().fold(String::new(), |mut cell, (name, value)| {
        let separator = if cell.is_empty() { "" } else { ";" };
        // Writing to a string cannot fail.
        let _ = write!(cell, "{separator}{name}={value}");
        cell
    })
}

impl Run {
    /// The names and the values of its attributes.
    pub fn attribute_values(&self) -> impl Iterator<Item = (&str, f64)> {
        let pairs = self.attributes.split(';').filter_map(|pair| pair.split_once('='));
        pairs.filter_map(|(name, value)| Some((name, value.parse().ok()?)))
    }

    /// The value of its attribute called `name`, if it has one.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<f64> {
        self.attribute_values().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_read_back_from_their_cell() {
        let attributes = attributes_cell([("x_share", 0.25), ("x_depth", 13.0)]);
        assert_eq!(attributes, "x_share=0.25;x_depth=13");
        let run = Run { attributes, ..Run::default() };
        assert_eq!((run.attribute("x_depth"), run.attribute("x_share")), (Some(13.0), Some(0.25)));
        assert_eq!((run.attribute("x_other"), Run::default().attribute("x_depth")), (None, None));
    }

    #[test]
    fn a_value_is_of_its_kind() {
        let (integer, real) = (AttributeKind::Integer, AttributeKind::Real);
        assert_eq!((integer.check(-2.0), real.check(0.5)), (Ok(-2.0), Ok(0.5)));
        assert_eq!((integer.check(0.5), integer.check(f64::NAN)), (Err("an integer"), Err("an integer")));
        assert_eq!(real.check(f64::INFINITY), Err("a number"));
    }
}
