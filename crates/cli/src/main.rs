//! The program `tilebench`.
//!
//! Exit codes: 0 done, 1 a check or a run failed, 2 the input was wrong. A failed check is an
//! [`Verdict`], so an error always means that the input was wrong.

mod builtin;
mod cancel;
mod cmd;
mod reference;
mod shell;
mod targets;
mod text;

use std::io::{self, ErrorKind, StdoutLock, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

/// Whether what was to be done or checked turned out well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// All is well.
    Good,
    /// A check or a run failed, which has been told.
    Bad,
}

/// Where commands print.
type Out<'a> = io::BufWriter<StdoutLock<'a>>;

/// Benchmarks heuristic search on sliding-tile puzzles.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: cmd::Command,
}

const EXIT_CODES: &str = "Exit codes: 0 done, 1 a check or a run failed, 2 the input was wrong.";

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = arguments.command.run(&mut out).and_then(|verdict| flush(&mut out, verdict));
    match done {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Bad) => ExitCode::from(1),
        // Who closes a pipe early has read enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = out.flush();
            tell(&format!("error: {}", text::sentence(&error)));
            ExitCode::from(2)
        }
    }
}

fn flush(out: &mut Out<'_>, verdict: Verdict) -> Result<Verdict> {
    out.flush()?;
    Ok(verdict)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// Writes a line to standard error, as far as anybody listens.
fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
