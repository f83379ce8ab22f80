//! A worker process, seen from the program that started it.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tilebench_sanitize::threads::{self, SpawnError};

use super::exit_report::ExitReport;
use super::limit_enforcer::{LimitEnforcer, POLL, StopCause, WorkLimits};
use super::memory_limit::MemoryLimit;
use super::message::{InvalidMessage, read, send};
use crate::cgroup::ParentCgroup;
use crate::process_tree::ProcessTree;
use crate::scratch::{self, WorkerScratch};
use crate::stderr_tail::StderrTail;
use crate::{WorkerCommand, processes};

/// The environment variable that marks the processes of a worker, regardless of their parent.
const MARK: &str = "TILEBENCH_WORKER";

/// The time in which a worker without input has to end, and the time between two looks whether it has.
const EXIT_GRACE: Duration = Duration::from_secs(10);
const EXIT_POLL: Duration = Duration::from_millis(2);

/// A worker process whose replies are of the type `R`.
#[derive(Debug)]
pub struct WorkerProcess<R> {
    child: Child,
    /// `None` after the worker was requested to end.
    input: Option<ChildStdin>,
    replies: Receiver<Result<R, InvalidMessage>>,
    stderr: Arc<Mutex<StderrTail>>,
    /// The thread that reads its standard error.
    stderr_reader: Option<JoinHandle<()>>,
    mark: String,
    /// The memory limit in force.
    memory: Option<MemoryLimit>,
    /// Its folder for temporary files. If this process is killed, the worker removes it.
    _scratch: Option<WorkerScratch>,
    /// Dropped last, when its processes have ended.
    tree: ProcessTree,
}

/// Why a worker cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The system refuses the process.
    #[error("cannot start a worker, {}: {cause}{}", program.display(), remedy(cause))]
    NoProcess {
        /// The program.
        program: PathBuf,
        /// The reason. It is not the source, since it is part of the sentence.
        cause: io::Error,
    },
    /// The process has no pipes.
    #[error("a worker, {}, has no input or output", program.display())]
    NoPipes {
        /// The program.
        program: PathBuf,
    },
    /// The system refuses a thread that reads the worker's output.
    #[error(transparent)]
    SpawnError(#[from] SpawnError),
}

fn remedy(cause: &io::Error) -> &'static str {
    let is_refused = matches!(cause.kind(), ErrorKind::WouldBlock | ErrorKind::OutOfMemory);
    if is_refused { ": allow more processes (ulimit -u), or use fewer jobs" } else { "" }
}

/// The result of a request.
#[derive(Debug)]
pub enum WorkerEvent<R> {
    /// A reply.
    Reply(R),
    /// A line that is not a message.
    Garbage(InvalidMessage),
    /// The worker has ended.
    Died,
    /// A limit was reached, or the request was cancelled. The worker is still running.
    Stopped(StopCause),
}

impl<R: DeserializeOwned + Send + 'static> WorkerProcess<R> {
    /// Starts a worker by `command`, in a control group below `cgroups` if that is given, with a folder of its own in
    /// `scratch`. Each line of its standard error is passed to `on_stderr`.
    ///
    /// # Errors
    ///
    /// If the system refuses a process or a thread.
    pub fn start(
        command: &WorkerCommand,
        cgroups: Option<&ParentCgroup>,
        scratch: &Path,
        on_stderr: impl Fn(&str) + Send + 'static,
    ) -> Result<Self, StartError> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let own_scratch = WorkerScratch::create(scratch);
        let mut process = Command::new(&command.program);
        process.args(&command.arguments).env(MARK, &mark);
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        process.env(scratch::VARIABLE, own_scratch.as_ref().map_or(scratch, WorkerScratch::path));
        // Ctrl-C is for this process, which ends its workers.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        let program = || command.program.clone();
        let mut child = process.spawn().map_err(|cause| StartError::NoProcess { program: program(), cause })?;
        let cgroup = cgroups.and_then(ParentCgroup::create_child).filter(|group| group.add(child.id()));
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(StartError::NoPipes { program: program() });
        };
        let (sender, replies) = mpsc::channel();
        let stderr = Arc::<Mutex<StderrTail>>::default();
        // Created first, so that the worker is killed if a thread cannot be started.
        let mut worker = Self {
            tree: ProcessTree { root: child.id(), cgroup },
            child,
            input: Some(input),
            replies,
            stderr: Arc::clone(&stderr),
            stderr_reader: None,
            mark,
            memory: None,
            _scratch: own_scratch,
        };
        threads::spawn("that listens to a worker", move || forward(output, &sender))?;
        let reader = move || read_stderr(errors, &stderr, &on_stderr);
        worker.stderr_reader = Some(threads::spawn("that reads the errors of a worker", reader)?);
        Ok(worker)
    }

    /// Sets the limits of work that is about to begin.
    pub fn limit_work(&mut self, limits: &WorkLimits) -> LimitEnforcer {
        LimitEnforcer::for_work(&self.tree, &mut self.memory, limits)
    }

    /// Sets the limits for a program that the worker is about to run with at most `bytes` of memory.
    pub fn limit_program(&mut self, command: &crate::program::ProgramCommand, bytes: u64) -> LimitEnforcer {
        LimitEnforcer::for_program(&self.tree, &mut self.memory, command, bytes)
    }

    /// Removes the memory limit.
    pub fn lift_memory_limit(&mut self) {
        if let Some(limit) = self.memory.take() {
            limit.lift(&self.tree);
        }
    }

    /// Sends a request and waits for its reply, until a limit is reached or `is_cancelled` returns true.
    pub fn request(
        &mut self,
        request: &impl Serialize,
        limits: Option<&LimitEnforcer>,
        is_cancelled: &dyn Fn() -> bool,
    ) -> WorkerEvent<R> {
        self.stderr.lock().unwrap_or_else(PoisonError::into_inner).clear();
        if self.input.as_mut().is_none_or(|input| send(request, input).is_err()) {
            return WorkerEvent::Died;
        }
        loop {
            let wait = limits.map_or(POLL, |limits| limits.wait(Instant::now()));
            match self.replies.recv_timeout(wait) {
                Ok(Ok(reply)) => return WorkerEvent::Reply(reply),
                Ok(Err(error)) => return WorkerEvent::Garbage(error),
                Err(RecvTimeoutError::Disconnected) => return WorkerEvent::Died,
                Err(RecvTimeoutError::Timeout) if is_cancelled() => return WorkerEvent::Stopped(StopCause::Cancelled),
                Err(RecvTimeoutError::Timeout) => {
                    if limits.is_some_and(|limits| limits.is_program_over(&self.tree)) {
                        // Then the worker replies.
                        processes::kill_descendants(self.tree.root);
                    }
                    if let Some(cause) = limits.and_then(|limits| limits.check(&self.tree)) {
                        return WorkerEvent::Stopped(cause);
                    }
                }
            }
        }
    }

    /// The processor time of the work under `limits` so far.
    #[must_use]
    pub fn cpu_used(&self, limits: &LimitEnforcer) -> Duration {
        limits.cpu_used(&self.tree)
    }

    /// The MiB by which the processes exceed the memory limit of `limits` now.
    #[must_use]
    pub fn memory_excess_mib(&self, limits: &LimitEnforcer) -> f64 {
        limits.excess_mib(&self.tree)
    }

    /// Whether the kernel has killed one of the processes under `limits` because memory ran out.
    #[must_use]
    pub fn saw_oom_kill(&self, limits: &LimitEnforcer) -> bool {
        limits.saw_oom_kill(&self.tree)
    }

    /// How it ended, while it worked under `limits`. Waits for its end.
    pub fn exit_report(mut self, limits: Option<&LimitEnforcer>) -> ExitReport {
        let status = self.wait_or_kill();
        if let Some(reader) = self.stderr_reader.take() {
            // The reader ends with the last process that may write there.
            self.end();
            // The thread cannot panic.
            let _ = reader.join();
        }
        let stderr = self.stderr.lock().unwrap_or_else(PoisonError::into_inner).text();
        let oom_killed = limits.map_or(self.tree.oom_kills() > 0, |limits| limits.saw_oom_kill(&self.tree));
        ExitReport::new(status, &stderr, oom_killed)
    }
}

impl<R> WorkerProcess<R> {
    /// Waits for its end. A worker without input ends; one that does not, since its code closed the output or wrote something
    /// else there, is killed.
    fn wait_or_kill(&mut self) -> Option<ExitStatus> {
        self.input = None;
        let deadline = Instant::now() + EXIT_GRACE;
        while let Ok(None) = self.child.try_wait()
            && Instant::now() < deadline
        {
            thread::sleep(EXIT_POLL);
        }
        if let Ok(None) = self.child.try_wait() {
            self.end();
        }
        self.child.wait().ok()
    }

    /// Kills it and all that it started.
    fn end(&mut self) {
        self.input = None;
        // If it has ended, its number may be that of another process.
        if let Ok(None) = self.child.try_wait() {
            processes::kill_descendants(self.tree.root);
        }
        // An error means that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        processes::kill_marked(&format!("{MARK}={}", self.mark));
        if let Some(group) = &self.tree.cgroup {
            group.kill();
        }
    }
}

impl<R> Drop for WorkerProcess<R> {
    fn drop(&mut self) {
        self.end();
    }
}

/// Forwards the replies of a worker.
fn forward<R: DeserializeOwned>(output: ChildStdout, sender: &Sender<Result<R, InvalidMessage>>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while output.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        // Bytes that are not UTF-8 are in no message.
        if sender.send(read(String::from_utf8_lossy(&line).trim_end())).is_err() {
            break;
        }
        line.clear();
    }
}

/// Keeps the tail of a worker's standard error, and passes its lines on.
fn read_stderr(errors: ChildStderr, tail: &Mutex<StderrTail>, on_line: &impl Fn(&str)) {
    // A line without an end must not fill the memory.
    const MAX_LINE: u64 = 1 << 16;
    let mut errors = BufReader::new(errors);
    loop {
        let mut line = Vec::new();
        match errors.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line);
        on_line(line.trim_end());
        tail.lock().unwrap_or_else(PoisonError::into_inner).push(&line);
    }
}
