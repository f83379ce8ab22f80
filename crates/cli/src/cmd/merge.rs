//! `tilebench merge`: joins the shards of a plan.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use tilebench_runner::record::{Folder, Merge, RecordError};
use tilebench_sanitize::count::{counted, grouped};

use crate::{Out, Verdict, print_stderr};

/// Join the result folders of the shards of one plan.
///
/// Nothing is written if the folders are of different plans or have a run in common. The result does not depend on the
/// order of the folders. `tilebench run FILE --out DIR` executes the runs that are still missing.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The result folders, or folders that contain result folders.
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// The folder to write, which must be empty or new.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Replace an earlier merge of the same plan; refused if a record would be lost.
    #[arg(long)]
    replace: bool,
}

/// Joins the folders; `Verdict::Bad` if runs are missing.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let folders =
        arguments.folders.iter().map(|path| Folder::open_all(path)).collect::<Result<Vec<_>, RecordError>>()?;
    let merge = Merge::read(&folders.concat())?;
    let written = if arguments.replace { merge.replace(&arguments.out) } else { merge.write(&arguments.out) };
    written?;
    let (recorded, planned) = (merge.runs(), merge.manifest().runs_planned);
    writeln!(out, "{} of {} in {}", grouped(recorded), counted(planned, "run"), arguments.out.display())?;
    out.flush()?;
    for folder in merge.torn() {
        print_stderr(&format!(
            "note: the last line of {}/runs.csv is cut off; its run counts as missing",
            folder.display()
        ));
    }
    if !merge.manifest().other_builds.is_empty() {
        let builds = merge.manifest().other_builds.len() + 1;
        print_stderr(&format!("note: the runs are of {builds} different builds, which the manifest names"));
    }
    if !merge.manifest().other_machines.is_empty() {
        let machines = merge.manifest().other_machines.len() + 1;
        print_stderr(&format!("note: the runs are of {machines} different machines: compare nodes, not times"));
    }
    if recorded < planned {
        print_stderr(&format!(
            "{} missing: `tilebench status` counts them per folder",
            counted(planned - recorded, "run")
        ));
        return Ok(Verdict::Bad);
    }
    Ok(Verdict::Good)
}
