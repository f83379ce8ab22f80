//! Executing the runs of a plan in parallel and recording each as it ends.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Result, bail, ensure};
use rayon::ThreadPoolBuilder;
use tilebench_catalog::{StopFlag, StopReason};
use tilebench_isolate::WorkerCommand;
use tilebench_record::{Appender, Build, Folder, Manifest, RecordedRun, Retry, Run, Status, TableInfo};
use tilebench_sanitize::threads::SpawnError;

use crate::isolation::Isolation;
use crate::plan::RunIndices;
use crate::progress::{ProgressMeter, StatusTally};
use crate::session::ExecutionSession;
use crate::slot::{RunSlot, execute_task};
use crate::thread_slot::ThreadSlot;
use crate::trace::Trace;
use crate::units::{FOLDER, UnitFolder, UnitMode};
use crate::watcher::Watcher;
use crate::worker::{WorkerPool, WorkerSlot};
use crate::{IsolationMode, Plan, ProgressOutput, Searches, provenance, schedule, shard};

/// How a plan is executed.
#[derive(Clone, Debug)]
pub struct Execution<'a> {
    /// Stops everything when it is raised.
    pub cancel: Arc<StopFlag>,
    /// How progress is reported.
    pub progress: ProgressOutput,
    /// The searches of runs that are executed in threads of this process.
    pub searches: &'a Searches,
    /// How workers are started, if runs are executed in separate processes.
    pub workers: Option<WorkerCommand>,
    /// Runs whose last record has one of these statuses are run again.
    pub retry: Vec<Status>,
    /// The program that executes the runs, for the manifest.
    pub build: Build,
}

impl<'a> Execution<'a> {
    /// Runs are executed by `searches` in threads of this process, without progress reports.
    #[must_use]
    pub fn new(searches: &'a Searches) -> Self {
        Self {
            cancel: Arc::default(),
            progress: ProgressOutput::Silent,
            searches,
            workers: None,
            retry: Vec::new(),
            build: Build::default(),
        }
    }
}

/// The outcome of executing a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecutionSummary {
    /// The number of runs of the plan.
    pub planned: usize,
    /// The number of runs that were recorded before and are not run again.
    pub already_recorded: usize,
    /// The number of runs that were recorded before and are selected to be run again.
    pub retried: usize,
    /// The number of runs executed now, by status.
    pub by_status: BTreeMap<Status, usize>,
    /// The solvers that do not support their boards, each with the reason.
    pub unsupported: BTreeSet<String>,
    /// The number of runs of the plan whose solver does not support their board, by their last record.
    pub not_supported: usize,
    /// The number of runs in the folder that are of other plans.
    pub of_other_plans: usize,
    /// Whether a run of the plan, executed now or before, is a fault of the program.
    pub unexplained: bool,
    /// The error that prevented recording a run and stopped the execution, such as a full disk.
    pub failure: Option<String>,
}

impl ExecutionSummary {
    /// The number of runs of the plan that are not executed yet.
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.planned - self.already_recorded - self.by_status.values().sum::<usize>()
    }

    /// Whether no solver of the plan supports any board that it is run on.
    #[must_use]
    pub fn is_unsupported(&self) -> bool {
        self.planned > 0 && self.not_supported == self.planned
    }
}

/// Executes the runs of `plan` that have no record in `folder`, and those whose last record has a status that is to
/// be retried: these get another record, and the old one stays. An interrupted retry is resumed if the same statuses
/// are to be retried.
///
/// A cancelled run is not recorded, so that it is executed the next time. A truncated last record is moved aside, and
/// a folder of an older version gets the columns of this version; both are reported as progress is.
///
/// # Errors
///
/// If a program or a worker cannot be started, or the folder cannot be read or written or is being written by another
/// program: then no run is executed and no record is changed.
pub fn execute(plan: &Plan, folder: &Path, execution: &Execution<'_>) -> Result<ExecutionSummary> {
    ensure!(
        !has_other_files(folder),
        "{} contains files but no runs.csv: choose an empty or new folder with --out",
        folder.display()
    );
    plan.check_programs()?;
    ensure!(
        plan.experiment().isolation == IsolationMode::Thread || execution.workers.is_some(),
        "no command that starts workers is known: write isolation = \"thread\""
    );
    let folder = Folder::open_or_create(folder)?;
    // Once before anything in the folder is touched, and again when no other program can write it.
    existing_manifest(&folder, plan)?;
    let appender = folder.appender()?;
    let before = existing_manifest(&folder, plan)?;
    for repair in appender.repairs() {
        execution.progress.print_line(&format!("note: {repair}"));
    }
    let recorded = appender.recorded();
    let retry = retry(&execution.retry, appender.rows(), before.as_ref());
    let of_plan = || plan.runs().iter().filter_map(|planned| recorded.get(&planned.id));
    let known = of_plan().count();
    let is_retried = |run: &RecordedRun| {
        retry.as_ref().is_some_and(|retry| run.row < retry.rows && retry.statuses.contains(&run.status))
    };
    let is_missing = |id: &String| recorded.get(id).is_none_or(is_retried);
    let missing: Vec<&RunIndices> =
        schedule::runs(plan).into_iter().filter(|planned| is_missing(&planned.id)).collect();
    let isolation = Isolation::find(plan.experiment());
    let mut manifest = provenance::manifest(plan, &isolation, &execution.build, before.as_ref(), !missing.is_empty());
    let of_other_plans = recorded.len() - plan.all_run_ids().filter(|&id| recorded.contains_key(id)).count();
    manifest.others = of_other_plans as u64;
    manifest.retry.clone_from(&retry);
    let session =
        ExecutionSession::begin(plan.experiment(), missing.len(), appender.rows(), execution.progress, &mut manifest);
    // Before the manifest: a folder whose manifest is of this plan shows no row of another.
    folder.write_plan(plan.all_run_ids())?;
    folder.write_manifest(&manifest)?;
    let already_recorded = plan.len() - missing.len();
    // A run's tables are named before the run is recorded, so that no record lacks its tables.
    let manifest = Mutex::new(manifest);
    let name_tables = |looked_up: Vec<TableInfo>| -> Result<()> {
        let mut manifest = manifest.lock().unwrap_or_else(PoisonError::into_inner);
        let tables = provenance::union(&manifest.tables, looked_up);
        if tables != manifest.tables {
            manifest.tables = tables;
            folder.write_manifest(&manifest)?;
        }
        Ok(())
    };
    let kept: Vec<Status> = of_plan().filter(|run| !is_retried(run)).map(|run| run.status).collect();
    let done = StatusTally::from_statuses(&kept);
    let LogState { appender, by_status, unsupported, failure } = execute_runs(
        plan,
        &missing,
        appender,
        execution,
        &RunContext { session: &session, isolation: &isolation, name_tables: &name_tables, done, folder: &folder },
    )?;
    let mut manifest = manifest.into_inner().unwrap_or_else(PoisonError::into_inner);
    session.end(&mut manifest);
    if by_status.values().sum::<usize>() == missing.len() {
        manifest.retry = None;
    }
    // The folder is ours until its manifest is whole.
    let written = folder.write_manifest(&manifest).err().map(|error| error.to_string());
    let closed = appender.close().err().map(|error| error.to_string());
    let failure = failure.or(written).or(closed);
    let retried = known - already_recorded;
    let kept_unsupported = kept.iter().filter(|&&status| status == Status::Unsupported).count();
    let not_supported = kept_unsupported + by_status.get(&Status::Unsupported).unwrap_or(&0);
    let unexplained = kept.iter().chain(by_status.keys()).any(|status| status.is_unexplained());
    Ok(ExecutionSummary {
        planned: plan.len(),
        already_recorded,
        retried,
        by_status,
        unsupported,
        not_supported,
        of_other_plans,
        unexplained,
        failure,
    })
}

/// The runs that are repeated: those of the earlier retry if it has the same statuses.
fn retry(statuses: &[Status], rows: u64, before: Option<&Manifest>) -> Option<Retry> {
    let set = |statuses: &[Status]| statuses.iter().copied().collect::<BTreeSet<_>>();
    let begun = before.and_then(|before| before.retry.clone()).filter(|begun| set(&begun.statuses) == set(statuses));
    begun.or_else(|| (!statuses.is_empty()).then(|| Retry { statuses: statuses.to_vec(), rows }))
}

/// The manifest that is there, which has to be of the plan's experiment and, if either is a shard, of the same shard.
fn existing_manifest(folder: &Folder, plan: &Plan) -> Result<Option<Manifest>> {
    let before = folder.manifest()?;
    if let Some(other) = before.as_ref().filter(|before| before.name != plan.experiment().name) {
        bail!(
            "{} contains the results of the experiment '{}', not of '{}': choose another folder with --out",
            folder.path().display(),
            other.name,
            plan.experiment().name
        );
    }
    ensure!(
        before.as_ref().is_none_or(|before| shard::is_compatible(before, plan)),
        "{} contains all runs of '{}', another shard, or a shard of an earlier version of it: choose another folder with \
         --out",
        folder.path().display(),
        plan.experiment().name
    );
    Ok(before)
}

/// Whether the folder contains files but no results: a report would be written among them.
fn has_other_files(folder: &Path) -> bool {
    let is_ours = ["runs.csv", Manifest::FILE].iter().any(|file| folder.join(file).exists());
    // Files of a runner that was killed before it wrote its first record.
    let is_trace = |name: &OsStr| [".lock", ".writable", ".merge", FOLDER].iter().any(|known| name == *known);
    !is_ours && folder.read_dir().is_ok_and(|mut files| files.any(|file| !file.is_ok_and(|f| is_trace(&f.file_name()))))
}

/// The context of all runs.
struct RunContext<'a> {
    session: &'a ExecutionSession,
    isolation: &'a Isolation,
    /// Puts tables into the manifest.
    name_tables: &'a (dyn Fn(Vec<TableInfo>) -> Result<()> + Sync),
    /// The statuses of the runs of the plan that are not executed now.
    done: StatusTally,
    folder: &'a Folder,
}

/// Executes the `missing` runs.
fn execute_runs(
    plan: &Plan,
    missing: &[&RunIndices],
    appender: Appender,
    execution: &Execution<'_>,
    context: &RunContext<'_>,
) -> Result<LogState> {
    let jobs = context.session.jobs();
    let threads = ThreadPoolBuilder::new().num_threads(jobs).thread_name(|job| format!("job {job}")).build();
    let threads = threads.map_err(|error| SpawnError::new("for each job", &error))?;
    let Execution { cancel, progress, searches, workers, .. } = execution;
    let watcher = Watcher::new(cancel)?;
    let in_threads = plan.experiment().isolation == IsolationMode::Thread;
    let units = units(plan, context.folder.path(), *progress);
    let units = units.as_ref();
    let cgroups = context.isolation.cgroups.as_ref();
    let pool = |command| WorkerPool::new(command, cgroups, searches.scratch(), cancel, *progress, units);
    let pool = workers.as_ref().map(pool);
    let log = RunLog::new(appender, progress.begin(missing.len() + context.done.done(), context.done));
    let next = AtomicUsize::new(0);
    threads.broadcast(|job| {
        let processors = context.session.processors(job.index());
        let worker = pool.as_ref().map(|pool| WorkerSlot::new(pool, processors.clone()));
        let mut slot: Box<dyn RunSlot> = match worker {
            Some(worker) if !in_threads => Box::new(worker),
            programs => {
                Box::new(ThreadSlot { searches, watcher: &watcher, alone: jobs == 1, processors, programs, units })
            }
        };
        while cancel.raised().is_none()
            && let Some(planned) = missing.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let result = execute_task(&plan.task(planned), &mut *slot);
            let named = if result.tables.is_empty() { Ok(()) } else { (context.name_tables)(result.tables) };
            if let Some(fault) = result.fault.or(named.err().map(|error| error.to_string())) {
                log.fail(&fault);
                cancel.raise(StopReason::Cancel);
                break;
            }
            if result.run.status == Status::Cancelled {
                continue;
            }
            if log.record(&result.run, &result.trace) {
                if let Some(units) = units {
                    units.close(&result.run, result.trace.is_untrusted);
                }
            } else {
                cancel.raise(StopReason::Cancel);
            }
        }
    });
    Ok(log.close())
}

/// The folder of the work units of the plan's searches, if they are kept.
fn units(plan: &Plan, folder: &Path, progress: ProgressOutput) -> Option<UnitFolder> {
    let mode = match plan.experiment().checkpoint {
        Some(true) => UnitMode::Always,
        Some(false) => return None,
        None => UnitMode::LongOnly,
    };
    Some(UnitFolder::new(folder, mode, progress == ProgressOutput::Stderr))
}

/// The record as it grows.
struct RunLog {
    state: Mutex<LogState>,
    meter: ProgressMeter,
}

struct LogState {
    appender: Appender,
    by_status: BTreeMap<Status, usize>,
    unsupported: BTreeSet<String>,
    failure: Option<String>,
}

impl RunLog {
    fn new(appender: Appender, meter: ProgressMeter) -> Self {
        let (by_status, unsupported) = (BTreeMap::new(), BTreeSet::new());
        Self { state: Mutex::new(LogState { appender, by_status, unsupported, failure: None }), meter }
    }

    /// Keeps the first error of recording.
    fn fail(&self, error: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.failure.get_or_insert_with(|| error.to_owned());
    }

    /// Records a run, and returns whether that succeeded.
    fn record(&self, run: &Run, trace: &Trace) -> bool {
        // Nothing panics while it holds the lock, so poison means nothing.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // A row that was written in part must stay the last.
        if state.failure.is_some() {
            return false;
        }
        match state.appender.append_with_incumbents(run, &trace.iterations, &trace.incumbents) {
            Ok(()) => {
                *state.by_status.entry(run.status).or_default() += 1;
                if run.status == Status::Unsupported {
                    state.unsupported.insert(format!("{}: {}", run.solver, run.message));
                }
                self.meter.step(run.status);
                true
            }
            Err(error) => {
                state.failure.get_or_insert(error.to_string());
                false
            }
        }
    }

    /// Ends the progress meter and returns the final state.
    fn close(self) -> LogState {
        self.meter.end();
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
