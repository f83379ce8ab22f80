//! The parts of a table that is wider than the text.

use super::column::{LatexColumn, heading_lines};
use super::escape::escape;
use crate::table::ReportTable;
use crate::table_view::FORMULA;

/// The space between two columns: two times `\tabcolsep`.
const COLUMN_SPACE: f64 = 8.0;
/// The maximum share of the text for a column of words, which is wrapped beyond it.
const MAX_WORDS_SHARE: f64 = 0.4;
/// The maximum share of the text for all columns that name a row.
const MAX_NAMES_SHARE: f64 = 0.6;
/// The minimum width of a column that names a row.
const MIN_NAME_WIDTH: f64 = 30.0;
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
    let is_naming = |place: usize| NAMING.contains(&table.columns[place].name.as_str());
    let naming = (0..table.columns.len()).take_while(|&place| is_naming(place)).count().max(1).min(table.columns.len());
    let widest_words = width * MAX_WORDS_SHARE;
    // The names leave room for the widest of the other columns, which a part may have alone.
    let other = |place: usize| {
        let wide = column_width(table, place);
        COLUMN_SPACE + if table.columns[place].numbers { wide } else { wide.min(widest_words) }
    };
    let rest = width - (naming..table.columns.len()).map(other).fold(0.0, f64::max);
    let widest_name = (width * MAX_NAMES_SHARE / naming as f64)
        .min(rest / naming as f64 - COLUMN_SPACE)
        .clamp(MIN_NAME_WIDTH, widest_words);
    let widest = |place: usize| if place < naming { widest_name } else { widest_words };
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

    /// The number of lines on paper.
    pub(super) fn lines(&self, table: &ReportTable) -> usize {
        let headings = self.columns.iter().map(|(place, ..)| heading_lines(table, *place).len()).max().unwrap_or(1);
        let row = |row: &Vec<crate::table::TableCell>| {
            let wrapped = self.columns.iter().filter_map(|(place, _, width)| Some((*place, (*width)?)));
            wrapped.map(|(place, width)| wrapped_lines(&row[place].text, width)).max().unwrap_or(1)
        };
        headings + table.rows.iter().map(row).sum::<usize>()
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

/// The separators of names, after which a text may be broken; it may also be at a space.
const SEPARATORS: [char; 6] = [':', '-', '+', '=', '/', '_'];

/// The number of lines of `text` in a column of `width` points.
fn wrapped_lines(text: &str, width: f64) -> usize {
    let (mut lines, mut used) = (1, 0.0);
    for part in text.split_inclusive(|letter| letter == ' ' || SEPARATORS.contains(&letter)) {
        if used > 0.0 && used + text_width(part.trim_end()) > width {
            lines += 1;
            used = 0.0;
        }
        used += text_width(part);
    }
    lines
}

/// A text that may be broken after the separators of names, but not in a formula.
fn breakable(text: &str) -> String {
    let mut is_formula = false;
    let parts = text.split_inclusive(|letter: char| {
        if FORMULA.contains(&letter) {
            is_formula = letter == FORMULA[0];
        }
        !is_formula && SEPARATORS.contains(&letter)
    });
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
    fn names_leave_room_for_the_widest_column_and_a_display_name_of_a_heading_is_repeated_too() {
        let rows = ["random:4x4:1000:walk=50:seed=1"];
        let wide = "6.813M [4.469M to 10.39M] and 26.70 ms";
        let name = |row: &&str| (*row).to_owned();
        let table = TableBuilder::new(&rows).text("set", name).text("solver", name).text("measure", name);
        let mut table = table
            .text("over", name)
            .number("mean", |_| Some(1.0), |_| wide.to_owned())
            .number("median", |_| Some(1.0), |_| wide.to_owned())
            .finish("t", "T", Vec::new());
        "Algorithm".clone_into(&mut table.columns[1].title);
        let split = parts(&table, 345.0);
        assert_eq!(split.len(), 2);
        for part in split {
            assert_eq!(part.columns[..4].iter().map(|column| column.0).collect::<Vec<_>>(), [0, 1, 2, 3]);
            let names: f64 = part.columns[..4].iter().filter_map(|column| column.2).sum();
            assert!(names + text_width(wide) + 5.0 * COLUMN_SPACE <= 345.0 + 1e-9, "{}", part.columns());
        }
    }

    #[test]
    fn long_words_are_wrapped() {
        let rows = ["random:4x4:1000:walk=50:seed=1+a-very-long-name-of-a-configuration-with-many-options"];
        let table = TableBuilder::new(&rows).text("set", |row| (*row).to_owned()).finish("t", "T", Vec::new());
        let [part] = &parts(&table, 345.0)[..] else { panic!("one part") };
        assert_eq!(part.lines(&table), 1 + 3, "the heading, and a row of three lines");
        assert_eq!(part.columns(), ">{\\raggedright\\arraybackslash}p{138pt}");
        assert!(part.rows(&table).contains("random:\\allowbreak{}4x4:\\allowbreak{}1000"), "{}", part.rows(&table));
    }
}
