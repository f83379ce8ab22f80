//! Runs in workers: one per job, which executes one search after the other and keeps its tables. All
//! workers map the files of small tables; each has its own copy of a large table.
//!
//! For each run the runner sends a [`Job`]. The worker prepares the search and replies, the runner sets the limits and
//! requests the start, and the worker sends the completed record. The runner verifies it as it does the record of a thread.
//! A worker that ends is replaced, and its run is recorded as crashed.

mod serve;
mod wire;

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use tilebench_catalog::{Configuration, InstanceState, OperatorOrder, StopFlag};
use tilebench_isolate::WorkerCommand;
use tilebench_isolate::cgroup::ParentCgroup;
use tilebench_isolate::program::{ProgramCommand, ProgramExit, ProgramOutput};
use tilebench_isolate::worker::{self, LimitEnforcer, StartError, StopCause, WorkLimits, WorkerEvent, WorkerProcess};
use tilebench_record::{EndedBy, Run, Status, TableInfo};

use crate::slot::{RunResult, RunSlot};
use crate::task::Task;
use crate::trace::Trace;
use crate::units::UnitFolder;
use crate::{ProgressOutput, RunLimits};
pub use serve::serve;
use wire::{Job, WorkerReply, WorkerRequest};

/// The time after its limit in which a search may still end by itself, besides 1 % of the limit.
const GRACE: Duration = Duration::from_millis(20);

/// The same for an anytime search. Its answer was reported before the limit, and would be lost with the process. On a machine without
/// a free core it may be scheduled late.
const ANYTIME_GRACE: Duration = Duration::from_secs(2);

/// The common state of the workers of an execution.
#[derive(Debug)]
pub(crate) struct WorkerPool<'a> {
    /// Starts a worker.
    command: &'a WorkerCommand,
    /// The parent of their control groups.
    cgroups: Option<&'a ParentCgroup>,
    /// The parent of their folders for temporary files.
    scratch: &'a Path,
    /// Stops everything when it is raised.
    cancel: &'a StopFlag,
    /// Prints their standard error.
    progress: ProgressOutput,
    /// The folder of the work units of searches, if they are kept.
    units: Option<&'a UnitFolder>,
}

impl<'a> WorkerPool<'a> {
    /// A pool of workers started by `command`, in control groups below `cgroups` if it is given, with files in `scratch`.
    pub(crate) fn new(
        command: &'a WorkerCommand,
        cgroups: Option<&'a ParentCgroup>,
        scratch: &'a Path,
        cancel: &'a StopFlag,
        progress: ProgressOutput,
        units: Option<&'a UnitFolder>,
    ) -> Self {
        worker::prepare(scratch);
        Self { command, cgroups, scratch, cancel, progress, units }
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.raised().is_some()
    }
}

/// The worker of a job.
#[derive(Debug)]
pub(crate) struct WorkerSlot<'a> {
    pool: &'a WorkerPool<'a>,
    /// The processors to pin searches to, one per thread of the widest run; empty if they are not pinned.
    processors: Vec<usize>,
    worker: Option<Worker>,
}

#[derive(Debug)]
struct Worker {
    process: WorkerProcess<WorkerReply>,
    /// The searches that it has prepared.
    prepared: HashSet<(Configuration, InstanceState, OperatorOrder)>,
}

impl Worker {
    fn start(pool: &WorkerPool<'_>) -> Result<Self, StartError> {
        let progress = pool.progress;
        let on_stderr = move |line: &str| progress.print_line(line);
        let process = WorkerProcess::start(pool.command, pool.cgroups, pool.scratch, on_stderr)?;
        Ok(Self { process, prepared: HashSet::new() })
    }

    /// Removes the memory limit before a search is prepared for the first time: preparing is not part of a run.
    fn allow_preparing(&mut self, task: &Task<'_>, configuration: &Configuration) {
        if self.prepared.insert((configuration.clone(), task.goal_state.clone(), task.draw.order)) {
            self.process.lift_memory_limit();
        }
    }
}

impl<'a> WorkerSlot<'a> {
    /// The slot of a job whose searches are pinned to `processors`. Its worker is started when it is needed.
    pub(crate) fn new(pool: &'a WorkerPool<'a>, processors: Vec<usize>) -> Self {
        Self { pool, processors, worker: None }
    }

    /// The worker, which is started if there is none.
    fn worker(&mut self) -> Result<&mut Worker, StartError> {
        let worker = match self.worker.take() {
            Some(worker) => worker,
            None => Worker::start(self.pool)?,
        };
        Ok(self.worker.insert(worker))
    }
}

impl RunSlot for WorkerSlot<'_> {
    fn search(&mut self, task: &Task<'_>, configuration: &Configuration, run: Run) -> RunResult {
        let (pool, processors) = (self.pool, self.processors.clone());
        let worker = match self.worker() {
            Ok(worker) => worker,
            Err(fault) => return RunResult { run, fault: Some(fault.to_string()), ..RunResult::default() },
        };
        worker.allow_preparing(task, configuration);
        let process = &mut worker.process;
        let is_cancelled = || pool.is_cancelled();
        let prepare =
            WorkerRequest::Prepare(Box::new(Job::new(task, configuration, run.clone(), processors, pool.units)));
        let tables = match process.request(&prepare, None, &is_cancelled) {
            WorkerEvent::Reply(WorkerReply::Ready(tables)) => tables,
            WorkerEvent::Reply(WorkerReply::Done(run, trace)) => return result(*run, trace, Vec::new()),
            WorkerEvent::Reply(WorkerReply::Refused(fault)) => {
                return RunResult { run, fault: Some(fault), ..RunResult::default() };
            }
            event => return self.lost(run, Vec::new(), event, None),
        };
        let limits = &task.solver.limits;
        let (time, cpu, bytes) = (limits.time(), limits.cpu(), limits.bytes());
        let grace = if configuration.is_anytime() { ANYTIME_GRACE } else { GRACE };
        let limits = process.limit_work(&WorkLimits { time, cpu, bytes, grace, threads: configuration.threads() });
        match process.request(&WorkerRequest::Go, Some(&limits), &is_cancelled) {
            WorkerEvent::Reply(WorkerReply::Done(run, trace)) => result(*run, trace, tables),
            event => self.lost(run, tables, event, Some(&limits)),
        }
    }

    fn launch(&mut self, command: &ProgramCommand) -> Result<ProgramOutput, String> {
        let (pool, processor) = (self.pool, self.processors.first().copied());
        let process = &mut self.worker().map_err(|fault| fault.to_string())?.process;
        let bytes = command.memory.unwrap_or_else(|| RunLimits::default().bytes());
        let limits = process.limit_program(command, bytes);
        // Only one of both enforces the memory limit, since they count differently.
        let memory = command.memory.filter(|_| !limits.is_enforced_by_kernel());
        let command = ProgramCommand { memory, ..command.clone() };
        let launch = WorkerRequest::Launch(Box::new(command), processor);
        let event = process.request(&launch, Some(&limits), &|| pool.is_cancelled());
        if let WorkerEvent::Reply(WorkerReply::Refused(fault)) = event {
            return Err(fault);
        }
        let oom_killed = process.saw_oom_kill(&limits);
        if let WorkerEvent::Reply(WorkerReply::Ended(mut output)) = event {
            if oom_killed {
                output.exit = ProgramExit::OutOfMemory;
            }
            return Ok(*output);
        }
        // The worker itself is lost, and with it the program's output.
        let run = self.lost(Run::default(), Vec::new(), event, Some(&limits)).run;
        let exit = match run.status {
            Status::Cancelled => ProgramExit::Cancelled,
            Status::TimeLimit => ProgramExit::TimeLimit,
            Status::MemoryLimit => ProgramExit::OutOfMemory,
            _ => ProgramExit::WorkerLost(run.message, run.signal),
        };
        Ok(ProgramOutput { cpu_s: run.cpu_s, ..ProgramOutput::without_output(exit, run.wall_s) })
    }
}

fn result(run: Run, trace: Trace, tables: Vec<TableInfo>) -> RunResult {
    RunResult { run, trace, tables, fault: None }
}

impl WorkerSlot<'_> {
    /// Completes the record of a run whose worker sent no result, and kills the worker. `limits` is given if the search
    /// had begun.
    fn lost(
        &mut self,
        mut run: Run,
        tables: Vec<TableInfo>,
        event: WorkerEvent<WorkerReply>,
        limits: Option<&LimitEnforcer>,
    ) -> RunResult {
        let Some(Worker { process, .. }) = self.worker.take() else { return result(run, Trace::default(), tables) };
        // Measured now: killing it takes a while, in which it does not search.
        let times = limits.map(|limits| (limits.began().elapsed(), process.cpu_used(limits)));
        match event {
            WorkerEvent::Stopped(cause) => {
                let excess = limits.map(|limits| process.memory_excess_mib(limits));
                drop(process);
                (run.status, run.ended_by) = match cause {
                    StopCause::Time | StopCause::Cpu => (Status::TimeLimit, Some(EndedBy::Runner)),
                    StopCause::Memory => (Status::MemoryLimit, Some(EndedBy::Runner)),
                    StopCause::Cancelled => (Status::Cancelled, None),
                };
                run.overshoot = excess.filter(|_| cause == StopCause::Memory);
                message(cause).clone_into(&mut run.message);
            }
            WorkerEvent::Reply(_) => {
                run.status = Status::Crashed;
                "the worker sent an unexpected reply".clone_into(&mut run.message);
            }
            WorkerEvent::Garbage(error) => {
                let hint = "a search must not print to standard output: use eprintln!";
                (run.status, run.message) = (Status::Crashed, format!("invalid worker message: {error}; {hint}"));
            }
            WorkerEvent::Died => {
                let report = process.exit_report(limits);
                run.signal = report.signal;
                if report.out_of_memory {
                    (run.status, run.ended_by) = (Status::MemoryLimit, Some(EndedBy::System));
                    run.overshoot = limits.map(LimitEnforcer::slack_mib);
                } else {
                    run.status = Status::Crashed;
                }
                run.message = report.message;
            }
        }
        if let Some((wall, cpu)) = times {
            (run.wall_s, run.cpu_s) = (wall.as_secs_f64(), cpu.as_secs_f64());
        }
        result(run, Trace::default(), tables)
    }
}

/// The message of a record whose search was stopped from outside.
fn message(cause: StopCause) -> &'static str {
    match cause {
        StopCause::Time => "killed: the search did not stop at its time limit",
        StopCause::Cpu => "killed: the search did not stop at its processor time limit",
        StopCause::Memory => "killed: the process used more memory than its limit and than the search had counted",
        StopCause::Cancelled => "",
    }
}
