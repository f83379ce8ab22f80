//! A table as CSV, with plain numbers in base units (seconds, bytes).

use csv::Writer;

use crate::table::ReportTable;

/// The table as CSV; missing values are empty. Intervals and tests have columns of their own.
pub(crate) fn write(table: &ReportTable) -> anyhow::Result<String> {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(table.data.iter().map(|column| &column.name))?;
    for row in 0..table.rows.len() {
        writer.write_record(table.data.iter().map(|column| column.values[row].cell()))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}
