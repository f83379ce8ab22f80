//! Running a program, with all that it starts, to its end or to a limit.
//!
//! The limits apply to the sum over the program and its descendants, and no descendant outlives it. One that detaches from
//! its parent (a daemon) becomes a child of this process and is identified by a mark in its environment.

mod pipe;
mod starter;

use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::{self, Child, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tilebench_sanitize::message::excerpt;
use tilebench_sanitize::threads::{self, SpawnError};

use crate::processes::{self, ChildExit};
use crate::stderr_tail::tail_of;
use crate::usage;
pub use pipe::Arrival;
use pipe::Pipe;
pub use starter::{WorkerCommand, become_program};

/// A program to run, with its limits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProgramCommand {
    /// The program and its arguments.
    pub argv: Vec<String>,
    /// Its working directory.
    #[serde(with = "crate::os_path")]
    pub folder: PathBuf,
    /// Its standard input.
    pub stdin: String,
    /// The time after which it is killed.
    pub time: Option<Duration>,
    /// The processor time after which it is killed.
    pub cpu: Option<Duration>,
    /// The bytes beyond which it is killed.
    pub memory: Option<u64>,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProgramExit {
    /// By itself, with this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// Killed at the time limit.
    TimeLimit,
    /// Killed at the limit of processor time.
    CpuLimit,
    /// Killed at the memory limit by this process.
    MemoryLimit,
    /// Killed at the memory limit by the kernel.
    OutOfMemory,
    /// Killed because it wrote too much.
    OutputLimit,
    /// Killed because it was cancelled.
    Cancelled,
    /// It could not be started, for this reason.
    NotStarted(String),
    /// The worker that waited for it was lost, for this reason and by this signal.
    WorkerLost(String, Option<u32>),
}

/// The result of running a program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProgramOutput {
    /// How it ended.
    pub exit: ProgramExit,
    /// Its standard output, at most 16 MiB of it.
    pub stdout: String,
    /// When the lines of its standard output arrived.
    pub arrivals: Vec<Arrival>,
    /// The tail of its standard error, in one line.
    pub stderr_tail: String,
    /// Wall-clock seconds.
    pub wall_s: f64,
    /// Seconds of processor time, including its descendants.
    pub cpu_s: f64,
    /// The maximum memory in bytes sampled of it and its descendants; `None` if it ended before the first sample.
    pub peak_rss: Option<u64>,
}

impl ProgramOutput {
    /// The time at which the line of standard output with this index had arrived.
    #[must_use]
    pub fn arrival_of_line(&self, index: usize) -> f64 {
        let later = self.arrivals.partition_point(|arrival| arrival.lines <= index as u64);
        self.arrivals.get(later).map_or(self.wall_s, |arrival| arrival.wall_s)
    }

    /// The result of a program whose output is unknown.
    #[must_use]
    pub fn without_output(exit: ProgramExit, wall_s: f64) -> Self {
        Self {
            exit,
            stdout: String::new(),
            arrivals: Vec::new(),
            stderr_tail: String::new(),
            wall_s,
            cpu_s: 0.0,
            peak_rss: None,
        }
    }
}

/// The maximum size of the standard output in bytes.
const MAX_OUTPUT: usize = 16 << 20;

/// The interval between samples of the program's usage.
const SAMPLE: Duration = Duration::from_millis(10);

/// The environment variable that marks descendants of a program.
const MARK: &str = "TILEBENCH_PROGRAM";

/// Held while a program is being started, and permanently by [`prevent_starts`].
static STARTING: Mutex<()> = Mutex::new(());

/// Prevents all further starts of programs, so that none is started after the others were killed.
pub fn prevent_starts() {
    std::mem::forget(STARTING.lock().unwrap_or_else(PoisonError::into_inner));
}

/// How programs are started.
#[derive(Clone, Copy, Debug, Default)]
pub struct Launcher<'a> {
    /// A command that calls [`become_program`]: then a program is killed when this process ends, however it ends. Without
    /// it, programs are started directly.
    pub starter: Option<&'a WorkerCommand>,
    /// Whether this process waits for no other child: then adopted descendants of the program are reaped while it runs.
    pub alone: bool,
}

/// Runs a program to its end, to a limit, or until `is_cancelled` returns true.
pub fn run(command: &ProgramCommand, launcher: Launcher<'_>, is_cancelled: &dyn Fn() -> bool) -> ProgramOutput {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    processes::adopt_orphans();
    let mark = format!("{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let begun = Instant::now();
    let mut child = match start(command, launcher.starter, &mark) {
        Ok(child) => child,
        Err(error) => {
            return ProgramOutput::without_output(ProgramExit::NotStarted(error), begun.elapsed().as_secs_f64());
        }
    };
    let (out, err) = match connect_pipes(&mut child, &command.stdin, begun) {
        Ok(pipes) => pipes,
        Err(error) => {
            processes::kill_descendants(child.id());
            let _ = child.kill();
            let _ = child.wait();
            return ProgramOutput::without_output(
                ProgramExit::NotStarted(error.to_string()),
                begun.elapsed().as_secs_f64(),
            );
        }
    };
    let mut peak = PeakUsage::default();
    let own = child.id();
    let reap = || {
        if launcher.alone {
            processes::reap_adopted(own);
        }
    };
    let exit = wait(&mut child, command, is_cancelled, begun, &out, &mut peak, &reap);
    let wall_s = begun.elapsed().as_secs_f64();
    // Its time can be read until it is reaped.
    peak.sample(child.id(), None);
    processes::kill_descendants(child.id());
    let _ = child.kill();
    let status = child.wait();
    processes::kill_marked(&format!("{MARK}={mark}"));
    out.drain();
    err.drain();
    let exit = match (exit, status) {
        (Some(exit), _) => exit,
        (None, _) if out.is_full() => ProgramExit::OutputLimit,
        (None, Ok(status)) => exit_of(status),
        (None, Err(_)) => ProgramExit::NotStarted("its end cannot be waited for".to_owned()),
    };
    ProgramOutput {
        exit,
        stdout: String::from_utf8_lossy(&out.bytes()).into_owned(),
        arrivals: out.arrivals(),
        stderr_tail: tail_of(&String::from_utf8_lossy(&err.bytes())),
        wall_s,
        cpu_s: peak.cpu.as_secs_f64(),
        peak_rss: (peak.memory > 0).then_some(peak.memory),
    }
}

/// The maximum of the samples of a program's usage.
#[derive(Debug, Default)]
struct PeakUsage {
    memory: u64,
    cpu: Duration,
}

impl PeakUsage {
    /// Samples `pid` and its descendants. Returns their memory, which is exact if it may exceed `limit`.
    fn sample(&mut self, pid: u32, limit: Option<u64>) -> u64 {
        let mut pids = vec![pid];
        pids.extend(processes::descendants(pid));
        let mut now = usage::usage(&pids);
        if limit.is_some_and(|limit| now.memory > limit) {
            now.memory = usage::exact_memory(&pids);
        }
        self.memory = self.memory.max(now.memory);
        self.cpu = self.cpu.max(now.cpu);
        now.memory
    }
}

fn start(command: &ProgramCommand, starter: Option<&WorkerCommand>, mark: &str) -> Result<Child, String> {
    let Some((program, arguments)) = command.argv.split_first() else {
        return Err("the command is empty".to_owned());
    };
    let mut process = match starter {
        None => process::Command::new(program),
        Some(starter) => {
            starter::command(starter, program, &command.folder).map_err(|error| refusal(program, &error))?
        }
    };
    let _held = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    process.args(arguments).current_dir(&command.folder).env(MARK, mark);
    process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Signals that it sends to its process group must not reach this process.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut process, 0);
    process.spawn().map_err(|error| refusal(program, &error))
}

/// Why the program cannot be started, in a sentence.
fn refusal(program: &str, error: &io::Error) -> String {
    let program = excerpt(program);
    match error.kind() {
        ErrorKind::NotFound => format!("the program {program} does not exist"),
        ErrorKind::PermissionDenied => format!("{program} may not be executed: make it so with chmod +x"),
        _ => format!("{program} cannot be started: {error}"),
    }
}

/// Starts threads that write the program's input and read its output and errors.
fn connect_pipes(child: &mut Child, text: &str, begun: Instant) -> Result<(Pipe, Pipe), SpawnError> {
    write_input(child, text)?;
    let out = Pipe::read(child.stdout.take(), MAX_OUTPUT, begun)?;
    Ok((out, Pipe::read(child.stderr.take(), usize::MAX, begun)?))
}

/// Writes the input from a thread, since a program need not read it.
fn write_input(child: &mut Child, text: &str) -> Result<(), SpawnError> {
    if let Some(mut pipe) = child.stdin.take()
        && !text.is_empty()
    {
        let text = text.to_owned();
        // A program may close its input early.
        threads::spawn("that gives a program its input", move || drop(pipe.write_all(text.as_bytes())))?;
    }
    Ok(())
}

/// Waits until the program ends, which returns `None`, or for a reason to kill it.
fn wait(
    child: &mut Child,
    command: &ProgramCommand,
    is_cancelled: &dyn Fn() -> bool,
    begun: Instant,
    out: &Pipe,
    peak: &mut PeakUsage,
    after_sample: &dyn Fn(),
) -> Option<ProgramExit> {
    let exited = ChildExit::new(child.id());
    loop {
        let left = command.time.map(|time| time.saturating_sub(begun.elapsed()));
        let has_exited = || child.try_wait().map_or(true, |status| status.is_some());
        if exited.wait(left.map_or(SAMPLE, |left| left.min(SAMPLE)), has_exited) {
            return None;
        }
        if is_cancelled() {
            return Some(ProgramExit::Cancelled);
        }
        if command.time.is_some_and(|time| begun.elapsed() >= time) {
            return Some(ProgramExit::TimeLimit);
        }
        if out.is_full() {
            return Some(ProgramExit::OutputLimit);
        }
        let memory = peak.sample(child.id(), command.memory);
        after_sample();
        if command.cpu.is_some_and(|limit| peak.cpu > limit) {
            return Some(ProgramExit::CpuLimit);
        }
        if command.memory.is_some_and(|limit| memory > limit) {
            return Some(ProgramExit::MemoryLimit);
        }
    }
}

#[cfg(unix)]
fn exit_of(status: ExitStatus) -> ProgramExit {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => ProgramExit::Code(code),
        (None, signal) => ProgramExit::Signal(signal.expect("a process ends by itself or by a signal")),
    }
}

#[cfg(not(unix))]
fn exit_of(status: ExitStatus) -> ProgramExit {
    ProgramExit::Code(status.code().unwrap_or(1))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::stderr_tail::MAX_TAIL;

    fn script(script: &str) -> ProgramCommand {
        let argv = ["sh", "-c", script].map(str::to_owned).to_vec();
        let stdin = String::new();
        ProgramCommand { argv, folder: ".".into(), stdin, time: Some(Duration::from_mins(1)), cpu: None, memory: None }
    }

    fn run_command(command: &ProgramCommand) -> ProgramOutput {
        run(command, Launcher::default(), &|| false)
    }

    fn shell(text: &str) -> ProgramOutput {
        run_command(&script(text))
    }

    #[test]
    fn output_input_code_and_stderr_tail_are_passed_on() {
        let with_input = |text, stdin: &str| ProgramCommand { stdin: stdin.to_owned(), ..script(text) };
        let ended = run_command(&with_input("cat; echo oh no >&2; exit 3", "hello"));
        assert_eq!(
            (ended.exit, ended.stdout.as_str(), ended.stderr_tail.as_str()),
            (ProgramExit::Code(3), "hello", "oh no")
        );
        assert_eq!(shell("kill -9 $$").exit, ProgramExit::Signal(9));
        let ended = run_command(&with_input("true", &"x".repeat(1 << 20)));
        assert_eq!(ended.exit, ProgramExit::Code(0), "input need not be read");
    }

    #[test]
    fn a_program_that_hangs_ignores_signals_or_writes_too_much_is_killed() {
        let hanging = ProgramCommand {
            time: Some(Duration::from_millis(200)),
            ..script("trap '' TERM INT; while :; do :; done")
        };
        let ended = run_command(&hanging);
        assert_eq!(ended.exit, ProgramExit::TimeLimit);
        assert!((0.2..2.0).contains(&ended.wall_s) && ended.cpu_s > 0.0, "{ended:?}");
        let ended = shell("yes");
        assert_eq!((ended.exit, ended.stdout.len()), (ProgramExit::OutputLimit, MAX_OUTPUT));
        let ended = shell("yes oh no >&2 & sleep 0.1; kill $!");
        assert!(ended.stderr_tail.len() == MAX_TAIL && ended.stderr_tail.contains("oh no"), "{}", ended.stderr_tail);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn limits_apply_to_the_whole_process_tree() {
        let busy = ProgramCommand { cpu: Some(Duration::from_millis(200)), ..script("(while :; do :; done) & wait") };
        let ended = run_command(&busy);
        assert!(ended.exit == ProgramExit::CpuLimit && ended.cpu_s > 0.2, "{ended:?}");
        let hog = "(x=y; while :; do x=$x$x; done) & wait";
        let ended = run_command(&ProgramCommand { memory: Some(50 << 20), ..script(hog) });
        assert!(ended.exit == ProgramExit::MemoryLimit && ended.peak_rss.unwrap() > 50 << 20, "{ended:?}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn detached_descendants_do_not_outlive_a_program() {
        let lives = |name: &str| process::Command::new("pgrep").args(["-f", name]).output().unwrap().status.success();
        let ended = shell("setsid sh -c '(sleep 98765 & sleep 98766) &' & sleep 0.2; echo done");
        assert_eq!((ended.exit, ended.stdout.as_str()), (ProgramExit::Code(0), "done\n"));
        assert!(!lives("^sleep 9876[56]$"));
    }

    #[test]
    fn cancelling_kills_a_program() {
        assert_eq!(run(&script("sleep 60"), Launcher::default(), &|| true).exit, ProgramExit::Cancelled);
    }

    #[test]
    fn a_missing_program_is_reported() {
        let absent = ProgramCommand { argv: vec!["./no-such-program".to_owned()], ..script("") };
        let ended = run_command(&absent);
        assert_eq!(ended.exit, ProgramExit::NotStarted("the program ./no-such-program does not exist".to_owned()));
    }
}
