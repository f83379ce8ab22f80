//! A worker that runs, seen from the runner.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::Result;
use tilebench_catalog::{Board, Configuration, Order, StopFlag};

use super::death::{Death, Words};
use super::guard::{Fence, Guard, Stopped};
use super::pool::Pool;
use super::scratch::Scratch;
use super::wire::{Reply, Request, read, send};
use crate::cgroup::{Cgroup, Parent};
use crate::{Progress, scratch, tree};
use tilebench_sanitize::threads::{self, NoThread};

/// The variable by which the processes of a worker are known, whoever is their parent.
pub(super) const MARK: &str = "TILEBENCH_WORKER";

/// A worker that runs.
#[derive(Debug)]
pub(super) struct Living {
    child: Child,
    /// None when it was told that there is no more to do.
    input: Option<ChildStdin>,
    replies: Receiver<Result<Reply>>,
    words: Arc<Mutex<Words>>,
    /// Reads its standard error.
    listener: Option<JoinHandle<()>>,
    mark: String,
    /// The memory limit that is up.
    pub(super) fence: Option<Fence>,
    /// What it has made ready.
    ready: HashSet<(Configuration, Board, Order)>,
    /// The files of its searches, removed with it. Where this process is killed, the worker removes them.
    _scratch: Option<Scratch>,
    /// Dropped last, when its processes are gone.
    pub(super) cgroup: Option<Cgroup>,
}

/// What becomes of a request.
#[derive(Debug)]
pub(super) enum News {
    Reply(Reply),
    Garbage(String),
    Died,
    Stopped(Stopped),
}

impl Living {
    /// Starts a worker.
    pub(super) fn start(pool: &Pool<'_>) -> Result<Self, String> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let files = Scratch::make(pool.scratch);
        let mut command = Command::new(&pool.command.program);
        command.args(&pool.command.arguments).env(MARK, &mark);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(files) = &files {
            command.env(scratch::VARIABLE, files.path());
        }
        // Ctrl-C is for the runner, which ends its workers.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let program = pool.command.program.display();
        let mut child = command.spawn().map_err(|error| {
            let is_refused = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::OutOfMemory);
            let remedy = if is_refused { ": allow more processes (ulimit -u), or use fewer jobs" } else { "" };
            format!("cannot start a worker, {program}: {error}{remedy}")
        })?;
        let cgroup = pool.cgroups.and_then(Parent::make).filter(|group| group.enter(child.id()));
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(format!("a worker, {program}, has no input or output"));
        };
        let (sender, replies) = mpsc::channel();
        let words = Arc::<Mutex<Words>>::default();
        // Made first, so that the worker ends with it if a thread cannot be started.
        let mut living = Self {
            child,
            input: Some(input),
            replies,
            words: Arc::clone(&words),
            listener: None,
            mark,
            fence: None,
            ready: HashSet::new(),
            _scratch: files,
            cgroup,
        };
        let refused = |error: NoThread| error.to_string();
        threads::spawn("that listens to a worker", move || listen(output, &sender)).map_err(refused)?;
        let progress = pool.progress;
        let listener = threads::spawn("that reads the errors of a worker", move || overhear(errors, &words, progress));
        living.listener = Some(listener.map_err(refused)?);
        Ok(living)
    }

    /// Its process.
    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Its process and all that it started.
    pub(super) fn pids(&self) -> Vec<u32> {
        let mut pids = vec![self.pid()];
        pids.extend(tree::descendants(self.pid()));
        pids
    }

    /// Takes down the memory limit where the search has still to be made ready: what that takes is no part
    /// of the run.
    pub(super) fn make_room(&mut self, configuration: &Configuration, goal: &Board, order: Order) {
        let is_new = self.ready.insert((configuration.clone(), goal.clone(), order));
        if is_new && let Some(fence) = self.fence.take() {
            fence.take_down(self);
        }
    }

    /// How many of its processes the kernel ended for want of memory.
    pub(super) fn kills(&self) -> u64 {
        self.cgroup.as_ref().map_or(0, Cgroup::kills)
    }

    /// Asks, and waits for what comes: no longer than `guard` allows, nor when `cancel` is raised.
    pub(super) fn ask(&mut self, request: &Request, guard: Option<&Guard>, cancel: &StopFlag) -> News {
        self.words.lock().unwrap_or_else(PoisonError::into_inner).clear();
        if self.input.as_mut().is_none_or(|input| send(request, input).is_err()) {
            return News::Died;
        }
        loop {
            let wait = guard.map_or(GLANCE, |guard| guard.wait(Instant::now()));
            match self.replies.recv_timeout(wait) {
                Ok(Ok(reply)) => return News::Reply(reply),
                Ok(Err(error)) => return News::Garbage(format!("{error:#}")),
                Err(RecvTimeoutError::Disconnected) => return News::Died,
                Err(RecvTimeoutError::Timeout) if cancel.raised().is_some() => {
                    return News::Stopped(Stopped::Cancelled);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(stopped) = guard.and_then(|guard| guard.look(self)) {
                        return News::Stopped(stopped);
                    }
                }
            }
        }
    }

    /// Ends it and all that it started.
    pub(super) fn kill(mut self) {
        self.end();
    }

    /// What it died of; the kernel had ended `killed_before` of its processes for want of memory before.
    pub(super) fn death(&mut self, killed_before: u64) -> Death {
        let status = self.child.wait();
        if let Some(listener) = self.listener.take() {
            // It ends when the last process that may write there does.
            self.end();
            // The thread does nothing that could panic.
            let _ = listener.join();
        }
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner).last();
        let was_killed_for_memory = self.kills() > killed_before;
        Death::of(status.ok(), &words, was_killed_for_memory)
    }

    fn end(&mut self) {
        self.input = None;
        tree::kill_descendants(self.pid());
        // What is dead already is as it should be.
        let _ = self.child.kill();
        let _ = self.child.wait();
        tree::kill_marked(&format!("{MARK}={}", self.mark));
        if let Some(group) = &self.cgroup {
            group.kill();
        }
    }
}

impl Drop for Living {
    fn drop(&mut self) {
        self.end();
    }
}

/// How often it is looked whether everything was cancelled.
const GLANCE: Duration = Duration::from_millis(20);

/// Passes on what the worker says.
fn listen(output: ChildStdout, sender: &Sender<Result<Reply>>) {
    for line in BufReader::new(output).lines() {
        let Ok(line) = line else { break };
        if sender.send(read(&line)).is_err() {
            break;
        }
    }
}

/// Keeps the last of what it writes to standard error, and tells it.
fn overhear(errors: ChildStderr, words: &Mutex<Words>, progress: Progress) {
    // A line without an end must not take all memory.
    const LONGEST: u64 = 1 << 16;
    let mut errors = BufReader::new(errors);
    loop {
        let mut line = Vec::new();
        match errors.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line);
        progress.tell(line.trim_end());
        words.lock().unwrap_or_else(PoisonError::into_inner).add(&line);
    }
}
