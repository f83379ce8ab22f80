//! Adding runs to a folder.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::lock::Lock;
use crate::log::Log;
use crate::mend::owned::{self, OwnedFile};
use crate::mend::{Mended, mend};
use crate::ownership::Owned as _;
use crate::syncer::Syncer;
use crate::{Incumbent, Iteration, RecordError, Run, Status};

/// The facts in the last row of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// How it ended.
    pub status: Status,
    /// The index of the row, from 0.
    pub row: u64,
    /// The number of its iterations, according to the row.
    pub iterations: u64,
    /// How many incumbents it counts; never near the greatest number, and a folder of many runs has many of these.
    pub incumbents: u32,
}

/// Adds runs to a folder, each as it ends, so that a run whose row exists is complete.
///
/// A run is in its file when [`append`](Self::append) returns, whatever becomes of the program. It is
/// on the disk, whatever becomes of the machine, after a sync at most 200 ms later, and when
/// [`close`](Self::close) returns: a power cut may take the rows of these 200 ms, and of the runs among
/// them that it leaves, it may have taken iterations and incumbents.
///
/// While it lives no other program can append to the same folder.
#[derive(Debug)]
pub struct Appender {
    iterations: Log,
    incumbents: Log,
    runs: Log,
    syncer: Syncer,
    mended: Vec<Mended>,
    recorded: Arc<HashMap<String, Recorded>>,
    rows: u64,
    /// The number of iterations and incumbents of each run that was run again.
    replaced: HashMap<String, (u64, u64)>,
    folder: PathBuf,
    /// The last to be dropped, when all is on the disk.
    _lock: Lock,
}

impl Appender {
    /// Opens the files of `folder` at their ends. Files are mended if necessary, and new files get headers.
    pub(crate) fn open(folder: &Path) -> Result<Self, RecordError> {
        let lock = Lock::take(folder)?;
        let (mut recorded, mut rows) = (HashMap::new(), 0);
        let mut mended = mend::<Run>(folder, |run| {
            let iterations = Iteration::expected(&run);
            let incumbents = u32::try_from(Incumbent::expected(&run)).unwrap_or(u32::MAX);
            recorded.insert(run.run_id, Recorded { status: run.status, row: rows, iterations, incumbents });
            rows += 1;
        })?;
        let iterations = OwnedFile::<Iteration>::mend(folder, &mut mended)?;
        iterations.forget_lost(&mut recorded, &mut mended);
        let incumbents = OwnedFile::<Incumbent>::mend(folder, &mut mended)?;
        incumbents.forget_lost(&mut recorded, &mut mended);
        // Neither file keeps rows of runs that are run again.
        iterations.set_stale_aside(&recorded, &mut mended)?;
        incumbents.set_stale_aside(&recorded, &mut mended)?;
        let runs = Log::open::<Run>(folder)?;
        let (iterations, incumbents) = (Log::open::<Iteration>(folder)?, Log::open::<Incumbent>(folder)?);
        let syncer = Syncer::start([iterations.handle()?, incumbents.handle()?, runs.handle()?])?;
        let (recorded, replaced, folder) = (Arc::new(recorded), HashMap::new(), folder.to_owned());
        Ok(Self { iterations, incumbents, runs, syncer, mended, recorded, rows, replaced, folder, _lock: lock })
    }

    /// The changes that were necessary before runs could be added.
    #[must_use]
    pub fn mended(&self) -> &[Mended] {
        &self.mended
    }

    /// The recorded state of each run, by run id, when the folder was opened. A run whose iterations were lost is not
    /// included, so that it is run again.
    #[must_use]
    pub fn recorded(&self) -> Arc<HashMap<String, Recorded>> {
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
    /// As there.
    pub fn append(&mut self, run: &Run, iterations: &[Iteration]) -> Result<(), RecordError> {
        self.append_with_incumbents(run, iterations, &[])
    }

    /// Adds a run: its iterations and incumbents first, then its own row. Each file is written once, in whole lines.
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

    /// Brings every run to the disk, takes the iterations and incumbents of replaced rows out of their files, and
    /// lets go of the folder. Dropping does so too, but leaves these rows to the next appender and reports no error.
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
