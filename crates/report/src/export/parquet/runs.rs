//! `runs.parquet`: every run with every column of `runs.csv`, its suboptimality, and a column for each attribute.

use std::collections::HashMap;
use std::io::Write;

use anyhow::Context as _;
use tilebench_record::{self as record, Attribute, ColumnKind, Folder, Run};

use super::field::Field;
use super::writer::ParquetWriter;
use crate::export::value::ExportValue;
use crate::metric::suboptimality;
use crate::proved_lengths::ProvedLengths;

/// Writes the runs of `folder`: the last row of each run, without rows that cannot be read.
///
/// The folder is read three times, so that only the ids of the runs and one row group are in memory.
pub(super) fn write(folder: &Folder, out: impl Write + Send) -> anyhow::Result<()> {
    let mut last: HashMap<String, usize> = HashMap::new();
    let mut place = 0;
    folder.each_row_or_error(|row| {
        if let Ok(run) = row {
            last.insert(run.run_id, place);
            place += 1;
        }
    })?;
    let mut fields: Vec<Field> = Run::columns().map(|(column, _)| Field::of(column)).collect();
    let meaning = "Cost / least cost, which the instance set states or a run of the folder proved.";
    fields.push(Field::new("suboptimality", "", meaning));
    let attributes = folder.manifest()?.map(|manifest| manifest.attributes).unwrap_or_default();
    fields.extend(attributes.iter().map(|attribute| Field::new(&attribute.name, &attribute.unit, &attribute.meaning)));
    let mut rows = ParquetWriter::new(out, &fields, &values(&Run::default(), None, &attributes))?;
    let proved = ProvedLengths::read(folder)?;
    let (mut place, mut written) = (0, Ok(()));
    folder.each_row_or_error(|row| {
        let Ok(run) = row else { return };
        if written.is_ok() && last.get(&run.run_id) == Some(&place) {
            written = rows.add(values(&run, run.optimal.or(proved.length(&run)), &attributes));
        }
        place += 1;
    })?;
    written.and_then(|()| rows.finish()).context("cannot write the runs as Parquet")
}

/// The values of a run in the order of `runs.csv`, its suboptimality given the least cost, and its attributes.
fn values(run: &Run, least_cost: Option<u32>, attributes: &[Attribute]) -> Vec<ExportValue> {
    let value = |(column, of): (&record::Column, record::CellGetter<Run>)| match (column.kind, of(run)) {
        (ColumnKind::Text | ColumnKind::OneOf(_), record::CellValue::Text(text)) => ExportValue::Text(text.to_owned()),
        (ColumnKind::Text | ColumnKind::OneOf(_), _) => ExportValue::Text(String::new()),
        (ColumnKind::Integer, record::CellValue::Integer(count)) => ExportValue::Whole(Some(count)),
        (ColumnKind::Integer, _) => ExportValue::Whole(None),
        (ColumnKind::Real, record::CellValue::Real(number)) => ExportValue::Real(Some(number)),
        (ColumnKind::Real, _) => ExportValue::Real(None),
    };
    Run::columns()
        .map(value)
        .chain([ExportValue::Real(suboptimality(run.model_cost().or(run.length), least_cost))])
        .chain(attributes.iter().map(|attribute| ExportValue::Real(run.attribute(&attribute.name))))
        .collect()
}
