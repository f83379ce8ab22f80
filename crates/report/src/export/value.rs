//! A value for other programs, before any format.

use std::fmt;

/// A cell of a table for other programs; what is not there is empty.
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
}

impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => out.write_str(text),
            Self::Whole(Some(value)) => value.fmt(out),
            Self::Real(Some(value)) => value.fmt(out),
            Self::Whole(None) | Self::Real(None) => Ok(()),
        }
    }
}
