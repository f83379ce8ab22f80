//! The recursion of IDA* unrolled over the operator automaton: one function per context.
//!
//! In each function the operators are constants, so their number, the cells that they join and the functions that continue
//! below them are decided when the program is compiled. A successor costs one table look-up and one branch at run time.

use std::marker::PhantomData;

use tilebench_core::{Cost, Domain, Heuristic};
use tilebench_solvers::ida_star::{IdaStarSearch, SearchNode, SubtreeResult, Unweighted};

use crate::OpAutomaton;

/// The maximum number of contexts that are unrolled: the directed edges of the 4x4 grid.
const MAX_CONTEXTS: usize = 48;

/// Searches below the root, which has no incoming operator, with the functions of contexts.
///
/// No path is longer than the threshold here, so the memory of the path is checked once.
pub(crate) fn search_root<D: OpAutomaton, H: Heuristic<D>>(
    search: &mut IdaStarSearch<'_, D, H>,
    root: SearchNode<D, H>,
) -> SubtreeResult {
    let SearchNode { state, cache, g, parent_op } = root;
    if const { D::UNROLLED.is_empty() } || search.threshold > search.max_depth {
        return search.search::<Unweighted>(state, cache, g, parent_op);
    }
    if let Err(end) = search.limits.expand(D::MAX_BRANCHING) {
        return search.stop(end);
    }
    for &op in search.domain.ops(state, parent_op) {
        let Some(op) = search.domain.follow(parent_op, op) else { continue };
        let result = search.visit::<Unweighted>(state, cache, g, op, |search, state, cache, g, parent_op| {
            search_subtree(search, SearchNode { state, cache, g, parent_op })
        });
        if result != SubtreeResult::Exhausted {
            return result;
        }
    }
    SubtreeResult::Exhausted
}

/// Searches below a node that was reached by an operator that leads to a context.
#[inline(never)]
pub(crate) fn search_subtree<D: OpAutomaton, H: Heuristic<D>>(
    search: &mut IdaStarSearch<'_, D, H>,
    node: SearchNode<D, H>,
) -> SubtreeResult {
    let SearchNode { state, cache, g, parent_op } = node;
    if const { D::UNROLLED.is_empty() } {
        return search.search::<Unweighted>(state, cache, g, parent_op);
    }
    match search.domain.unrolled_context(parent_op) {
        Some(context) => Contexts::<D, H>::FUNCTIONS[context](search, state, cache, g, search.domain.trail(parent_op)),
        None => search.search::<Unweighted>(state, cache, g, parent_op),
    }
}

/// The function that searches below a node in a context.
type ContextSearch<D, H> = fn(
    &mut IdaStarSearch<'_, D, H>,
    <D as Domain>::State,
    <H as Heuristic<D>>::Cache,
    Cost,
    <D as OpAutomaton>::Trail,
) -> SubtreeResult;

/// The functions of all contexts.
struct Contexts<D, H>(PhantomData<(D, H)>);

/// An array of `in_context` for these contexts.
macro_rules! functions {
    ($($context:literal)*) => {
        [$(in_context::<D, H, $context>,)*]
    };
}

impl<D: OpAutomaton, H: Heuristic<D>> Contexts<D, H> {
    const FUNCTIONS: [ContextSearch<D, H>; MAX_CONTEXTS] = functions!(
        0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
        24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47
    );
}

/// Searches below a node in `CONTEXT`.
fn in_context<D: OpAutomaton, H: Heuristic<D>, const CONTEXT: usize>(
    search: &mut IdaStarSearch<'_, D, H>,
    state: D::State,
    cache: H::Cache,
    g: Cost,
    trail: D::Trail,
) -> SubtreeResult {
    const {
        assert!(D::UNROLLED.len() <= MAX_CONTEXTS, "more contexts than are unrolled");
    }
    if let Err(end) = search.limits.expand(D::MAX_BRANCHING) {
        return search.stop(end);
    }
    // A loop over a constant of at most three is not always unrolled; three lines are. Constants of the language, not of the
    // optimiser: no successor and no call is compiled in vain.
    macro_rules! successor {
        ($at:literal) => {
            if const { CONTEXT < D::UNROLLED.len() && $at < D::UNROLLED[CONTEXT].len() }
                && let Some(op) = search.domain.follow_trail(trail, D::UNROLLED[CONTEXT][$at].0)
            {
                let next = const {
                    let has_successor = CONTEXT < D::UNROLLED.len() && $at < D::UNROLLED[CONTEXT].len();
                    Contexts::<D, H>::FUNCTIONS[if has_successor { D::UNROLLED[CONTEXT][$at].1 } else { 0 }]
                };
                let result = search.visit::<Unweighted>(state, cache, g, op, |search, child, cache, g, op| {
                    let trail = search.domain.trail(op);
                    next(search, child, cache, g, trail)
                });
                if result != SubtreeResult::Exhausted {
                    return result;
                }
            }
        };
    }
    successor!(0);
    successor!(1);
    successor!(2);
    SubtreeResult::Exhausted
}
