//! The cells of one row, read strictly from left to right.

use tilebench_sanitize::cell::unguarded;

use crate::{EndedBy, Proof, Status};

/// A value that a cell can hold.
pub(crate) trait Cell: Sized {
    /// What the cell should hold, for the message when it does not.
    const KIND: &'static str;

    /// The value written as `text`, if `text` is one.
    fn read(text: &str) -> Option<Self>;
}

/// A cell that does not hold what its column needs.
#[derive(Debug)]
pub(crate) struct BadCell {
    /// Its column, from 0.
    pub(crate) index: usize,
    /// What it should hold.
    pub(crate) kind: &'static str,
}

/// A cursor over the cells of a row; cells that an older file lacks read as empty.
pub(crate) struct Cells<'a> {
    texts: &'a [&'a str],
    next: usize,
}

impl<'a> Cells<'a> {
    /// A cursor before the first of `texts`.
    pub(crate) fn new(texts: &'a [&'a str]) -> Self {
        Self { texts, next: 0 }
    }

    /// Reads the next cell.
    pub(crate) fn value<T: Cell>(&mut self) -> Result<T, BadCell> {
        let index = self.next;
        self.next += 1;
        let text = self.texts.get(index).copied().unwrap_or_default();
        T::read(text).ok_or(BadCell { index, kind: T::KIND })
    }
}

impl Cell for String {
    const KIND: &'static str = "text";

    fn read(text: &str) -> Option<Self> {
        Some(unguarded(text).to_owned())
    }
}

impl Cell for u32 {
    const KIND: &'static str = "a whole number below 2^32";

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Cell for u64 {
    const KIND: &'static str = "a whole number below 2^64";

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// Every fraction in a record is a time or an amount.
impl Cell for f64 {
    const KIND: &'static str = "a number, finite and not negative";

    fn read(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number: &Self| number.is_finite() && !number.is_sign_negative())
    }
}

impl Cell for Status {
    const KIND: &'static str = "a status such as solved or time-limit";

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Cell for Proof {
    const KIND: &'static str = "one of optimal, bounded and none";

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Cell for EndedBy {
    const KIND: &'static str = "one of search, late, runner and system";

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl<T: Cell> Cell for Option<T> {
    const KIND: &'static str = T::KIND;

    fn read(text: &str) -> Option<Self> {
        if text.is_empty() { Some(None) } else { T::read(text).map(Some) }
    }
}
