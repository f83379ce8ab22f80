//! Making one run: prepare, search under limits, check the answer, fill in the record.

use std::io::ErrorKind;

use tilebench_catalog::{
    Answer, CatalogError, Configuration, Control, Direction, End, Prepared, Proof, format_moves, runs_of_moves,
};
use tilebench_record::{self as record, Iteration, Run, Status};
use tilebench_verify::{Claim, check, check_length, reachable};

use crate::affinity::Pin;
use crate::clock::thread_cpu;
use crate::experiment::Program;
use crate::foreign;
use crate::iterations::Iterations;
use crate::task::Task;
use crate::watcher::Watcher;
use crate::{Searches, memory, panics};

/// What a run needs beside its task.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tools<'a> {
    /// The searches made so far.
    pub(crate) searches: &'a Searches,
    /// Who stops searches.
    pub(crate) watcher: &'a Watcher,
    /// Whether no other run goes on beside this one, so that the process's memory is this run's.
    pub(crate) alone: bool,
    /// The processor that the search is kept on, where it is.
    pub(crate) processor: Option<usize>,
}

/// What the clocks and the search said.
struct Trial {
    answer: Result<Answer, String>,
    wall_s: f64,
    cpu_s: f64,
    iterations: Vec<Iteration>,
}

/// Makes the run of `task`. A run that was cancelled comes back with that status.
pub(crate) fn attempt(task: &Task<'_>, tools: Tools<'_>) -> (Run, Vec<Iteration>) {
    let mut run = task.record();
    if !reachable(&task.instance.board, task.goal_board) {
        run.status = Status::Unsolvable;
        "the goal cannot be reached: the parity is wrong".clone_into(&mut run.message);
        return (run, Vec::new());
    }
    let configuration = match &task.solver.program {
        Program::Search(configuration) => configuration,
        Program::Command(foreign) => return (foreign::make(run, task, foreign, tools), Vec::new()),
    };
    let alone = tools.alone && memory::forget_peak();
    let Some(search) = prepare(task, configuration, tools.searches, &mut run) else { return (run, Vec::new()) };
    let trial = search_under_limits(&*search, task, &run.run_id, tools);
    run.peak_rss = if alone { memory::peak_rss() } else { None };
    (run.wall_s, run.cpu_s) = (trial.wall_s, trial.cpu_s);
    match trial.answer {
        Ok(answer) => judge(&mut run, task, configuration, &answer),
        Err(message) => (run.status, run.message) = (Status::Crashed, message),
    }
    (run, trial.iterations)
}

/// The search that the task asks for; where there is none, the record says why.
fn prepare(
    task: &Task<'_>,
    configuration: &Configuration,
    searches: &Searches,
    run: &mut Run,
) -> Option<std::sync::Arc<dyn Prepared>> {
    let made = panics::catch(|| searches.get(configuration, task.goal_board, &task.draw.order));
    let (status, message) = match made {
        Ok((Ok(search), setup_s)) => {
            run.setup_s = setup_s;
            return Some(search);
        }
        Ok((Err(CatalogError::Unsupported(reason)), _)) => (Status::Unsupported, reason),
        Ok((Err(error), _)) => (Status::Unsupported, error.to_string()),
        Err(message) => (Status::Crashed, message),
    };
    (run.status, run.message) = (status, message);
    None
}

/// Runs the search with the clocks around it.
fn search_under_limits(search: &dyn Prepared, task: &Task<'_>, run_id: &str, tools: Tools<'_>) -> Trial {
    let mut iterations = Iterations::new(run_id);
    let watch = tools.watcher.watch(task.solver.limits.time());
    let mut control = Control { limits: task.solver.limits.counted(), stop: watch.flag(), observer: &mut iterations };
    // Only now: limits that nobody asked for depend on how many cores this thread may use.
    let _pin = tools.processor.and_then(Pin::to);
    let cpu = thread_cpu();
    let clock = watch.begin();
    let answer = panics::catch(|| search.run(&task.instance.board, &mut control));
    let (wall_s, cpu_s) = (clock.elapsed().as_secs_f64(), thread_cpu().saturating_sub(cpu).as_secs_f64());
    let answer = answer.and_then(|answer| answer.map_err(|error| error.to_string()));
    Trial { answer, wall_s, cpu_s, iterations: iterations.into_rows() }
}

/// Fills in how the search ended, believing no solution that the checker refuses.
fn judge(run: &mut Run, task: &Task<'_>, configuration: &Configuration, answer: &Answer) {
    count(run, answer);
    if run.time_limit_s.is_some_and(|limit| run.wall_s > limit) && answer.end != End::Cancelled {
        run.status = Status::TimeLimit;
        return;
    }
    run.status = match answer.end {
        End::Solved => {
            let proof = match configuration.proof() {
                Proof::Optimal => record::Proof::Optimal,
                Proof::Bounded => record::Proof::Bounded,
                Proof::None => record::Proof::None,
            };
            return accept(run, task, &answer.moves, proof, claim(configuration));
        }
        End::Exhausted => {
            "the search says that no path exists, but the parity says that one does".clone_into(&mut run.message);
            Status::Wrong
        }
        End::GaveUp => {
            "the method ended without an answer".clone_into(&mut run.message);
            Status::GaveUp
        }
        End::TimeLimit => Status::TimeLimit,
        End::NodeLimit => Status::NodeLimit,
        End::MemoryLimit => Status::MemoryLimit,
        End::DepthLimit => Status::DepthLimit,
        End::DiskLimit => Status::DiskLimit,
        End::DiskFailed(kind) => {
            run.message = format!("the search's files: {kind}");
            // A full disk is a limit that the machine sets; anything else is to be looked into.
            let is_full = matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge);
            if is_full { Status::DiskLimit } else { Status::Crashed }
        }
        End::Cancelled => Status::Cancelled,
    };
}

fn count(run: &mut Run, answer: &Answer) {
    let counters = &answer.counters;
    run.h0 = answer.h0;
    run.expanded = counters.expanded;
    run.generated = counters.generated;
    run.reopened = counters.reopened;
    run.evaluated = counters.evaluated;
    run.iterations = counters.iterations;
    run.peak_open = counters.peak_open;
    run.peak_closed = counters.peak_closed;
    run.peak_bytes = counters.peak_bytes;
    let measured = |count| (counters.table_slots > 0).then_some(count);
    run.table_slots = measured(counters.table_slots);
    run.table_states = measured(counters.table_states);
    run.table_probes = measured(counters.table_probes);
    run.table_longest = measured(counters.table_longest);
    run.peak_disk = counters.peak_disk;
}

/// Replays the solution and holds its length against what is known and claimed.
pub(crate) fn accept(run: &mut Run, task: &Task<'_>, moves: &[Direction], proof: record::Proof, claim: Claim) {
    run.moves = format_moves(moves.iter().copied());
    let checked = check(&task.instance.board, task.goal_board, moves).and_then(|length| {
        check_length(length, claim, task.instance.optimal)?;
        Ok(length)
    });
    match checked {
        Ok(length) => {
            run.status = Status::Solved;
            run.length = Some(length);
            run.move_runs = u32::try_from(runs_of_moves(moves)).ok();
            run.proof = proof;
        }
        Err(refusal) => (run.status, run.message) = (Status::Wrong, refusal.to_string()),
    }
}

/// What the configuration claims of the lengths it finds.
fn claim(configuration: &Configuration) -> Claim {
    match (configuration.proof(), configuration.weight()) {
        (Proof::Optimal, _) => Claim::Optimal,
        (Proof::Bounded, Some(weight)) => Claim::Bounded(weight),
        (Proof::Bounded | Proof::None, _) => Claim::Nothing,
    }
}
