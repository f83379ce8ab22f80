//! A table of texts, independent of its format.

use crate::estimates::IntervalEstimate;
use crate::stats::{Interval, IntervalMethod};

/// A table for people, with the notes that a reader needs to interpret it.
#[derive(Debug)]
pub(crate) struct ReportTable {
    /// A short name for labels.
    pub(crate) name: &'static str,
    /// Its title.
    pub(crate) title: String,
    /// The columns.
    pub(crate) columns: Vec<TableColumn>,
    /// The rows, one cell per column.
    pub(crate) rows: Vec<Vec<TableCell>>,
    /// Notes, such as the runs that the statistics are over.
    pub(crate) notes: Vec<String>,
}

/// A column's heading.
#[derive(Clone, Debug)]
pub(crate) struct TableColumn {
    /// Its title.
    pub(crate) title: String,
    /// Whether its cells are numbers, which are aligned to the right.
    pub(crate) numbers: bool,
}

/// A cell.
#[derive(Clone, Debug)]
pub(crate) struct TableCell {
    /// The text shown.
    pub(crate) text: String,
    /// The number by which it sorts.
    pub(crate) number: Option<f64>,
}

impl TableCell {
    /// A cell of text.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), number: None }
    }

    /// A cell that shows `value` as `format` writes it, or a dash if there is none.
    pub(crate) fn number(value: Option<f64>, format: impl Fn(f64) -> String) -> Self {
        Self { text: value.map_or_else(|| "–".to_owned(), format), number: value }
    }

    /// A cell that shows a count.
    pub(crate) fn count(value: u64) -> Self {
        Self { text: crate::number::whole(value), number: Some(value as f64) }
    }
}

/// Builds a table: each column has a title and a function from a row of type `T` to its cell.
pub(crate) struct TableBuilder<'a, T> {
    rows: &'a [T],
    columns: Vec<TableColumn>,
    cells: Vec<Vec<TableCell>>,
}

impl<'a, T> TableBuilder<'a, T> {
    /// A table with a row for each of `rows` and no columns.
    pub(crate) fn new(rows: &'a [T]) -> Self {
        Self { rows, columns: Vec::new(), cells: vec![Vec::new(); rows.len()] }
    }

    /// Adds a column of text.
    pub(crate) fn text(self, title: &str, text: impl Fn(&T) -> String) -> Self {
        self.column(title, false, &|row| TableCell::text(text(row)))
    }

    /// Adds a column of text that sorts by a number.
    pub(crate) fn text_by(self, title: &str, text: impl Fn(&T) -> String, number: impl Fn(&T) -> Option<f64>) -> Self {
        self.column(title, false, &|row| TableCell { text: text(row), number: number(row) })
    }

    /// Adds a column of text, unless all cells are empty.
    pub(crate) fn text_if_any(self, title: &str, text: impl Fn(&T) -> String) -> Self {
        if self.rows.iter().all(|row| text(row).is_empty()) { self } else { self.text(title, text) }
    }

    /// Adds a column of counts.
    pub(crate) fn count(self, title: &str, count: impl Fn(&T) -> u64) -> Self {
        self.column(title, true, &|row| TableCell::count(count(row)))
    }

    /// Adds a column of counts, unless all are 0.
    pub(crate) fn count_if_any(self, title: &str, count: impl Fn(&T) -> u64) -> Self {
        if self.rows.iter().all(|row| count(row) == 0) { self } else { self.count(title, count) }
    }

    /// Adds a column of numbers.
    pub(crate) fn number(self, title: &str, value: impl Fn(&T) -> Option<f64>, format: impl Fn(f64) -> String) -> Self {
        self.column(title, true, &|row| TableCell::number(value(row), &format))
    }

    /// Adds a column of numbers, unless there are none.
    pub(crate) fn number_if_any(
        self,
        title: &str,
        value: impl Fn(&T) -> Option<f64>,
        format: impl Fn(f64) -> String,
    ) -> Self {
        if self.rows.iter().all(|row| value(row).is_none()) { self } else { self.number(title, value, format) }
    }

    /// Adds a column of estimates with their intervals: `54.0 [52.1 to 56.3]`, with a star for a plain percentile interval;
    /// `≥ 54.0` for a lower bound.
    pub(crate) fn estimate(self, title: &str, of: impl Fn(&T) -> IntervalEstimate, format: fn(f64) -> String) -> Self {
        self.estimate_by(title, of, |_| format)
    }

    /// As [`TableBuilder::estimate`], if there is an estimate.
    pub(crate) fn estimate_if_any(
        self,
        title: &str,
        of: impl Fn(&T) -> IntervalEstimate,
        format: fn(f64) -> String,
    ) -> Self {
        if self.rows.iter().all(|row| of(row).value.is_none()) { self } else { self.estimate(title, of, format) }
    }

    /// As [`TableBuilder::estimate`], with one format per row.
    pub(crate) fn estimate_by(
        self,
        title: &str,
        of: impl Fn(&T) -> IntervalEstimate,
        format: impl Fn(&T) -> fn(f64) -> String,
    ) -> Self {
        self.estimate_or(title, of, format, |_| "–")
    }

    /// As [`TableBuilder::estimate_by`], with `none` for a missing estimate.
    pub(crate) fn estimate_or(
        self,
        title: &str,
        of: impl Fn(&T) -> IntervalEstimate,
        format: impl Fn(&T) -> fn(f64) -> String,
        none: impl Fn(&T) -> &'static str,
    ) -> Self {
        self.column(title, true, &|row| {
            let (IntervalEstimate { value, interval, is_lower_bound }, format) = (of(row), format(row));
            let mut cell = TableCell::number(value, format);
            if value.is_none() {
                none(row).clone_into(&mut cell.text);
            }
            if value.is_some() && is_lower_bound {
                cell.text.insert_str(0, "≥ ");
            }
            if let Some(Interval { low, high, method }) = interval {
                let star = if method == IntervalMethod::Percentile { "*" } else { "" };
                cell.text = format!("{} [{} to {}]{star}", cell.text, format(low), format(high));
            }
            cell
        })
    }

    /// The table.
    pub(crate) fn finish(self, name: &'static str, title: &str, notes: Vec<String>) -> ReportTable {
        ReportTable { name, title: title.to_owned(), columns: self.columns, rows: self.cells, notes }
    }

    /// Dynamic dispatch, since building a column is not a hot loop and there are hundreds of callers.
    fn column(mut self, title: &str, numbers: bool, cell: &dyn Fn(&T) -> TableCell) -> Self {
        self.columns.push(TableColumn { title: title.to_owned(), numbers });
        for (cells, row) in self.cells.iter_mut().zip(self.rows) {
            cells.push(cell(row));
        }
        self
    }
}
