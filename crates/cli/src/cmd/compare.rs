//! `tilebench compare`: two configurations of a result folder, instance by instance.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::{Out, Verdict};

/// Compare two configurations of a result folder: ratios with intervals, wins, paired tests.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The result folder.
    folder: PathBuf,
    /// The first configuration, as the report names it.
    first: String,
    /// The second.
    second: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Compares them.
pub(crate) fn run(arguments: &Arguments, out: &mut Out<'_>) -> Result<Verdict> {
    let Arguments { folder, first, second, json } = arguments;
    let comparison = tilebench_report::compare(folder, first, second)?;
    if *json {
        writeln!(out, "{:#}", serde_json::to_value(&comparison)?)?;
    } else {
        write!(out, "{}", comparison.text())?;
    }
    Ok(Verdict::Good)
}
