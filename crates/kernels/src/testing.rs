//! Helpers of the tests of engines: searches with given batch engines, and by the recursion that is not unrolled.

use std::sync::LazyLock;

use tilebench_core::{Heuristic, Outcome, SearchContext, Weight};
use tilebench_heuristics::Tables;
use tilebench_solvers::Side;
use tilebench_solvers::ida_star::{WorkerPool, ida_star, solve_recursively};

use crate::{BatchEngine, OpAutomaton, TileEngine};

/// Shared, because building tables would take most of the time of the tests.
pub(crate) static TABLES: LazyLock<Tables> = LazyLock::new(Tables::in_memory);

/// The batch engines in order of preference; empty for the recursion alone.
pub(crate) type BatchEngines<D, H> = Vec<Box<dyn BatchEngine<D, H>>>;

/// Searches unweighted with `batch_engines` and the threads of `pool`.
pub(crate) fn solve<D: OpAutomaton, H: Heuristic<D>>(
    batch_engines: BatchEngines<D, H>,
    pool: WorkerPool,
    domain: &D,
    heuristic: &H,
    start: D::State,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let side = Side { domain, heuristic, root: start };
    ida_star(side, Weight::ONE, &mut TileEngine::new(domain, pool, batch_engines), context)
}

/// Searches with one thread and the recursion that is not unrolled.
pub(crate) fn solve_plainly<D: OpAutomaton, H: Heuristic<D>>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    weight: Weight,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    solve_recursively(Side { domain, heuristic, root: start }, weight, context)
}
