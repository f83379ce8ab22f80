//! The program `tilebench`.
//!
//! Exit codes: 0 done, 1 a check or a run failed, standard output could not be written or the system refused a thread, 2
//! the input was wrong. A failed check is a [`Verdict`], so an error means that the input was wrong, unless it is
//! [`StdoutError`] or [`SpawnError`].

mod arguments;
mod builtin;
mod cmd;
mod output;
mod reference;
mod signals;
mod targets;
mod text;
mod version;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use tilebench_sanitize::message::escaped;
use tilebench_sanitize::threads::SpawnError;

use output::{Out, StdoutError, out};

/// The outcome of a command that ended without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Everything succeeded.
    Good,
    /// A check or a run failed, which has been reported.
    Bad,
}

/// Benchmarks heuristic search on sliding-tile puzzles.
#[derive(Debug, Parser)]
#[command(name = "tilebench", version = version::text(), arg_required_else_help = true, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: cmd::Command,
}

const EXIT_CODES: &str = "Exit codes: 0 done, 1 a check or a run failed, 2 the input was wrong.";

fn main() -> ExitCode {
    let mut words = env::args_os().skip(1);
    // Before anything else: it is part of the time of an external program.
    if words.next().is_some_and(|word| word == cmd::worker::BECOME) {
        return cmd::worker::become_program(words);
    }
    signals::make_file_limit_an_error();
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
            // The input was right, but the system refused a thread.
            let lacks_threads = error.chain().any(<dyn std::error::Error>::is::<SpawnError>);
            ExitCode::from(if lacks_threads { 1 } else { 2 })
        }
    }
}

fn print(text: &str) -> Result<Verdict> {
    let mut out = out();
    write!(out, "{text}")?;
    flush(&mut out, Verdict::Good)
}

fn flush(out: &mut Out<'_>, verdict: Verdict) -> Result<Verdict> {
    out.flush()?;
    Ok(verdict)
}

/// Writes a line to standard error, which may be closed. The line is escaped, so that it stays one line.
fn print_stderr(line: &str) {
    let _ = writeln!(io::stderr(), "{}", escaped(line));
}
