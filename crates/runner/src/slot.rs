//! Executing one run in a slot, which is a thread of this process or a worker. Only verified results are recorded.

use tilebench_catalog::{Configuration, InstanceState};
use tilebench_isolate::program::{ProgramCommand, ProgramOutput};
use tilebench_record::{Run, Status, TableInfo};
use tilebench_verify::is_reachable;

use crate::experiment::Program;
use crate::external;
use crate::judge::judge;
use crate::task::Task;
use crate::trace::Trace;

/// An executor of one run at a time.
pub(crate) trait RunSlot {
    /// Executes the search of `task`, which is `configuration`, and completes `run` by its result, which is unverified.
    fn search(&mut self, task: &Task<'_>, configuration: &Configuration, run: Run) -> RunResult;

    /// Runs a program.
    ///
    /// # Errors
    ///
    /// If this slot cannot run any program.
    fn launch(&mut self, command: &ProgramCommand) -> Result<ProgramOutput, String>;
}

/// The unverified result of a search.
#[derive(Debug, Default)]
pub(crate) struct RunResult {
    /// The record.
    pub(crate) run: Run,
    /// The reported iterations and incumbents.
    pub(crate) trace: Trace,
    /// Tables that were looked up for the first time.
    pub(crate) tables: Vec<TableInfo>,
    /// Why this slot cannot execute any search.
    pub(crate) fault: Option<String>,
}

/// Executes the run of `task` in `slot`. A cancelled run is returned with that status.
pub(crate) fn execute_task(task: &Task<'_>, slot: &mut dyn RunSlot) -> RunResult {
    let mut run = task.record();
    // States of other domains were checked when their set was read.
    if let (InstanceState::Board(board), InstanceState::Board(goal)) = (&task.instance.start, task.goal_state)
        && !is_reachable(board, goal)
    {
        run.status = Status::Unsolvable;
        "the goal cannot be reached: the parity is wrong".clone_into(&mut run.message);
        return RunResult { run, ..RunResult::default() };
    }
    let mut result = match &task.solver.program {
        Program::Search(configuration) => slot.search(task, configuration, run),
        Program::Command(program) => external::run_program(run, task, program, slot),
    };
    result.fault = result.fault.or(result.trace.unit_fault.take());
    judge(&mut result.run, &mut result.trace, task);
    result.trace.settle(&mut result.run, task);
    result
}
