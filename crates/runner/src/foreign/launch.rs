//! Running a program, with all that it starts, to its end or to a limit.
//!
//! The program and its descendants are one tree: what it uses together is held to the limits, and when it
//! ends, however that is, nothing of it lives on. A descendant that leaves its parents (a daemon) becomes
//! a child of this process and is known by a mark in its environment.

use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tilebench_catalog::StopFlag;
use tilebench_sanitize::threads::{self, NoThread};

use tilebench_sanitize::message::shown;

use super::pipe::{Pipe, last_words};
use super::starter;
use crate::WorkerCommand;
use crate::tree::{self, Exited};

/// A program to be run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Errand {
    /// The program and its arguments.
    pub(crate) argv: Vec<String>,
    /// Its working directory.
    pub(crate) folder: PathBuf,
    /// What it is given on standard input.
    pub(crate) stdin: String,
    /// The time after which it is killed.
    pub(crate) time: Option<Duration>,
    /// The processor time after which it is killed.
    pub(crate) cpu: Option<Duration>,
    /// The bytes beyond which it is killed.
    pub(crate) memory: Option<u64>,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Exit {
    /// By itself, with this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// Killed at the time limit.
    TimeLimit,
    /// Killed at the limit of processor time.
    CpuLimit,
    /// Killed at the memory limit, by whoever waited for it.
    MemoryLimit,
    /// Killed at the memory limit, by the system.
    OutOfMemory,
    /// Killed since it wrote too much.
    OutputLimit,
    /// Killed since nobody wanted its answer any more.
    Cancelled,
    /// It could not be started, for this reason.
    NotStarted(String),
    /// The worker that waited for it was lost, for this reason and by this signal.
    WorkerLost(String, Option<u32>),
}

/// What is left of a program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Ended {
    /// How it ended.
    pub(crate) exit: Exit,
    /// What it wrote, at most [`MOST_OUTPUT`] bytes of it.
    pub(crate) stdout: String,
    /// The end of what it wrote to standard error, in one line.
    pub(crate) last_words: String,
    /// Seconds by the clock.
    pub(crate) wall_s: f64,
    /// Seconds of the processor, its descendants' among them.
    pub(crate) cpu_s: f64,
    /// The most bytes that it was seen to have with its descendants, where it lived long enough to be
    /// looked at.
    pub(crate) peak_rss: Option<u64>,
}

impl Ended {
    /// The end of a program of which nothing else is known.
    pub(crate) fn without_words(exit: Exit, wall_s: f64) -> Self {
        Self { exit, stdout: String::new(), last_words: String::new(), wall_s, cpu_s: 0.0, peak_rss: None }
    }
}

/// More output than any answer needs.
pub(crate) const MOST_OUTPUT: usize = 16 << 20;

/// How often the tree of a program is looked at, and whether anybody wants it still.
const LOOK: Duration = Duration::from_millis(10);

/// The variable that marks what a program starts.
const MARK: &str = "TILEBENCH_PROGRAM";

/// Held while a program is being started, and for good by who is about to end this process.
static STARTING: Mutex<()> = Mutex::new(());

/// Lets no program be started from now on: one that is started while all others are ended would live on.
pub(crate) fn start_no_more() {
    std::mem::forget(STARTING.lock().unwrap_or_else(PoisonError::into_inner));
}

/// How programs are started.
#[derive(Clone, Copy, Debug, Default)]
pub struct Launcher<'a> {
    /// A command that calls [`become_program`](crate::become_program): then a program dies with this process, however
    /// that dies. Without it, programs are started directly.
    pub starter: Option<&'a WorkerCommand>,
    /// Whether this process waits for no child but the program: then what the program left behind is taken note of as
    /// it ends.
    pub alone: bool,
}

/// Runs a program to its end or to a limit.
pub(crate) fn launch(errand: &Errand, launcher: Launcher<'_>, cancel: &StopFlag) -> Ended {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    tree::adopt_orphans();
    let mark = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let begun = Instant::now();
    let mut child = match start(errand, launcher.starter, &mark) {
        Ok(child) => child,
        Err(error) => return Ended::without_words(Exit::NotStarted(error), begun.elapsed().as_secs_f64()),
    };
    let (out, err) = match attend(&mut child, &errand.stdin) {
        Ok(pipes) => pipes,
        Err(error) => {
            tree::kill_descendants(child.id());
            let _ = child.kill();
            let _ = child.wait();
            return Ended::without_words(Exit::NotStarted(error.to_string()), begun.elapsed().as_secs_f64());
        }
    };
    let mut seen = Seen::default();
    let adopted = || {
        if launcher.alone {
            tree::reap_adopted(child.id());
        }
    };
    let exit = wait(&child, errand, cancel, begun, &out, &mut seen, &adopted);
    let wall_s = begun.elapsed().as_secs_f64();
    // Its time can be read until its end has been asked for.
    seen.look(child.id(), None);
    tree::kill_descendants(child.id());
    let _ = child.kill();
    let status = child.wait();
    tree::kill_marked(&format!("{MARK}={mark}"));
    out.drain();
    err.drain();
    let exit = match (exit, status) {
        (Some(exit), _) => exit,
        (None, _) if out.is_full() => Exit::OutputLimit,
        (None, Ok(status)) => self::exit(status),
        (None, Err(_)) => Exit::NotStarted("its end cannot be waited for".to_owned()),
    };
    Ended {
        exit,
        stdout: String::from_utf8_lossy(&out.bytes()).into_owned(),
        last_words: last_words(&String::from_utf8_lossy(&err.bytes())),
        wall_s,
        cpu_s: seen.cpu.as_secs_f64(),
        peak_rss: (seen.memory > 0).then_some(seen.memory),
    }
}

/// The most that was seen of a program's use.
#[derive(Debug, Default)]
struct Seen {
    memory: u64,
    cpu: Duration,
}

impl Seen {
    /// Looks at the tree below `pid`, and says what memory it has now: exactly, where it may be more than
    /// `limit`.
    fn look(&mut self, pid: u32, limit: Option<u64>) -> u64 {
        let mut pids = vec![pid];
        pids.extend(tree::descendants(pid));
        let mut now = tree::usage(&pids);
        if limit.is_some_and(|limit| now.memory > limit) {
            now.memory = tree::own_memory(&pids);
        }
        self.memory = self.memory.max(now.memory);
        self.cpu = self.cpu.max(now.cpu);
        now.memory
    }
}

fn start(errand: &Errand, starter: Option<&WorkerCommand>, mark: &str) -> Result<Child, String> {
    let Some((program, arguments)) = errand.argv.split_first() else {
        return Err("there is no program".to_owned());
    };
    let mut command = match starter {
        None => Command::new(program),
        Some(starter) => starter::command(starter, program, &errand.folder).map_err(|error| told(program, &error))?,
    };
    let _held = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    command.args(arguments).current_dir(&errand.folder).env(MARK, mark);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // What it tells its group must not reach this process.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn().map_err(|error| told(program, &error))
}

/// Why the program cannot be started, in a sentence.
fn told(program: &str, error: &io::Error) -> String {
    let program = shown(program);
    match error.kind() {
        ErrorKind::NotFound => format!("there is no program {program}"),
        ErrorKind::PermissionDenied => format!("{program} may not be executed: make it so with chmod +x"),
        _ => format!("{program} cannot be started: {error}"),
    }
}

/// Gives a program its input, and reads what it prints and complains of.
fn attend(child: &mut Child, text: &str) -> Result<(Pipe, Pipe), NoThread> {
    feed(child, text)?;
    Ok((Pipe::read(child.stdout.take(), MOST_OUTPUT)?, Pipe::read(child.stderr.take(), usize::MAX)?))
}

/// Writes the input from a thread of its own, since a program need not read it.
fn feed(child: &mut Child, text: &str) -> Result<(), NoThread> {
    if let Some(mut pipe) = child.stdin.take()
        && !text.is_empty()
    {
        let text = text.to_owned();
        // Who closes its input early has read enough.
        threads::spawn("that gives a program its input", move || drop(pipe.write_all(text.as_bytes())))?;
    }
    Ok(())
}

/// Waits for the end, of which nothing is said, or for a reason to make it.
fn wait(
    child: &Child,
    errand: &Errand,
    cancel: &StopFlag,
    begun: Instant,
    out: &Pipe,
    seen: &mut Seen,
    each_look: &dyn Fn(),
) -> Option<Exit> {
    let exited = Exited::of(child.id());
    loop {
        let left = errand.time.map(|time| time.saturating_sub(begun.elapsed()));
        if exited.wait(left.map_or(LOOK, |left| left.min(LOOK))) {
            return None;
        }
        if cancel.raised().is_some() {
            return Some(Exit::Cancelled);
        }
        if errand.time.is_some_and(|time| begun.elapsed() >= time) {
            return Some(Exit::TimeLimit);
        }
        if out.is_full() {
            return Some(Exit::OutputLimit);
        }
        let memory = seen.look(child.id(), errand.memory);
        each_look();
        if errand.cpu.is_some_and(|limit| seen.cpu > limit) {
            return Some(Exit::CpuLimit);
        }
        if errand.memory.is_some_and(|limit| memory > limit) {
            return Some(Exit::MemoryLimit);
        }
    }
}

#[cfg(unix)]
fn exit(status: ExitStatus) -> Exit {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => Exit::Code(code),
        (None, signal) => Exit::Signal(signal.expect("a process ends by itself or by a signal")),
    }
}

#[cfg(not(unix))]
fn exit(status: ExitStatus) -> Exit {
    Exit::Code(status.code().unwrap_or(1))
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::pipe::LAST_WORDS;
    use super::*;
    use tilebench_catalog::Stop;

    fn errand(script: &str) -> Errand {
        let argv = ["sh", "-c", script].map(str::to_owned).to_vec();
        let stdin = String::new();
        Errand { argv, folder: ".".into(), stdin, time: Some(Duration::from_mins(1)), cpu: None, memory: None }
    }

    fn shell(script: &str) -> Ended {
        launch(&errand(script), Launcher::default(), &StopFlag::new())
    }

    #[test]
    fn output_input_code_and_last_words_are_passed_on() {
        let errand = |script, stdin: &str| Errand { stdin: stdin.to_owned(), ..errand(script) };
        let ended = launch(&errand("cat; echo oh no >&2; exit 3", "hello"), Launcher::default(), &StopFlag::new());
        assert_eq!((ended.exit, ended.stdout.as_str(), ended.last_words.as_str()), (Exit::Code(3), "hello", "oh no"));
        assert_eq!(shell("kill -9 $$").exit, Exit::Signal(9));
        let ended = launch(&errand("true", &"x".repeat(1 << 20)), Launcher::default(), &StopFlag::new());
        assert_eq!(ended.exit, Exit::Code(0), "input need not be read");
    }

    #[test]
    fn who_hangs_ignores_signals_or_floods_is_killed() {
        let hanging =
            Errand { time: Some(Duration::from_millis(200)), ..errand("trap '' TERM INT; while :; do :; done") };
        let ended = launch(&hanging, Launcher::default(), &StopFlag::new());
        assert_eq!(ended.exit, Exit::TimeLimit);
        assert!((0.2..2.0).contains(&ended.wall_s) && ended.cpu_s > 0.0, "{ended:?}");
        let ended = shell("yes");
        assert_eq!((ended.exit, ended.stdout.len()), (Exit::OutputLimit, MOST_OUTPUT));
        let ended = shell("yes oh no >&2 & sleep 0.1; kill $!");
        assert!(ended.last_words.len() == LAST_WORDS && ended.last_words.contains("oh no"), "{}", ended.last_words);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn processor_time_and_memory_of_the_whole_tree_are_held() {
        let busy = Errand { cpu: Some(Duration::from_millis(200)), ..errand("(while :; do :; done) & wait") };
        let ended = launch(&busy, Launcher::default(), &StopFlag::new());
        assert!(ended.exit == Exit::CpuLimit && ended.cpu_s > 0.2, "{ended:?}");
        let hog = "(x=y; while :; do x=$x$x; done) & wait";
        let ended = launch(&Errand { memory: Some(50 << 20), ..errand(hog) }, Launcher::default(), &StopFlag::new());
        assert!(ended.exit == Exit::MemoryLimit && ended.peak_rss.unwrap() > 50 << 20, "{ended:?}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn nothing_that_a_program_started_outlives_it_though_it_left_its_parents() {
        let lives = |name: &str| Command::new("pgrep").args(["-f", name]).output().unwrap().status.success();
        let ended = shell("setsid sh -c '(sleep 98765 & sleep 98766) &' & sleep 0.2; echo done");
        assert_eq!((ended.exit, ended.stdout.as_str()), (Exit::Code(0), "done\n"));
        assert!(!lives("^sleep 9876[56]$"));
    }

    #[test]
    fn raising_the_flag_ends_a_program() {
        let cancel = StopFlag::new();
        cancel.raise(Stop::Cancel);
        assert_eq!(launch(&errand("sleep 60"), Launcher::default(), &cancel).exit, Exit::Cancelled);
    }

    #[test]
    fn a_program_that_is_not_there_is_told() {
        let absent = Errand { argv: vec!["./no-such-program".to_owned()], ..errand("") };
        let ended = launch(&absent, Launcher::default(), &StopFlag::new());
        assert_eq!(ended.exit, Exit::NotStarted("there is no program ./no-such-program".to_owned()));
    }
}
