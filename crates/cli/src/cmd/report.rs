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
}

/// Writes the report.
pub(crate) fn run(arguments: &Arguments, out: &mut Out<'_>) -> Result<Verdict> {
    write(&arguments.folder, out)
}

/// Writes the report of `folder`; bad where a run in it crashed or was wrong, or a row could not be read.
pub(super) fn write(folder: &Path, out: &mut Out<'_>) -> Result<Verdict> {
    let written = tilebench_report::write(folder)?;
    writeln!(out, "\n{}\n\nCharts: {}", written.summary.trim_matches('\n'), written.index.display())?;
    out.flush()?;
    let alarms =
        [(written.unread, "rows could not be read"), (written.unexplained, "runs crashed or gave a wrong answer")];
    let alarms = alarms.into_iter().filter(|(count, _)| *count > 0);
    let told = alarms.inspect(|(count, what)| tell(&format!("{count} {what}: see the top of the page"))).count();
    Ok(if told == 0 { Verdict::Good } else { Verdict::Bad })
}
