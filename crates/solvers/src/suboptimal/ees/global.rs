//! The mean errors over all expansions.
//!
//! They are ratios of integers, and all comparisons are exact. If they are large, as those of Manhattan distance are, f^ of most nodes
//! exceeds the bound for a small w. Then the search expands nodes of least f, as A* does.

use tilebench_core::Cost;

use super::{Corrected, Errors};
use crate::suboptimal::search::Estimates;

/// The number of steps, and the sums of their errors in cost and in moves.
#[derive(Debug, Default)]
pub(super) struct GlobalErrors {
    steps: i64,
    cost: i64,
    moves: i64,
}

/// The factors of f and d in f^ = f + d s / (n - s'), for n steps with the sums s and s' of their errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Factors {
    f: u64,
    d: u64,
}

impl Errors for GlobalErrors {
    type Corrected<'a> = Factors;

    /// In units of 1 / (`scale` (n - s')). The divisor is at least 1, which stands for a heuristic that loses a move with every step.
    #[inline]
    fn correction(&self, scale: u32) -> Factors {
        let scale = u64::from(scale);
        let divisor = (self.steps - self.moves).max(1).unsigned_abs();
        Factors { f: scale * divisor, d: scale * self.cost.max(0).unsigned_abs() }
    }

    fn learn(&mut self, parent: Estimates, cost: Cost, best: Estimates) {
        self.steps += 1;
        self.cost += i64::from(best.h) + i64::from(cost) - i64::from(parent.h);
        self.moves += i64::from(best.d) + 1 - i64::from(parent.d);
    }
}

impl Corrected for Factors {
    #[inline]
    fn f(&self, f: Cost) -> u128 {
        u128::from(f) * u128::from(self.f)
    }

    #[inline]
    fn d_hat(&self, _: Cost, d: Cost) -> u128 {
        d.into()
    }

    #[inline]
    fn f_hat(&self, f: Cost, d: Cost) -> u128 {
        u128::from(f) * u128::from(self.f) + u128::from(d) * u128::from(self.d)
    }
}
