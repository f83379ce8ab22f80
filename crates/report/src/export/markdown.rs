//! `summary.md`.

use std::fmt::{Error, Result as Written, Write as _};

use crate::table::ReportTable;

/// The tables as Markdown, after the `remarks`.
pub(crate) fn write(title: &str, remarks: &[String], tables: &[&ReportTable]) -> Result<String, Error> {
    let mut text = format!("# {}\n", escape(title));
    for remark in remarks {
        write!(text, "\n{}\n", escape(remark))?;
    }
    for table in tables {
        one(&mut text, table)?;
    }
    Ok(text)
}

/// One table alone.
pub(crate) fn alone(table: &ReportTable) -> Result<String, Error> {
    let mut text = String::new();
    one(&mut text, table)?;
    Ok(text.trim_start().to_owned())
}

fn one(text: &mut String, table: &ReportTable) -> Written {
    write!(text, "\n## {}\n\n{}", escape(&table.title), rows(table))?;
    for note in &table.notes {
        write!(text, "\n{}\n", escape(note))?;
    }
    Ok(())
}

/// The rows of the table under its headings.
pub(crate) fn rows(table: &ReportTable) -> String {
    let mut text = String::new();
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    text.push_str(&line(table.columns.iter().map(|column| escape(&column.title)).collect()));
    let rules = table.columns.iter().map(|column| if column.numbers { "---:" } else { "---" }.to_owned());
    text.push_str(&line(rules.collect()));
    for row in &table.rows {
        text.push_str(&line(row.iter().map(|cell| escape(&cell.text)).collect()));
    }
    text
}

/// `text` on one line, with the special characters of Markdown escaped.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' => escaped.push(' '),
            '\\' | '|' | '*' | '_' | '`' | '<' | '[' | ']' | '&' | '#' => escaped.extend(['\\', character]),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_bars_and_underscores_in_names_are_escaped() {
        assert_eq!(escape("A* a|b\nc_d"), "A\\* a\\|b c\\_d");
    }
}
