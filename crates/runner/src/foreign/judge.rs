//! From what a program said to the record of a run.

use tilebench_record::{self as record, Run, Status};
use tilebench_verify::Claim;

use super::answer::Said;
use super::{Ask, Ended, Exit, Foreign};
use crate::affinity::Pin;
use crate::attempt::{Tools, accept};
use crate::task::Task;

/// Runs the program on the task's board and completes its record.
pub(crate) fn make(mut run: Run, task: &Task<'_>, foreign: &Foreign, tools: Tools<'_>) -> Run {
    let ask = Ask {
        board: &task.instance.board,
        goal: task.goal_board,
        limits: task.solver.limits,
        seed: task.draw.seed,
        repeat: task.repeat,
    };
    // The program is stopped by whoever waits for it, so this watch is only told of cancelling.
    let watch = tools.watcher.watch(None);
    // A program begins with the processors of the thread that starts it.
    let _pin = tools.processor.and_then(Pin::to);
    let (ended, said) = foreign.call(&ask, watch.flag());
    (run.wall_s, run.cpu_s) = (ended.wall_s, ended.cpu_s);
    judge(&mut run, task, foreign, &ended, said);
    run
}

/// Fills in how the program ended, believing nothing that it says of its path.
fn judge(run: &mut Run, task: &Task<'_>, foreign: &Foreign, ended: &Ended, said: Result<Said, String>) {
    if let Ok(said) = &said {
        run.expanded = said.expanded.unwrap_or(0);
        run.generated = said.generated.unwrap_or(0);
    }
    let late = run.time_limit_s.is_some_and(|limit| ended.wall_s > limit);
    let said = match (&ended.exit, said) {
        (Exit::Cancelled, _) => return set(run, Status::Cancelled, ""),
        (Exit::TimeLimit, _) => return set(run, Status::TimeLimit, ""),
        (Exit::Code(_), _) if late => return set(run, Status::TimeLimit, ""),
        (Exit::OutputLimit | Exit::NotStarted(_) | Exit::Signal(_), _) => {
            return set(run, Status::Crashed, &end(ended));
        }
        (Exit::Code(_), Err(error)) => return set(run, Status::Wrong, &error),
        (Exit::Code(_), Ok(said)) if !said.is_answer() => return set(run, Status::Crashed, &end(ended)),
        (Exit::Code(_), Ok(said)) => said,
    };
    if run.node_limit.is_some_and(|limit| run.generated > limit) {
        return set(run, Status::NodeLimit, "");
    }
    if let Some(reason) = contradiction(&said) {
        return set(run, Status::Wrong, &reason);
    }
    match (&said.moves, said.status) {
        (Some(moves), _) => {
            let (proof, claim) = claim(foreign);
            accept(run, task, moves, proof, claim);
        }
        (None, Some(status)) => set(run, status, &said.message),
        (None, None) => {
            set(run, Status::Wrong, "the program says that no path exists, but the parity says that one does");
        }
    }
}

fn set(run: &mut Run, status: Status, message: &str) {
    run.status = status;
    message.clone_into(&mut run.message);
}

/// What cannot be right whatever the board is.
pub(super) fn contradiction(said: &Said) -> Option<String> {
    match (&said.moves, said.length) {
        (Some(_), _) if said.unsolvable => Some("it gives moves and says that no path exists".to_owned()),
        (Some(moves), Some(length)) if moves.len() as u64 != length => {
            Some(format!("it says that the length is {length}, but gives {} moves", moves.len()))
        }
        (None, Some(length)) => Some(format!("it tells a length, {length}, but no moves that could be replayed")),
        (None, None) if said.status == Some(Status::Solved) => {
            Some("it says that it solved the board, but gives no moves that could be replayed".to_owned())
        }
        _ => None,
    }
}

/// How a program ended that gave no answer, in a sentence.
pub(super) fn end(ended: &Ended) -> String {
    let end = match &ended.exit {
        Exit::Code(0) => "it ended without an answer".to_owned(),
        Exit::Code(code) => format!("it ended with exit code {code} and without an answer"),
        Exit::Signal(signal) => format!("it was ended by signal {signal}"),
        Exit::OutputLimit => "it wrote more than 16 MiB".to_owned(),
        Exit::NotStarted(reason) => reason.clone(),
        Exit::TimeLimit => "it was stopped at the time limit".to_owned(),
        Exit::Cancelled => "it was cancelled".to_owned(),
    };
    if ended.last_words.is_empty() { end } else { format!("{end}; it last said: {}", ended.last_words) }
}

/// What the program claims of its paths.
fn claim(foreign: &Foreign) -> (record::Proof, Claim) {
    if foreign.optimal { (record::Proof::Optimal, Claim::Optimal) } else { (record::Proof::None, Claim::Nothing) }
}
