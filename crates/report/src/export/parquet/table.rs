//! One table, its numbers plain and in base units as in CSV.

use super::rows::Rows;
use crate::export::value::Value;
use crate::table::{Cell, Column, Table};

/// The table as the bytes of a file: columns of text as strings, those of numbers as doubles, and of a figure with an
/// interval the figure.
pub(crate) fn write(table: &Table) -> anyhow::Result<Vec<u8>> {
    let header: Vec<String> = table.columns.iter().map(|column| column.title.clone()).collect();
    let like: Vec<Value> = table.columns.iter().map(|column| value(column, &Cell::text(""))).collect();
    let mut bytes = Vec::new();
    let mut rows = Rows::new(&mut bytes, &header, &like)?;
    for row in &table.rows {
        rows.add(table.columns.iter().zip(row).map(|(column, cell)| value(column, cell)).collect())?;
    }
    rows.finish()?;
    Ok(bytes)
}

fn value(column: &Column, cell: &Cell) -> Value {
    if column.numbers { Value::Real(cell.number) } else { Value::Text(cell.text.clone()) }
}
