//! The order of weighted A*, by fvalue = g + w h.

use tilebench_core::{Cost, Weight, narrow};

use crate::TieBreak;

/// The order by fvalue with this weight, then by g, the largest first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighted(pub(super) Weight);

impl Weighted {
    /// The order of a node.
    #[inline]
    pub(super) fn order(self, g: Cost, h: Cost) -> u64 {
        TieBreak::HighG.order(self.0.f(g, h), g, 0)
    }

    /// A lower bound on g + h of a node of at least this order: g + w h is at most w (g + h).
    pub(super) fn min_f(self, order: u64) -> Cost {
        narrow((order >> 32).div_ceil(u64::from(self.0.num())), "a priority has 32 bits")
    }

    /// Whether the fvalue of an order is below the cost of a solution.
    pub(super) fn may_improve(self, order: u64, cost: Cost) -> bool {
        order >> 32 < u64::from(self.0.den()) * u64::from(cost)
    }
}
