//! Converting the answer of a program into the record of a run.

use tilebench_catalog::format_moves;
use tilebench_isolate::program::{ProgramExit, ProgramOutput};
use tilebench_record::{EndedBy, Run, Status};

use super::answer::ParsedAnswer;
use super::{Ask, ExternalSolver, Form, no_answer};
use crate::slot::{Searched, Slot};
use crate::task::Task;

/// Runs the program on the task's board, and fills in `run` from its answer.
pub(crate) fn make(mut run: Run, task: &Task<'_>, external: &ExternalSolver, slot: &mut dyn Slot) -> Searched {
    let ask = Ask {
        board: &task.instance.board,
        goal: task.goal_board,
        limits: task.solver.limits,
        seed: task.draw.seed,
        repeat: task.repeat,
    };
    match slot.launch(&external.command_for(&ask)) {
        Ok(ended) => {
            (run.wall_s, run.cpu_s, run.peak_rss) = (ended.wall_s, ended.cpu_s, ended.peak_rss);
            put_down(&mut run, &ended, external.said(&ended), &external.form);
            Searched { run, ..Searched::default() }
        }
        Err(fault) => Searched { run, fault: Some(fault), ..Searched::default() },
    }
}

/// Fills in how the program ended and its answer; the path is still to be replayed.
fn put_down(run: &mut Run, ended: &ProgramOutput, said: Result<ParsedAnswer, String>, form: &Form) {
    if let Ok(said) = &said {
        (run.expanded, run.generated) = (said.expanded, said.generated);
    }
    let said = match (&ended.exit, said) {
        (ProgramExit::Cancelled, _) => return set(run, Status::Cancelled, ""),
        (ProgramExit::TimeLimit | ProgramExit::CpuLimit, _) => return limit(run, Status::TimeLimit, EndedBy::Runner),
        (ProgramExit::MemoryLimit, _) => return limit(run, Status::MemoryLimit, EndedBy::Runner),
        (ProgramExit::OutOfMemory, _) => return limit(run, Status::MemoryLimit, EndedBy::System),
        (ProgramExit::OutputLimit | ProgramExit::NotStarted(_), _) => return set(run, Status::Crashed, &end(ended)),
        (ProgramExit::WorkerLost(_, signal), _) => {
            run.signal = *signal;
            return set(run, Status::Crashed, &end(ended));
        }
        (&ProgramExit::Signal(signal), _) => {
            run.signal = u32::try_from(signal).ok();
            return set(run, Status::Crashed, &end(ended));
        }
        (ProgramExit::Code(_), Err(error)) => return set(run, Status::Wrong, &error),
        (ProgramExit::Code(_), Ok(said)) if !said.is_answer() => {
            return set(run, Status::Crashed, &silence(ended, form));
        }
        (ProgramExit::Code(_), Ok(said)) => said,
    };
    let generated = run.generated.zip(run.node_limit);
    if generated.is_some_and(|(generated, limit)| generated > limit) {
        return limit(run, Status::NodeLimit, EndedBy::Late);
    }
    if let Some(reason) = contradiction(&said) {
        return set(run, Status::Wrong, &reason);
    }
    match (&said.moves, said.status) {
        (Some(moves), _) => {
            run.moves = format_moves(moves.iter().copied());
            run.status = Status::Solved;
        }
        (None, Some(status)) => set(run, status, &said.message),
        (None, None) => {
            set(run, Status::Wrong, "the program says that no path exists, but the parity says that one does");
        }
    }
}

fn limit(run: &mut Run, status: Status, by: EndedBy) {
    (run.status, run.ended_by) = (status, Some(by));
}

fn set(run: &mut Run, status: Status, message: &str) {
    run.status = status;
    message.clone_into(&mut run.message);
}

/// Contradictions that are wrong for every board.
pub(super) fn contradiction(said: &ParsedAnswer) -> Option<String> {
    match (&said.moves, said.length) {
        (Some(_), _) if said.unsolvable => Some("it gives moves and says that no path exists".to_owned()),
        (Some(moves), Some(length)) if moves.len() as u64 != length => {
            Some(format!("it says that the length is {length}, but gives {} moves", moves.len()))
        }
        (None, Some(length)) => Some(format!("it reports a length, {length}, but no moves that could be replayed")),
        (None, None) if said.status == Some(Status::Solved) => {
            Some("it says that it solved the board, but gives no moves that could be replayed".to_owned())
        }
        _ => None,
    }
}

/// How a program ended that gave no answer, in a sentence.
pub(super) fn end(ended: &ProgramOutput) -> String {
    with_stderr_tail(manner(ended), ended)
}

/// How a program ended by itself without an answer, and why its output is not an answer.
pub(super) fn silence(ended: &ProgramOutput, form: &Form) -> String {
    let mut end = manner(ended);
    // If a program failed and printed nothing on standard output, its standard error is the whole explanation.
    if ended.exit == ProgramExit::Code(0) || !ended.stdout.trim().is_empty() {
        end = format!("{end}: {}", no_answer::reason(form, &ended.stdout));
    }
    with_stderr_tail(end, ended)
}

fn with_stderr_tail(end: String, ended: &ProgramOutput) -> String {
    if ended.stderr_tail.is_empty() { end } else { format!("{end}; it last said: {}", ended.stderr_tail) }
}

/// How a program ended, without its answer.
fn manner(ended: &ProgramOutput) -> String {
    match &ended.exit {
        ProgramExit::Code(0) => "it ended without an answer".to_owned(),
        ProgramExit::Code(code) => format!("it ended with exit code {code} and without an answer"),
        ProgramExit::Signal(signal) => format!("it was ended by signal {signal}"),
        ProgramExit::OutputLimit => "it wrote more than 16 MiB".to_owned(),
        ProgramExit::NotStarted(reason) => reason.clone(),
        ProgramExit::WorkerLost(reason, _) => format!("the worker that waited for it is lost: {reason}"),
        ProgramExit::TimeLimit => "it was stopped at the time limit".to_owned(),
        ProgramExit::CpuLimit => "it was stopped at the limit of processor time".to_owned(),
        ProgramExit::MemoryLimit | ProgramExit::OutOfMemory => "it was stopped at the memory limit".to_owned(),
        ProgramExit::Cancelled => "it was cancelled".to_owned(),
    }
}
