//! The solutions that an anytime program prints, one line of JSON each.

use tilebench_catalog::Direction;
use tilebench_isolate::program::{ProgramExit, ProgramOutput};
use tilebench_record::{Incumbent, Run};
use tilebench_verify::{check_path, path_cost};

use super::ExternalSolver;
use super::answer::{self, ParsedAnswer};
use crate::task::Task;

/// The solutions of a run that its limits allow.
#[derive(Debug, Default)]
pub(super) struct PrintedSolutions {
    /// Those that improved on the earlier ones, in the order of arrival.
    pub(super) incumbents: Vec<Incumbent>,
    /// The moves of the last one.
    pub(super) best: Option<Vec<Direction>>,
}

/// Reads the solutions in the output of `ended`, and replays each. A solution counts if its line arrived within the time limit.
///
/// # Errors
///
/// If a solution is invalid; the message is a sentence.
pub(super) fn read(
    run: &Run,
    task: &Task<'_>,
    external: &ExternalSolver,
    ended: &ProgramOutput,
) -> Result<PrintedSolutions, String> {
    let (board, goal) = task.boards().expect("a plan has external solvers for tiles only");
    let costs = task.cost_model.costs(board.size()).expect("a run of this board was planned");
    let mut printed = PrintedSolutions::default();
    for (number, (line, object)) in answer::objects(&ended.stdout).enumerate() {
        let wall_s = ended.arrival_of_line(line);
        let is_late = run.time_limit_s.is_some_and(|limit| wall_s > limit);
        let is_over = |answer: &ParsedAnswer| answer.generated > run.node_limit && run.node_limit.is_some();
        let read = answer::from_json(&object, &external.dialect);
        let checked = read.and_then(|answer| match answer.contradiction() {
            Some(reason) => Err(reason),
            None => Ok(answer),
        });
        let prefixed = |reason: String| format!("line {} of its JSON: {reason}", number + 1);
        let answer = checked.map_err(prefixed)?;
        if is_late || is_over(&answer) {
            break;
        }
        let Some(moves) = answer.moves else { continue };
        let length = check_path(board, goal, &moves).map_err(|error| prefixed(error.to_string()))?;
        let cost = path_cost(board, &moves, &costs).map_err(|error| prefixed(error.to_string()))?.into();
        if printed.incumbents.last().is_some_and(|last| last.cost <= cost) {
            continue;
        }
        printed.incumbents.push(Incumbent {
            run_id: run.run_id.clone(),
            wall_s,
            cpu_s: None,
            expanded: answer.expanded,
            generated: answer.generated,
            cost,
            length,
            bound: None,
        });
        printed.best = Some(moves);
    }
    Ok(printed)
}

/// Whether a run that ended so has the best solution that it printed as its answer.
pub(super) fn is_kept(exit: &ProgramExit) -> bool {
    use ProgramExit::{Code, CpuLimit, MemoryLimit, OutOfMemory, TimeLimit};
    matches!(exit, Code(_) | TimeLimit | CpuLimit | MemoryLimit | OutOfMemory)
}
