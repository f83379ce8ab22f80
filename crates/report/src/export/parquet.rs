//! `summary.parquet`, `runs.parquet`, and any table alone: texts as strings, counts as unsigned 64-bit numbers, fractions
//! as doubles, missing values as null. The unit and the meaning of every column are in the metadata of the file and of its Arrow
//! fields.
//!
//! The same rows always give the same bytes: the name of the writer is fixed, and the file contains no date.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tilebench_record::Folder;

use self::field::Field;
use self::writer::ParquetWriter;
use crate::experiment::ExperimentData;
use crate::export::summary_csv;
use crate::export::value::ExportValue;
use crate::table::ReportTable;
use crate::{frame, summary};

mod arrow_schema;
mod field;
mod runs;
#[cfg(test)]
mod tests;
mod writer;

/// Writes `summary.parquet` (the columns of `summary.csv`) and `runs.parquet` (those of `runs.csv`, and the suboptimality)
/// into the result folder `dir`. Rows that cannot be read are in neither; a report lists them.
///
/// # Errors
///
/// If `dir` cannot be read or written.
pub fn parquet(dir: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let rows = summarised(dir)?;
    let mut files = Vec::new();
    // Without a configuration the column types are unknown.
    if let Some(first) = rows.first() {
        let path = dir.join("summary.parquet");
        let fields: Vec<Field> = summary_csv::COLUMNS.iter().map(Field::of).collect();
        let mut written = ParquetWriter::new(create(&path)?, &fields, first)?;
        rows.iter().try_for_each(|row| written.add(row.clone()))?;
        written.finish().with_context(|| format!("cannot write {}", path.display()))?;
        files.push(path);
    }
    let path = dir.join("runs.parquet");
    runs::write(&Folder::open(dir)?, create(&path)?).with_context(|| format!("cannot write {}", path.display()))?;
    files.push(path);
    Ok(files)
}

/// The rows of the summary; the runs are dropped before writing.
fn summarised(dir: &Path) -> anyhow::Result<Vec<Vec<ExportValue>>> {
    let experiment = ExperimentData::read(dir)?;
    let frame = frame::run_frame(&experiment).context("cannot arrange the runs in a data frame")?;
    let summaries =
        summary::summaries(&experiment, &summary::aggregate(&frame)?).context("cannot summarise the runs")?;
    Ok(summaries.iter().map(summary_csv::row).collect())
}

fn create(path: &Path) -> anyhow::Result<BufWriter<File>> {
    Ok(BufWriter::new(File::create(path).with_context(|| format!("cannot write {}", path.display()))?))
}

/// `table` as a file: the columns of its CSV file, with their meanings.
pub(crate) fn table(table: &ReportTable) -> anyhow::Result<Vec<u8>> {
    let fields: Vec<Field> = table.data.iter().map(|column| Field::new(&column.name, "", &column.meaning)).collect();
    let first: Vec<ExportValue> = table.data.iter().map(|column| column.like.clone()).collect();
    let mut bytes = Vec::new();
    let mut rows = ParquetWriter::new(&mut bytes, &fields, &first)?;
    for row in 0..table.rows.len() {
        rows.add(table.data.iter().map(|column| column.values[row].clone()).collect())?;
    }
    rows.finish()?;
    Ok(bytes)
}
