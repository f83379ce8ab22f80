//! `summary.parquet`, `runs.parquet`, and any table alone: texts as strings, counts as unsigned 64-bit numbers, fractions
//! as doubles, what is not there as null.
//!
//! The same rows always give the same bytes: what a file says of its writer is fixed, and there is no date in it.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tilebench_record::Folder;

use self::rows::Rows;
use crate::experiment::Experiment;
use crate::export::summary_csv;
use crate::export::value::Value;
use crate::{frame, summary};

mod rows;
mod runs;
pub(crate) mod table;
#[cfg(test)]
mod tests;

/// Writes `summary.parquet` (the columns of `summary.csv`) and `runs.parquet` (those of `runs.csv`, and the
/// suboptimality) into the result folder `dir`. Rows that cannot be read are in neither: a report tells of them.
///
/// # Errors
///
/// Where `dir` cannot be read or written.
pub fn parquet(dir: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let rows = summarised(dir)?;
    let mut files = Vec::new();
    // Without a configuration there is no telling what a column holds.
    if let Some(first) = rows.first() {
        let path = dir.join("summary.parquet");
        let mut written = Rows::new(create(&path)?, &summary_csv::header(), first)?;
        rows.iter().try_for_each(|row| written.add(row.clone()))?;
        written.finish().with_context(|| format!("cannot write {}", path.display()))?;
        files.push(path);
    }
    let path = dir.join("runs.parquet");
    runs::write(&Folder::open(dir)?, create(&path)?).with_context(|| format!("cannot write {}", path.display()))?;
    files.push(path);
    Ok(files)
}

/// The rows of the summary. The runs that they are made of are in memory no longer.
fn summarised(dir: &Path) -> anyhow::Result<Vec<Vec<Value>>> {
    let experiment = Experiment::read(dir)?;
    let frame = frame::of(&experiment).context("cannot arrange the runs in a data frame")?;
    let summaries = summary::of(&experiment, &summary::aggregate(&frame)?).context("cannot summarise the runs")?;
    Ok(summaries.iter().map(summary_csv::row).collect())
}

fn create(path: &Path) -> anyhow::Result<BufWriter<File>> {
    Ok(BufWriter::new(File::create(path).with_context(|| format!("cannot write {}", path.display()))?))
}
