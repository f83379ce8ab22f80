//! Judging the answer of a search: nothing after its limit counts, and no solution that the checker rejects.
//!
//! An anytime search is stopped by its time limit and ends a little later with its incumbent. This answer counts if the search
//! reported it before the limit; its bound is the last one that was reported before the limit.

use std::mem;

use tilebench_catalog::{Cost, InstanceState, Metric, Proof, TILES, max_distance};
use tilebench_record::{self as record, EndedBy, Run, Status};
use tilebench_verify::{CostClaim, check_cost};

use crate::experiment::Program;
use crate::replay::{ReplayedPath, replay};
use crate::task::Task;
use crate::trace::Trace;

/// Bytes in a MiB.
const MIB: f64 = 1_048_576.0;

/// Fills in `run` from the answer of the search.
pub(crate) fn judge(run: &mut Run, trace: &mut Trace, task: &Task<'_>) {
    let claimed = mem::replace(&mut run.proof, record::Proof::None);
    let was_killed = matches!(run.ended_by, Some(EndedBy::Runner | EndedBy::System));
    let search = task.solver.program.search();
    if search.is_none_or(|search| search.proof() == Proof::None) {
        run.lower_bound = None;
        trace.incumbents.iter_mut().for_each(|incumbent| incumbent.bound = None);
    }
    let is_anytime = match &task.solver.program {
        Program::Search(search) => search.is_anytime(),
        Program::Command(program) => program.anytime,
    };
    let is_in_time = |trace: &mut Trace, run: &mut Run| is_anytime && keep_in_time(run, trace);
    if is_late(run)
        && !was_killed
        && !matches!(run.status, Status::Cancelled | Status::Crashed)
        && !is_in_time(trace, run)
    {
        if run.status != Status::TimeLimit {
            (run.status, run.ended_by) = (Status::TimeLimit, Some(EndedBy::Late));
            run.message.clear();
        }
        run.moves.clear();
        if !is_anytime {
            run.lower_bound = None;
        }
    }
    let length = length(&run.moves, task);
    let excess = run.depth_limit.and_then(|max| length.checked_sub(max)).filter(|excess| *excess > 0);
    if run.status == Status::Solved && excess.is_some() {
        (run.status, run.ended_by) = (Status::DepthLimit, Some(EndedBy::Late));
        run.overshoot = excess.map(|excess| excess as f64);
        run.moves.clear();
    }
    if run.status == Status::Solved {
        accept(run, task, claimed);
    }
    if let Some(message) = impossible_estimate(run, task) {
        (run.status, run.ended_by, run.message) = (Status::Crashed, None, message);
        (run.length, run.cost, run.move_runs, run.proof) = (None, None, None, record::Proof::None);
        run.lower_bound = None;
        run.moves.clear();
        trace.is_untrusted = true;
    }
    if run.status.is_limit() && run.overshoot.is_none() {
        run.overshoot = overshoot(run);
    }
    if run.status == Status::TimeLimit && over(run.wall_s, run.time_limit_s).is_none() && run.cpu_limit_s.is_some() {
        "the processor time limit".clone_into(&mut run.message);
    }
}

/// The number of moves in the list `moves`.
fn length(moves: &str, task: &Task<'_>) -> u64 {
    let length = match task.metric() {
        _ if task.goal.domain() != TILES => moves.split_whitespace().count(),
        Metric::Single => moves.len(),
        Metric::Multi => moves.as_bytes().chunk_by(|one, next| one == next).count(),
    };
    length as u64
}

/// The fault of h(start), if an admissible heuristic exceeds the cost of a path. Then its
/// tables are damaged, and no search that used it can be trusted.
fn impossible_estimate(run: &Run, task: &Task<'_>) -> Option<String> {
    let heuristic = task.solver.program.search()?.heuristic()?;
    let is_believed = !matches!(run.status, Status::Cancelled | Status::Crashed);
    let h0 = run.h0.filter(|_| is_believed && heuristic.info().admissible)?;
    let refused = |max: u32, what: &str| {
        (h0 > max).then(|| {
            format!(
                "h(start) {h0} exceeds {what} ({max}), but heuristic {name} is declared admissible: its tables are \
                 damaged, or the declaration is wrong; check them with `tilebench pdb verify` and `tilebench audit {name}`",
                name = heuristic.name()
            )
        })
    };
    let cost = run.cost.map(|cost| Cost::try_from(cost).expect("the cost was checked"));
    let max_distance = match task.goal_state {
        InstanceState::Board(goal) => max_distance(goal, task.metric()).filter(|_| task.cost_model.is_unit()),
        InstanceState::Other(_) => None,
    };
    let checks = [(cost, "the cost of the solution"), (max_distance, "the maximum distance of a board")];
    checks.into_iter().find_map(|(max, what)| refused(max?, what))
}

/// Whether the answer of a solved run is its last incumbent reported within the time limits. Later reports are dropped. Those of
/// the same cost can only be of a better bound.
fn keep_in_time(run: &mut Run, trace: &mut Trace) -> bool {
    let in_time = trace.incumbents.partition_point(|incumbent| {
        over(incumbent.wall_s, run.time_limit_s)
            .or(incumbent.cpu_s.and_then(|cpu_s| over(cpu_s, run.cpu_limit_s)))
            .is_none()
    });
    let (kept, late) = trace.incumbents.split_at(in_time);
    let is_answer = kept.last().is_some_and(|last| late.iter().all(|later| later.cost == last.cost));
    run.lower_bound = kept.last().and_then(|last| last.bound);
    trace.incumbents.truncate(in_time);
    is_answer && run.status == Status::Solved
}

/// Whether the run exceeded its limit of wall time or of processor time.
fn is_late(run: &Run) -> bool {
    over(run.wall_s, run.time_limit_s).is_some() || over(run.cpu_s, run.cpu_limit_s).is_some()
}

/// By how much `amount` exceeds `limit`; `None` if it does not.
fn over(amount: f64, limit: Option<f64>) -> Option<f64> {
    limit.map(|limit| amount - limit).filter(|over| *over > 0.0)
}

/// By how much the run exceeded the limit that ended it, in that limit's unit.
fn overshoot(run: &Run) -> Option<f64> {
    let mebibytes = |bytes: u64| bytes as f64 / MIB;
    let count = |limit: Option<u64>| limit.map(|limit| limit as f64);
    let (amount, limit) = match run.status {
        Status::TimeLimit => {
            let time = over(run.wall_s, run.time_limit_s).or(over(run.cpu_s, run.cpu_limit_s));
            return Some(time.unwrap_or(0.0));
        }
        Status::NodeLimit => (run.generated? as f64, count(run.node_limit)),
        // A search counts its own lists; if the process was ended, its whole memory is known.
        Status::MemoryLimit if run.ended_by == Some(EndedBy::Search) => {
            (mebibytes(run.peak_bytes?), count(run.memory_limit_mib))
        }
        Status::MemoryLimit => (mebibytes(run.peak_rss?), count(run.memory_limit_mib)),
        Status::DiskLimit => (mebibytes(run.peak_disk?), count(run.disk_limit_mib)),
        Status::DepthLimit => return Some(0.0),
        _ => return None,
    };
    limit.map(|limit| (amount - limit).max(0.0))
}

/// Replays the solution and compares its cost with known costs and with the solver's claim.
fn accept(run: &mut Run, task: &Task<'_>, claimed: record::Proof) {
    match check(run, task, claimed) {
        Ok((path, proof)) => {
            run.length = Some(path.length);
            run.cost = Some(path.cost.into());
            run.move_runs = path.move_runs;
            run.proof = proof;
        }
        Err(refusal) => (run.status, run.message) = (Status::Wrong, refusal),
    }
}

/// The path of a solution, and its proof.
fn check(run: &Run, task: &Task<'_>, claimed: record::Proof) -> Result<(ReplayedPath, record::Proof), String> {
    let path = replay(&task.instance.start, task.goal_state, &run.moves, task.cost_model, task.metric())?;
    let (proof, claim) = claimed_proof(&task.solver.program, claimed, run.lower_bound, path.cost.into());
    check_cost(path.cost, path.cost_divisor, claim, run.optimal).map_err(|refusal| refusal.to_string())?;
    Ok((path, proof))
}

/// The solver's claim on the cost of its answer, given the proof that an external program `claimed`, and the lower bound that an
/// anytime search proved.
fn claimed_proof(
    program: &Program,
    claimed: record::Proof,
    lower_bound: Option<u64>,
    cost: u64,
) -> (record::Proof, CostClaim) {
    let configuration = match program {
        Program::Search(configuration) => configuration,
        Program::Command(_) if claimed == record::Proof::Optimal => return (claimed, CostClaim::Optimal),
        Program::Command(_) => return (record::Proof::None, CostClaim::None),
    };
    if configuration.is_anytime() {
        return match lower_bound {
            None => (record::Proof::None, CostClaim::None),
            Some(bound) if bound == cost => (record::Proof::Optimal, CostClaim::Optimal),
            Some(bound) => {
                let bound = Cost::try_from(bound).expect("the search reported a cost");
                (record::Proof::Bounded, CostClaim::LowerBound(bound))
            }
        };
    }
    match (configuration.proof(), configuration.weight()) {
        (Proof::Optimal, _) => (record::Proof::Optimal, CostClaim::Optimal),
        (Proof::Bounded, Some(weight)) => (record::Proof::Bounded, CostClaim::Bounded(weight)),
        (Proof::Bounded, None) => (record::Proof::Bounded, CostClaim::None),
        (Proof::None, _) => (record::Proof::None, CostClaim::None),
    }
}
