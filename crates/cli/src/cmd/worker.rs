//! `tilebench worker`: makes searches for a runner, which starts it.

use std::env;
use std::path::Path;

use anyhow::{Context, Result};
use clap::Args;
use tilebench_runner::{Searches, WorkerCommand, serve};

use super::TablesFolder;
use crate::Verdict;

/// Make searches for a runner at the other end of standard input and output.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    tables: TablesFolder,
}

/// Serves until the runner ends.
pub(crate) fn run(arguments: &Arguments) -> Result<Verdict> {
    serve(&Searches::with_tables(arguments.tables.open()))?;
    Ok(Verdict::Good)
}

/// How a runner starts workers that keep tables where it does itself: this program.
pub(crate) fn command(tables: &TablesFolder) -> Result<WorkerCommand> {
    // This very program, though another version has been put in its place since it was started.
    let same = Path::new("/proc/self/exe");
    let here = || env::current_exe().context("cannot tell where this program is, which starts workers");
    let program = if same.exists() { same.to_owned() } else { here()? };
    let mut arguments = vec!["worker".into()];
    arguments.extend(tables.arguments());
    Ok(WorkerCommand { program, arguments })
}
