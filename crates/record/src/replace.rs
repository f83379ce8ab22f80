//! Merging again into a folder that holds an earlier merge of the same plan.
//!
//! The new files are written to a subfolder and renamed over the old ones one by one, iterations and incumbents
//! first, so that a reader, or the next program after a kill, finds complete runs with their iterations and
//! incumbents. Other files of the folder, such as a report, stay.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::csv_row::CsvRow;
use crate::folder_lock::FolderLock;
use crate::merge::{bounds, is_same_plan};
use crate::planned_runs::PlannedRun;
use crate::{Bounds, Folder, Incumbent, Iteration, Manifest, Merge, MergeError, RecordError, Run, Status, atomic_file};

/// The subfolder that the new files are written to.
const STAGING: &str = ".merge";

/// Left-over files of programs that write here; they may be removed.
const LEFTOVERS: [&str; 3] = [".lock", ".writable", STAGING];

impl Merge {
    /// Writes all rows to `out`, and replaces the runs of the same plan there.
    ///
    /// # Errors
    ///
    /// If `out` contains files but no runs, runs of another plan, or a row, also of an earlier plan, that is in none of the merged folders; if
    /// it is one of the merged folders; if another program is writing it, or it cannot be written. `out` is unchanged unless one of
    /// its files cannot be replaced; then the same merge completes it.
    pub fn replace(&self, out: &Path) -> Result<(), MergeError> {
        let is_out = |folder: &Folder| {
            let paths = [folder.path(), out].map(|path| path.canonicalize().ok());
            paths[0].is_some() && paths[0] == paths[1]
        };
        if self.folders.iter().any(is_out) {
            return Err(MergeError::Own { folder: out.to_owned() });
        }
        if !out.join(Run::FILE).is_file() && !is_empty_or_leftovers(out) {
            return Err(MergeError::NotEmpty { folder: out.to_owned() });
        }
        let folder = Folder::open_or_create(out)?;
        let _lock = FolderLock::take(out)?;
        if out.join(Run::FILE).is_file() {
            self.refuse_loss(&folder)?;
        }
        let staging = out.join(STAGING);
        remove(&staging)?;
        // Bounds may have been computed in `out` itself.
        let judged_by = folder.manifest()?.map_or_else(BTreeMap::new, |manifest| manifest.bounds);
        let written = self.write_with(&bounds::joined(self.folders.iter().chain([&folder]))?, &judged_by, &staging);
        if written.is_err() {
            // The error that led here is the one to report.
            let _ = remove(&staging);
        }
        written?;
        // The plan first: it names the runs of all merged folders, including the rows that `out` has already.
        let optional = [PlannedRun::FILE, Bounds::FILE].into_iter().filter(|file| staging.join(file).is_file());
        for file in optional.chain([Iteration::FILE, Incumbent::FILE, Run::FILE, Manifest::FILE]) {
            let path = out.join(file);
            fs::rename(staging.join(file), &path).map_err(|source| RecordError::Io {
                doing: "replace",
                path,
                source,
            })?;
        }
        atomic_file::sync_directory(&out.join(Run::FILE));
        Ok(remove(&staging)?)
    }

    /// Refuses a folder of another plan, and one with a row that the merged folders do not have.
    fn refuse_loss(&self, existing: &Folder) -> Result<(), MergeError> {
        if let (Some(manifest), Some(other)) = (existing.manifest()?, self.folders.first())
            && !is_same_plan(&manifest, self.manifest())
        {
            return Err(MergeError::OtherPlan { one: existing.path().to_owned(), other: other.path().to_owned() });
        }
        let mut known = HashSet::new();
        for folder in &self.folders {
            folder.each_complete_row(|run| {
                known.insert(RunExecution::from(&run));
            })?;
        }
        let mut lost = None;
        // Rows of earlier plans are rows that would be lost, too.
        existing.each_complete_row_of_any_plan(|run| {
            if lost.is_none() && !known.contains(&RunExecution::from(&run)) {
                lost = Some(run.run_id);
            }
        })?;
        lost.map_or(Ok(()), |run_id| Err(MergeError::Lost { folder: existing.path().to_owned(), run_id }))
    }
}

/// One execution of a run. Only its times distinguish it from another, for all else can be equal. A row that no
/// longer counts is an execution too, since a run may have been run again after the earlier merge.
#[derive(PartialEq, Eq, Hash)]
struct RunExecution {
    run_id: Box<str>,
    status: Status,
    times: [u64; 3],
}

impl From<&Run> for RunExecution {
    fn from(run: &Run) -> Self {
        let times = [run.setup_s, run.wall_s, run.cpu_s].map(f64::to_bits);
        Self { run_id: run.run_id.as_str().into(), status: run.status, times }
    }
}

fn is_empty_or_leftovers(folder: &Path) -> bool {
    let is_leftover = |entry: fs::DirEntry| LEFTOVERS.iter().any(|name| entry.file_name() == *name);
    folder.read_dir().map_or(true, |files| files.flatten().all(is_leftover))
}

fn remove(folder: &Path) -> Result<(), RecordError> {
    match fs::remove_dir_all(folder) {
        Err(source) if source.kind() != ErrorKind::NotFound => {
            Err(RecordError::Io { doing: "remove", path: folder.to_owned(), source })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
