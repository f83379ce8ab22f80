//! The order g + (2w - 1) h of optimistic searches.

use tilebench_core::{Cost, Weight};

/// The weight 2w - 1 for a bound w, as an exact ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OptimisticWeight {
    pub(crate) num: u64,
    pub(crate) den: u64,
}

impl OptimisticWeight {
    pub(crate) fn new(bound: Weight) -> Self {
        let (num, den) = (u64::from(bound.num()), u64::from(bound.den()));
        Self { num: 2 * num - den, den }
    }

    /// g + (2w - 1) h of a node of this f, in units of 1 / den.
    #[inline]
    pub(super) fn value(self, f: Cost, h: Cost) -> u64 {
        self.den * u64::from(f) + (self.num - self.den) * u64::from(h)
    }
}

/// The greatest integer within `weight` times `value`.
#[inline]
pub(super) fn within(weight: Weight, value: Cost) -> u64 {
    u64::from(value) * u64::from(weight.num()) / u64::from(weight.den())
}
