//! A table of texts, independent of its format.

use crate::compare::ratio::TestResult;
use crate::estimates::{IntervalEstimate, method_name};
use crate::export::value::ExportValue;
use crate::stats::{Interval, IntervalMethod};

/// A missing text of a column for other programs.
const NO_TEXT: ExportValue = ExportValue::Text(String::new());
/// A missing count.
pub(crate) const NO_COUNT: ExportValue = ExportValue::Whole(None);
/// A missing number.
pub(crate) const NO_NUMBER: ExportValue = ExportValue::Real(None);

/// A table for people, with the notes that a reader needs to interpret it.
#[derive(Clone, Debug)]
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
    /// The values for other programs. There are more columns than in the table for people: ends of intervals, corrected p,
    /// and columns without content, so that two reports have the same columns.
    pub(crate) data: Vec<DataColumn>,
}

/// A column for other programs.
#[derive(Clone, Debug)]
pub(crate) struct DataColumn {
    /// Its name in `snake_case`, which does not depend on the results.
    pub(crate) name: String,
    /// Its meaning in words.
    pub(crate) meaning: String,
    /// A missing value of its type.
    pub(crate) like: ExportValue,
    /// One value per row; all have the same type.
    pub(crate) values: Vec<ExportValue>,
}

/// A column's heading.
#[derive(Clone, Debug)]
pub(crate) struct TableColumn {
    /// Its name in `snake_case`, which a display name does not change.
    pub(crate) name: String,
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
        Self { text: crate::number::grouped(value), number: Some(value as f64) }
    }
}

/// Builds a table: each column has a title and a function from a row of type `T` to its cell.
pub(crate) struct TableBuilder<'a, T> {
    rows: &'a [T],
    columns: Vec<TableColumn>,
    cells: Vec<Vec<TableCell>>,
    data: Vec<DataColumn>,
}

impl<'a, T> TableBuilder<'a, T> {
    /// A table with a row for each of `rows` and no columns.
    pub(crate) fn new(rows: &'a [T]) -> Self {
        Self { rows, columns: Vec::new(), cells: vec![Vec::new(); rows.len()], data: Vec::new() }
    }

    /// Adds a column of text.
    pub(crate) fn text(self, title: &str, text: impl Fn(&T) -> String) -> Self {
        self.text_when(true, title, text)
    }

    /// Adds a column of text that people need only if `is_shown`.
    pub(crate) fn text_when(self, is_shown: bool, title: &str, text: impl Fn(&T) -> String) -> Self {
        self.data(title, NO_TEXT, &|row| ExportValue::Text(text(row)))
            .shown(is_shown, title, false, &|row| TableCell::text(text(row)))
    }

    /// Adds a column of text that sorts by a number.
    pub(crate) fn text_by(self, title: &str, text: impl Fn(&T) -> String, number: impl Fn(&T) -> Option<f64>) -> Self {
        self.data(title, NO_TEXT, &|row| ExportValue::Text(text(row))).shown_by(title, text, number)
    }

    /// Adds a column of text that sorts by a number, for people only: other programs get its parts.
    pub(crate) fn shown_by(self, title: &str, text: impl Fn(&T) -> String, number: impl Fn(&T) -> Option<f64>) -> Self {
        self.shown(true, title, false, &|row| TableCell { text: text(row), number: number(row) })
    }

    /// Adds the p of a test, shown as `text`; other programs get p, p corrected by Holm and whether the p is exact.
    pub(crate) fn test(
        self,
        title: &str,
        text: impl Fn(&T) -> String,
        test: impl Fn(&T) -> Option<TestResult>,
        method: impl Fn(&T) -> &'static str,
    ) -> Self {
        self.test_when(true, title, text, test, method)
    }

    /// Adds the p of a test; for other programs only unless `is_shown`.
    pub(crate) fn test_when(
        self,
        is_shown: bool,
        title: &str,
        text: impl Fn(&T) -> String,
        test: impl Fn(&T) -> Option<TestResult>,
        method: impl Fn(&T) -> &'static str,
    ) -> Self {
        let name = |part: &str| format!("{title}{part}");
        self.data(title, NO_NUMBER, &|row| ExportValue::Real(test(row).map(|test| test.p)))
            .data(&name(" Holm"), NO_NUMBER, &|row| ExportValue::Real(test(row).map(|test| test.holm)))
            .data(&name(" method"), NO_TEXT, &|row| {
                ExportValue::Text(if test(row).is_some() { method(row).to_owned() } else { String::new() })
            })
            .shown(is_shown, title, false, &|row| TableCell { text: text(row), number: test(row).map(|test| test.p) })
    }

    /// Adds a column of text, unless all cells are empty.
    pub(crate) fn text_if_any(self, title: &str, text: impl Fn(&T) -> String) -> Self {
        let is_shown = self.rows.iter().any(|row| !text(row).is_empty());
        self.text_when(is_shown, title, text)
    }

    /// Adds a column of counts.
    pub(crate) fn count(self, title: &str, count: impl Fn(&T) -> u64) -> Self {
        self.count_when(true, title, count)
    }

    fn count_when(self, is_shown: bool, title: &str, count: impl Fn(&T) -> u64) -> Self {
        self.data(title, NO_COUNT, &|row| ExportValue::Whole(Some(count(row))))
            .shown(is_shown, title, true, &|row| TableCell::count(count(row)))
    }

    /// Adds a column of counts, unless all are 0.
    pub(crate) fn count_if_any(self, title: &str, count: impl Fn(&T) -> u64) -> Self {
        let is_shown = self.rows.iter().any(|row| count(row) > 0);
        self.count_when(is_shown, title, count)
    }

    /// Adds a column of numbers.
    pub(crate) fn number(self, title: &str, value: impl Fn(&T) -> Option<f64>, format: impl Fn(f64) -> String) -> Self {
        self.number_when(true, title, value, format)
    }

    fn number_when(
        self,
        is_shown: bool,
        title: &str,
        value: impl Fn(&T) -> Option<f64>,
        format: impl Fn(f64) -> String,
    ) -> Self {
        self.data(title, NO_NUMBER, &|row| ExportValue::Real(value(row)))
            .shown(is_shown, title, true, &|row| TableCell::number(value(row), &format))
    }

    /// Adds a column of numbers, unless there are none.
    pub(crate) fn number_if_any(
        self,
        title: &str,
        value: impl Fn(&T) -> Option<f64>,
        format: impl Fn(f64) -> String,
    ) -> Self {
        let is_shown = self.rows.iter().any(|row| value(row).is_some());
        self.number_when(is_shown, title, value, format)
    }

    /// Adds a column of sums or maxima, which have no interval, each with whether it is a lower bound: `≥ 54.0`.
    pub(crate) fn lower_bound(
        self,
        title: &str,
        like: ExportValue,
        of: impl Fn(&T) -> (ExportValue, bool),
        format: impl Fn(f64) -> String,
    ) -> Self {
        let is_bound = |row: &T| match of(row) {
            (value, is_bound) if value.number().is_some() => is_bound.to_string(),
            _ => String::new(),
        };
        self.data(title, like, &|row| of(row).0)
            .data(&format!("{title} is lower bound"), NO_TEXT, &|row| ExportValue::Text(is_bound(row)))
            .shown(true, title, true, &|row| {
                let (value, is_bound) = of(row);
                let mut cell = TableCell::number(value.number(), &format);
                if is_bound && cell.number.is_some() {
                    cell.text.insert_str(0, "≥ ");
                }
                cell
            })
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
        let is_shown = self.rows.iter().any(|row| of(row).value.is_some());
        self.estimate_when(is_shown, title, of, |_| format, |_| "–")
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
        self.estimate_when(true, title, of, format, none)
    }

    fn estimate_when(
        self,
        is_shown: bool,
        title: &str,
        of: impl Fn(&T) -> IntervalEstimate,
        format: impl Fn(&T) -> fn(f64) -> String,
        none: impl Fn(&T) -> &'static str,
    ) -> Self {
        self.estimate_data(title, &of).shown(is_shown, title, true, &|row| {
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

    /// Adds the value, the ends and the method of an interval, and whether the value is a lower bound.
    fn estimate_data(self, title: &str, of: &dyn Fn(&T) -> IntervalEstimate) -> Self {
        let name = |part: &str| format!("{title} {part}");
        let end = |row: &T, end: fn(Interval) -> f64| ExportValue::Real(of(row).interval.map(end));
        let method = |row: &T| of(row).interval.map_or("", |interval| method_name(interval.method)).to_owned();
        let bound = |row: &T| match of(row) {
            IntervalEstimate { value: None, .. } => String::new(),
            IntervalEstimate { is_lower_bound, .. } => is_lower_bound.to_string(),
        };
        self.data(title, NO_NUMBER, &|row| ExportValue::Real(of(row).value))
            .data(&name("low"), NO_NUMBER, &|row| end(row, |interval| interval.low))
            .data(&name("high"), NO_NUMBER, &|row| end(row, |interval| interval.high))
            .data(&name("method"), NO_TEXT, &|row| ExportValue::Text(method(row)))
            .data(&name("is lower bound"), NO_TEXT, &|row| ExportValue::Text(bound(row)))
    }

    /// Adds a column for other programs only, whose name follows from `meaning` and whose missing values are `like`.
    pub(crate) fn data(mut self, meaning: &str, like: ExportValue, value: &dyn Fn(&T) -> ExportValue) -> Self {
        let values = self.rows.iter().map(value).collect();
        self.data.push(DataColumn { name: data_name(meaning), meaning: meaning.to_owned(), like, values });
        self
    }

    /// The table.
    pub(crate) fn finish(self, name: &'static str, title: &str, notes: Vec<String>) -> ReportTable {
        ReportTable { name, title: title.to_owned(), columns: self.columns, rows: self.cells, notes, data: self.data }
    }

    /// Dynamic dispatch, since building a column is not a hot loop and there are hundreds of callers.
    fn shown(mut self, is_shown: bool, title: &str, numbers: bool, cell: &dyn Fn(&T) -> TableCell) -> Self {
        if !is_shown {
            return self;
        }
        self.columns.push(TableColumn { name: data_name(title), title: title.to_owned(), numbers });
        for (cells, row) in self.cells.iter_mut().zip(self.rows) {
            cells.push(cell(row));
        }
        self
    }
}

/// The name of a column for other programs: letters, digits and single underscores.
pub(crate) fn data_name(meaning: &str) -> String {
    let spelled = meaning.replace("/s", " per s").replace("<=", "at most").replace('%', "percent");
    let words = spelled.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_").to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_for_programs_are_snake_case() {
        let names = ["geom. mean generated", "counted (n)", "nodes/s", "ratio to f <= C*", "p90"].map(data_name);
        assert_eq!(names, ["geom_mean_generated", "counted_n", "nodes_per_s", "ratio_to_f_at_most_c", "p90"]);
    }

    #[test]
    fn programs_get_the_parts_of_an_estimate_and_columns_without_content() {
        let interval = Some(Interval { low: 1.0, high: 3.0, method: IntervalMethod::Bca });
        let of = |known: &bool| IntervalEstimate {
            value: known.then_some(2.0),
            interval: interval.filter(|_| *known),
            is_lower_bound: false,
        };
        let table = TableBuilder::new(&[true, false])
            .text_when(false, "set", |_| "korf100".to_owned())
            .count_if_any("left out", |_| 0)
            .estimate("ratio", of, |value| value.to_string())
            .finish("t", "T", Vec::new());
        assert_eq!(table.columns.iter().map(|column| column.title.as_str()).collect::<Vec<_>>(), ["ratio"]);
        let names: Vec<&str> = table.data.iter().map(|column| column.name.as_str()).collect();
        let expected = ["set", "left_out", "ratio", "ratio_low", "ratio_high", "ratio_method", "ratio_is_lower_bound"];
        assert_eq!(names, expected);
        let row = |place: usize| table.data.iter().map(|column| column.values[place].to_string()).collect::<Vec<_>>();
        assert_eq!(row(0), ["korf100", "0", "2", "1", "3", "bca", "false"]);
        assert_eq!(row(1), ["korf100", "0", "", "", "", "", ""]);
    }
}
