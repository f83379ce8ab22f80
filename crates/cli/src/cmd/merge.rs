//! `tilebench merge`: the shards of a plan, put together.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use tilebench_runner::record::{Folder, Merge, RecordError};

use crate::text::grouped;
use crate::{Out, Verdict, tell};

/// Join the result folders of one plan that was run in shards.
///
/// Nothing is written where they are of different plans or have a run in common. What is written is the
/// same in whatever order they are given. Runs that are still missing are made by `tilebench run FILE
/// --out DIR`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The result folders, or folders that hold such.
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// The folder to write, empty or new.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Put what is written in the place of an earlier merge: of the same plan, and without a record that would be lost.
    #[arg(long)]
    replace: bool,
}

/// Joins the folders; `Verdict::Bad` if runs are missing.
pub(crate) fn run(arguments: &Arguments, out: &mut Out<'_>) -> Result<Verdict> {
    let folders =
        arguments.folders.iter().map(|path| Folder::open_all(path)).collect::<Result<Vec<_>, RecordError>>()?;
    let merge = Merge::read(&folders.concat())?;
    let written = if arguments.replace { merge.replace(&arguments.out) } else { merge.write(&arguments.out) };
    written?;
    let (there, planned) = (merge.runs(), merge.manifest().runs_planned);
    writeln!(out, "{} of {} runs in {}", grouped(there), grouped(planned), arguments.out.display())?;
    out.flush()?;
    for folder in merge.torn() {
        tell(&format!("note: the last line of {}/runs.csv is cut off; its run counts as missing", folder.display()));
    }
    if merge.builds().len() > 1 {
        tell(&format!("note: {} different builds made these runs; the manifest has the first", merge.builds().len()));
    }
    if !merge.manifest().other_machines.is_empty() {
        let machines = merge.manifest().other_machines.len() + 1;
        tell(&format!("note: {machines} different machines made these runs: compare their nodes, not their times"));
    }
    if there < planned {
        tell(&format!("{} runs are missing: `tilebench status` tells where", grouped(planned - there)));
        return Ok(Verdict::Bad);
    }
    Ok(Verdict::Good)
}
