//! IDA* with bidirectional pathmax (BPMX), for heuristics that are admissible but not consistent.
//!
//! **What it does.** Operators are reversible at equal cost, so an estimate less that cost is an estimate
//! of the neighbour. If a child's estimate less the cost of its operator raises the parent's f above the threshold, the
//! search below the parent is cut off: its other children are not generated, and its raised estimate is
//! passed to the grandparent.
//!
//! **Omitted steps.** Two steps of the definition are omitted, because they cannot change the nodes
//! generated under a threshold; a test checks this file against the definition. *Passing down:* a
//! child whose estimate is its parent's less 1 has an f of at most the parent's, which is within the
//! threshold. *Keeping estimates that cut nothing off:* an estimate passed up loses a move and a
//! level, so if f is within the threshold, it is further within it one level up.
//!
//! **Guarantees.** Those of the plain search. If the heuristic is admissible, so are the raised
//! estimates: the distance of a parent is at least that of its child less 1, so at least the child's
//! estimate less 1. A node cut off counts towards the next threshold with its own f, in place of all
//! that was pruned below it. On a shortest path that was not followed to the goal, the first node
//! pruned or cut off is below no other, so its f counts; as f = g + w h with an admissible h, it is at
//! most w times the path's length. So the next threshold is at most that, and as everything counted
//! exceeds the last threshold, it grows. A path found has a length of at most the threshold.
//!
//! **Expected effect.** Under equal thresholds a subset of the nodes is searched, and all of them if
//! the heuristic is consistent, since nothing is raised. Thresholds may lie closer together, because
//! the unseen children of a node cut off may have a larger f than the node itself: single searches may
//! generate more nodes. For inadmissible heuristics only a path is guaranteed.
//!
//! **Memory.** As the plain recursion.
//!
//! **References.** Felner and others 2005; Zahavi and others 2007.

use tilebench_core::{Cost, Domain, Heuristic};

use super::{EvaluationFunction, Evaluator, IdaStarSearch, IterationEngine, SearchNode, SubtreeResult};

/// Iterations with bidirectional pathmax.
#[derive(Clone, Copy, Debug)]
pub struct Bpmx;

impl EvaluationFunction for Bpmx {
    const PATHMAX: bool = true;

    #[inline]
    fn f(evaluator: Evaluator, g: Cost, h: Cost) -> u32 {
        evaluator.f(g, h)
    }
}

impl<D: Domain, H: Heuristic<D>> IterationEngine<D, H> for Bpmx {
    fn iterate(&mut self, search: &mut IdaStarSearch<'_, D, H>, root: SearchNode<D, H>) -> SubtreeResult {
        let SearchNode { state, cache, g, parent_op } = root;
        match search.search::<Self>(state, cache, g, parent_op) {
            SubtreeResult::CutOff => SubtreeResult::Exhausted,
            result => result,
        }
    }
}

impl<D: Domain, H: Heuristic<D>> IdaStarSearch<'_, D, H> {
    /// Raises the estimate of a parent: cuts off the search below it if its f then exceeds the threshold.
    #[inline]
    pub(super) fn raise_parent<E: EvaluationFunction>(&mut self, parent_g: Cost, estimate: Cost) -> SubtreeResult {
        if E::f(self.evaluator, parent_g, estimate) <= self.threshold {
            return SubtreeResult::Exhausted;
        }
        self.raised = estimate;
        SubtreeResult::CutOff
    }
}
