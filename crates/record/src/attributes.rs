//! Attributes: named numbers that an algorithm, an external program or its output adds to a run.
//!
//! They are in one column of `runs.csv`, as `x_depth=12;x_share=0.5`. Reports show each as a column of its own.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::Run;

/// The prefix of the name of an attribute.
pub const ATTRIBUTE_PREFIX: &str = "x_";

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

/// Whether `name` can be that of an attribute.
#[must_use]
pub fn is_attribute_name(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(is_letter);
    name.strip_prefix(ATTRIBUTE_PREFIX).is_some_and(|words| words.split('_').all(is_word))
}

/// The cell of a run with these attributes. Of several values of one name the last counts.
#[must_use]
pub fn attributes_cell<'a>(values: impl IntoIterator<Item = (&'a str, f64)>) -> String {
    let mut last: Vec<(&str, f64)> = Vec::new();
    for (name, value) in values {
        last.retain(|(known, _)| *known != name);
        last.push((name, value));
    }
    last.iter().fold(String::new(), |mut cell, (name, value)| {
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
        let attributes = attributes_cell([("x_depth", 12.0), ("x_share", 0.25), ("x_depth", 13.0)]);
        assert_eq!(attributes, "x_share=0.25;x_depth=13");
        let run = Run { attributes, ..Run::default() };
        assert_eq!((run.attribute("x_depth"), run.attribute("x_share")), (Some(13.0), Some(0.25)));
        assert_eq!((run.attribute("x_other"), Run::default().attribute("x_depth")), (None, None));
    }

    #[test]
    fn names_are_words_after_the_prefix() {
        assert!(["x_depth", "x_2_phases", "x_a1"].iter().all(|name| is_attribute_name(name)));
        assert!(["depth", "x_", "x_a__b", "x_A", "x_a-b", "x_a=1", "X_a"].iter().all(|name| !is_attribute_name(name)));
    }
}
