//! The parts of a table that is wider than the text.

use super::column::{LatexColumn, heading_lines};
use super::escape::escape;
use crate::table::ReportTable;

/// The space between two columns: two times `\tabcolsep`.
const COLUMN_SPACE: f64 = 8.0;
/// The maximum share of the text for a column of words, which is wrapped beyond it.
const MAX_WORDS_SHARE: f64 = 0.4;
/// The maximum share of the text for all columns that name a row.
const MAX_NAMES_SHARE: f64 = 0.6;
/// The columns that name a row, which every part repeats.
const NAMING: [&str; 6] = ["set", "solver", "heuristic", "instance", "measure", "over"];

/// Some columns of a table.
#[derive(Debug)]
pub(super) struct TablePart {
    /// The place of each column in the table, its alignment, and its width if its words are wrapped.
    columns: Vec<(usize, LatexColumn, Option<f64>)>,
}

/// The columns of `table` in as few parts as fit into `width` points.
pub(super) fn parts(table: &ReportTable, width: f64) -> Vec<TablePart> {
    let is_naming = |place: usize| NAMING.contains(&table.columns[place].title.as_str());
    let naming = (0..table.columns.len()).take_while(|&place| is_naming(place)).count().max(1).min(table.columns.len());
    let widest = |place: usize| {
        let share = if place < naming { MAX_NAMES_SHARE / naming as f64 } else { MAX_WORDS_SHARE };
        width * share.min(MAX_WORDS_SHARE)
    };
    let columns: Vec<(usize, LatexColumn, Option<f64>, f64)> = (0..table.columns.len())
        .map(|place| {
            let kind = LatexColumn::for_column(table, place);
            let wide = column_width(table, place);
            let wrapped = (kind == LatexColumn::Text && wide > widest(place)).then_some(widest(place));
            (place, kind, wrapped, wrapped.unwrap_or(wide) + COLUMN_SPACE)
        })
        .collect();
    let (names, others) = columns.split_at(naming);
    let of_names: f64 = names.iter().map(|column| column.3).sum();
    let mut parts = vec![names.to_vec()];
    let mut used = of_names;
    for column in others {
        if used + column.3 > width && parts.last().is_some_and(|part| part.len() > naming) {
            parts.push(names.to_vec());
            used = of_names;
        }
        used += column.3;
        parts.last_mut().expect("there is one").push(*column);
    }
    let part = |columns: Vec<(usize, LatexColumn, Option<f64>, f64)>| TablePart {
        columns: columns.into_iter().map(|(place, kind, wrapped, _)| (place, kind, wrapped)).collect(),
    };
    parts.into_iter().map(part).collect()
}

/// The width of a column: that of its widest cell or line of its heading.
fn column_width(table: &ReportTable, place: usize) -> f64 {
    let cells = table.rows.iter().map(|row| text_width(&row[place].text));
    let headings = heading_lines(table, place);
    let headings = headings.iter().map(|line| text_width(line));
    cells.chain(headings).fold(0.0, f64::max)
}

/// The width of `text` in points in Computer Modern at 8 points, rounded up by classes of letters.
fn text_width(text: &str) -> f64 {
    let width = |letter: char| match letter {
        'i' | 'j' | 'l' | '.' | ',' | ';' | ':' | '\'' | '|' | '!' => 2.5,
        ' ' | '*' | 'f' | 't' | 'r' | 's' | '(' | ')' | '[' | ']' | '-' | '/' | 'I' => 3.5,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 7.3,
        '+' | '=' | '<' | '>' | '≥' | '≤' | '±' | '×' => 6.7,
        letter if letter.is_uppercase() => 6.6,
        digit if digit.is_ascii_digit() => 4.4,
        letter if letter.is_ascii() => 5.0,
        _ => 5.7,
    };
    text.chars().map(width).sum()
}

impl TablePart {
    /// The number of columns.
    pub(super) fn len(&self) -> usize {
        self.columns.len()
    }

    /// The preamble.
    pub(super) fn columns(&self) -> String {
        let preamble = |(_, kind, wrapped): &(usize, LatexColumn, Option<f64>)| match wrapped {
            Some(width) => format!(">{{\\raggedright\\arraybackslash}}p{{{width:.0}pt}}"),
            None => kind.to_string(),
        };
        self.columns.iter().map(preamble).collect()
    }

    /// The number of lines of the headings.
    pub(super) fn header_lines(&self, table: &ReportTable) -> usize {
        self.columns.iter().map(|(place, ..)| heading_lines(table, *place).len()).max().unwrap_or(1)
    }

    /// The line of the headings.
    pub(super) fn heading(&self, table: &ReportTable) -> String {
        line(self.columns.iter().map(|(place, kind, _)| kind.heading(table, *place)))
    }

    /// The rows.
    pub(super) fn rows(&self, table: &ReportTable) -> String {
        let row = |row: &Vec<crate::table::TableCell>| {
            line(self.columns.iter().map(|(place, kind, wrapped)| match wrapped {
                Some(_) => breakable(&row[*place].text),
                None => kind.cell(&row[*place].text),
            }))
        };
        table.rows.iter().map(row).collect()
    }
}

/// A text that may be broken after the separators of names.
fn breakable(text: &str) -> String {
    let parts = text.split_inclusive([':', '-', '+', '=', '/', '_']);
    parts.map(escape).collect::<Vec<_>>().join("\\allowbreak{}")
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("    {} \\\\\n", cells.collect::<Vec<_>>().join(" & "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::TableBuilder;

    fn table(columns: usize) -> ReportTable {
        let rows = ["idastar manhattan", "wastar manhattan w=1.5"];
        let builder = (0..columns)
            .fold(TableBuilder::new(&rows).text("solver", |row| (*row).to_owned()), |table, n| {
                table.number(&format!("median generated {n}"), |_| Some(1_234_567.0), crate::number::mean)
            });
        builder.finish("t", "T", Vec::new())
    }

    #[test]
    fn a_wide_table_is_split_and_every_part_repeats_the_names() {
        assert_eq!(parts(&table(2), 345.0).len(), 1);
        let wide = table(12);
        let split = parts(&wide, 345.0);
        assert!(split.len() > 1, "{split:?}");
        let mut places: Vec<usize> = Vec::new();
        for part in &split {
            assert_eq!(part.columns[0].0, 0, "the name comes first");
            assert!(part.rows(&wide).starts_with("    idastar manhattan & "), "{}", part.rows(&wide));
            places.extend(part.columns[1..].iter().map(|column| column.0));
        }
        assert_eq!(places, (1..=12).collect::<Vec<_>>(), "every column is in one part, in order");
    }

    #[test]
    fn long_words_are_wrapped() {
        let rows = ["random:4x4:1000:walk=50:seed=1+a-very-long-name-of-a-configuration-with-many-options"];
        let table = TableBuilder::new(&rows).text("set", |row| (*row).to_owned()).finish("t", "T", Vec::new());
        let [part] = &parts(&table, 345.0)[..] else { panic!("one part") };
        assert_eq!(part.columns(), ">{\\raggedright\\arraybackslash}p{138pt}");
        assert!(part.rows(&table).contains("random:\\allowbreak{}4x4:\\allowbreak{}1000"), "{}", part.rows(&table));
    }
}
