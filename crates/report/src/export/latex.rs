//! `summary.tex`: tables with rules of booktabs, numbers aligned at the decimal point by siunitx, and the notes below.
//!
//! No table is scaled: texts have the size of footnotes. A table wider than the text is split by columns, and every part
//! repeats the columns that name its rows. Parts that do not fit on one page are several floats; a part with more rows than a page
//! is a `longtable`.

use std::fmt::{Error, Result as Written, Write as _};

use crate::table::ReportTable;

mod column;
mod escape;
mod layout;
pub(crate) mod numbers;

use self::escape::escape;
use self::layout::TablePart;

/// The width of the text of the class `article`, in points.
pub(crate) const TEXT_WIDTH: f64 = 345.0;
/// The maximum number of lines of a table on a page.
const MAX_LINES: usize = 45;
/// Numbers in groups of three digits, in the size of footnotes.
const SETTINGS: &str = "\\footnotesize\\setlength{\\tabcolsep}{4pt}%
  \\sisetup{group-digits=integer, group-separator={,}, group-minimum-digits=4}";

/// The tables, to be included by `\input` into a text of `width` points.
pub(crate) fn write(tables: &[ReportTable], width: f64) -> Result<String, Error> {
    let mut text = "% Needs \\usepackage{array,booktabs,longtable,siunitx}.\n".to_owned();
    for table in tables {
        one(&mut text, table, width)?;
    }
    Ok(text)
}

fn one(text: &mut String, table: &ReportTable, width: f64) -> Written {
    let parts = layout::parts(table, width);
    let lines = |part: &TablePart| part.lines(table);
    if parts.iter().any(|part| lines(part) > MAX_LINES) {
        writeln!(text, "\n{{{SETTINGS}")?;
        for (place, part) in parts.iter().enumerate() {
            long(text, table, part, place == 0)?;
        }
        notes(text, table)?;
        text.push_str("\\par}\n");
        return Ok(());
    }
    // A page has parts until the next one does not fit.
    let mut pages: Vec<(Vec<&TablePart>, usize)> = Vec::new();
    for part in &parts {
        match pages.last_mut() {
            Some((page, used)) if *used + lines(part) <= MAX_LINES => {
                page.push(part);
                *used += lines(part);
            }
            _ => pages.push((vec![part], lines(part))),
        }
    }
    for (place, (page, _)) in pages.iter().enumerate() {
        float(text, table, page, place == 0)?;
        if place + 1 == pages.len() {
            notes(text, table)?;
        }
        text.push_str("\\end{table}\n");
    }
    Ok(())
}

/// The beginning of a float with `parts`, one below the other.
fn float(text: &mut String, table: &ReportTable, parts: &[&TablePart], is_first: bool) -> Written {
    writeln!(text, "\n\\begin{{table}}\n  \\centering{SETTINGS}")?;
    if is_first {
        writeln!(text, "  {}\n  \\smallskip", caption(table))?;
    } else {
        // The parts share one number and one line of the list of tables.
        writeln!(text, "  \\addtocounter{{table}}{{-1}}")?;
        writeln!(text, "  \\caption[]{{{}, continued}}\n  \\smallskip", escape(&table.title))?;
    }
    for (place, part) in parts.iter().enumerate() {
        text.push_str(if place == 0 { "" } else { "\n  \\medskip\n" });
        writeln!(text, "  \\begin{{tabular}}{{{}}}\n    \\toprule", part.columns())?;
        write!(text, "{}    \\midrule\n{}", part.heading(table), part.rows(table))?;
        text.push_str("    \\bottomrule\n  \\end{tabular}\n");
    }
    Ok(())
}

/// A part as a table that continues on the next page.
fn long(text: &mut String, table: &ReportTable, part: &TablePart, is_first: bool) -> Written {
    let heading = format!("    \\toprule\n{}    \\midrule\n", part.heading(table));
    if !is_first {
        // Every longtable takes a number, and the parts share one.
        text.push_str("\\addtocounter{table}{-1}\n");
    }
    writeln!(text, "\\begin{{longtable}}{{{}}}", part.columns())?;
    if is_first {
        writeln!(text, "  {}\\\\", caption(table))?;
    }
    let continued = format!("    \\multicolumn{{{}}}{{l}}{{{}, continued}}\\\\\n", part.len(), escape(&table.title));
    let first = if is_first { "" } else { &continued };
    write!(text, "{first}{heading}    \\endfirsthead\n{continued}{heading}    \\endhead\n    \\bottomrule\n")?;
    write!(text, "    \\endfoot\n{}\\end{{longtable}}\n", part.rows(table))
}

fn caption(table: &ReportTable) -> String {
    format!("\\caption{{{}}}\\label{{tab:{}}}", escape(&table.title), table.name)
}

/// The notes, as wide as the text.
fn notes(text: &mut String, table: &ReportTable) -> Written {
    if table.notes.is_empty() {
        return Ok(());
    }
    let notes: Vec<String> = table.notes.iter().map(|note| escape(note)).collect();
    writeln!(text, "\n  \\smallskip\n  \\noindent\\parbox{{\\linewidth}}{{\\raggedright {}}}", notes.join(" "))
}
