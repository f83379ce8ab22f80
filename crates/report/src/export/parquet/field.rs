//! A column of a Parquet file, with its unit and its meaning.

use serde::Serialize;
use tilebench_record::Column;

/// A column of a file.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) unit: String,
    pub(super) meaning: String,
}

impl Field {
    /// A column with its unit, which is empty if it has none.
    pub(super) fn new(name: &str, unit: &str, meaning: &str) -> Self {
        let [name, unit, meaning] = [name, unit, meaning].map(str::to_owned);
        Self { name, unit, meaning }
    }

    /// The column of a CSV file.
    pub(super) fn of(column: &Column) -> Self {
        Self::new(column.name, column.unit, column.meaning)
    }
}
