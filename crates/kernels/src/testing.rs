//! Helpers of the tests of engines: searches by chosen lists, and by the recursion that looks operators up.

use tilebench_core::{Heuristic, Outcome, SearchContext, Weight};
use tilebench_solvers::Side;
use tilebench_solvers::ida_star::{WorkerPool, ida_star, solve_recursively};

use crate::{ListEngine, OpAutomaton, TileEngine};

/// The forms of large iterations, the first one first; none for the recursion alone.
pub(crate) type Lists<D, H> = Vec<Box<dyn ListEngine<D, H>>>;

/// Searches unweighted by `lists`, shared by `pool`.
pub(crate) fn solve<D: OpAutomaton, H: Heuristic<D>>(
    lists: Lists<D, H>,
    pool: WorkerPool,
    domain: &D,
    heuristic: &H,
    start: D::State,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let side = Side { domain, heuristic, root: start };
    ida_star(side, Weight::ONE, &mut TileEngine::new(domain, pool, lists), context)
}

/// Searches by one thread and the recursion that is not unrolled.
pub(crate) fn solve_plainly<D: OpAutomaton, H: Heuristic<D>>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    weight: Weight,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    solve_recursively(Side { domain, heuristic, root: start }, weight, context)
}
