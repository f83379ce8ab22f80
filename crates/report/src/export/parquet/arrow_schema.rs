//! The Arrow schema of a Parquet file, in which every field has its unit and its meaning as metadata.
//!
//! Readers of Arrow, such as pyarrow and polars, restore it from the file's metadata. Other readers ignore it.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use parquet::file::metadata::KeyValue;
use polars_arrow::datatypes::{ArrowDataType, ArrowSchema, Field as ArrowField, Metadata};
use polars_arrow::io::ipc::write::{default_ipc_fields, schema_to_bytes};

use super::field::Field;
use crate::export::value::ExportValue;

/// The key of the schema in the metadata of a file.
const KEY: &str = "ARROW:schema";
/// The first four bytes of an encapsulated message of Arrow's inter-process format; the length of the message follows.
const CONTINUATION: [u8; 4] = [0xff; 4];

/// The schema of a file with the columns `fields` and the types of the values in `like`, as an entry of its metadata. The schema
/// repeats the other entry, `described`: readers of Arrow do not see it elsewhere.
pub(super) fn entry(fields: &[Field], like: &[ExportValue], described: &KeyValue) -> KeyValue {
    let fields = fields.iter().zip(like).map(|(field, value)| (field.name.as_str().into(), arrow_field(field, value)));
    let schema: ArrowSchema = fields.collect();
    let value = described.value.as_deref().unwrap_or_default();
    let of_schema: Metadata = [(described.key.as_str().into(), value.into())].into();
    let message = schema_to_bytes(&schema, &default_ipc_fields(schema.iter_values()), Some(&of_schema));
    let length = u32::try_from(message.len()).expect("a schema of a few columns").to_le_bytes();
    let encoded = BASE64_STANDARD.encode([&CONTINUATION[..], &length, &message].concat());
    KeyValue::new(KEY.to_owned(), encoded)
}

fn arrow_field(field: &Field, value: &ExportValue) -> ArrowField {
    let data_type = match value {
        ExportValue::Text(_) => ArrowDataType::Utf8,
        ExportValue::Whole(_) => ArrowDataType::UInt64,
        ExportValue::Real(_) => ArrowDataType::Float64,
    };
    let described = [("unit", &field.unit), ("meaning", &field.meaning)];
    let metadata: Metadata = described.into_iter().map(|(key, text)| (key.into(), text.as_str().into())).collect();
    ArrowField::new(field.name.as_str().into(), data_type, true).with_metadata(metadata)
}
