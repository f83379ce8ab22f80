//! Algorithms that search layer after layer under a growing bound. They differ in the layers that they keep, and so in the way to
//! find the path.

use tilebench_core::{Domain, Heuristic, HeuristicExt, Memo, Outcome, SearchContext, StateKey, Termination};

use super::layer_node::LayerNode;
use super::layer_search::{LayerSearch, ReachedTarget, end};
use super::successor::LayerMemo;
use crate::limit_checker::LimitChecker;

/// The search of an algorithm.
pub(crate) type LayeredSearch<'a, A, D, H, M> = LayerSearch<'a, D, H, <A as Layered>::Node<<D as Domain>::Key>, M>;

/// An algorithm, by the nodes that determine which layers are kept.
pub(crate) trait Layered: Sized {
    /// The nodes.
    type Node<K: StateKey>: LayerNode<K>;

    /// A path from `start` to the goal that the search reached.
    fn path<D: Domain, H: Heuristic<D>, M: LayerMemo>(
        search: &mut LayeredSearch<'_, Self, D, H, M>,
        start: D::State,
        goal: ReachedTarget<D::State>,
    ) -> Result<Vec<D::Op>, Termination>;
}

/// Searches for a shortest path from `start` to a goal, with memos if the heuristic has them.
pub(crate) fn solve<A: Layered, D: Domain, H: Heuristic<D>>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let search = if heuristic.has_memos() { solve_with::<A, D, H, Memo> } else { solve_with::<A, D, H, ()> };
    search(domain, heuristic, start, context)
}

fn solve_with<A: Layered, D: Domain, H: Heuristic<D>, M: LayerMemo>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let h0 = heuristic.estimate(domain, start);
    let limits = LimitChecker::new(context.budget());
    let mut search = LayeredSearch::<A, D, H, M>::new(domain, heuristic, (), h0, limits);
    let mut path = Vec::new();
    let mut result = search.deepen(start, &mut *context.observer);
    if let Ok(Some(goal)) = result {
        match A::path(&mut search, start, goal) {
            Ok(found) => path = found,
            Err(end) => result = Err(end),
        }
    }
    Outcome { end: end(&result, search.threshold), path, h0: Some(h0), bound: None, counters: search.counters() }
}
