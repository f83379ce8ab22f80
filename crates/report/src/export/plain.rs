//! Tables for a terminal: aligned columns, two spaces apart.

use tilebench_sanitize::message::escaped;

use crate::table::ReportTable;

/// `table` with its title and notes.
pub(crate) fn alone(table: &ReportTable) -> String {
    let mut parts = vec![table.title.clone(), write(table).trim_end().to_owned()];
    parts.extend((!table.notes.is_empty()).then(|| table.notes.join("\n")));
    parts.join("\n\n")
}

/// `table` as lines of text.
pub(crate) fn write(table: &ReportTable) -> String {
    let titles = table.columns.iter().map(|column| escaped(&column.title).to_string()).collect::<Vec<_>>();
    let rows = table.rows.iter().map(|row| row.iter().map(|cell| escaped(&cell.text).to_string()).collect());
    let lines: Vec<Vec<String>> = std::iter::once(titles).chain(rows).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let cells: Vec<String> = line
            .iter()
            .zip(&widths)
            .zip(&table.columns)
            .map(
                |((cell, &width), column)| {
                    if column.numbers { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
                },
            )
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}
