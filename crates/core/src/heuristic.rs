//! Estimates of the distance to the goal.

use core::fmt::Debug;

use crate::{Cost, Domain, Lookups, Slides};

/// An estimate of the distance from a state to the goal, evaluated along a path.
///
/// A search carries a small [`Self::Cache`] with each state. The law, tested for every heuristic on
/// every edge of small boards, is that [`Self::step`] equals [`Self::root`] of the successor. The
/// estimate of a goal is 0.
pub trait Heuristic<D: Domain>: Sync {
    /// What is carried along a path so that the next estimate is cheap.
    type Cache: Copy + Eq + Debug + Send + Sync;

    /// The cache of `state`, computed from nothing.
    fn root(&self, domain: &D, state: D::State) -> Self::Cache;

    /// The cache of a `state` whose estimate is known to be `h`: what [`Self::root`] gives, for less work where
    /// the estimate says all.
    #[inline]
    fn resume(&self, domain: &D, state: D::State, h: Cost) -> Self::Cache {
        let _ = h;
        self.root(domain, state)
    }

    /// The cache of the successor of `parent` by `op`.
    ///
    /// It is told the parent, not the successor, so that a search can prune a successor before
    /// building it.
    fn step(&self, domain: &D, cache: Self::Cache, parent: D::State, op: D::Op) -> Self::Cache;

    /// What is known of a successor between [`Self::ask`] and [`Self::answer`].
    type Question: Copy + Default + Debug + Send + Sync;

    /// Whether [`Self::step`] waits for memory that is far away, so that a search does better to [`Self::ask`]
    /// for many successors before it needs the first [`Self::answer`].
    const WAITS: bool = false;

    /// Begins to estimate the successor of `parent` by `op`: does what can be done without waiting for memory, and
    /// asks for that.
    #[inline]
    fn ask(&self, domain: &D, cache: &Self::Cache, parent: D::State, op: D::Op, question: &mut Self::Question) {
        let _ = (domain, cache, parent, op, question);
    }

    /// The estimate of the successor, or nothing where more memory had to be asked for. Where it is at least `enough`,
    /// what is told need not be exact, but is at least `enough` too.
    #[inline]
    fn answer(
        &self,
        domain: &D,
        cache: &Self::Cache,
        parent: D::State,
        op: D::Op,
        question: &mut Self::Question,
        enough: Cost,
    ) -> Option<Cost> {
        let _ = (question, enough);
        Some(self.h(self.step(domain, *cache, parent, op)))
    }

    /// Makes the parent's cache the successor's, as [`Self::step`] does, once the question was answered with less than
    /// `enough`.
    #[inline]
    fn answered(&self, domain: &D, cache: &mut Self::Cache, parent: D::State, op: D::Op, question: &Self::Question) {
        let _ = question;
        *cache = self.step(domain, *cache, parent, op);
    }

    /// The estimate that `cache` holds.
    fn h(&self, cache: Self::Cache) -> Cost;

    /// Whether [`Self::slides`] may give any: where not, searches that need them are not compiled.
    const SLIDES: bool = false;

    /// The moves of `domain` as masks, where the domain is a board of at most 16 cells and every move
    /// changes this estimate by exactly one, up or down, as told by the tile moved, the two cells and the order of the
    /// tiles in a line.
    fn slides(&self, domain: &D) -> Option<Slides<D::State, D::Op>> {
        let _ = domain;
        None
    }

    /// The estimate as data, where it is made of additive pattern databases on a board of at most 16 cells.
    fn lookups(&self, domain: &D) -> Option<Lookups<'_, D::State, D::Op>> {
        let _ = domain;
        None
    }

    /// The estimate of `state`, computed from nothing.
    fn estimate(&self, domain: &D, state: D::State) -> Cost {
        self.h(self.root(domain, state))
    }
}

/// The heuristic that knows nothing: 0 everywhere.
///
/// Admissible and consistent on every domain. A* with it is uniform-cost search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<D: Domain> Heuristic<D> for Blind {
    type Cache = ();
    type Question = ();

    fn root(&self, _: &D, _: D::State) {}

    #[inline]
    fn step(&self, _: &D, (): (), _: D::State, _: D::Op) {}

    #[inline]
    fn h(&self, (): ()) -> Cost {
        0
    }
}
