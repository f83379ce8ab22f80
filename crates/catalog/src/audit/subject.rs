//! The subject of an audit: heuristics, examined over lists of states.

use rayon::prelude::*;
use tilebench_core::{Cost, step_cost};
use tilebench_solvers::AnyHeuristic;

use super::{Edge, EdgeTally, EstimateTally, HeuristicComparison, StepDefect};
use crate::catalog_domain::CatalogDomain;

/// The counts over states and the edges that leave them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditTally {
    /// The counts over the states whose distance is known.
    pub estimates: EstimateTally,
    /// The counts over the edges that leave these and other states.
    pub edges: EdgeTally,
    /// The comparison with the other heuristic over all states; zero if there is no other heuristic.
    pub comparison: HeuristicComparison,
}

impl AuditTally {
    /// Adds the counts over the states that follow these.
    #[must_use]
    pub(crate) fn then(self, later: &Self) -> Self {
        Self {
            estimates: self.estimates.then(&later.estimates),
            edges: self.edges.then(&later.edges),
            comparison: self.comparison.then(&later.comparison),
        }
    }
}

impl Edge {
    fn new<D: CatalogDomain>(domain: &D, state: D::State, op: D::Op) -> Self {
        let puzzle = domain.puzzle();
        Self { board: puzzle.board(state), next: puzzle.board(domain.apply(state, op)) }
    }
}

/// The heuristics that an audit examines.
pub(crate) struct AuditSubject<'a, D: CatalogDomain> {
    pub(crate) domain: &'a D,
    pub(crate) heuristic: &'a dyn AnyHeuristic<D>,
    /// The heuristic with which it is compared.
    pub(crate) other: Option<&'a dyn AnyHeuristic<D>>,
}

impl<D: CatalogDomain> AuditSubject<'_, D> {
    /// The number of states per unit of work: small, so that threads share a layer.
    const SLICE: usize = 4096;

    /// Counts over states in parallel. All have the given `distance`, if it is known. Slices are joined in order, so examples
    /// do not depend on the threads.
    pub(crate) fn tally(&self, keys: &[D::Key], distance: Option<Cost>) -> AuditTally {
        let slices: Vec<AuditTally> =
            keys.par_chunks(Self::SLICE).map(|keys| self.tally_slice(keys, distance)).collect();
        slices.iter().fold(AuditTally::default(), AuditTally::then)
    }

    fn tally_slice(&self, keys: &[D::Key], distance: Option<Cost>) -> AuditTally {
        let Self { domain, heuristic, other } = *self;
        let puzzle = domain.puzzle();
        let mut tally = AuditTally::default();
        for &key in keys {
            let state = domain.unpack(key);
            let cache = heuristic.initial(domain, state);
            let h = cache.h();
            if let Some(distance) = distance {
                tally.estimates.add(h, distance, || puzzle.board(state));
            }
            if let Some(other) = other {
                tally.comparison.add(h, other.initial(domain, state).h(), || puzzle.board(state));
            }
            for &op in domain.ops(state, domain.root_op(state)) {
                let stepped = heuristic.step(domain, &cache, state, op);
                let recomputed = heuristic.initial(domain, domain.apply(state, op));
                let after = recomputed.h();
                tally.edges.add(step_cost(domain, state, op), h, after, || Edge::new(domain, state, op));
                if stepped != recomputed {
                    let edge = Edge::new(domain, state, op);
                    tally.edges.add_defect(StepDefect { edge, stepped: stepped.h(), recomputed: after });
                }
            }
        }
        tally
    }

    /// The estimates of states, in their order.
    pub(crate) fn estimates(&self, keys: &[D::Key]) -> Vec<Cost> {
        estimates(self.domain, self.heuristic, keys)
    }
}

/// The estimates of states by `heuristic`, in their order.
pub(crate) fn estimates<D: CatalogDomain>(domain: &D, heuristic: &dyn AnyHeuristic<D>, keys: &[D::Key]) -> Vec<Cost> {
    let estimate = |key: &D::Key| heuristic.initial(domain, domain.unpack(*key)).h();
    keys.par_iter().with_min_len(1024).map(estimate).collect()
}
