//! The cells of one row, read strictly from left to right.

use tilebench_sanitize::csv_cell::unescape_cell;

use crate::{Column, ColumnKind, EndedBy, Proof, Status};

/// The value of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellValue<'a> {
    /// Unknown, or not applicable.
    None,
    /// A text, which may be empty.
    Text(&'a str),
    /// An integer.
    Integer(u64),
    /// A decimal number.
    Real(f64),
}

/// The value of one column in a row.
pub type CellGetter<R> = fn(&R) -> CellValue<'_>;

/// A type of values of cells.
pub(crate) trait Cell: Sized {
    /// The type of a column of them.
    const KIND: ColumnKind;

    /// The expected kind of value, for the error message.
    const EXPECTED: &'static str;

    /// The value written as `text`, if `text` is one.
    fn read(text: &str) -> Option<Self>;

    /// The value for readers of other crates.
    fn value(&self) -> CellValue<'_>;
}

/// A cell with an invalid value for its column.
#[derive(Debug)]
pub(crate) struct InvalidCell {
    /// Its column, from 0.
    pub(crate) index: usize,
    /// The expected kind of value.
    pub(crate) kind: &'static str,
}

/// Reads the cells of a row from left to right; cells that an older file lacks are read as empty.
pub(crate) struct CellReader<'a> {
    texts: &'a [&'a str],
    columns: &'static [Column],
    next: usize,
}

impl<'a> CellReader<'a> {
    /// A reader before the first of `texts`, which are in `columns`.
    pub(crate) fn new(texts: &'a [&'a str], columns: &'static [Column]) -> Self {
        Self { texts, columns, next: 0 }
    }

    /// Reads the next cell.
    pub(crate) fn value<T: Cell>(&mut self) -> Result<T, InvalidCell> {
        let index = self.next;
        self.next += 1;
        let text = self.texts.get(index).copied().filter(|text| !text.is_empty());
        let text = text.or(self.columns.get(index).map(|column| column.default)).unwrap_or_default();
        T::read(text).ok_or(InvalidCell { index, kind: T::EXPECTED })
    }
}

/// The default values of a row, from left to right.
pub(crate) struct DefaultCells(std::slice::Iter<'static, Column>);

impl DefaultCells {
    /// The defaults of `columns`.
    pub(crate) fn new(columns: &'static [Column]) -> Self {
        Self(columns.iter())
    }

    /// The next value.
    pub(crate) fn value<T: Cell + Default>(&mut self) -> T {
        let default = self.0.next().map(|column| column.default).filter(|default| !default.is_empty());
        default.and_then(T::read).unwrap_or_default()
    }
}

impl Cell for String {
    const KIND: ColumnKind = ColumnKind::Text;
    const EXPECTED: &'static str = "text";

    fn read(text: &str) -> Option<Self> {
        Some(unescape_cell(text).to_owned())
    }

    fn value(&self) -> CellValue<'_> {
        CellValue::Text(self)
    }
}

impl Cell for u32 {
    const KIND: ColumnKind = ColumnKind::Integer;
    const EXPECTED: &'static str = "an integer below 2^32";

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn value(&self) -> CellValue<'_> {
        CellValue::Integer(u64::from(*self))
    }
}

impl Cell for u64 {
    const KIND: ColumnKind = ColumnKind::Integer;
    const EXPECTED: &'static str = "an integer below 2^64";

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn value(&self) -> CellValue<'_> {
        CellValue::Integer(*self)
    }
}

/// Every fraction in a record is a time or an amount.
impl Cell for f64 {
    const KIND: ColumnKind = ColumnKind::Real;
    const EXPECTED: &'static str = "a number, finite and not negative";

    fn read(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number: &Self| number.is_finite() && !number.is_sign_negative())
    }

    fn value(&self) -> CellValue<'_> {
        CellValue::Real(*self)
    }
}

impl Cell for Status {
    const KIND: ColumnKind = ColumnKind::OneOf(Self::NAMES);
    const EXPECTED: &'static str = "a status such as solved or time-limit";

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn value(&self) -> CellValue<'_> {
        CellValue::Text(self.name())
    }
}

impl Cell for Proof {
    const KIND: ColumnKind = ColumnKind::OneOf(Self::NAMES);
    const EXPECTED: &'static str = "one of optimal, bounded and none";

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn value(&self) -> CellValue<'_> {
        CellValue::Text(self.name())
    }
}

impl Cell for EndedBy {
    const KIND: ColumnKind = ColumnKind::OneOf(Self::NAMES);
    const EXPECTED: &'static str = "one of search, late, runner and system";

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn value(&self) -> CellValue<'_> {
        CellValue::Text(self.name())
    }
}

impl<T: Cell> Cell for Option<T> {
    const KIND: ColumnKind = T::KIND;
    const EXPECTED: &'static str = T::EXPECTED;

    fn read(text: &str) -> Option<Self> {
        if text.is_empty() { Some(None) } else { T::read(text).map(Some) }
    }

    fn value(&self) -> CellValue<'_> {
        self.as_ref().map_or(CellValue::None, Cell::value)
    }
}
