//! `tilebench worker`: executes searches for a runner, which starts it.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use tilebench_runner::{Searches, WorkerCommand, serve};

use super::TableArguments;
use crate::{Verdict, print_stderr, signals};

/// The argument with which this program replaces itself by another one. It is not listed as a command.
pub(crate) const BECOME: &str = "become-program";

/// Execute searches for the runner at the other end of standard input and output.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    tables: TableArguments,
}

/// Serves until the runner ends.
pub(crate) fn run(arguments: &Arguments) -> Result<Verdict> {
    signals::restore_hangup();
    serve(&Searches::with_tables(arguments.tables.open()), Some(&starter()?))?;
    Ok(Verdict::Good)
}

/// The command by which a runner starts workers, which use the same folder of tables: this program.
pub(crate) fn command(tables: &TableArguments) -> Result<WorkerCommand> {
    let mut arguments = vec!["worker".into()];
    arguments.extend(tables.arguments());
    Ok(WorkerCommand { program: this_program()?, arguments })
}

/// The command by which external programs are started: this program, so that they die with the process that starts them.
pub(crate) fn starter() -> Result<WorkerCommand> {
    Ok(WorkerCommand { program: this_program()?, arguments: vec![BECOME.into()] })
}

/// This program, even if its file was replaced since it was started.
fn this_program() -> Result<PathBuf> {
    let same = Path::new("/proc/self/exe");
    if same.exists() {
        return Ok(same.to_owned());
    }
    env::current_exe().context("the path of this program, which starts workers, is unknown")
}

/// Becomes the external program that `words` name after the process that it dies with. It only returns if that
/// fails.
pub(crate) fn become_program(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    signals::restore_file_limit();
    signals::restore_hangup();
    let Err(error) = tilebench_runner::become_program(words);
    print_stderr(&format!("{error:#}"));
    // The exit code of shells for a program that exists and cannot be started.
    ExitCode::from(126)
}
