//! `tilebench report`: tables and charts of a result folder.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use crate::{Out, Verdict, tell};

/// Write the tables, charts and page of a result folder.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The result folder.
    folder: PathBuf,
    /// The configuration that the others are compared with, as the report names it [default: the first of the
    /// experiment].
    #[arg(long, value_name = "NAME")]
    baseline: Option<String>,
}

/// Writes the report.
pub(crate) fn run(arguments: &Arguments, out: &mut Out<'_>) -> Result<Verdict> {
    write(&arguments.folder, arguments.baseline.as_deref(), out)
}

/// Writes the report of `folder`, the others against `baseline`; bad where a run in it crashed, was wrong, or is beyond the
/// bound it claims.
pub(super) fn write(folder: &Path, baseline: Option<&str>, out: &mut Out<'_>) -> Result<Verdict> {
    let written = tilebench_report::write_against(folder, baseline)?;
    writeln!(out, "\n{}\n\nCharts: {}", written.summary.trim_matches('\n'), written.index.display())?;
    if written.unexplained == 0 {
        return Ok(Verdict::Good);
    }
    out.flush()?;
    tell(&format!(
        "{} runs crashed, gave a wrong answer or are beyond the bound they claim: see the top of the page",
        written.unexplained
    ));
    Ok(Verdict::Bad)
}
