//! The work units of a search on disk: the parts that a killed search has finished, and the units that the processes of a
//! shared folder have taken and finished.
//!
//! ```text
//! units/RUN/THRESHOLD/split.csv      how the iteration is cut, written once
//!                     PROCESS.csv    the parts that a process has finished: appended and synced
//!                     claims/N.0     the process that took unit N; N.1: the one that took it over
//!                     end            exists if the end of the search was found
//! units/RUN/owners/PROCESS           a number that the process raises while it lives
//! ```
//!
//! Every other file has one writer. A process takes the first unit that none has taken; if there is none, one whose process is dead.
//! A process that was taken for dead by mistake costs time only: parts that are recorded twice are counted once.

mod claims;
mod iteration_times;
mod log;
mod open_iteration;
mod owner;
mod progress;
mod split_file;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tilebench_catalog::{ChunkCounts, Cost, NextUnit, UnitPart, UnitParts, UnitPlan, UnitSizes, UnitSplit, UnitStore};
use tilebench_isolate::processor_time::work_cpu;
use tilebench_record::{Run, Status};
use tilebench_sanitize::message::escaped;

use claims::Claims;
use iteration_times::IterationTimes;
use log::{PartLogs, WorkTimes};
use open_iteration::OpenIteration;
use owner::{LEASE, Owners};
pub use progress::{UnitProgress, unit_progress};
use split_file::{SPLIT, read_split, store_split};

/// The name of the folder beside `runs.csv`.
pub const FOLDER: &str = "units";

/// The sizes of units: a unit takes seconds, and a part about one.
const SIZES: UnitSizes = UnitSizes {
    min_unit: 1 << 23,
    max_unit: 1 << 30,
    units: 1 << 18,
    min_root: 1 << 17,
    max_roots: 1 << 25,
    part: 1 << 24,
};

/// The factor by which an iteration is expected to be larger than the last.
const GROWTH: u32 = 8;

/// The expected number of nodes from which an iteration is searched in units, if these are requested: seconds of work.
const MIN_NODES: u64 = 1 << 26;

/// The expected time from which it is, if nothing is requested.
const MIN_TIME: Duration = Duration::from_mins(10);

/// The time between two writes of finished parts.
const FLUSH: Duration = Duration::from_millis(500);

/// The time between two reports of progress.
const REPORT: Duration = Duration::from_mins(1);

/// The time between two looks for units of dead processes.
const WAIT: Duration = Duration::from_millis(500);

/// When a search is cut into work units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum UnitMode {
    /// If an iteration is expected to take more than ten minutes.
    LongOnly,
    /// From iterations of seconds on.
    Always,
}

/// The folder of the units of all runs of a result folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct UnitFolder {
    #[serde(with = "tilebench_isolate::os_path")]
    path: PathBuf,
    mode: UnitMode,
    /// Whether progress is reported on standard error.
    pub(crate) reports: bool,
}

impl UnitFolder {
    /// The folder in the result folder `results`.
    pub(crate) fn new(results: &Path, mode: UnitMode, reports: bool) -> Self {
        // Workers have another working directory.
        let results = std::path::absolute(results).unwrap_or_else(|_| results.to_owned());
        Self { path: results.join(FOLDER), mode, reports }
    }

    /// The units of a run by `threads` threads, which begins now on this thread.
    pub(crate) fn open(&self, run: &Run, threads: usize) -> io::Result<FolderUnits> {
        FolderUnits::open(self, run, threads, SIZES, LEASE)
    }

    /// Removes the files that a recorded run does not need any more: all, if the run reached a limit, its answer is wrong, or
    /// it `is_untrusted`, since the fault may be in the parts.
    pub(crate) fn close(&self, run: &Run, is_untrusted: bool) {
        let folder = self.path.join(&run.run_id);
        let Ok(iterations) = folder.read_dir() else { return };
        if run.status.is_limit() || run.status == Status::Wrong || is_untrusted {
            // Runs with other limits ignore a file that remains.
            let _ = fs::remove_dir_all(&folder);
            return;
        }
        for iteration in iterations.flatten() {
            let _ = fs::remove_dir_all(iteration.path().join(CLAIMS));
        }
        let _ = fs::remove_dir_all(folder.join(OWNERS));
    }
}

const CLAIMS: &str = "claims";
const OWNERS: &str = "owners";
/// Exists if the end of the search was found: a hint for other processes to read the parts.
const END: &str = "end";

/// The units of one run.
#[derive(Debug)]
pub(crate) struct FolderUnits {
    folder: PathBuf,
    mode: UnitMode,
    sizes: UnitSizes,
    lease: Duration,
    threads: usize,
    /// The name of the instance in reports; `None` without reports.
    name: Option<String>,
    opened: Instant,
    cpu: Duration,
    /// The times of earlier processes.
    earlier: WorkTimes,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// When the present iteration began.
    began: Instant,
    threshold: Cost,
    owners: Option<Owners>,
    iteration: Option<OpenIteration>,
    times: IterationTimes,
}

impl State {
    /// The times of other processes, those in the present iteration included.
    fn current_times(&mut self) -> &IterationTimes {
        if let Some(open) = &self.iteration {
            self.times.keep(open.threshold, &open.logs);
        }
        &self.times
    }
}

impl FolderUnits {
    fn open(folder: &UnitFolder, run: &Run, threads: usize, sizes: UnitSizes, lease: Duration) -> io::Result<Self> {
        let path = folder.path.join(&run.run_id);
        let mut times = IterationTimes::default();
        for entry in path.read_dir().into_iter().flatten() {
            let entry = entry?;
            let iteration = entry.path();
            let Some(threshold) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
            if iteration.join(SPLIT).exists() {
                let mut logs = PartLogs::new(&iteration, "");
                logs.read_new(|_| ())?;
                times.keep(threshold, &logs);
            }
        }
        let now = Instant::now();
        Ok(Self {
            folder: path,
            mode: folder.mode,
            sizes,
            lease,
            threads,
            name: folder.reports.then(|| format!("{} {}", run.set, run.instance)),
            opened: now,
            cpu: work_cpu(threads),
            earlier: times.total(),
            state: Mutex::new(State { began: now, threshold: 0, owners: None, iteration: None, times }),
        })
    }

    /// The time that processes worked on this run before this one: wall and processor time.
    pub(crate) fn earlier(&self) -> (Duration, Duration) {
        let duration = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default();
        (duration(self.earlier.wall_s), duration(self.earlier.cpu_s))
    }

    /// The times of all other processes that worked on this run: wall and processor seconds.
    pub(crate) fn times_of_others(&self) -> (f64, f64) {
        let WorkTimes { wall_s, cpu_s } = self.state().current_times().total();
        (wall_s, cpu_s)
    }

    /// The wall seconds that all other processes worked on the present iteration, as far as they are in its parts.
    pub(crate) fn iteration_time_of_others(&self) -> f64 {
        let mut state = self.state();
        let threshold = state.threshold;
        state.current_times().wall_s(threshold)
    }

    /// The fault of these files that an error of this kind reports, with its remedy; `None` for other errors, such as of a folder
    /// that another process removed when it recorded the run.
    pub(crate) fn fault(&self, kind: ErrorKind) -> Option<String> {
        let folder = self.folder.display();
        match kind {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                Some(format!("cannot write work units to {folder}: {kind}"))
            }
            ErrorKind::InvalidData => Some(format!(
                "a file in {folder} was damaged: delete this folder, and the same command begins the search again"
            )),
            _ => None,
        }
    }

    /// Nothing panics while it holds the lock, so poison means nothing.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn iteration_folder(&self, threshold: Cost) -> PathBuf {
        self.folder.join(threshold.to_string())
    }

    /// The times of this process.
    fn times(&self) -> WorkTimes {
        let cpu = work_cpu(self.threads).saturating_sub(self.cpu);
        WorkTimes { wall_s: self.opened.elapsed().as_secs_f64(), cpu_s: cpu.as_secs_f64() }
    }

    fn report(&self, threshold: Cost, parts: &UnitParts) {
        let Some(name) = &self.name else { return };
        let progress = UnitProgress::new(String::new(), threshold, parts);
        // Standard error may be closed.
        let _ = writeln!(io::stderr(), "{}", escaped(&format!("{name}: {progress}")));
    }
}

impl UnitStore for FolderUnits {
    fn begin(&self, threshold: Cost, last: u64) -> Result<UnitPlan, ErrorKind> {
        let mut state = self.state();
        let expected = state.began.elapsed().saturating_mul(GROWTH);
        let was_cut = state.iteration.is_some();
        if let Some(open) = state.iteration.take() {
            state.times.keep(open.threshold, &open.logs);
        }
        (state.began, state.threshold) = (Instant::now(), threshold);
        let is_large = match self.mode {
            // The time of an iteration that was continued, or shared with others, is not that of the whole.
            UnitMode::LongOnly => was_cut || expected >= MIN_TIME,
            UnitMode::Always => last.saturating_mul(GROWTH.into()) >= MIN_NODES.min(self.sizes.min_unit * 8),
        };
        match read_split(&self.iteration_folder(threshold)).map_err(|error| error.kind())? {
            Some(split) => {
                self.open_iteration(&mut state, split).map_err(|error| error.kind())?;
                Ok(UnitPlan::Begun(split, self.sizes))
            }
            None if is_large => Ok(UnitPlan::New(self.sizes)),
            None => Ok(UnitPlan::Whole),
        }
    }

    fn split(&self, proposed: UnitSplit) -> Result<UnitSplit, ErrorKind> {
        let mut state = self.state();
        let folder = self.iteration_folder(state.threshold);
        let owners = state.owners.get_or_insert_with(|| Owners::new(self.folder.join(OWNERS), self.lease));
        let split = store_split(&folder, proposed, owners.name()).map_err(|error| error.kind())?;
        self.open_iteration(&mut state, split).map_err(|error| error.kind())?;
        Ok(split)
    }

    fn take(&self) -> Result<NextUnit, ErrorKind> {
        let next = {
            let mut state = self.state();
            let State { owners, iteration, .. } = &mut *state;
            let (Some(owners), Some(open)) = (owners, iteration) else { return Err(ErrorKind::NotFound) };
            open.take(owners, self.times()).map_err(|error| error.kind())?
        };
        if next == NextUnit::Wait {
            std::thread::sleep(WAIT);
        }
        Ok(next)
    }

    fn record(&self, part: UnitPart) -> Result<bool, ErrorKind> {
        let mut state = self.state();
        let threshold = state.threshold;
        let Some(open) = &mut state.iteration else { return Err(ErrorKind::NotFound) };
        let failed = |error: io::Error| error.kind();
        open.keep(part);
        let unit = part.first / open.parts.split().roots_per_unit;
        if open.parts.rest(unit).is_none() {
            open.mine.remove(&unit);
        }
        if part.is_end_of_search() {
            open.flush(self.times()).map_err(failed)?;
            File::create(open.folder.join(END)).map_err(failed)?;
        } else if open.flushed.elapsed() >= FLUSH {
            open.flush(self.times()).map_err(failed)?;
            if open.folder.join(END).exists() {
                open.read_new().map_err(failed)?;
            }
        }
        if open.reported.elapsed() >= REPORT {
            open.read_new().map_err(failed)?;
            open.reported = Instant::now();
            self.report(threshold, &open.parts);
        }
        Ok(open.parts.is_needed(part.end))
    }

    fn finished(&self) -> Result<Vec<UnitPart>, ErrorKind> {
        self.of_all_parts(UnitParts::finished)
    }

    fn counts(&self) -> Result<ChunkCounts, ErrorKind> {
        self.of_all_parts(UnitParts::counts)
    }
}

impl FolderUnits {
    /// A value of all parts of the present iteration, those of other processes included.
    fn of_all_parts<T>(&self, value: impl Fn(&UnitParts) -> T) -> Result<T, ErrorKind> {
        let mut state = self.state();
        let Some(open) = &mut state.iteration else { return Err(ErrorKind::NotFound) };
        open.flush(self.times()).and_then(|()| open.read_new()).map_err(|error| error.kind())?;
        Ok(value(&open.parts))
    }

    /// Opens the files of the present iteration.
    fn open_iteration(&self, state: &mut State, split: UnitSplit) -> io::Result<()> {
        let folder = self.iteration_folder(state.threshold);
        let owners = state.owners.get_or_insert_with(|| Owners::new(self.folder.join(OWNERS), self.lease));
        owners.join()?;
        let now = Instant::now();
        let mut open = OpenIteration {
            threshold: state.threshold,
            parts: UnitParts::new(split),
            logs: PartLogs::new(&folder, owners.name()),
            claims: Claims::open(&folder.join(CLAIMS))?,
            folder,
            mine: BTreeSet::new(),
            pending: Vec::new(),
            flushed: now,
            reported: now,
        };
        open.read_new()?;
        self.report(state.threshold, &open.parts);
        state.iteration = Some(open);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
