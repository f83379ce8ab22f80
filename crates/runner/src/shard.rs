//! Splitting a plan over machines that do not communicate.
//!
//! The runs are sorted by their expected cost, the longest first and equal ones by their names, and assigned in
//! boustrophedon order: 1 to N, then N to 1. So every shard gets its part of the long runs, and no two differ in
//! duration by more than one run. The computation uses only integers and a stable sort, so every machine that reads
//! the same experiment computes the same shards.

use std::cmp::Reverse;

use tilebench_catalog::{Board, Configuration, Guarantee};
use tilebench_record::Manifest;

use crate::Plan;
use crate::task::Task;

/// The shard, from 1 to `of`, of each run of the plan.
pub(crate) fn assign(plan: &Plan, of: usize) -> Vec<usize> {
    let expected_cost = |(at, planned)| (Reverse(expected_cost(&plan.task(planned))), planned.id.as_str(), at);
    let mut order: Vec<_> = (0..).zip(plan.runs()).map(expected_cost).collect();
    order.sort_unstable();
    let mut shards = vec![0; order.len()];
    for (rank, (.., at)) in order.into_iter().enumerate() {
        let place = rank % of;
        let forth = (rank / of).is_multiple_of(2);
        shards[at] = if forth { place + 1 } else { of - place };
    }
    shards
}

/// Whether a folder with the manifest `before` may get the runs of `plan`: shards are stored separately, since a
/// shard with other runs cannot be merged.
pub(crate) fn is_compatible(before: &Manifest, plan: &Plan) -> bool {
    let apart = before.shard.is_some() || plan.shard().is_some();
    !apart || (before.shard == plan.shard() && before.plan_id.as_deref() == Some(plan.id()))
}

/// The expected cost of the run, in hundredths of doublings of its nodes.
///
/// Only a rough order: a constant of the heuristic per move of the solution, whose length is the
/// known length or one and a half times Manhattan distance, and at most the cost that the limits allow.
/// The constants are fitted to IDA* on the Korf 100.
fn expected_cost(task: &Task<'_>) -> u64 {
    let instance = task.instance;
    let estimate = || task.boards().map_or(1, |(board, goal)| manhattan(board, goal) * 3 / 2);
    let moves = instance.optimal.map_or_else(estimate, u64::from);
    let searched = moves * task.solver.program.search().map_or(UNKNOWN_GROWTH, growth);
    let limits = task.solver.limits;
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    // Clamped: 2^64 milliseconds mean no limit.
    let millis = limits.time().map_or(u64::MAX, |time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    searched.min(doublings(nodes)).min(doublings(millis.saturating_mul(NODES_PER_MS)))
}

/// The nodes per millisecond of the fastest search.
const NODES_PER_MS: u64 = 1 << 14;

/// The growth per move, in hundredths of doublings, of an unknown program.
const UNKNOWN_GROWTH: u64 = 50;

/// Hundredths of doublings for each move of the solution.
fn growth(configuration: &Configuration) -> u64 {
    let name = configuration.heuristic().map_or("blind", |heuristic| heuristic.name());
    let growth = match name {
        "blind" => 110,
        "hamming" => 85,
        "linear-conflict" | "korf-taylor" => 44,
        _ if name.starts_with("linear-conflict") => 44,
        _ if name.starts_with("walking") => 40,
        _ if name.starts_with("pdb") => 30,
        _ => UNKNOWN_GROWTH,
    };
    let algorithm = configuration.algorithm();
    // Algorithms without a guarantee are greedy; an anytime search that is not stopped proves that its answer is optimal.
    let growth = if algorithm.informed && algorithm.guarantee == Guarantee::None { growth / 4 } else { growth };
    configuration.weight().map_or(growth, |weight| growth * u64::from(weight.den()) / u64::from(weight.num()))
}

/// A hundred times the binary logarithm of `count`, between powers of two on a straight line.
fn doublings(count: u64) -> u64 {
    let whole = count.max(1).ilog2();
    let rest = u128::from(count.max(1) - (1 << whole)) * 100;
    // The rest is below the power of two that it is divided by.
    u64::from(whole) * 100 + u64::try_from(rest >> whole).expect("it is less than 100")
}

fn manhattan(board: &Board, goal: &Board) -> u64 {
    let size = board.size();
    let (from, to) = (board.cells_of_tiles(), goal.cells_of_tiles());
    let tiles = from.iter().zip(to.iter()).skip(1);
    tiles.map(|(&from, &to)| size.distance(from.into(), to.into()) as u64).sum()
}

#[cfg(test)]
mod tests;
