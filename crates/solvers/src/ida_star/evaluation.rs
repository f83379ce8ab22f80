//! The evaluation function f: a value at run time, and a type in the recursion, so that its unweighted loop has no
//! multiplication.

use tilebench_core::{Cost, Weight};

/// Computes f = g + w h, and prunes nodes by the depth limit, which a threshold on a weighted f does not enforce.
#[derive(Clone, Copy, Debug)]
pub struct Evaluator {
    /// The weight on h.
    pub weight: Weight,
    /// The limit on g + h.
    pub depth: Cost,
}

impl Evaluator {
    /// The f of a node that the depth limit prunes.
    const PRUNED_BY_DEPTH: u32 = u32::MAX - 1;

    /// The maximum threshold under which the depth limit leaves nodes to be searched.
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

/// An evaluation function that is known at compile time.
pub trait EvaluationFunction {
    /// Whether children raise the estimate of their parent: see [`Bpmx`](super::Bpmx).
    const PATHMAX: bool = false;

    /// The f of a node.
    fn f(evaluator: Evaluator, g: Cost, h: Cost) -> u32;
}

/// f = g + h: the threshold itself enforces the depth limit.
#[derive(Clone, Copy, Debug)]
pub struct Unweighted;

impl EvaluationFunction for Unweighted {
    #[inline]
    fn f(_: Evaluator, g: Cost, h: Cost) -> u32 {
        g + h
    }
}

/// f = g + w h.
#[derive(Clone, Copy, Debug)]
pub struct Weighted;

impl EvaluationFunction for Weighted {
    #[inline]
    fn f(Evaluator { weight, depth }: Evaluator, g: Cost, h: Cost) -> u32 {
        if g + h > depth { Evaluator::PRUNED_BY_DEPTH } else { weight.f(g, h) }
    }
}
