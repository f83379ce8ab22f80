//! A bidirectional algorithm and the lists over which it runs.

use tilebench_core::{Counters, Heuristic, Observer, Outcome, SearchContext, Termination};

use super::options::Tie;
use super::search::{Pruning, Rule, Search};
use crate::open::RankedBuckets;
use crate::store::NodeStore;
use crate::store::packed::{self, MixedKey, PackedStore};
use crate::{BucketIndex, BucketList, ErasedHeuristic, OpenList, Problem, SearchDomain, Side};

/// A bidirectional algorithm over any lists.
pub(super) trait BidirectionalSearch: Rule + Sized {
    /// Whether `tie = "published"` expands the greatest state in reading order first, of equals.
    const DESCENDING_RANKS: bool = false;

    /// Its open list, which is made of one list per level.
    type List<R: Copy, L: OpenList<R>>: OpenList<R>;

    /// An empty open list.
    fn list<R: Copy, L: OpenList<R>>(level: impl Fn() -> L) -> Self::List<R, L>;

    /// Searches until the incumbent is proved or a direction has no open node.
    fn search<D: SearchDomain, H: Heuristic<D>, S: NodeStore<D>, L: OpenList<S::Ref>>(
        search: &mut Search<'_, D, H, S, Self::List<S::Ref, L>, Self>,
        observer: &mut dyn Observer,
    ) -> Result<(), Termination>;
}

/// Whether the states of `domain` fit into the store.
pub(super) fn check<D: SearchDomain>(domain: &D) -> Result<(), String> {
    packed::supports(domain)
}

/// Solves `problem` by `algorithm`, in both directions.
pub(super) fn solve<D: SearchDomain, A: BidirectionalSearch>(
    problem: &Problem<'_, D>,
    tie: Tie,
    algorithm: A,
    pruning: Pruning,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let (domain, heuristic) =
        problem.backward().unwrap_or_else(|error| unreachable!("a heuristic for any goal: {error}"));
    let backward = Side { domain: &domain, heuristic: &ErasedHeuristic::new(&*heuristic), root: problem.domain.goal() };
    let sides = [problem.side(), backward];
    match tie {
        Tie::Fast => solve_with::<D, _, PackedStore<D>, _, A>(
            sides,
            || BucketList::new(BucketIndex::Heap, crate::TieBreak::LowG),
            algorithm,
            pruning,
            context,
        ),
        Tie::Published => solve_with::<D, _, PackedStore<D, MixedKey<D::Code>>, _, A>(
            sides,
            || RankedBuckets::new(problem.domain, A::DESCENDING_RANKS),
            algorithm,
            pruning,
            context,
        ),
    }
}

fn solve_with<D: SearchDomain, H: Heuristic<D>, S: NodeStore<D>, L: OpenList<S::Ref>, A: BidirectionalSearch>(
    sides: [Side<'_, D, H>; 2],
    level: impl Fn() -> L,
    algorithm: A,
    pruning: Pruning,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let Some(search) = Search::<D, H, S, _, A>::new(sides, |_| A::list(&level), algorithm, pruning, context.budget())
    else {
        let counters = Counters { generated: 1, ..Counters::default() };
        return Outcome { end: Termination::MemoryLimit, path: Vec::new(), h0: None, bound: None, counters };
    };
    search.solve(A::search, &mut *context.observer)
}
