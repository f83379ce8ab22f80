//! Estimates of the cost to the goal.

use core::fmt::Debug;

use crate::{Cost, Domain};

/// An estimate h of the cost from a state to the goal, evaluated along a path.
///
/// A search carries a small [`Self::Cache`] with each state. The law, tested for every heuristic on every edge of small
/// instances: [`Self::step`] equals [`Self::initial`] of the successor. The estimate of a goal is 0.
pub trait Heuristic<D: Domain>: Sync {
    /// The values that make the next estimate cheap, carried along a path.
    type Cache: Copy + Eq + Debug + Send + Sync;

    /// The cache of `state`, computed from the state alone.
    fn initial(&self, domain: &D, state: D::State) -> Self::Cache;

    /// The cache of the successor of `parent` by `op`, whose own cache is `cache`.
    ///
    /// The parent is passed rather than the successor, so that a search can prune a successor before it is built.
    fn step(&self, domain: &D, cache: Self::Cache, parent: D::State, op: D::Op) -> Self::Cache;

    /// The estimate h that `cache` holds, in the unit of [`Domain::cost`].
    fn h(&self, cache: Self::Cache) -> Cost;

    /// The estimate h of the successor of `parent` by `op`, for searches that need no cache of it.
    #[inline]
    fn step_h(&self, domain: &D, cache: &Self::Cache, parent: D::State, op: D::Op) -> Cost {
        self.h(self.step(domain, *cache, parent, op))
    }

    /// Appends the estimates of all successors of `parents`, which are states with operators.
    ///
    /// An estimate is exact if it is below `bound`; otherwise it is any value of at least `bound`.
    fn successor_estimates(&self, domain: &D, parents: &[Parent<'_, D>], bound: Cost, estimates: &mut Vec<Cost>) {
        let _ = bound;
        for &(state, ops) in parents {
            let cache = self.initial(domain, state);
            estimates.extend(ops.iter().map(|&op| self.step_h(domain, &cache, state, op)));
        }
    }

    /// The estimated number d of operators to the goal (distance-to-go). Equal to h if every operator costs 1.
    #[inline]
    fn d(&self, cache: Self::Cache) -> Cost {
        self.h(cache)
    }
}

/// A state and the operators of its successors.
pub type Parent<'a, D> = (<D as Domain>::State, &'a [<D as Domain>::Op]);

/// Evaluation of single states.
pub trait HeuristicExt<D: Domain>: Heuristic<D> {
    /// The estimate h of `state`, computed from the state alone.
    fn estimate(&self, domain: &D, state: D::State) -> Cost {
        self.h(self.initial(domain, state))
    }
}

impl<D: Domain, H: Heuristic<D>> HeuristicExt<D> for H {}

/// A heuristic that evaluates in two steps, for tables larger than the processor's caches.
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

    /// The same as [`Heuristic::successor_estimates`], for many states at once.
    fn prefetched_estimates(&self, domain: &D, parents: &[Parent<'_, D>], bound: Cost, estimates: &mut Vec<Cost>) {
        let mut caches: Vec<(Self::Cache, Self::Places)> = Vec::with_capacity(PREFETCHED_STATES);
        // By successor: its evaluation, its parent's place among the parents, and its operator.
        let mut pending: Vec<(Self::Pending, usize, D::Op)> = Vec::new();
        for parents in parents.chunks(PREFETCHED_STATES) {
            caches.clear();
            caches.extend(parents.iter().map(|&(state, _)| self.begin_initial(domain, state)));
            pending.clear();
            for (place, (&(state, ops), (cache, places))) in parents.iter().zip(&mut caches).enumerate() {
                self.end_initial(cache, places);
                for &op in ops {
                    pending.push((Self::Pending::default(), place, op));
                    let (pending, ..) = pending.last_mut().expect("it was pushed");
                    self.begin(domain, cache, state, op, pending);
                }
            }
            let first = estimates.len();
            estimates.resize(first + pending.len(), Cost::MAX);
            let mut is_done = false;
            while !is_done {
                is_done = true;
                for (estimate, (pending, place, op)) in estimates[first..].iter_mut().zip(&mut pending) {
                    // An estimate is never the maximum.
                    if *estimate == Cost::MAX {
                        let evaluated =
                            self.try_evaluate(domain, &caches[*place].0, parents[*place].0, *op, pending, bound);
                        *estimate = evaluated.unwrap_or(Cost::MAX);
                        is_done &= evaluated.is_some();
                    }
                }
            }
        }
    }
}

/// The number of states whose successors are evaluated together.
const PREFETCHED_STATES: usize = 16;

/// The heuristic that is 0 everywhere.
///
/// Admissible and consistent on every domain. A* with it is uniform-cost search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<D: Domain> Heuristic<D> for Blind {
    type Cache = ();

    fn initial(&self, _: &D, _: D::State) {}

    #[inline]
    fn step(&self, _: &D, (): (), _: D::State, _: D::Op) {}

    #[inline]
    fn h(&self, (): ()) -> Cost {
        0
    }
}
