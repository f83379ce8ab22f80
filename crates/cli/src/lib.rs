//! The commands of the program `tilebench`, over any registry.
//!
//! Exit codes: 0 done, 1 a check or a run failed, standard output could not be written or the system refused a thread, 2
//! the input was wrong.

mod arguments;
mod book;
mod builtin;
mod cmd;
mod output;
mod reference;
mod signals;
mod targets;
mod text;
mod version;
mod visible_commands;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use tilebench_runner::catalog::Registry;
use tilebench_sanitize::message::escaped;
use tilebench_sanitize::threads::SpawnError;

use output::{Out, StdoutError, out};

/// The outcome of a command that ended without an error. A failed check is one, so an error means that the input was wrong, unless it is
/// [`StdoutError`] or [`SpawnError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Everything succeeded.
    Good,
    /// A check or a run failed, which has been reported.
    Bad,
}

/// Benchmarks heuristic search on sliding-tile puzzles and other domains.
#[derive(Debug, Parser)]
#[command(name = "tilebench", version = version::text(), arg_required_else_help = true, disable_help_subcommand = true, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: cmd::Command,
}

const EXIT_CODES: &str = "Exit codes: 0 done, 1 a check or a run failed, 2 the input was wrong.";

/// Runs the program with the algorithms, heuristics and cost models of `registry`, and returns its exit code.
///
/// Worker processes are started from the same executable, so they have the same registry.
#[must_use]
pub fn main(registry: Registry) -> ExitCode {
    let mut words = env::args_os().skip(1);
    // Before anything else: it is part of the time of an external program.
    if words.next().is_some_and(|word| word == cmd::worker::BECOME) {
        return cmd::worker::become_program(words);
    }
    signals::make_file_limit_an_error();
    signals::keep_hangup_ignored();
    if let Err(fault) = registry.install() {
        print_stderr(&format!("error: {fault}"));
        return ExitCode::from(2);
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(answer) if arguments::is_answer(&answer) => return finish(print(&answer.render().to_string())),
        Err(error) => {
            print_stderr(&format!("error: {}", arguments::sentence(&error)));
            return ExitCode::from(2);
        }
    };
    let mut out = out();
    finish(arguments.command.run(&mut out).and_then(|verdict| flush(&mut out, verdict)))
}

/// The exit code; an error is reported as a sentence.
fn finish(done: Result<Verdict>) -> ExitCode {
    let error = match done {
        Ok(Verdict::Good) => return ExitCode::SUCCESS,
        Ok(Verdict::Bad) => return ExitCode::from(1),
        Err(error) => error,
    };
    match StdoutError::from_error(&error) {
        Some(failed) if failed.is_closed() => ExitCode::SUCCESS,
        Some(failed) => {
            print_stderr(&format!("error: {failed}"));
            ExitCode::from(1)
        }
        None => {
            print_stderr(&format!("error: {}", text::sentence(&error)));
            ExitCode::from(if error.chain().any(is_refusal_of_system) { 1 } else { 2 })
        }
    }
}

/// Whether the input was right, but the system refused a thread or the disk is full.
fn is_refusal_of_system(error: &(dyn std::error::Error + 'static)) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    let is_full = |error: &io::Error| matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge);
    error.is::<SpawnError>() || error.downcast_ref::<io::Error>().is_some_and(is_full)
}

fn print(text: &str) -> Result<Verdict> {
    let mut out = out();
    write!(out, "{text}")?;
    flush(&mut out, Verdict::Good)
}

fn flush(out: &mut Out, verdict: Verdict) -> Result<Verdict> {
    out.flush()?;
    Ok(verdict)
}

/// Writes a line to standard error, which may be closed. The line is escaped, so that it stays one line, and is written
/// at once: a worker may be killed at any time, and its lines are the runner's.
fn print_stderr(line: &str) {
    let _ = io::stderr().write_all(format!("{}\n", escaped(line)).as_bytes());
}
