//! `tilebench report --watch`: writes the report again while runs are recorded, for a page that reloads itself.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, Result};
use tilebench_report::ReportOptions;
use tilebench_runner::record::Folder;

use crate::{Out, Verdict};

/// The minimum pause between two reports, as a multiple of the time of one: reports take at most a tenth of a core from
/// the searches.
const PAUSES: u32 = 10;
/// The time between two looks at the folder.
const LOOK: Duration = Duration::from_millis(250);

/// Writes the report of `folder` every `seconds` if runs were recorded, until no run is missing or the program that wrote to
/// it has ended; then once more, as without --watch.
pub(super) fn watch(folder: &Path, options: ReportOptions<'_>, seconds: f64, out: &mut Out) -> Result<Verdict> {
    let mut was_written = false;
    let mut reported: Option<(u64, SystemTime)> = None;
    loop {
        let found = Folder::open(folder)?;
        let is_written = found.is_being_written();
        if (was_written && !is_written) || is_complete(&found)? {
            return super::write(folder, options, out);
        }
        was_written |= is_written;
        let (before, state) = (Instant::now(), state(folder)?);
        if reported != Some(state) {
            let reload = Some(Duration::from_secs_f64(seconds));
            let report = tilebench_report::write_with(folder, ReportOptions { reload, ..options })?;
            if reported.is_none() {
                let waiting = if is_written { "" } else { "No program is writing to the folder yet. " };
                let index = report.index.display();
                writeln!(out, "{waiting}The page is written again while runs are recorded: {index}")?;
                out.flush()?;
            }
            reported = Some(state);
        }
        let pause = Duration::from_secs_f64(seconds).max(before.elapsed() * PAUSES);
        while before.elapsed() < pause && found.is_being_written() == is_written {
            thread::sleep(LOOK.min(pause));
        }
    }
}

/// Whether every run of the plan has ended.
fn is_complete(folder: &Folder) -> Result<bool> {
    let Some(manifest) = folder.manifest()? else { return Ok(false) };
    // Rows of earlier plans do not count, and the last row may be incomplete.
    let mut ended = BTreeSet::new();
    folder.each_complete_row(|run| {
        ended.insert(run.run_id);
    })?;
    Ok(ended.len() as u64 >= manifest.runs_planned)
}

/// The size and the time of the records.
fn state(folder: &Path) -> Result<(u64, SystemTime)> {
    let path = folder.join("runs.csv");
    let file = fs::metadata(&path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok((file.len(), file.modified().unwrap_or(SystemTime::UNIX_EPOCH)))
}
