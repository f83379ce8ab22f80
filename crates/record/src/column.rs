//! The data dictionary: what each column of a CSV file means.

use std::fmt;

use crate::planned::PlannedRun;
use crate::table::Row;
use crate::{Iteration, Prediction, Run};

/// A CSV file and its columns.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// The name of the file.
    pub file: &'static str,
    /// What a row of it is, in one sentence.
    pub row: &'static str,
    /// Its columns, in order.
    pub columns: &'static [Column],
}

/// A column of a CSV file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name in the header.
    pub name: &'static str,
    /// The type of its values.
    pub kind: ColumnKind,
    /// The unit of its values; empty if they have none.
    pub unit: &'static str,
    /// What a value means, in one sentence.
    pub meaning: &'static str,
    /// When a cell is empty, in a few words; itself empty if no cell is.
    pub empty: &'static str,
}

/// The type of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Text.
    Text,
    /// A whole number of at least 0.
    Whole,
    /// A decimal number.
    Real,
    /// One of these names.
    OneOf(&'static [&'static str]),
}

/// The files that records consist of.
#[must_use]
pub fn columns() -> [Columns; 4] {
    [
        of::<Run>("One run of one configuration on one instance."),
        of::<PlannedRun>("One run of the current plan; rows of `runs.csv` with other names are of earlier plans."),
        of::<Iteration>("One iteration of iterative deepening, or one stage, of a run."),
        of::<Prediction>(
            "One predicted iteration (`tilebench predict`), averaged over starts with the blank in one cell.",
        ),
    ]
}

fn of<R: Row>(row: &'static str) -> Columns {
    Columns { file: R::FILE, row, columns: R::COLUMNS }
}

impl Column {
    /// A column of texts.
    #[must_use]
    pub const fn text(name: &'static str, meaning: &'static str) -> Self {
        Self { name, kind: ColumnKind::Text, unit: "", meaning, empty: "" }
    }

    /// A column of whole numbers in `unit`.
    #[must_use]
    pub const fn whole(name: &'static str, unit: &'static str, meaning: &'static str) -> Self {
        Self { name, kind: ColumnKind::Whole, unit, meaning, empty: "" }
    }

    /// A column of decimal numbers in `unit`.
    #[must_use]
    pub const fn real(name: &'static str, unit: &'static str, meaning: &'static str) -> Self {
        Self { name, kind: ColumnKind::Real, unit, meaning, empty: "" }
    }

    /// A column of some of `names`.
    #[must_use]
    pub const fn one_of(name: &'static str, names: &'static [&'static str], meaning: &'static str) -> Self {
        Self { name, kind: ColumnKind::OneOf(names), unit: "", meaning, empty: "" }
    }

    /// The same column with cells that are empty `when` this holds.
    #[must_use]
    pub const fn empty(self, when: &'static str) -> Self {
        Self { empty: when, ..self }
    }
}

impl fmt::Display for ColumnKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => out.write_str("text"),
            Self::Whole => out.write_str("whole number"),
            Self::Real => out.write_str("number"),
            Self::OneOf(names) => out.write_str(&names.join(", ")),
        }
    }
}
