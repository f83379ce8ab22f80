//! How f is computed: by a value known at run time, and in the recursion by a type, so that its unweighted loop has no
//! multiplication.

use tilebench_core::{Cost, Weight};

/// The weight of a search, and the limit of depth, which a threshold on g + w h does not keep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Priority {
    pub(super) weight: Weight,
    pub(super) depth: Cost,
}

impl Priority {
    /// The f of a node that the limit of depth leaves out.
    const LEFT_OUT: u32 = u32::MAX - 1;

    /// The largest threshold under which the limit of depth leaves anything to be searched.
    pub(super) fn last(self) -> u32 {
        if self.weight == Weight::ONE { self.depth } else { Self::LEFT_OUT - 1 }
    }

    /// The whole moves in a value of f.
    pub(super) fn moves(self, f: u32) -> Cost {
        f / self.weight.den()
    }

    #[inline]
    pub(super) fn f(self, g: Cost, h: Cost) -> u32 {
        if self.weight == Weight::ONE { Plain::f(self, g, h) } else { Weighted::f(self, g, h) }
    }
}

/// A [`Priority`] of which something is known when the search is compiled.
pub(super) trait Rule {
    fn f(priority: Priority, g: Cost, h: Cost) -> u32;
}

/// Of weight 1: as f is g + h, the threshold itself keeps the depth.
#[derive(Debug)]
pub(super) struct Plain;

impl Rule for Plain {
    #[inline]
    fn f(_: Priority, g: Cost, h: Cost) -> u32 {
        g + h
    }
}

/// Of another weight.
#[derive(Debug)]
pub(super) struct Weighted;

impl Rule for Weighted {
    #[inline]
    fn f(Priority { weight, depth }: Priority, g: Cost, h: Cost) -> u32 {
        if g + h > depth { Priority::LEFT_OUT } else { weight.f(g, h) }
    }
}
