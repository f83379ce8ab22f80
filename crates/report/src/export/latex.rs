//! `summary.tex`: one `table` each, ruled by the booktabs package.

use std::fmt::{Error, Result as Written, Write as _};

use crate::table::Table;

/// The tables, to be read in by `\input`.
pub(crate) fn write(tables: &[Table]) -> Result<String, Error> {
    let mut text = "% Needs \\usepackage{booktabs}.\n".to_owned();
    for table in tables {
        one(&mut text, table)?;
    }
    Ok(text)
}

fn one(text: &mut String, table: &Table) -> Written {
    let line = |cells: Vec<String>| format!("    {} \\\\\n", cells.join(" & "));
    let alignment: String = table.columns.iter().map(|column| if column.numbers { 'r' } else { 'l' }).collect();
    let caption: String =
        std::iter::once(format!("{}.", table.title)).chain(table.notes.iter().cloned()).collect::<Vec<_>>().join(" ");
    writeln!(text, "\n\\begin{{table}}\n  \\centering\n  \\footnotesize\n  \\setlength{{\\tabcolsep}}{{4pt}}")?;
    writeln!(text, "  \\caption{{{}}}\n  \\label{{tab:{}}}", escape(&caption), table.name)?;
    writeln!(text, "  \\begin{{tabular}}{{{alignment}}}\n    \\toprule")?;
    text.push_str(&line(table.columns.iter().map(|column| escape(&column.title)).collect()));
    text.push_str("    \\midrule\n");
    for row in &table.rows {
        text.push_str(&line(row.iter().map(|cell| escape(&cell.text)).collect()));
    }
    text.push_str("    \\bottomrule\n  \\end{tabular}\n\\end{table}\n");
    Ok(())
}

/// `text` on one line, with nothing in it that LaTeX would take for a command.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' => escaped.push(' '),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', character]),
            // After the end of a row it would begin an option.
            '[' => escaped += "{[}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '\\' => escaped += "\\textbackslash{}",
            '<' => escaped += "\\textless{}",
            '>' => escaped += "\\textgreater{}",
            '–' => escaped += "--",
            'µ' => escaped += "\\ensuremath{\\mu}",
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
