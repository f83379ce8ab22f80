//! `summary.tex`: one `table` each, ruled by the package booktabs, numbers aligned at the point by siunitx.
//!
//! A table that would be wider than the text is scaled down to it (graphicx), and headings are broken where a column's
//! cells are narrower.

use std::fmt::{Error, Result as Written, Write as _};

use crate::table::Table;

mod column;
pub(crate) mod numbers;

use column::Kind;

/// The tables, to be read in by `\input`.
pub(crate) fn write(tables: &[Table]) -> Result<String, Error> {
    let mut text = "% Needs \\usepackage{booktabs,graphicx,siunitx}.\n".to_owned();
    for table in tables {
        one(&mut text, table)?;
    }
    Ok(text)
}

fn one(text: &mut String, table: &Table) -> Written {
    let kinds: Vec<Kind> = (0..table.columns.len()).map(|place| Kind::of(table, place)).collect();
    let columns: String = kinds.iter().map(Kind::to_string).collect();
    let title = escape(&table.title);
    let sentences = std::iter::once(format!("{}.", table.title)).chain(table.notes.iter().cloned());
    let caption = escape(&sentences.collect::<Vec<_>>().join(" "));
    writeln!(text, "\n\\begin{{table}}\n  \\centering\n  \\footnotesize\n  \\setlength{{\\tabcolsep}}{{4pt}}")?;
    writeln!(text, "  \\sisetup{{group-digits=integer, group-separator={{,}}, group-minimum-digits=4}}")?;
    writeln!(text, "  \\caption[{{{title}}}]{{{caption}}}\n  \\label{{tab:{}}}\n  \\smallskip", table.name)?;
    writeln!(text, "  \\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{%")?;
    writeln!(text, "  \\begin{{tabular}}{{{columns}}}\n    \\toprule")?;
    let headings: Vec<String> = kinds.iter().enumerate().map(|(place, kind)| kind.heading(table, place)).collect();
    text.push_str(&line(&headings));
    text.push_str("    \\midrule\n");
    for row in &table.rows {
        let cells: Vec<String> = row.iter().zip(&kinds).map(|(cell, kind)| kind.cell(&cell.text)).collect();
        text.push_str(&line(&cells));
    }
    text.push_str("    \\bottomrule\n  \\end{tabular}}\n\\end{table}\n");
    Ok(())
}

fn line(cells: &[String]) -> String {
    format!("    {} \\\\\n", cells.join(" & "))
}

/// `text` on one line, with nothing in it that LaTeX would take for a command.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' => escaped.push(' '),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', character]),
            // After the end of a row it would begin an option, and in an option a bracket would end it.
            '[' => escaped += "{[}",
            ']' => escaped += "{]}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '\\' => escaped += "\\textbackslash{}",
            '<' => escaped += "\\textless{}",
            '>' => escaped += "\\textgreater{}",
            '|' => escaped += "\\textbar{}",
            '–' => escaped += "--",
            '…' => escaped += "\\ldots{}",
            'µ' => escaped += "\\ensuremath{\\mu}",
            '×' => escaped += "\\ensuremath{\\times}",
            '≤' => escaped += "\\ensuremath{\\le}",
            '≥' => escaped += "\\ensuremath{\\ge}",
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_latex_would_obey_are_set_as_they_are() {
        assert_eq!(escape("50% of a_b & 3 µs"), "50\\% of a\\_b \\& 3 \\ensuremath{\\mu}s");
        assert_eq!(escape("[a\\b^2"), "{[}a\\textbackslash{}b\\textasciicircum{}2");
    }
}
