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

    /// The estimated number d of operators to the goal (distance-to-go). Equal to h if every operator costs 1.
    #[inline]
    fn d(&self, cache: Self::Cache) -> Cost {
        self.h(cache)
    }
}

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
}

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
