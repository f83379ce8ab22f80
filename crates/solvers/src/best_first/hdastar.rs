//! Hash-distributed A*: each thread owns the states that a hash assigns to it, and searches them by A*.
//!
//! **What it does.** Every thread has a node store and an open list of its own, without locks. A successor is sent to the
//! owner of its state, in batches over bounded channels, and the owner finds duplicates. Threads expand their own least f, so
//! a state may be expanded on a path that is not the cheapest, and is reopened. The first goal that is popped is
//! an incumbent: nodes whose f reaches its cost are not expanded, and the search ends when no thread has a node of less f and no
//! batch is under way. Threads that have nothing to expand wait. Each busy thread and each batch that was not received counts as work,
//! and a thread that takes the last work away ends the search.
//!
//! **Guarantees.** Paths of least cost with an admissible heuristic.
//!
//! **Counting.** Sums over the threads. With one thread the counts and the path are those of `astar` under unit costs, and are the same in every run. With
//! more, they vary between runs, as the order of expansions depends on the speed of the threads; nodes above the least cost may be
//! expanded before it is known. `peak_open`, `peak_closed` and `peak_bytes` are sums of the peaks of the threads.
//!
//! **Limits.** Each thread has an equal share of the limits of nodes and memory. The search ends when one thread exceeds its share.
//!
//! **Memory.** That of A*, divided among the threads, and up to 50 KiB of messages per thread.
//!
//! **Deviations from the paper.** The hash is that of the packed store, not Zobrist's. A thread sends h with a state, since the heuristic
//! evaluates a successor from its parent.
//!
//! **Reference.** Kishimoto and others 2009.

mod channels;
#[cfg(test)]
mod tests;
mod worker;

use tilebench_core::{
    Cost, Counters, HeuristicExt, Limits, Outcome, SearchBudget, SearchContext, StateCode, Termination,
};
use tilebench_sanitize::threads::check_available;

use self::channels::{Network, connect};
use self::worker::Worker;
use super::{BestFirstSearch, Config, TieBreak};
use crate::ida_star::THREADS;
use crate::limit_checker::LimitChecker;
use crate::store::NodeStore;
use crate::store::packed::{self, PackedStore};
use crate::{
    Algorithm, AnyHeuristic, BucketIndex, BucketList, ErasedHeuristic, Guarantee, Options, Problem, SearchAlgorithm,
    SearchDomain, reconstruct_path,
};

/// The algorithm.
#[derive(Debug)]
pub struct HdaStar;

impl SearchAlgorithm for HdaStar {
    const ALGORITHM: Algorithm = Algorithm {
        name: "hdastar",
        title: "HDA*",
        summary: "A* by several threads, each of which owns the states that a hash assigns to it.",
        reference: "Kishimoto and others 2009",
        guarantee: Guarantee::Optimal,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[&THREADS],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, _: &Options) -> Result<(), String> {
        packed::supports(domain)
    }

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        let mut threads = options.get(&THREADS);
        // A system may refuse threads; fewer can search too.
        while threads > 1 && check_available(threads - 1, "that searches").is_err() {
            threads -= 1;
        }
        solve(problem, threads, context.budget())
    }
}

type Store<D> = PackedStore<D>;
type Ref<D> = <Store<D> as NodeStore<D>>::Ref;
/// The search of one thread.
type Shard<'a, D> = BestFirstSearch<'a, D, ErasedHeuristic<'a, D>, Store<D>, BucketList<Ref<D>>>;

/// The thread that owns a state, by the mixed number of the state. The bits that find its slot are multiplied with the others, so that the
/// slots of a shard are used evenly.
#[inline]
fn owner<C: StateCode>(key: C, threads: usize) -> usize {
    let hash = key.low_u64().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    ((hash * threads as u64) >> 32) as usize
}

fn solve<D: SearchDomain>(problem: &Problem<'_, D>, threads: usize, budget: SearchBudget<'_>) -> Outcome<D::Op> {
    let Problem { domain, erased, start, .. } = *problem;
    let h0 = erased.estimate(domain, start);
    let unsolved = |end, counters| Outcome { end, path: Vec::new(), h0: Some(h0), bound: None, counters };
    let at_start = Counters { generated: 1, evaluated: 1, ..Counters::default() };
    if h0 > budget.limits.depth {
        return unsolved(Termination::DepthLimit, at_start);
    }
    let network = Network::new(threads);
    let mut workers = Vec::new();
    for connection in connect(threads) {
        let Some(shard) = shard(problem, threads, budget) else {
            return unsolved(Termination::MemoryLimit, at_start);
        };
        workers.push(Worker::new(shard, connection, &network));
    }
    let key = workers[0].shard.lists.nodes.key(domain, start);
    let first = owner(key, threads);
    workers[first].shard.limits.generated = 1;
    if let Err(end) = workers[first].shard.insert(key, 0, domain.root_op(start), |_| h0) {
        return unsolved(end, at_start);
    }
    run_all(&mut workers, &network);
    let counters = workers.iter().fold(Counters::default(), |sum, worker| add(sum, worker.counters()));
    if let Some(end) = network.stopped() {
        return unsolved(end, counters);
    }
    let goals = workers.iter().filter_map(|worker| worker.goal);
    let Some((_, goal)) = goals.min_by_key(|(cost, _)| *cost) else {
        let was_pruned = workers.iter().any(|worker| worker.shard.limits.exhaustion() == Termination::DepthLimit);
        return unsolved(if was_pruned { Termination::DepthLimit } else { Termination::Exhausted }, counters);
    };
    let path = reconstruct_path(start, goal, |state| {
        let key = workers[0].shard.lists.nodes.key(domain, state);
        workers[owner(key, threads)].shard.lists.nodes.parent(domain, state)
    });
    Outcome { end: Termination::Solved, path, h0: Some(h0), bound: None, counters }
}

/// The search of one thread, before a state is inserted; `None` if its share of the memory leaves no space for its lists.
fn shard<'a, D: SearchDomain>(
    problem: &Problem<'a, D>,
    threads: usize,
    budget: SearchBudget<'a>,
) -> Option<Shard<'a, D>> {
    let share = threads as u64;
    let SearchBudget { limits, stop } = budget;
    let limits = Limits { generated: limits.generated / share, bytes: limits.bytes / share, ..limits };
    let mut limits = LimitChecker::new(SearchBudget { limits, stop });
    limits.generated = 0;
    let open = BucketList::new(BucketIndex::Heap, TieBreak::HighG);
    let mut shard = Shard::new((problem.domain, problem.erased, problem.start), Config::default(), open, limits)?;
    shard.lists.other_bytes = channels::bytes::<D>(threads);
    Some(shard)
}

/// Runs the workers until the search ends, the first on this thread.
fn run_all<D: SearchDomain>(workers: &mut [Worker<'_, '_, D>], network: &Network) {
    let Some((first, others)) = workers.split_first_mut() else { return };
    std::thread::scope(|scope| {
        for worker in others {
            let senders = worker.connection.senders.clone();
            if std::thread::Builder::new().spawn_scoped(scope, || worker.run()).is_err() {
                network.stop(Termination::NoThreads, &senders);
            }
        }
        first.run();
    });
}

/// The counters of two threads.
fn add(a: Counters, b: Counters) -> Counters {
    Counters {
        generated: a.generated + b.generated,
        expanded: a.expanded + b.expanded,
        reopened: a.reopened + b.reopened,
        evaluated: a.evaluated + b.evaluated,
        peak_open: a.peak_open + b.peak_open,
        peak_closed: a.peak_closed + b.peak_closed,
        peak_bytes: a.peak_bytes + b.peak_bytes,
        ..a
    }
}

/// The cost of the incumbent before there is one.
const NO_INCUMBENT: Cost = Cost::MAX;
