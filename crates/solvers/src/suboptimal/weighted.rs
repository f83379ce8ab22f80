//! The order g + (2w - 1) h of optimistic searches.

use tilebench_core::{Cost, Weight};

use crate::Group;

/// The weight 2w - 1 for a bound w, as an exact ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OptimisticWeight {
    pub(super) num: u64,
    pub(super) den: u64,
}

impl OptimisticWeight {
    pub(super) fn new(bound: Weight) -> Self {
        let (num, den) = (u64::from(bound.num()), u64::from(bound.den()));
        Self { num: 2 * num - den, den }
    }

    /// g + (2w - 1) h of a node of this f, in units of 1 / den.
    #[inline]
    pub(super) fn value(self, f: Cost, h: Cost) -> u64 {
        self.den * u64::from(f) + (self.num - self.den) * u64::from(h)
    }

    /// The group of h with the least value, of equals the one of least h, and that value.
    #[inline]
    pub(super) fn first(self, groups: &[Group]) -> Option<(u64, usize)> {
        let values = groups.iter().enumerate().filter_map(|(at, group)| {
            let f = group.f()?;
            Some((self.value(f, group.x), group.x, at))
        });
        values.min().map(|(value, _, at)| (value, at))
    }
}

/// The group with this f that has the least x.
#[inline]
pub(super) fn group_of_f(groups: &[Group], f: Cost) -> Option<usize> {
    let of_f = groups.iter().enumerate().filter(|(_, group)| group.f() == Some(f));
    of_f.min_by_key(|(_, group)| group.x).map(|(at, _)| at)
}

/// The greatest integer within `weight` times `value`.
#[inline]
pub(super) fn within(weight: Weight, value: Cost) -> u64 {
    u64::from(value) * u64::from(weight.num()) / u64::from(weight.den())
}
