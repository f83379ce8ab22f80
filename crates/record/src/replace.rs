//! Merging again into a folder that holds an earlier merge of the same plan.
//!
//! The new files are written to a subfolder and renamed over the old ones one by one, iterations and incumbents
//! first, so that a reader, or the next program after a kill, finds complete runs with their iterations and
//! incumbents. Other files of the folder, such as a report, stay.

use std::collections::HashSet;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::lock::Lock;
use crate::merge::is_same_plan;
use crate::planned::PlannedRun;
use crate::table::Row;
use crate::{Folder, Incumbent, Iteration, Manifest, Merge, MergeError, RecordError, Run, Status, whole};

/// The subfolder that the new files are written to.
const BESIDE: &str = ".merge";

/// Left-over files of programs that write here; they may be removed.
const TRACES: [&str; 3] = [".lock", ".writable", BESIDE];

impl Merge {
    /// Writes all of it to `out`, replacing the runs of the same plan there.
    ///
    /// # Errors
    ///
    /// If `out` contains files but no runs, runs of another plan, or a row that is in none of the merged folders; if
    /// another program is writing it, or it cannot be written. On an error, `out` is unchanged.
    pub fn replace(&self, out: &Path) -> Result<(), MergeError> {
        if !out.join(Run::FILE).is_file() && !is_free(out) {
            return Err(MergeError::NotEmpty { folder: out.to_owned() });
        }
        let folder = Folder::open_or_create(out)?;
        let _lock = Lock::take(out)?;
        if out.join(Run::FILE).is_file() {
            self.refuse_loss(&folder)?;
        }
        let beside = out.join(BESIDE);
        remove(&beside)?;
        self.write(&beside)?;
        // The plan first: it names the runs of all merged folders, the rows that are there among them.
        let plan = beside.join(PlannedRun::FILE).is_file().then_some(PlannedRun::FILE);
        for file in plan.into_iter().chain([Iteration::FILE, Incumbent::FILE, Run::FILE, Manifest::FILE]) {
            let path = out.join(file);
            fs::rename(beside.join(file), &path).map_err(|source| RecordError::Io {
                doing: "replace",
                path,
                source,
            })?;
        }
        whole::sync_names(&out.join(Run::FILE));
        Ok(remove(&beside)?)
    }

    /// Refuses a folder of another plan, and one with a row that the merged folders do not have.
    fn refuse_loss(&self, there: &Folder) -> Result<(), MergeError> {
        if let (Some(manifest), Some(other)) = (there.manifest()?, self.folders.first())
            && !is_same_plan(&manifest, self.manifest())
        {
            return Err(MergeError::OtherPlan { one: there.path().to_owned(), other: other.path().to_owned() });
        }
        let mut known = HashSet::new();
        for folder in &self.folders {
            folder.each_whole_row(|run| {
                known.insert(Making::of(&run));
            })?;
        }
        let mut lost = None;
        there.each_whole_row(|run| {
            if lost.is_none() && !known.contains(&Making::of(&run)) {
                lost = Some(run.run_id);
            }
        })?;
        lost.map_or(Ok(()), |run_id| Err(MergeError::Lost { folder: there.path().to_owned(), run_id }))
    }
}

/// One execution of a run. Only its times distinguish it from another, for all else can be equal. A row that no
/// longer counts is an execution too, since a run may have been run again after the earlier merge.
#[derive(PartialEq, Eq, Hash)]
struct Making {
    run_id: Box<str>,
    status: Status,
    times: [u64; 3],
}

impl Making {
    fn of(run: &Run) -> Self {
        let times = [run.setup_s, run.wall_s, run.cpu_s].map(f64::to_bits);
        Self { run_id: run.run_id.as_str().into(), status: run.status, times }
    }
}

fn is_free(folder: &Path) -> bool {
    let is_trace = |entry: fs::DirEntry| TRACES.iter().any(|trace| entry.file_name() == *trace);
    folder.read_dir().map_or(true, |files| files.flatten().all(is_trace))
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
