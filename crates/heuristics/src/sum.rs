//! The sum of two heuristics.
//!
//! Admissible only if the two count different moves, which the caller must ensure: twice Manhattan
//! distance is not admissible. If both are consistent, the sum decreases by up to 2 along a move.

use tilebench_core::{Cost, Domain, Heuristic};

/// The sum of two heuristics.
#[derive(Clone, Copy, Debug)]
pub struct Sum<A, B>(pub A, pub B);

impl<D: Domain, A: Heuristic<D>, B: Heuristic<D>> Heuristic<D> for Sum<A, B> {
    type Cache = (A::Cache, B::Cache);

    fn initial(&self, domain: &D, state: D::State) -> Self::Cache {
        (self.0.initial(domain, state), self.1.initial(domain, state))
    }

    #[inline]
    fn step(&self, domain: &D, (first, second): Self::Cache, parent: D::State, op: D::Op) -> Self::Cache {
        (self.0.step(domain, first, parent, op), self.1.step(domain, second, parent, op))
    }

    #[inline]
    fn h(&self, (first, second): Self::Cache) -> Cost {
        self.0.h(first) + self.1.h(second)
    }
}
