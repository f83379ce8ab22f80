//! `tilebench status`: counts the runs of result folders.

mod absent_shards;
mod watch;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use tilebench_runner::record::{Folder, RecordError, Status};
use tilebench_runner::{UNITS_FOLDER, unit_progress};
use tilebench_sanitize::count::counted;

use super::submit;
use crate::text::seconds;
use crate::{Out, Verdict, print_stderr};
use absent_shards::AbsentShards;

/// Count the runs of result folders: planned, done, missing and failed, and by status.
///
/// "running" means that a program is writing to the folder now. It is known from the folder's lock; a file system that
/// several machines share may not report the locks of other machines. Shards without a folder are counted as missing.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The result folders, or folders that contain result folders, such as those of shards.
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Print the counts as JSON.
    #[arg(long)]
    json: bool,
    /// Print the counts, the slowest runs and the time left again and again, until no run is missing or the program that
    /// writes to the folder has ended.
    #[arg(long, conflicts_with = "json")]
    watch: bool,
    /// The minimum number of seconds between two readings of --watch.
    #[arg(long, requires = "watch", value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    every: f64,
}

/// The counts of a folder, or of all.
#[derive(Default)]
struct FolderCounts {
    name: String,
    /// `None` without a manifest.
    planned: Option<u64>,
    ended: BTreeMap<Status, u64>,
    /// The number of runs of earlier plans in the folder.
    others: u64,
    /// The number of runs of earlier plans that are counted in `ended`: all, if the folder does not name the runs of its plan.
    mixed: u64,
    /// The number of folders that are being written.
    running: u64,
}

/// Counts the runs.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    if arguments.watch {
        let open = || Ok(arguments.folders.iter().map(|path| open_all(path)).collect::<Result<Vec<_>, _>>()?.concat());
        return watch::watch(&open, arguments.every, out);
    }
    let folders =
        arguments.folders.iter().map(|path| open_all(path)).collect::<Result<Vec<_>, RecordError>>()?.concat();
    let mut counts = folders.iter().map(FolderCounts::read).collect::<Result<Vec<_>, RecordError>>()?;
    let absent = AbsentShards::missing_in(&folders)?;
    if arguments.json {
        let folders: Vec<Value> = counts.iter().map(|folder| folder.json(&json!(folder.running > 0))).collect();
        let absent_json: Vec<Value> = absent.iter().map(AbsentShards::json).collect();
        counts.extend(absent.iter().map(FolderCounts::absent));
        let total = FolderCounts::total(&counts);
        let total = total.json(&json!(total.running));
        writeln!(out, "{:#}", json!({ "folders": folders, "absent": absent_json, "total": total }))?;
    } else if counts.is_empty() {
        let has_units = arguments.folders.iter().any(|path| has_units(path));
        writeln!(out, "{}", if has_units { "no run is recorded" } else { "no shard has begun" })?;
    } else {
        counts.extend(absent.iter().map(FolderCounts::absent));
        write_table(&counts, &FolderCounts::total(&counts), out)?;
    }
    if !arguments.json {
        for path in &arguments.folders {
            write_unit_progress(path, out)?;
        }
    }
    Ok(Verdict::Good)
}

/// Writes how far the searches are whose work units are kept, except those of recorded runs.
fn write_unit_progress(path: &Path, out: &mut Out) -> Result<()> {
    let mut progress = unit_progress(path)?;
    if let Ok(folder) = Folder::open(path) {
        folder.each_complete_row_of_any_plan(|run| progress.retain(|of| of.run_id != run.run_id))?;
    }
    progress.iter().try_for_each(|of| Ok(writeln!(out, "run {}, {of}", of.run_id)?))
}

/// Whether processes have begun to search work units in the result folder `path`.
fn has_units(path: &Path) -> bool {
    path.join(UNITS_FOLDER).is_dir()
}

/// The result folders of `path`; empty if its shards are submitted and none has begun, or if it has work units only.
fn open_all(path: &Path) -> Result<Vec<Folder>, RecordError> {
    match Folder::open_all(path) {
        Err(RecordError::NoRuns { .. }) if path.join(submit::SCRIPT).is_file() || has_units(path) => Ok(Vec::new()),
        folders => folders,
    }
}

impl FolderCounts {
    fn read(folder: &Folder) -> Result<Self, RecordError> {
        let mut ended = BTreeMap::new();
        let mut statuses = BTreeMap::new();
        let is_torn = folder.each_complete_row(|run| {
            statuses.insert(run.run_id, run.status);
        })?;
        for status in statuses.into_values() {
            *ended.entry(status).or_default() += 1;
        }
        let manifest = folder.manifest()?;
        let planned = manifest.as_ref().map(|manifest| manifest.runs_planned);
        let others = manifest.map_or(0, |manifest| manifest.others);
        let mixed = if folder.has_plan()? { 0 } else { others };
        let running = folder.is_being_written().into();
        if is_torn && running == 0 {
            print_stderr(&format!(
                "note: the last line of {}/runs.csv is cut off; its run counts as missing",
                folder.path().display()
            ));
        }
        if others > mixed {
            print_stderr(&format!(
                "note: {} also contains {} of earlier plans, not counted",
                folder.path().display(),
                counted(others, "run")
            ));
        }
        Ok(Self { name: folder.path().display().to_string(), planned, ended, others, mixed, running })
    }

    /// The counts of the shards that have no folder: planned runs only.
    fn absent(absent: &AbsentShards) -> Self {
        Self { name: absent.to_string(), planned: Some(absent.planned), ..Self::default() }
    }

    /// The sum; planned runs are summed over the folders that have a manifest.
    fn total(counts: &[Self]) -> Self {
        let mut total = Self { name: "total".to_owned(), ..Self::default() };
        for folder in counts {
            total.planned = total.planned.into_iter().chain(folder.planned).reduce(|sum, planned| sum + planned);
            total.running += folder.running;
            total.others += folder.others;
            total.mixed += folder.mixed;
            for (&status, count) in &folder.ended {
                *total.ended.entry(status).or_default() += count;
            }
        }
        total
    }

    fn done(&self) -> u64 {
        self.ended.values().sum()
    }

    /// `None` if the number of planned runs is unknown. Runs of an earlier plan do not count.
    fn missing(&self) -> Option<u64> {
        self.planned.map(|planned| planned.saturating_sub(self.done().saturating_sub(self.mixed)))
    }

    fn failed(&self) -> u64 {
        self.ended.iter().filter(|(status, _)| status.is_unexplained()).map(|(_, count)| count).sum()
    }

    /// `running` is a flag for a folder, and a number for the total.
    fn json(&self, running: &Value) -> Value {
        json!({
            "folder": self.name,
            "planned": self.planned,
            "done": self.done(),
            "missing": self.missing(),
            "others": self.others,
            "failed": self.failed(),
            "running": running,
            "status": self.ended,
        })
    }

    /// The cells of a line of the table.
    fn cells(&self, statuses: &[Status], running: String) -> Vec<String> {
        let known = |count: Option<u64>| count.map_or_else(|| "?".to_owned(), |count| count.to_string());
        let ended = |status: &Status| self.ended.get(status).copied().unwrap_or(0).to_string();
        let done =
            [known(self.planned), self.done().to_string(), known(self.missing()), self.failed().to_string(), running];
        [self.name.clone()].into_iter().chain(done).chain(statuses.iter().map(ended)).collect()
    }
}

/// Writes one line per folder, one column per status that occurs, and the total if there are several folders.
fn write_table(counts: &[FolderCounts], total: &FolderCounts, out: &mut Out) -> Result<()> {
    let statuses: Vec<Status> = total.ended.keys().copied().collect();
    let heads = ["folder", "planned", "done", "missing", "failed", "running"].into_iter();
    let heads: Vec<String> = heads.chain(statuses.iter().map(|status| status.name())).map(str::to_owned).collect();
    let mut lines = vec![heads];
    let running = |folder: &FolderCounts| if folder.running > 0 { "yes" } else { "no" }.to_owned();
    lines.extend(counts.iter().map(|folder| folder.cells(&statuses, running(folder))));
    if counts.len() > 1 {
        lines.push(total.cells(&statuses, total.running.to_string()));
    }
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    for line in &lines {
        write!(out, "{:<1$}", line[0], widths[0])?;
        for (cell, width) in line.iter().zip(&widths).skip(1) {
            write!(out, "  {cell:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
