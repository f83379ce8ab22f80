//! Iterative-deepening A* (IDA*), plain and weighted.
//!
//! **What it does.** Depth-first searches that give up a path if f = g + w h exceeds a threshold. The first threshold is the
//! f of the start, each further one the least f that exceeded the last.
//!
//! **Guarantees.** With w = 1 and an admissible heuristic, paths of least cost. With a larger w, paths within w of the least
//! cost: when the goal is found, a node of an optimal path has g + h at most its cost, so f at most w times it, and the
//! threshold is at most that. Under a limit of depth these hold for all paths within it. With w = 1, a search that a limit stops
//! has proved that no path costs less than its threshold, which is the lower bound that it reports.
//!
//! **Counting.** As everywhere, summed over iterations, the start counted once; the search stops when the goal is generated.
//! Every generated node is evaluated once. `peak_open` is the longest path that the thresholds allowed.
//!
//! **Memory.** One path: a state, a heuristic cache and an operator per node. It is held by the recursion, which goes
//! [`MAX_DEPTH`] operators deep at most: a search that would go deeper ends as out of memory rather than out of stack.
//!
//! **Engines.** An [`IterationEngine`] searches an iteration with the same nodes and counts in less time. [`RecursiveEngine`]
//! is the one that this file describes, shared by threads if requested; [`Bpmx`] adds bidirectional pathmax to it.
//!
//! **Symmetry.** If the option `symmetry` is set and the start is its own mirror image, one of two first operators is left out
//! ([`Domain::symmetric_root_op`]): the paths that begin with it mirror those that begin with the other.
//!
//! **Work units.** If the observer has a store of units, large iterations are searched in units whose results are kept there
//! (the module `units`): a search that was killed continues, and several processes share one search.
//!
//! **Reference.** Korf 1985.

mod algorithm;
mod below;
mod bpmx;
mod budgeted;
mod chunks;
mod controlled;
mod cost_limited;
mod evaluation;
mod iteration_cursor;
mod options;
pub mod parallel;
mod search;
mod transposition;
mod transposition_table;
mod units;

pub use algorithm::{EngineFactory, IdaStar, recursive_engine, solve, solve_recursively};
pub(crate) use below::EngineFrontierSearch;
pub use below::{FrontierSearch, SubtreeEnd};
pub use bpmx::Bpmx;
pub use budgeted::{BudgetedTreeSearch, MAX_GROWTH, MIN_GROWTH, budgeted_tree_search};
pub use chunks::{ChunkSearcher, ChunkSpec, Interruption, Tuning};
pub use controlled::{GROWTH, IdaStarCr};
pub use evaluation::{EvaluationFunction, Evaluator, Unweighted, Weighted};
pub use iteration_cursor::{IterationCursor, NextSubtree, SearchNode};
pub use options::{BPMX, Config, DETERMINISTIC, KERNEL, Kernel, PRUNE, SYMMETRY, THREADS, WEIGHT};
pub use parallel::{RecursiveEngine, SubtreeSearch, Threads, WorkerPool};
pub use search::IdaStarSearch;
pub use tilebench_core::ChunkCounts;
pub use transposition::{IdaStarTable, TABLE_MB};

use tilebench_core::{Cost, Domain, Heuristic, Outcome, SearchContext, Termination, Weight, step_cost};

use crate::{LimitChecker, Side};
use units::IterationUnits;

/// The longest path in operators: 512 bytes per call fit the 2 MiB stack that threads have at least, and no call takes more.
pub const MAX_DEPTH: u32 = 4096;

/// The result of the search below a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubtreeResult {
    /// The subtree contains no goal within the threshold.
    Exhausted,
    /// The subtree was cut off, since a child raised the estimate ([`IdaStarSearch::raised`]): only with
    /// [`EvaluationFunction::PATHMAX`].
    CutOff,
    /// A goal was found; its path is in [`IdaStarSearch::path`].
    Goal,
    /// The whole search is stopped, for the reason in [`IdaStarSearch::stopped`].
    Stopped,
}

/// Searches the iterations of IDA*.
pub trait IterationEngine<D: Domain, H: Heuristic<D>> {
    /// Searches one iteration of `search` from `root`, which is counted as generated and not yet expanded.
    fn iterate(&mut self, search: &mut IdaStarSearch<'_, D, H>, root: SearchNode<D, H>) -> SubtreeResult;
}

/// Searches for a path from the root of `side` to a goal, by iterations of `engine`.
///
/// # Panics
///
/// If the engine stops the search and gives no reason.
pub fn ida_star<D: Domain, H: Heuristic<D>>(
    side: Side<'_, D, H>,
    weight: Weight,
    engine: &mut dyn IterationEngine<D, H>,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    ida_star_after(side.domain.root_op(side.root), side, weight, engine, context)
}

/// As [`ida_star`], for paths that continue `root_op`.
fn ida_star_after<D: Domain, H: Heuristic<D>>(
    root_op: D::Op,
    side: Side<'_, D, H>,
    weight: Weight,
    engine: &mut dyn IterationEngine<D, H>,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let Side { domain, heuristic, root: start } = side;
    let root = SearchNode { state: start, cache: heuristic.initial(domain, start), g: 0, parent_op: root_op };
    let h0 = heuristic.h(root.cache);
    let budget = context.budget();
    let evaluator = Evaluator { weight, depth: budget.limits.depth };
    let limits = LimitChecker::depth_first(budget, u64::from(MAX_DEPTH), D::MAX_BRANCHING);
    let store = context.observer.units();
    let mut search = IdaStarSearch::new(domain, heuristic, evaluator, evaluator.f(0, h0), limits);
    let mut iterations = 0;
    let mut longest_path = 0;
    let mut result = if domain.is_goal(start) { SubtreeResult::Goal } else { SubtreeResult::Exhausted };
    while result == SubtreeResult::Exhausted
        && search.threshold < u32::MAX
        && search.threshold <= evaluator.max_threshold()
    {
        iterations += 1;
        search.next_threshold = u32::MAX;
        let before = search.limits.generated;
        result = match store.as_ref().map_or(Ok(None), |store| IterationUnits::begin(&**store, &search)) {
            Ok(units) => {
                search.units = units;
                engine.iterate(&mut search, root)
            }
            Err(end) => search.stop(end),
        };
        longest_path = search.longest_path();
        context.observer.iteration(evaluator.to_cost(search.threshold), &search.counters(iterations, longest_path));
        search.last_generated = search.limits.generated - before;
        if result == SubtreeResult::Exhausted {
            search.threshold = search.next_threshold;
        }
    }
    let counters = search.counters(iterations, longest_path);
    let end = match result {
        SubtreeResult::Goal => Termination::Solved,
        SubtreeResult::Exhausted | SubtreeResult::CutOff if search.threshold < u32::MAX => Termination::DepthLimit,
        SubtreeResult::Exhausted | SubtreeResult::CutOff => Termination::Exhausted,
        SubtreeResult::Stopped => search.stopped.expect("a stopped search has a reason"),
    };
    search.path.reverse();
    let path = if end == Termination::Solved { search.path } else { Vec::new() };
    // Every iteration below the threshold was complete.
    let is_open = !matches!(end, Termination::Solved | Termination::Exhausted);
    let bound = (is_open && weight == Weight::ONE).then(|| evaluator.to_cost(search.threshold));
    Outcome { end, path, h0: Some(h0), bound, counters }
}

impl<D: Domain, H: Heuristic<D>> IdaStarSearch<'_, D, H> {
    /// Searches below a node, whose successors are pruned by `E`.
    pub fn search<E: EvaluationFunction>(
        &mut self,
        state: D::State,
        cache: H::Cache,
        g: Cost,
        parent_op: D::Op,
    ) -> SubtreeResult {
        if let Err(result) = self.expand(g) {
            return result;
        }
        let next_without = self.next_threshold;
        for &op in self.domain.ops(state, parent_op) {
            let Some(op) = self.domain.follow(parent_op, op) else { continue };
            let result = self.visit::<E>(state, cache, g, op, IdaStarSearch::search::<E>);
            if E::PATHMAX && result == SubtreeResult::CutOff {
                self.next_threshold = next_without.min(E::f(self.evaluator, g, self.raised));
            }
            if result != SubtreeResult::Exhausted {
                return result;
            }
        }
        SubtreeResult::Exhausted
    }

    /// Generates the successor of a node by `op`: prunes it by its f, or searches below it by `descend`.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "the body of the recursion; unrolled recursions make constants of its arguments"
    )]
    pub fn visit<E: EvaluationFunction>(
        &mut self,
        state: D::State,
        cache: H::Cache,
        g: Cost,
        op: D::Op,
        descend: impl FnOnce(&mut Self, D::State, H::Cache, Cost, D::Op) -> SubtreeResult,
    ) -> SubtreeResult {
        self.limits.generated += 1;
        let (parent_g, cost) = (g, step_cost(self.domain, state, op));
        let g = g + cost;
        let cache = self.heuristic.step(self.domain, cache, state, op);
        let mut h = self.heuristic.h(cache);
        let f = E::f(self.evaluator, g, h);
        if f <= self.threshold {
            let child = self.domain.apply(state, op);
            let result = if h == 0 && self.domain.is_goal(child) {
                SubtreeResult::Goal
            } else {
                self.enter();
                let result = descend(self, child, cache, g, op);
                self.leave();
                result
            };
            if E::PATHMAX {
                h = if result == SubtreeResult::CutOff { self.raised } else { 0 };
            }
            if result != SubtreeResult::Exhausted && !(E::PATHMAX && result == SubtreeResult::CutOff) {
                return self.leave_with(op, result);
            }
            if let Err(end) = self.limits.may_continue() {
                return self.stop(end);
            }
        } else {
            self.next_threshold = self.next_threshold.min(f);
        }
        if E::PATHMAX { self.raise_parent::<E>(parent_g, h.saturating_sub(cost)) } else { SubtreeResult::Exhausted }
    }
}
