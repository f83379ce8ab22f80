//! Making the runs of a plan, side by side, each recorded as it ends.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result, bail, ensure};
use rayon::ThreadPoolBuilder;
use tilebench_catalog::{Stop, StopFlag};
use tilebench_record::{Appender, Folder, Iteration, Manifest, Run, Status};

use crate::attempt::{Tools, attempt};
use crate::plan::Planned;
use crate::progress::Meter;
use crate::watcher::Watcher;
use crate::{Plan, Progress, Searches, origin, shard};

/// How a plan is executed.
#[derive(Debug)]
pub struct Execution<'a> {
    /// Stops everything when it is raised.
    pub cancel: &'a Arc<StopFlag>,
    /// Where progress is told.
    pub progress: Progress,
    /// What the searches are made by.
    pub searches: &'a Searches,
}

/// What became of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The runs of the plan.
    pub planned: usize,
    /// Those that were recorded before.
    pub earlier: usize,
    /// Those made now, by how they ended.
    pub ended: BTreeMap<Status, usize>,
    /// The solvers that were not made for their boards, each with the reason.
    pub unsupported: BTreeSet<String>,
    /// Runs in the folder that are not of this plan.
    pub others: usize,
    /// What kept a run from being recorded and so stopped everything, such as a full disk.
    pub failure: Option<String>,
}

impl Summary {
    /// The runs of the plan that are still to be made.
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.planned - self.earlier - self.ended.values().sum::<usize>()
    }
}

/// Makes the runs of `plan` that `folder` has no record of.
///
/// A run that is cancelled is not recorded, so that it is made when the plan is executed again.
///
/// # Errors
///
/// Where the folder cannot be written, or what is in it cannot be read: then no run is made and no
/// record is changed.
pub fn execute(plan: &Plan, folder: &Path, execution: &Execution<'_>) -> Result<Summary> {
    ensure!(
        !is_foreign(folder),
        "{} holds files, but no runs.csv: choose an empty or new folder with --out",
        folder.display()
    );
    let folder = Folder::open_or_create(folder)?;
    let before = folder.manifest()?;
    if let Some(other) = before.as_ref().filter(|before| before.name != plan.experiment().name) {
        bail!(
            "{} holds the results of the experiment '{}', not of '{}': choose another folder with --out",
            folder.path().display(),
            other.name,
            plan.experiment().name
        );
    }
    let appender = folder.appender()?;
    let finished = folder.finished_ids()?;
    let manifest = origin::manifest(plan, before.as_ref());
    ensure!(
        before.is_none_or(|before| shard::can_follow(&before, &manifest)),
        "{} holds the whole or another part of '{}', or a part of it as it was before a change: choose another folder \
         with --out",
        folder.path().display(),
        manifest.name
    );
    folder.write_manifest(&manifest)?;
    let missing: Vec<&Planned> = plan.runs().iter().filter(|planned| !finished.contains(&planned.id)).collect();
    let earlier = plan.len() - missing.len();
    // A run's tables are named before the run is recorded, so that no record lacks its tables.
    let manifest = Mutex::new(manifest);
    let name_tables = || -> Result<()> {
        let mut manifest = manifest.lock().unwrap_or_else(PoisonError::into_inner);
        let tables = origin::tables(execution.searches.tables(), &manifest.tables);
        if tables != manifest.tables {
            manifest.tables = tables;
            folder.write_manifest(&manifest)?;
        }
        Ok(())
    };
    let State { ended, unsupported, failure, .. } = make(plan, &missing, appender, execution, &name_tables)?;
    Ok(Summary { planned: plan.len(), earlier, ended, unsupported, others: finished.len() - earlier, failure })
}

/// Whether the folder has files that no run made: a report would write among them.
fn is_foreign(folder: &Path) -> bool {
    let is_ours = ["runs.csv", Manifest::FILE].iter().any(|file| folder.join(file).exists());
    !is_ours && folder.read_dir().is_ok_and(|mut files| files.next().is_some())
}

/// Makes the `missing` runs.
fn make(
    plan: &Plan,
    missing: &[&Planned],
    appender: Appender,
    execution: &Execution<'_>,
    name_tables: &(dyn Fn() -> Result<()> + Sync),
) -> Result<State> {
    let jobs = plan.experiment().jobs.clamp(1, missing.len().max(1));
    let pool = ThreadPoolBuilder::new()
        .num_threads(jobs)
        .thread_name(|job| format!("job {job}"))
        .build()
        .with_context(|| format!("cannot start {jobs} threads: use fewer jobs"))?;
    let watcher = Watcher::new(execution.cancel);
    let tools = Tools { searches: execution.searches, watcher: &watcher, alone: jobs == 1 };
    let log = Log::new(appender, execution.progress.begin(missing.len()));
    let next = AtomicUsize::new(0);
    pool.broadcast(|_| {
        while execution.cancel.raised().is_none()
            && let Some(planned) = missing.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let (run, iterations) = attempt(&plan.task(planned), tools);
            if run.setup_s > 0.0
                && let Err(error) = name_tables()
            {
                log.fail(&error.to_string());
                execution.cancel.raise(Stop::Cancel);
            }
            if run.status != Status::Cancelled && !log.add(&run, &iterations) {
                execution.cancel.raise(Stop::Cancel);
            }
        }
    });
    Ok(log.close())
}

/// The record as it grows.
struct Log {
    state: Mutex<State>,
    meter: Meter,
}

struct State {
    appender: Appender,
    ended: BTreeMap<Status, usize>,
    unsupported: BTreeSet<String>,
    failure: Option<String>,
}

impl Log {
    fn new(appender: Appender, meter: Meter) -> Self {
        let (ended, unsupported) = (BTreeMap::new(), BTreeSet::new());
        Self { state: Mutex::new(State { appender, ended, unsupported, failure: None }), meter }
    }

    /// Keeps what is wrong with recording.
    fn fail(&self, error: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.failure.get_or_insert_with(|| error.to_owned());
    }

    /// Records a run. Whether that worked.
    fn add(&self, run: &Run, iterations: &[Iteration]) -> bool {
        // Nothing panics while it holds the lock, so poison means nothing.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match state.appender.append(run, iterations) {
            Ok(()) => {
                *state.ended.entry(run.status).or_default() += 1;
                if run.status == Status::Unsupported {
                    state.unsupported.insert(format!("{}: {}", run.solver, run.message));
                }
                self.meter.step();
                true
            }
            Err(error) => {
                state.failure.get_or_insert(error.to_string());
                false
            }
        }
    }

    /// What there is to tell in the end.
    fn close(self) -> State {
        self.meter.end();
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
