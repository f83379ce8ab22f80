//! `summary.parquet`, `runs.parquet`, and any table alone: texts as strings, counts as unsigned 64-bit numbers, fractions
//! as doubles, missing values as null.
//!
//! The same rows always give the same bytes: the name of the writer is fixed, and the file contains no date.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tilebench_record::Folder;

use self::writer::ParquetWriter;
use crate::experiment::ExperimentData;
use crate::export::summary_csv;
use crate::export::value::ExportValue;
use crate::table::{ReportTable, TableCell, TableColumn};
use crate::{frame, summary};

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
        let mut written = ParquetWriter::new(create(&path)?, &summary_csv::header(), first)?;
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

/// `table` as a file: texts as strings, numbers as doubles in base units as in CSV, estimates without their intervals.
pub(crate) fn table(table: &ReportTable) -> anyhow::Result<Vec<u8>> {
    let header: Vec<String> = table.columns.iter().map(|column| column.title.clone()).collect();
    let like: Vec<ExportValue> = table.columns.iter().map(|column| value(column, &TableCell::text(""))).collect();
    let mut bytes = Vec::new();
    let mut rows = ParquetWriter::new(&mut bytes, &header, &like)?;
    for row in &table.rows {
        rows.add(table.columns.iter().zip(row).map(|(column, cell)| value(column, cell)).collect())?;
    }
    rows.finish()?;
    Ok(bytes)
}

fn value(column: &TableColumn, cell: &TableCell) -> ExportValue {
    if column.numbers { ExportValue::Real(cell.number) } else { ExportValue::Text(cell.text.clone()) }
}
