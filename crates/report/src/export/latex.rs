//! `summary.tex`: one `table` environment per table, with rules of booktabs and numbers aligned at the decimal point by siunitx.
//!
//! A table wider than the text is scaled down (graphicx). Headings are wrapped if the cells of the column are narrower.

use std::fmt::{Error, Result as Written, Write as _};

use crate::table::ReportTable;

mod column;
mod escape;
pub(crate) mod numbers;

use self::column::LatexColumn;
use self::escape::escape;

/// The tables, to be included by `\input`.
pub(crate) fn write(tables: &[ReportTable]) -> Result<String, Error> {
    let mut text = "% Needs \\usepackage{booktabs,graphicx,siunitx}.\n".to_owned();
    for table in tables {
        one(&mut text, table)?;
    }
    Ok(text)
}

fn one(text: &mut String, table: &ReportTable) -> Written {
    let kinds: Vec<LatexColumn> = (0..table.columns.len()).map(|place| LatexColumn::for_column(table, place)).collect();
    let columns: String = kinds.iter().map(LatexColumn::to_string).collect();
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
