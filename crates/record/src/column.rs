//! The columns of the CSV files: their data dictionary, and their properties for reports.

use std::fmt;

use crate::cells::Cell;

/// The columns of a CSV file.
#[derive(Clone, Copy, Debug)]
pub struct CsvSchema {
    /// The file's name.
    pub file: &'static str,
    /// The meaning of one of its rows, in one sentence.
    pub row: &'static str,
    /// Its columns, in order.
    pub columns: &'static [Column],
}

/// A column of a CSV file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name in the header.
    pub name: &'static str,
    /// Its former name, which files of older versions have; empty if it was never renamed.
    pub former: &'static str,
    /// The type of its values.
    pub kind: ColumnKind,
    /// The unit of its values; empty if they have none.
    pub unit: &'static str,
    /// The meaning of a value, in one sentence.
    pub meaning: &'static str,
    /// When a cell is empty, in a few words; itself empty if no cell is.
    pub empty: &'static str,
    /// The text that an empty cell stands for, as in files that lack the column; empty if the value is then unknown.
    pub default: &'static str,
    /// Its title in charts, with the unit if an axis does not show it.
    pub title: &'static str,
    /// Its scale on an axis.
    pub scale: Scale,
    /// The source of its values.
    pub role: Role,
    /// The column that limits its values; empty if none does.
    pub limit: &'static str,
}

/// The type of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Text.
    Text,
    /// An integer of at least 0.
    Integer,
    /// A decimal number.
    Real,
    /// One of these names.
    OneOf(&'static [&'static str]),
}

/// The scale of a column on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// None: the column has text or names.
    Text,
    /// Linear.
    Linear,
    /// Logarithmic.
    Log,
    /// Logarithmic, in seconds.
    LogSeconds,
}

/// The source of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The configuration or the instance, not the search.
    Given,
    /// The instance alone.
    OfInstance,
    /// The count of a search, the same in every repeat; lost if the run was killed.
    Counted,
    /// A measurement, which differs between repeats.
    Measured,
    /// The answer, so that only solved runs have a value.
    Answer,
    /// How the run ended.
    Ending,
}

impl Column {
    /// A column of values of `kind`.
    #[must_use]
    pub const fn new(name: &'static str, kind: ColumnKind, meaning: &'static str) -> Self {
        let scale = match kind {
            ColumnKind::Integer | ColumnKind::Real => Scale::Linear,
            ColumnKind::Text | ColumnKind::OneOf(_) => Scale::Text,
        };
        let (former, unit, empty, default, limit) = ("", "", "", "", "");
        Self { name, former, kind, unit, meaning, empty, default, title: name, scale, role: Role::Given, limit }
    }

    /// A column of values of type `T`.
    pub(crate) const fn for_type<T: Cell>(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, T::KIND, meaning)
    }

    /// A column of texts.
    #[must_use]
    pub const fn text(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, ColumnKind::Text, meaning)
    }

    /// A column of integers in `unit`.
    #[must_use]
    pub const fn integer(name: &'static str, unit: &'static str, meaning: &'static str) -> Self {
        Self { unit, ..Self::new(name, ColumnKind::Integer, meaning) }
    }

    /// A column of decimal numbers in `unit`.
    #[must_use]
    pub const fn real(name: &'static str, unit: &'static str, meaning: &'static str) -> Self {
        Self { unit, ..Self::new(name, ColumnKind::Real, meaning) }
    }

    /// A column of some of `names`.
    #[must_use]
    pub const fn one_of(name: &'static str, names: &'static [&'static str], meaning: &'static str) -> Self {
        Self::new(name, ColumnKind::OneOf(names), meaning)
    }

    /// The same column, whose cells are empty under the condition `when`.
    #[must_use]
    pub const fn empty(self, when: &'static str) -> Self {
        Self { empty: when, ..self }
    }
}

impl fmt::Display for ColumnKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => out.write_str("text"),
            Self::Integer => out.write_str("integer"),
            Self::Real => out.write_str("number"),
            Self::OneOf(names) => out.write_str(&names.join(", ")),
        }
    }
}
