//! How f is computed: by a value known at run time, and in the recursion by a type, so that its unweighted loop has no
//! multiplication.

use tilebench_core::{Cost, Weight};

/// The weight of a search, and the limit of depth, which a threshold on g + w h does not keep.
#[derive(Clone, Copy, Debug)]
pub struct Evaluator {
    /// The weight on h.
    pub weight: Weight,
    /// The limit on g + h.
    pub depth: Cost,
}

impl Evaluator {
    /// The f of a node that the limit of depth leaves out.
    const PRUNED_BY_DEPTH: u32 = u32::MAX - 1;

    /// The largest threshold under which the depth limit leaves nodes to be searched.
    #[must_use]
    pub fn max_threshold(self) -> u32 {
        if self.weight == Weight::ONE { self.depth } else { Self::PRUNED_BY_DEPTH - 1 }
    }

    /// A value of f in the unit of costs, rounded down.
    #[must_use]
    pub fn to_cost(self, f: u32) -> Cost {
        f / self.weight.den()
    }

    /// The f of a node.
    #[inline]
    #[must_use]
    pub fn f(self, g: Cost, h: Cost) -> u32 {
        if self.weight == Weight::ONE { Unweighted::f(self, g, h) } else { Weighted::f(self, g, h) }
    }
}

/// A [`Evaluator`] of which something is known when the search is compiled.
pub trait EvaluationFunction {
    /// Whether estimates are handed up from children: see [`Bpmx`](super::Bpmx).
    const PATHMAX: bool = false;

    /// The f of a node.
    fn f(evaluator: Evaluator, g: Cost, h: Cost) -> u32;
}

/// Of weight 1: as f is g + h, the threshold itself keeps the depth.
#[derive(Clone, Copy, Debug)]
pub struct Unweighted;

impl EvaluationFunction for Unweighted {
    #[inline]
    fn f(_: Evaluator, g: Cost, h: Cost) -> u32 {
        g + h
    }
}

/// Of another weight.
#[derive(Clone, Copy, Debug)]
pub struct Weighted;

impl EvaluationFunction for Weighted {
    #[inline]
    fn f(Evaluator { weight, depth }: Evaluator, g: Cost, h: Cost) -> u32 {
        if g + h > depth { Evaluator::PRUNED_BY_DEPTH } else { weight.f(g, h) }
    }
}
