//! Writes a Parquet file: the schema, then row groups column by column.

use std::io::Write;
use std::sync::Arc;

use ::parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use ::parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use ::parquet::schema::types::Type;

use super::arrow_schema;
use super::field::Field;
use crate::export::value::ExportValue;

/// The number of rows of a row group, which is kept in memory.
pub(super) const ROW_GROUP_ROWS: usize = 1 << 15;

/// The key of the columns in the metadata of a file: a list of names, units and meanings, as JSON.
const COLUMNS_KEY: &str = "tilebench.columns";

/// Writes a file row group by row group.
pub(super) struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    group: Vec<Vec<ExportValue>>,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// A file with the columns `fields` and the types of the values in `like`.
    pub(super) fn new(out: W, fields: &[Field], like: &[ExportValue]) -> anyhow::Result<Self> {
        let column = |(field, value): (&Field, &ExportValue)| {
            let (physical, logical) = match value {
                ExportValue::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
                ExportValue::Whole(_) => (Physical::INT64, Some(LogicalType::integer(64, false))),
                ExportValue::Real(_) => (Physical::DOUBLE, None),
            };
            let column = Type::primitive_type_builder(&field.name, physical);
            column.with_logical_type(logical).with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
        };
        let columns = fields.iter().zip(like).map(column).collect::<Result<_, _>>()?;
        let schema = Type::group_type_builder("tilebench").with_fields(columns).build()?;
        let described = KeyValue::new(COLUMNS_KEY.to_owned(), serde_json::to_string(fields)?);
        let schema_entry = arrow_schema::entry(fields, like, &described);
        let properties = WriterProperties::builder()
            .set_created_by("tilebench".to_owned())
            .set_key_value_metadata(Some(vec![described, schema_entry]))
            .set_compression(Compression::SNAPPY)
            .set_max_row_group_row_count(Some(ROW_GROUP_ROWS))
            .build();
        let file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
        Ok(Self { file, group: Vec::new() })
    }

    /// Adds a row.
    pub(super) fn add(&mut self, row: Vec<ExportValue>) -> anyhow::Result<()> {
        self.group.push(row);
        if self.group.len() < ROW_GROUP_ROWS { Ok(()) } else { self.flush() }
    }

    /// Writes the rows in memory.
    fn flush(&mut self) -> anyhow::Result<()> {
        if self.group.is_empty() {
            return Ok(());
        }
        let mut writer = self.file.next_row_group()?;
        let mut place = 0;
        while let Some(column) = writer.next_column()? {
            write(column, self.group.iter().map(|row| &row[place]))?;
            place += 1;
        }
        writer.close()?;
        self.group.clear();
        Ok(())
    }

    /// Writes the last row group and closes the file.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        self.flush()?;
        self.file.close()?;
        Ok(())
    }
}

/// Writes the values of a column, which have one type.
fn write<'a>(
    mut column: SerializedColumnWriter<'_>,
    values: impl Iterator<Item = &'a ExportValue> + Clone,
) -> anyhow::Result<()> {
    let is_known: Vec<i16> = values.clone().map(|value| i16::from(value.is_known())).collect();
    match values.clone().next() {
        Some(ExportValue::Text(_)) => {
            let text = |value: &ExportValue| value.is_known().then(|| value.to_string().into_bytes().into());
            let texts: Vec<ByteArray> = values.filter_map(text).collect();
            column.typed::<ByteArrayType>().write_batch(&texts, Some(&is_known), None)?;
        }
        Some(ExportValue::Whole(_)) => {
            let whole = |value: &ExportValue| match value {
                ExportValue::Whole(Some(value)) => Some(value.cast_signed()),
                _ => None,
            };
            let counts: Vec<i64> = values.filter_map(whole).collect();
            column.typed::<Int64Type>().write_batch(&counts, Some(&is_known), None)?;
        }
        Some(ExportValue::Real(_)) => {
            let real = |value: &ExportValue| match value {
                ExportValue::Real(value) => *value,
                _ => None,
            };
            let fractions: Vec<f64> = values.filter_map(real).collect();
            column.typed::<DoubleType>().write_batch(&fractions, Some(&is_known), None)?;
        }
        None => {}
    }
    column.close()?;
    Ok(())
}
