//! Converting the answer of a program into the record of a run.

use tilebench_catalog::format_moves;
use tilebench_isolate::program::{ProgramExit, ProgramOutput};
use tilebench_record::{EndedBy, Incumbent, Proof, Run, Status};

use super::answer::ParsedAnswer;
use super::{AnswerFormat, ExternalSolver, Invocation, attributes, incumbents, missing_answer};
use crate::experiment::ExperimentAttribute;
use crate::slot::{RunResult, RunSlot};
use crate::task::Task;
use crate::trace::Trace;

/// Runs the program on the task's board, and fills in `run` from its answer.
pub(crate) fn run_program(
    mut run: Run,
    task: &Task<'_>,
    external: &ExternalSolver,
    slot: &mut dyn RunSlot,
) -> RunResult {
    let (board, goal) = task.boards().expect("a plan has external solvers for tiles only");
    let invocation = Invocation { board, goal, limits: task.solver.limits, seed: task.draw.seed, repeat: task.repeat };
    match slot.launch(&external.command_for(&invocation)) {
        Ok(ended) => {
            (run.wall_s, run.cpu_s, run.peak_rss) = (ended.wall_s, ended.cpu_s, ended.peak_rss);
            let answer = external.parse_answer(&ended);
            // A program that gave up claims nothing about the paths that it printed.
            let is_complete = answer.as_ref().is_ok_and(|answer| answer.status.is_none_or(|is| is == Status::Solved));
            record_answer(&mut run, &ended, answer, &external.format, task.attributes);
            if external.optimal && is_complete && matches!(ended.exit, ProgramExit::Code(_)) {
                run.proof = Proof::Optimal;
            }
            let incumbents = if external.anytime { keep_best(&mut run, task, external, &ended) } else { Vec::new() };
            let trace = Trace { incumbents, ..Trace::default() };
            RunResult { run, trace, ..RunResult::default() }
        }
        Err(fault) => RunResult { run, fault: Some(fault), ..RunResult::default() },
    }
}

/// Makes the best solution that an anytime program printed its answer, and returns the solutions.
fn keep_best(run: &mut Run, task: &Task<'_>, external: &ExternalSolver, ended: &ProgramOutput) -> Vec<Incumbent> {
    if !incumbents::is_kept(&ended.exit) || run.status == Status::Wrong {
        return Vec::new();
    }
    let printed = match incumbents::read(run, task, external, ended) {
        Ok(printed) => printed,
        Err(reason) => {
            run.moves.clear();
            set(run, Status::Wrong, &reason);
            return Vec::new();
        }
    };
    if let Some(best) = printed.best {
        run.moves = format_moves(best);
        (run.status, run.ended_by) = (Status::Solved, None);
        run.message.clear();
    }
    printed.incumbents
}

/// Fills in how the program ended and its answer; the path is still to be replayed.
fn record_answer(
    run: &mut Run,
    ended: &ProgramOutput,
    answer: Result<ParsedAnswer, String>,
    format: &AnswerFormat,
    attributes: &[ExperimentAttribute],
) {
    if let Ok(answer) = &answer {
        (run.expanded, run.generated) = (answer.expanded, answer.generated);
    }
    let answer = answer.and_then(|answer| {
        run.attributes = attributes::read(attributes, &ended.stdout)?;
        Ok(answer)
    });
    let answer = match (&ended.exit, answer) {
        (ProgramExit::Cancelled, _) => return set(run, Status::Cancelled, ""),
        (ProgramExit::TimeLimit | ProgramExit::CpuLimit, _) => return limit(run, Status::TimeLimit, EndedBy::Runner),
        (ProgramExit::MemoryLimit, _) => return limit(run, Status::MemoryLimit, EndedBy::Runner),
        (ProgramExit::OutOfMemory, _) => return limit(run, Status::MemoryLimit, EndedBy::System),
        (ProgramExit::OutputLimit | ProgramExit::NotStarted(_), _) => {
            return set(run, Status::Crashed, &describe_end(ended));
        }
        (ProgramExit::WorkerLost(_, signal), _) => {
            run.signal = *signal;
            return set(run, Status::Crashed, &describe_end(ended));
        }
        (&ProgramExit::Signal(signal), _) => {
            run.signal = u32::try_from(signal).ok();
            return set(run, Status::Crashed, &describe_end(ended));
        }
        (ProgramExit::Code(_), Err(error)) => return set(run, Status::Wrong, &error),
        (ProgramExit::Code(_), Ok(answer)) if !answer.is_answer() => {
            return set(run, Status::Crashed, &describe_missing_answer(ended, format));
        }
        (ProgramExit::Code(_), Ok(answer)) => answer,
    };
    let generated = run.generated.zip(run.node_limit);
    if generated.is_some_and(|(generated, limit)| generated > limit) {
        return limit(run, Status::NodeLimit, EndedBy::Late);
    }
    if let Some(reason) = answer.contradiction() {
        return set(run, Status::Wrong, &reason);
    }
    match (&answer.moves, answer.status) {
        (Some(moves), _) => {
            run.moves = format_moves(moves.iter().copied());
            run.status = Status::Solved;
        }
        (None, Some(status)) => set(run, status, &answer.message),
        (None, None) => {
            set(run, Status::Wrong, "the program reports that no path exists, but the parity shows that one does");
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

/// A sentence about the end of a program that returned no answer.
pub(super) fn describe_end(ended: &ProgramOutput) -> String {
    with_stderr_tail(describe_exit(ended), ended)
}

/// A sentence about the end of a program without an answer, with the reason why its output is not an answer.
pub(super) fn describe_missing_answer(ended: &ProgramOutput, format: &AnswerFormat) -> String {
    let mut end = describe_exit(ended);
    // If a program failed and printed nothing on standard output, its standard error is the whole explanation.
    if ended.exit == ProgramExit::Code(0) || !ended.stdout.trim().is_empty() {
        end = format!("{end}: {}", missing_answer::reason(format, &ended.stdout));
    }
    with_stderr_tail(end, ended)
}

fn with_stderr_tail(end: String, ended: &ProgramOutput) -> String {
    if ended.stderr_tail.is_empty() {
        end
    } else {
        format!("{end}; its standard error ends with: {}", ended.stderr_tail)
    }
}

/// The exit of a program, without its answer.
fn describe_exit(ended: &ProgramOutput) -> String {
    match &ended.exit {
        ProgramExit::Code(0) => "it ended without an answer".to_owned(),
        ProgramExit::Code(code) => format!("it ended with exit code {code} and without an answer"),
        ProgramExit::Signal(signal) => format!("it was terminated by signal {signal}"),
        ProgramExit::OutputLimit => "it wrote more than 16 MiB".to_owned(),
        ProgramExit::NotStarted(reason) => reason.clone(),
        ProgramExit::WorkerLost(reason, _) => format!("the worker that ran it is lost: {reason}"),
        ProgramExit::TimeLimit => "it was stopped at the time limit".to_owned(),
        ProgramExit::CpuLimit => "it was stopped at the processor time limit".to_owned(),
        ProgramExit::MemoryLimit | ProgramExit::OutOfMemory => "it was stopped at the memory limit".to_owned(),
        ProgramExit::Cancelled => "it was cancelled".to_owned(),
    }
}
