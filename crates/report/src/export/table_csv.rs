//! One table as CSV, its numbers plain and in base units: seconds, bytes.

use csv::Writer;

use tilebench_sanitize::csv_cell::escape_cell;

use crate::number;
use crate::table::Table;

/// The table; a figure that does not exist is empty, and of a figure with an interval there is the figure.
pub(crate) fn write(table: &Table) -> anyhow::Result<String> {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(table.columns.iter().map(|column| &column.title))?;
    for row in &table.rows {
        let cells = row.iter().zip(&table.columns).map(|(cell, column)| match cell.number {
            // The number of a text only sorts it.
            _ if !column.numbers => escape_cell(&cell.text).into_owned(),
            Some(number) => number::plain(number),
            None => String::new(),
        });
        writer.write_record(cells)?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}
