//! `tilebench verify`: replays the solutions of a result folder.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use tilebench_runner::{RefusedSolution, recheck};
use tilebench_sanitize::count::{counted, grouped};
use tilebench_sanitize::message::{escaped, excerpt};

use crate::{Out, Verdict};

/// Replay every solution of a result folder and compare its length with known lengths and with claims.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The result folder.
    folder: PathBuf,
}

/// Checks the folder.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let rechecked = recheck(&arguments.folder)?;
    for RefusedSolution { run, reason } in &rechecked.refused {
        let [solver, set, instance, id] = [&run.solver, &run.set, &run.instance, &run.run_id].map(|text| excerpt(text));
        writeln!(out, "refused: {solver} on {set} {instance} ({id}): {}", escaped(reason))?;
    }
    let (solutions, refused) = (rechecked.solutions as u64, rechecked.refused.len() as u64);
    writeln!(out, "{} replayed, {} refused", counted(solutions, "solution"), grouped(refused))?;
    Ok(if refused == 0 { Verdict::Good } else { Verdict::Bad })
}
