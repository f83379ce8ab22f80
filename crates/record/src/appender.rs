//! Adding runs to a folder.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::append_log::AppendLog;
use crate::folder_lock::FolderLock;
use crate::ownership::OwnedRow as _;
use crate::repair::owned::{self, OwnedFile};
use crate::repair::{Repair, repair};
use crate::syncer::Syncer;
use crate::{Incumbent, Iteration, RecordError, Run, Status};

/// The facts in the last row of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedRun {
    /// How it ended.
    pub status: Status,
    /// The index of the row, from 0.
    pub row: u64,
    /// The number of its iterations, according to the row.
    pub iterations: u64,
    /// The number of its incumbents, according to the row: 32 bits, since a folder has many of these values.
    pub incumbents: u32,
}

/// Adds runs to a folder, each as it ends, so that a run whose row exists is complete.
///
/// A run is in its file when [`append`](Self::append) returns, even if the program is killed then. It is on the disk after
/// a sync at most 200 ms later, and when [`close`](Self::close) returns. A power cut may lose the rows of these 200 ms; of
/// rows that it leaves, it may have lost iterations and incumbents.
///
/// No other program can append to the same folder while this value exists.
#[derive(Debug)]
pub struct Appender {
    iterations: AppendLog,
    incumbents: AppendLog,
    runs: AppendLog,
    syncer: Syncer,
    repairs: Vec<Repair>,
    recorded: Arc<HashMap<String, RecordedRun>>,
    rows: u64,
    /// The number of iterations and incumbents of each run that was run again.
    replaced: HashMap<String, (u64, u64)>,
    folder: PathBuf,
    /// Dropped last, when all rows are on the disk.
    _lock: FolderLock,
}

impl Appender {
    /// Opens the files of `folder` at their ends. Files are repaired if necessary, and new files get headers.
    pub(crate) fn open(folder: &Path) -> Result<Self, RecordError> {
        let lock = FolderLock::take(folder)?;
        let (mut recorded, mut rows) = (HashMap::new(), 0);
        let mut repairs = repair::<Run>(folder, |run| {
            let iterations = Iteration::expected(&run);
            let incumbents = u32::try_from(Incumbent::expected(&run)).unwrap_or(u32::MAX);
            recorded.insert(run.run_id, RecordedRun { status: run.status, row: rows, iterations, incumbents });
            rows += 1;
        })?;
        let iterations = OwnedFile::<Iteration>::repair(folder, &mut repairs)?;
        iterations.forget_lost(&mut recorded, &mut repairs);
        let incumbents = OwnedFile::<Incumbent>::repair(folder, &mut repairs)?;
        incumbents.forget_lost(&mut recorded, &mut repairs);
        // Neither file keeps rows of runs that are run again.
        iterations.set_stale_aside(&recorded, &mut repairs)?;
        incumbents.set_stale_aside(&recorded, &mut repairs)?;
        let runs = AppendLog::open::<Run>(folder)?;
        let (iterations, incumbents) = (AppendLog::open::<Iteration>(folder)?, AppendLog::open::<Incumbent>(folder)?);
        let syncer = Syncer::start([iterations.handle()?, incumbents.handle()?, runs.handle()?])?;
        let (recorded, replaced, folder) = (Arc::new(recorded), HashMap::new(), folder.to_owned());
        Ok(Self { iterations, incumbents, runs, syncer, repairs, recorded, rows, replaced, folder, _lock: lock })
    }

    /// The changes that were necessary before runs could be added.
    #[must_use]
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// The recorded state of each run, by run id, when the folder was opened. A run whose iterations were lost is not
    /// included, so that it is run again.
    #[must_use]
    pub fn recorded(&self) -> Arc<HashMap<String, RecordedRun>> {
        Arc::clone(&self.recorded)
    }

    /// The number of rows when the folder was opened, including those that no longer count.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Adds a run without incumbents: see [`append_with_incumbents`](Self::append_with_incumbents).
    ///
    /// # Errors
    ///
    /// Those of [`append_with_incumbents`](Self::append_with_incumbents).
    pub fn append(&mut self, run: &Run, iterations: &[Iteration]) -> Result<(), RecordError> {
        self.append_with_incumbents(run, iterations, &[])
    }

    /// Adds a run: its iterations and incumbents first, then its own row. Each file is written once, in complete lines.
    ///
    /// # Errors
    ///
    /// If the disk is full or a file has become unwritable; a partial write is taken back. An earlier run that could
    /// not be synced is reported here too.
    pub fn append_with_incumbents(
        &mut self,
        run: &Run,
        iterations: &[Iteration],
        incumbents: &[Incumbent],
    ) -> Result<(), RecordError> {
        self.iterations.append(iterations)?;
        self.incumbents.append(incumbents)?;
        self.runs.append(std::slice::from_ref(run))?;
        if self.recorded.contains_key(&run.run_id) {
            self.replaced.insert(run.run_id.clone(), (iterations.len() as u64, incumbents.len() as u64));
        }
        self.syncer.written()
    }

    /// Syncs every run to the disk, removes the iterations and incumbents of replaced rows from their files, and
    /// releases the folder. Dropping does so too, but leaves these rows to the next appender and reports no error.
    ///
    /// # Errors
    ///
    /// If the last runs cannot be synced, or a file cannot be written.
    pub fn close(mut self) -> Result<(), RecordError> {
        self.syncer.close()?;
        if self.replaced.is_empty() {
            return Ok(());
        }
        owned::replace::<Iteration>(&self.folder, |id| self.replaced.get(id).map(|rows| rows.0))?;
        owned::replace::<Incumbent>(&self.folder, |id| self.replaced.get(id).map(|rows| rows.1))
    }
}
