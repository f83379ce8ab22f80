//! Running a program to its end or to a limit.

use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tilebench_catalog::StopFlag;

/// A program to be run.
#[derive(Debug)]
pub(crate) struct Launch<'a> {
    /// The program and its arguments.
    pub(crate) argv: &'a [String],
    /// Its working directory.
    pub(crate) folder: &'a Path,
    /// What it is given on standard input.
    pub(crate) stdin: &'a str,
    /// The time after which it is killed.
    pub(crate) time: Option<Duration>,
    /// Kills it when it is raised.
    pub(crate) cancel: &'a StopFlag,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// By itself, with this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// Killed at the time limit.
    TimeLimit,
    /// Killed since it wrote too much.
    OutputLimit,
    /// Killed since nobody wanted its answer any more.
    Cancelled,
    /// It could not be started, for this reason.
    NotStarted(String),
}

/// What is left of a program.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    /// How it ended.
    pub(crate) exit: Exit,
    /// What it wrote, at most [`MOST_OUTPUT`] bytes of it.
    pub(crate) stdout: String,
    /// The end of what it wrote to standard error, in one line.
    pub(crate) last_words: String,
    /// Seconds by the clock.
    pub(crate) wall_s: f64,
    /// Seconds of the processor, 0 where that is not known.
    pub(crate) cpu_s: f64,
}

/// More output than any answer needs.
pub(crate) const MOST_OUTPUT: usize = 16 << 20;

/// As much of standard error as is kept.
const LAST_WORDS: usize = 500;

/// How long the pipes of a program that has ended are read on: what it started may hold them open.
const LINGER: Duration = Duration::from_millis(250);

/// Runs a program to its end or to a limit.
pub(crate) fn launch(launch: &Launch<'_>) -> Ended {
    let begun = Instant::now();
    let ended = |exit, stdout, last_words| Ended {
        exit,
        stdout,
        last_words,
        wall_s: begun.elapsed().as_secs_f64(),
        cpu_s: 0.0,
    };
    let mut child = match start(launch) {
        Ok(child) => child,
        Err(error) => return ended(Exit::NotStarted(error), String::new(), String::new()),
    };
    feed(&mut child, launch.stdin);
    let out = Pipe::read(child.stdout.take(), MOST_OUTPUT);
    let err = Pipe::read(child.stderr.take(), usize::MAX);
    let exit = wait(&mut child, launch, begun, &out);
    let mut ended = ended(exit, String::new(), String::new());
    out.drain();
    err.drain();
    if out.is_full() && matches!(ended.exit, Exit::Code(_)) {
        ended.exit = Exit::OutputLimit;
    }
    ended.stdout = String::from_utf8_lossy(&out.bytes()).into_owned();
    ended.last_words = last_words(&String::from_utf8_lossy(&err.bytes()));
    ended
}

fn start(launch: &Launch<'_>) -> Result<Child, String> {
    let Some((program, arguments)) = launch.argv.split_first() else {
        return Err("there is no program".to_owned());
    };
    let mut command = Command::new(program);
    command.args(arguments).current_dir(launch.folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound => format!("there is no program {program}"),
        ErrorKind::PermissionDenied => format!("{program} may not be executed: make it so with chmod +x"),
        _ => format!("{program} cannot be started: {error}"),
    })
}

/// Writes the input from a thread of its own, since a program need not read it.
fn feed(child: &mut Child, text: &str) {
    if let Some(mut pipe) = child.stdin.take()
        && !text.is_empty()
    {
        let text = text.to_owned();
        // Who closes its input early has read enough.
        thread::spawn(move || drop(pipe.write_all(text.as_bytes())));
    }
}

/// Waits for the end, or makes it.
fn wait(child: &mut Child, launch: &Launch<'_>, begun: Instant, out: &Pipe) -> Exit {
    loop {
        let limit = if launch.cancel.raised().is_some() {
            Some(Exit::Cancelled)
        } else if launch.time.is_some_and(|time| begun.elapsed() >= time) {
            Some(Exit::TimeLimit)
        } else {
            out.is_full().then_some(Exit::OutputLimit)
        };
        match child.try_wait() {
            Ok(Some(status)) => return exit(status),
            Ok(None) if limit.is_none() => {}
            Ok(None) | Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                return limit.unwrap_or(Exit::NotStarted("its end cannot be waited for".to_owned()));
            }
        }
        // Short at first, so that quick programs are not measured by the pause.
        thread::sleep((begun.elapsed() / 20).clamp(Duration::from_micros(100), Duration::from_millis(5)));
    }
}

#[cfg(unix)]
fn exit(status: ExitStatus) -> Exit {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => Exit::Code(code),
        (None, signal) => Exit::Signal(signal.unwrap_or(0)),
    }
}

#[cfg(not(unix))]
fn exit(status: ExitStatus) -> Exit {
    Exit::Code(status.code().unwrap_or(1))
}

/// What is read from a pipe by a thread.
struct Pipe {
    shared: Arc<Shared>,
    reader: JoinHandle<()>,
}

#[derive(Default)]
struct Shared {
    bytes: Mutex<Vec<u8>>,
    full: AtomicBool,
}

impl Pipe {
    /// Reads to the end or until there are more than `most` bytes.
    fn read(pipe: Option<impl Read + Send + 'static>, most: usize) -> Self {
        let shared = Arc::new(Shared::default());
        let reader = thread::spawn({
            let shared = Arc::clone(&shared);
            move || {
                let Some(mut pipe) = pipe else { return };
                let mut block = vec![0; 1 << 16];
                while let Ok(count @ 1..) = pipe.read(&mut block) {
                    let mut bytes = shared.bytes.lock().unwrap_or_else(PoisonError::into_inner);
                    let room = most - bytes.len();
                    bytes.extend_from_slice(&block[..count.min(room)]);
                    if count > room {
                        shared.full.store(true, Ordering::Relaxed);
                        return;
                    }
                    // Of what has no limit only the end is asked for.
                    if most == usize::MAX && bytes.len() > 8 * LAST_WORDS {
                        let old = bytes.len() - 4 * LAST_WORDS;
                        bytes.drain(..old);
                    }
                }
            }
        });
        Self { shared, reader }
    }

    fn is_full(&self) -> bool {
        self.shared.full.load(Ordering::Relaxed)
    }

    /// Waits until all is read, but not for long.
    fn drain(&self) {
        let begun = Instant::now();
        while !self.reader.is_finished() && begun.elapsed() < LINGER {
            thread::sleep(Duration::from_micros(200));
        }
    }

    fn bytes(&self) -> Vec<u8> {
        self.shared.bytes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The end of `text` as one line.
fn last_words(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let start = line.char_indices().rev().nth(LAST_WORDS - 1).map_or(0, |(at, _)| at);
    line[start..].to_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use tilebench_catalog::Stop;

    fn shell(script: &str, stdin: &str, time: Option<Duration>) -> Ended {
        let argv = ["sh", "-c", script].map(str::to_owned);
        launch(&Launch { argv: &argv, folder: Path::new("."), stdin, time, cancel: &StopFlag::new() })
    }

    #[test]
    fn output_input_code_and_last_words_are_passed_on() {
        let ended = shell("cat; echo oh no >&2; exit 3", "hello", None);
        assert_eq!((ended.exit, ended.stdout.as_str(), ended.last_words.as_str()), (Exit::Code(3), "hello", "oh no"));
        assert_eq!(shell("kill -9 $$", "", None).exit, Exit::Signal(9));
        assert_eq!(shell("true", &"x".repeat(1 << 20), None).exit, Exit::Code(0), "input need not be read");
    }

    #[test]
    fn who_hangs_ignores_signals_or_floods_is_killed() {
        let ended = shell("trap '' TERM INT; while :; do :; done", "", Some(Duration::from_millis(200)));
        assert_eq!(ended.exit, Exit::TimeLimit);
        assert!((0.2..2.0).contains(&ended.wall_s), "{}", ended.wall_s);
        let ended = shell("yes", "", Some(Duration::from_mins(1)));
        assert_eq!((ended.exit, ended.stdout.len()), (Exit::OutputLimit, MOST_OUTPUT));
        let ended = shell("yes oh no >&2 & sleep 0.1; kill $!", "", Some(Duration::from_mins(1)));
        assert!(ended.last_words.len() == LAST_WORDS && ended.last_words.contains("oh no"), "{}", ended.last_words);
    }

    #[test]
    fn raising_the_flag_ends_a_program() {
        let (cancel, argv) = (StopFlag::new(), ["sleep", "60"].map(str::to_owned));
        cancel.raise(Stop::Cancel);
        let ended = launch(&Launch { argv: &argv, folder: Path::new("."), stdin: "", time: None, cancel: &cancel });
        assert_eq!(ended.exit, Exit::Cancelled);
    }

    #[test]
    fn a_program_that_is_not_there_is_told() {
        let argv = ["./no-such-program".to_owned()];
        let cancel = StopFlag::new();
        let ended = launch(&Launch { argv: &argv, folder: Path::new("."), stdin: "", time: None, cancel: &cancel });
        assert_eq!(ended.exit, Exit::NotStarted("there is no program ./no-such-program".to_owned()));
    }
}
