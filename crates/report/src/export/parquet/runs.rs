//! `runs.parquet`: every run with every column of `runs.csv`, and its suboptimality.

use std::collections::HashMap;
use std::io::Write;

use anyhow::Context as _;
use tilebench_record::{self as record, ColumnKind, Folder, Run};

use super::rows::Rows;
use crate::export::value::Value;
use crate::metric::suboptimality;
use crate::proved::Proved;

/// The runs of `folder`. Of several rows of a run the last counts; rows that cannot be read are left out.
///
/// The folder is read three times. At most the names of the runs and one row group are in memory.
pub(super) fn write(folder: &Folder, out: impl Write + Send) -> anyhow::Result<()> {
    let mut last: HashMap<String, usize> = HashMap::new();
    let mut place = 0;
    folder.each_row_or_error(|row| {
        if let Ok(run) = row {
            last.insert(run.run_id, place);
            place += 1;
        }
    })?;
    let names = Run::columns().map(|(column, _)| column.name).chain(["suboptimality"]);
    let header: Vec<String> = names.map(str::to_owned).collect();
    let mut rows = Rows::new(out, &header, &values(&Run::default()))?;
    let proved = Proved::read(folder)?;
    let (mut place, mut written) = (0, Ok(()));
    folder.each_row_or_error(|row| {
        let Ok(mut run) = row else { return };
        proved.fill(&mut run);
        if written.is_ok() && last.get(&run.run_id) == Some(&place) {
            written = rows.add(values(&run));
        }
        place += 1;
    })?;
    written.and_then(|()| rows.finish()).context("cannot write the runs as Parquet")
}

/// The values of a run, in the order of `runs.csv`.
fn values(run: &Run) -> Vec<Value> {
    let value = |(column, of): (&record::Column, record::CellGetter<Run>)| match (column.kind, of(run)) {
        (ColumnKind::Text | ColumnKind::OneOf(_), record::CellValue::Text(text)) => Value::Text(text.to_owned()),
        (ColumnKind::Text | ColumnKind::OneOf(_), _) => Value::Text(String::new()),
        (ColumnKind::Integer, record::CellValue::Integer(count)) => Value::Whole(Some(count)),
        (ColumnKind::Integer, _) => Value::Whole(None),
        (ColumnKind::Real, record::CellValue::Real(number)) => Value::Real(Some(number)),
        (ColumnKind::Real, _) => Value::Real(None),
    };
    Run::columns().map(value).chain([Value::Real(suboptimality(run.length, run.optimal))]).collect()
}
