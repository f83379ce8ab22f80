//! The alignment of columns: text flush left, numbers at the decimal point, numbers with units flush right.

use std::fmt;

use super::escape::escape;
use crate::table::ReportTable;

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LatexColumn {
    /// Text.
    Text,
    /// Numbers with additional text, such as units or intervals, or none at all.
    Right,
    /// Plain numbers and dashes: siunitx's `S`.
    Numbers {
        /// Whether one is negative.
        signed: bool,
        /// The maximum number of digits before the decimal point.
        before: usize,
        /// The maximum number of decimals.
        after: usize,
    },
}

impl LatexColumn {
    /// The alignment of the column at `place`: at the decimal point if every cell is a plain number or a dash.
    pub(super) fn for_column(table: &ReportTable, place: usize) -> Self {
        if !table.columns[place].numbers {
            return Self::Text;
        }
        let cells = || table.rows.iter().map(|row| row[place].text.as_str());
        let plain: Vec<PlainNumber> = cells().filter_map(PlainNumber::parse).collect();
        if plain.is_empty() || plain.len() + cells().filter(|text| is_dash(text)).count() < table.rows.len() {
            return Self::Right;
        }
        let most = |digits: fn(&PlainNumber) -> usize| plain.iter().map(digits).max().unwrap_or(0);
        Self::Numbers {
            signed: plain.iter().any(|number| number.signed),
            before: most(|number| number.before),
            after: most(|number| number.after),
        }
    }

    /// The heading of the column at `place`, wrapped to the width of its longest word or cell.
    pub(super) fn heading(self, table: &ReportTable, place: usize) -> String {
        let side = if self == Self::Text { 'l' } else { 'r' };
        let text = match &heading_lines(table, place)[..] {
            [line] => escape(line),
            lines => {
                let lines: Vec<String> = lines.iter().map(|line| escape(line)).collect();
                format!("\\shortstack[{side}]{{{}}}", lines.join("\\\\"))
            }
        };
        // Braces prevent siunitx from parsing it as a number.
        if matches!(self, Self::Numbers { .. }) { format!("{{{text}}}") } else { text }
    }

    /// A cell of such a column.
    pub(super) fn cell(self, text: &str) -> String {
        match self {
            Self::Numbers { .. } if is_dash(text) => format!("{{{}}}", escape(text)),
            // siunitx sets the separators.
            Self::Numbers { .. } => text.replace(',', ""),
            Self::Text | Self::Right => escape(text),
        }
    }
}

/// The lines of the heading of the column at `place`, wrapped to the width of its longest word or cell.
pub(super) fn heading_lines(table: &ReportTable, place: usize) -> Vec<String> {
    let title = &table.columns[place].title;
    let width = |text: &str| text.chars().count();
    let cells = table.rows.iter().map(|row| width(&row[place].text));
    let widest = cells.chain(title.split(' ').map(width)).max().unwrap_or(0);
    let mut lines: Vec<String> = Vec::new();
    for word in title.split(' ') {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= widest => *line = format!("{line} {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

impl fmt::Display for LatexColumn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Text => out.write_str("l"),
            Self::Right => out.write_str("r"),
            Self::Numbers { signed, before, after } => {
                let sign = if signed { "-" } else { "" };
                write!(out, "S[table-format={sign}{before}.{after}]")
            }
        }
    }
}

/// Whether `text` is the dash of a missing value.
fn is_dash(text: &str) -> bool {
    text == "–"
}

/// A plain number: digits, separators, a decimal point, a sign.
struct PlainNumber {
    signed: bool,
    before: usize,
    after: usize,
}

impl PlainNumber {
    fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = !before.is_empty()
            && before.starts_with(|first: char| first.is_ascii_digit())
            && before.chars().all(|one| one.is_ascii_digit() || one == ',')
            && after.chars().all(|one| one.is_ascii_digit());
        let before = before.chars().filter(char::is_ascii_digit).count();
        is_number.then_some(Self { signed: digits.len() < text.len(), before, after: after.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{TableCell, TableColumn};

    fn table(numbers: bool, cells: &[&str]) -> ReportTable {
        ReportTable {
            name: "t",
            title: String::new(),
            columns: vec![TableColumn { name: "mean_generated_n".into(), title: "mean generated (n)".into(), numbers }],
            rows: cells.iter().map(|&text| vec![TableCell::text(text)]).collect(),
            notes: Vec::new(),
            data: Vec::new(),
        }
    }

    fn column(numbers: bool, cells: &[&str]) -> String {
        LatexColumn::for_column(&table(numbers, cells), 0).to_string()
    }

    #[test]
    fn plain_numbers_and_dashes_are_aligned_at_the_decimal_point() {
        assert_eq!(column(true, &["253,000", "–", "64.05", "1"]), "S[table-format=6.2]");
        assert_eq!(column(true, &["-1.5", "20.25"]), "S[table-format=-2.2]");
        assert_eq!(column(true, &["7"]), "S[table-format=1.0]");
    }

    #[test]
    fn numbers_with_units_or_intervals_are_flush_right_and_text_is_flush_left() {
        assert_eq!(column(true, &["1.00 ms", "–"]), "r");
        assert_eq!(column(true, &["54.0 [52.1 to 56.3]*", "7"]), "r");
        assert_eq!(column(true, &["–", "–"]), "r");
        assert_eq!(column(true, &[]), "r");
        assert_eq!(column(false, &["1.5"]), "l");
        assert_eq!(column(true, &["1.2.3", "5"]), "r");
    }

    #[test]
    fn a_cell_of_numbers_is_a_number_or_in_braces() {
        let table = table(true, &["253,000.5", "–"]);
        let kind = LatexColumn::for_column(&table, 0);
        assert_eq!([kind.cell("253,000.5"), kind.cell("–")], ["253000.5", "{--}"]);
        assert_eq!(kind.heading(&table, 0), "{\\shortstack[r]{mean\\\\generated\\\\(n)}}");
    }

    #[test]
    fn a_heading_is_wrapped_only_if_that_makes_the_column_narrower() {
        let wide = table(false, &["IDA* linear-conflict, reflected"]);
        assert_eq!(LatexColumn::Text.heading(&wide, 0), "mean generated (n)");
        let fair = table(false, &["a* manhattan w"]);
        assert_eq!(LatexColumn::Text.heading(&fair, 0), "\\shortstack[l]{mean generated\\\\(n)}");
    }
}
