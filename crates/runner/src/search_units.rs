//! Searching the work units of a plan's runs together with other processes, without recording a run.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use tilebench_record::{Folder, RecordError, Status};

use crate::isolation::Isolation;
use crate::slot::execute_task;
use crate::units::{UnitFolder, UnitMode};
use crate::worker::{WorkerPool, WorkerSlot};
use crate::{Execution, Plan, ProgressOutput, schedule};

/// Searches the runs of `plan` that have no record in `folder`, one after the other, in work units that all processes with the same
/// folder share. Nothing but units is written. Returns the number of runs by their end, which every such process finds.
///
/// # Errors
///
/// If an algorithm has no work units, no worker can be started, or the folder cannot be read.
pub fn search_units(plan: &Plan, folder: &Path, execution: &Execution<'_>) -> Result<BTreeMap<Status, usize>> {
    ensure!(
        plan.has_units(),
        "only IDA* without checkpoint = false has work units: leave out the other solvers, or run shards"
    );
    let command = execution.workers.as_ref().context("no command that starts workers is known")?;
    let isolation = Isolation::find(plan.experiment());
    let units = UnitFolder::new(folder, UnitMode::Always, execution.progress == ProgressOutput::Stderr);
    let (scratch, cancel) = (execution.searches.scratch(), &execution.cancel);
    let pool = WorkerPool::new(command, isolation.cgroups.as_ref(), scratch, cancel, execution.progress, Some(&units));
    let mut slot = WorkerSlot::new(&pool, Vec::new());
    let mut by_status = BTreeMap::new();
    for planned in schedule::runs(plan) {
        if recorded(folder)?.contains(&planned.id) {
            continue;
        }
        if cancel.raised().is_some() {
            break;
        }
        let result = execute_task(&plan.task(planned), &mut slot);
        ensure!(result.fault.is_none(), "{}", result.fault.unwrap_or_default());
        if result.run.status == Status::Crashed {
            // Another process may have recorded the run, and removed the files of its units.
            if recorded(folder)?.contains(&planned.id) {
                continue;
            }
            execution.progress.print_line(&format!("note: {}: {}", result.run.instance, result.run.message));
        }
        *by_status.entry(result.run.status).or_default() += 1;
    }
    Ok(by_status)
}

/// The ids of the runs that have a record.
fn recorded(folder: &Path) -> Result<HashSet<String>> {
    let folder = match Folder::open(folder) {
        Err(RecordError::NoFolder { .. } | RecordError::NoRuns { .. }) => return Ok(HashSet::new()),
        folder => folder?,
    };
    let mut ids = HashSet::new();
    folder.each_complete_row_of_any_plan(|run| {
        ids.insert(run.run_id);
    })?;
    Ok(ids)
}
