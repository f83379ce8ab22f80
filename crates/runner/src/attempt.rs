//! Executing one run: a search or an external program under limits, of which only verified results are recorded.

use tilebench_record::Status;
use tilebench_verify::reachable;

use crate::experiment::Program;
use crate::external;
use crate::judge::judge;
use crate::slot::{Searched, Slot};
use crate::task::Task;

/// Executes the run of `task` in `slot`. A cancelled run is returned with that status.
pub(crate) fn attempt(task: &Task<'_>, slot: &mut dyn Slot) -> Searched {
    let mut run = task.record();
    if !reachable(&task.instance.board, task.goal_board) {
        run.status = Status::Unsolvable;
        "the goal cannot be reached: the parity is wrong".clone_into(&mut run.message);
        return Searched { run, ..Searched::default() };
    }
    let mut searched = match &task.solver.program {
        Program::Search(configuration) => slot.search(task, configuration, run),
        Program::Command(program) => external::make(run, task, program, slot),
    };
    judge(&mut searched.run, task);
    searched.trace.settle(&mut searched.run, task);
    searched
}
