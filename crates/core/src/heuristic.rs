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

    /// Whether there are memos, which a search without caches keeps with its states.
    fn has_memos(&self) -> bool {
        false
    }

    /// The memo of the state with this cache: the values from which [`Self::successor_estimates`] computes the cache without
    /// reading tables. 0 if there are no memos.
    fn memo(&self, cache: Self::Cache) -> Memo {
        let _ = cache;
        0
    }

    /// Appends the estimates of all successors of `parents`.
    ///
    /// An estimate is exact, and has the memo of the successor, if it is below `bound`; otherwise it is any value of at least
    /// `bound`, with any memo.
    fn successor_estimates(&self, domain: &D, parents: &[Parent<'_, D>], bound: Cost, estimates: &mut Vec<Estimate>) {
        let _ = bound;
        for &Parent { state, ops, .. } in parents {
            let cache = self.initial(domain, state);
            let estimate = |&op| Estimate { h: self.step_h(domain, &cache, state, op), memo: 0 };
            estimates.extend(ops.iter().map(estimate));
        }
    }

    /// The estimated number d of operators to the goal (distance-to-go). Equal to h if every operator costs 1.
    #[inline]
    fn d(&self, cache: Self::Cache) -> Cost {
        self.h(cache)
    }
}

/// The values of a state that a heuristic has read from tables, in a form of its own.
pub type Memo = u32;

/// A state whose successors are evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Parent<'a, D: Domain> {
    /// The state.
    pub state: D::State,
    /// The operators of its successors.
    pub ops: &'a [D::Op],
    /// [`Heuristic::memo`] of the state.
    pub memo: Memo,
}

/// The estimate of a successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The estimate h.
    pub h: Cost,
    /// [`Heuristic::memo`] of the successor.
    pub memo: Memo,
}

/// Evaluation of single states.
pub trait HeuristicExt<D: Domain>: Heuristic<D> {
    /// The estimate h of `state`, computed from the state alone.
    fn estimate(&self, domain: &D, state: D::State) -> Cost {
        self.h(self.initial(domain, state))
    }
}

impl<D: Domain, H: Heuristic<D>> HeuristicExt<D> for H {}

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
