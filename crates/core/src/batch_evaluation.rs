//! Evaluation of many states at once, for tables larger than the processor's caches.

use core::fmt::Debug;

use crate::{Cost, Domain, Estimate, Heuristic, Memo, Parent};

/// A heuristic that evaluates in two steps.
///
/// A search that begins the evaluation of many successors before it needs the first estimate waits for the memory of all of
/// them at once.
pub trait Prefetch<D: Domain>: Heuristic<D> {
    /// The state of an evaluation that has begun.
    type Pending: Copy + Default + Debug + Send + Sync;

    /// The places in tables of the values of a state.
    type Places: Copy;

    /// Begins to evaluate the successor of `parent` by `op`: prefetches the memory that is needed first.
    fn begin(&self, domain: &D, cache: &Self::Cache, parent: D::State, op: D::Op, pending: &mut Self::Pending);

    /// The estimate h of the successor, or `None` if more memory had to be prefetched: then it is called again.
    ///
    /// The estimate is exact if it is below `bound`; otherwise any value of at least `bound` may be returned.
    fn try_evaluate(
        &self,
        domain: &D,
        cache: &Self::Cache,
        parent: D::State,
        op: D::Op,
        pending: &mut Self::Pending,
        bound: Cost,
    ) -> Option<Cost>;

    /// Turns the parent's cache into the successor's, as [`Heuristic::step`] does, after [`Self::try_evaluate`] returned an
    /// estimate below its bound.
    fn commit(&self, domain: &D, cache: &mut Self::Cache, parent: D::State, op: D::Op, pending: &Self::Pending);

    /// Begins to evaluate a state: its cache without the values in tables, and the places of these values, whose memory is
    /// prefetched.
    fn begin_initial(&self, domain: &D, state: D::State) -> (Self::Cache, Self::Places);

    /// Completes the cache of a state: it then equals [`Heuristic::initial`].
    fn end_initial(&self, cache: &mut Self::Cache, places: &Self::Places);

    /// The cache of a state with this memo: it equals [`Heuristic::initial`]. Called only if there are memos.
    fn initial_from_memo(&self, domain: &D, state: D::State, memo: Memo) -> Self::Cache;

    /// The memo of the successor by `op` of a state with this memo, after [`Self::try_evaluate`] returned an estimate below its
    /// bound. Called only if there are memos.
    fn successor_memo(&self, memo: Memo, op: D::Op, pending: &Self::Pending) -> Memo;

    /// The same as [`Heuristic::successor_estimates`], for many states at once.
    fn prefetched_estimates(&self, domain: &D, parents: &[Parent<'_, D>], bound: Cost, estimates: &mut Vec<Estimate>) {
        let has_memos = self.has_memos();
        let mut caches: Vec<Self::Cache> = Vec::with_capacity(PREFETCHED_STATES);
        let mut evaluations: Vec<Evaluation<D::Op, Self::Pending>> = Vec::new();
        for parents in parents.chunks(PREFETCHED_STATES) {
            caches.clear();
            if has_memos {
                let cache = |parent: &Parent<'_, D>| self.initial_from_memo(domain, parent.state, parent.memo);
                caches.extend(parents.iter().map(cache));
            } else {
                self.prefetched_caches(domain, parents, &mut caches);
            }
            evaluations.clear();
            for (place, (parent, cache)) in parents.iter().zip(&caches).enumerate() {
                for &op in parent.ops {
                    evaluations.push(Evaluation { pending: Self::Pending::default(), parent: place, op });
                    let Evaluation { pending, .. } = evaluations.last_mut().expect("it was pushed");
                    self.begin(domain, cache, parent.state, op, pending);
                }
            }
            let first = estimates.len();
            // No estimate is the maximum.
            estimates.resize(first + evaluations.len(), Estimate { h: Cost::MAX, memo: 0 });
            let mut is_done = false;
            while !is_done {
                is_done = true;
                for (estimate, Evaluation { pending, parent, op }) in
                    estimates[first..].iter_mut().zip(&mut evaluations)
                {
                    if estimate.h < Cost::MAX {
                        continue;
                    }
                    let (cache, parent) = (&caches[*parent], &parents[*parent]);
                    match self.try_evaluate(domain, cache, parent.state, *op, pending, bound) {
                        Some(h) => {
                            estimate.h = h;
                            if has_memos && h < bound {
                                estimate.memo = self.successor_memo(parent.memo, *op, pending);
                            }
                        }
                        None => is_done = false,
                    }
                }
            }
        }
    }

    /// Appends the caches of the states.
    fn prefetched_caches(&self, domain: &D, parents: &[Parent<'_, D>], caches: &mut Vec<Self::Cache>) {
        let places: Vec<Self::Places> = parents
            .iter()
            .map(|parent| {
                let (cache, places) = self.begin_initial(domain, parent.state);
                caches.push(cache);
                places
            })
            .collect();
        for (cache, places) in caches.iter_mut().zip(&places) {
            self.end_initial(cache, places);
        }
    }
}

/// The evaluation of a successor.
struct Evaluation<Op, Pending> {
    pending: Pending,
    /// The place of its parent among the parents.
    parent: usize,
    op: Op,
}

/// The number of states whose successors are evaluated together.
const PREFETCHED_STATES: usize = 16;
