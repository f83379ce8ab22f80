//! The GAP heuristic (Helmert 2010) and GAP-k (Holte and others 2016).

use tilebench_core::{Cost, Domain, Heuristic};

use crate::pancakes::Flip;
use crate::{Pancakes, Stack};

/// The number of gaps: of pairs of neighbours in the stack that are not neighbours in the goal. The plate counts as the
/// pancake below the last.
///
/// A flip separates one pair of neighbours and makes another, so it removes at most one gap: with unit costs, h is the number
/// of gaps. With heavy costs a gap counts the size of the smaller of its pancakes, since the flip that separates them has one
/// of them at its end and costs at least its size; d is the number of gaps. Admissible and consistent for both.
///
/// GAP-k leaves out gaps next to the k smallest pancakes, which weakens it by degrees.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gap {
    /// The number of the smallest pancakes whose gaps are left out.
    pub left_out: usize,
}

/// The estimates of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GapCache {
    h: Cost,
    gaps: Cost,
}

impl Gap {
    /// The estimates of a pair of neighbours.
    #[inline]
    fn pair<const UNIT: bool>(self, domain: &Pancakes<UNIT>, upper: usize, lower: usize) -> GapCache {
        let smaller = upper.min(lower);
        if smaller < self.left_out || !domain.is_gap(upper, lower) {
            return GapCache { h: 0, gaps: 0 };
        }
        // The plate is larger than every pancake; sizes begin with 1.
        let size = Cost::try_from(smaller + 1).expect("a pancake has a size of at most 60");
        GapCache { h: if UNIT { 1 } else { size }, gaps: 1 }
    }
}

impl<const UNIT: bool> Heuristic<Pancakes<UNIT>> for Gap {
    type Cache = GapCache;

    fn initial(&self, domain: &Pancakes<UNIT>, stack: Stack) -> GapCache {
        let pairs =
            (1..=domain.count()).map(|place| self.pair(domain, domain.at(&stack, place - 1), domain.at(&stack, place)));
        pairs.fold(GapCache { h: 0, gaps: 0 }, |sum, pair| GapCache { h: sum.h + pair.h, gaps: sum.gaps + pair.gaps })
    }

    #[inline]
    fn step(&self, domain: &Pancakes<UNIT>, cache: GapCache, parent: Stack, Flip(size): Flip) -> GapCache {
        let size = usize::from(size);
        let below = domain.at(&parent, size);
        let old = self.pair(domain, domain.at(&parent, size - 1), below);
        let new = self.pair(domain, domain.at(&parent, 0), below);
        GapCache { h: cache.h + new.h - old.h, gaps: cache.gaps + new.gaps - old.gaps }
    }

    #[inline]
    fn h(&self, cache: GapCache) -> Cost {
        cache.h
    }

    #[inline]
    fn d(&self, cache: GapCache) -> Cost {
        if <Pancakes<UNIT> as Domain>::UNIT_COST { cache.h } else { cache.gaps }
    }
}
