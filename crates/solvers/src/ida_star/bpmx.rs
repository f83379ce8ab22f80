//! IDA* with bidirectional pathmax (BPMX), for heuristics that are admissible but not consistent.
//!
//! **What it does.** Operators are reversible and cost one move, so an estimate less 1 is an estimate
//! of every neighbour. Where a child's estimate, so handed up, takes the parent's f over the threshold,
//! the search below the parent is cut off: its other children are not generated, and its raised
//! estimate goes on to the grandparent.
//!
//! **What is left out.** Two steps of the definition, because they cannot change what is generated
//! under a threshold; a test holds this file to the definition. *Handing down:* a child whose estimate
//! is its parent's less 1 has an f of at most the parent's, which is within the threshold. *Keeping
//! what cuts nothing off:* an estimate handed up loses a move and a level, so where f is within the
//! threshold, it is further within it one level up.
//!
//! **Guarantees.** Those of the plain search. If the heuristic is admissible, so is what it raises: the
//! distance of a parent is at least that of its child less 1, so at least the child's estimate less 1.
//! A node cut off counts towards the next threshold with its own f, in place of all that was pruned
//! below it. On a shortest path that was not followed to the goal, the first node pruned or cut off is
//! below no other, so its f counts; as f = g + w h with an admissible h, it is at most w times the
//! path's length. So the next threshold is at most that, and as everything counted exceeds the last
//! threshold, it grows. A path found has a length of at most the threshold.
//!
//! **What to expect.** Under equal thresholds a subset of the nodes, and all of them if the heuristic
//! is consistent, since nothing is raised. Thresholds may lie closer together, because the unseen
//! children of a node cut off may have a larger f than it has: single searches may take more nodes. For
//! inadmissible heuristics nothing is promised but a path.
//!
//! **Memory.** As the plain recursion. The least f pruned before a node, which a call keeps, is like
//! the call's other variables not counted.
//!
//! **Reference.** A. Felner, U. Zahavi, J. Schaeffer and R. C. Holte, *Dual lookups in pattern
//! databases*, IJCAI 2005; U. Zahavi, A. Felner, J. Schaeffer and N. Sturtevant, *Inconsistent
//! heuristics*, AAAI 2007.

use core::ops::ControlFlow;

use tilebench_core::{Cost, Domain, End, Heuristic, step_cost};

use super::{IdaStar, IterationEngine, Node, SubtreeResult};

/// Iterations with bidirectional pathmax.
#[derive(Clone, Copy, Debug)]
pub struct Bpmx;

impl<D: Domain, H: Heuristic<D>> IterationEngine<D, H> for Bpmx {
    fn iterate(&mut self, search: &mut IdaStar<'_, D, H>, root: Node<D, H>) -> SubtreeResult {
        match search.raise(root) {
            ControlFlow::Continue(_) => SubtreeResult::Exhausted,
            ControlFlow::Break(result) => result,
        }
    }
}

impl<D: Domain, H: Heuristic<D>> IdaStar<'_, D, H> {
    /// Searches below a node. If no goal is found, returns the estimate of the node that cut the search off, or 0 if none
    /// did.
    fn raise(&mut self, node: Node<D, H>) -> ControlFlow<SubtreeResult, Cost> {
        let Node { state, cache, g, parent_op } = node;
        if let Err(end) = self.limits.expand(D::MAX_BRANCHING) {
            return ControlFlow::Break(self.stop(end));
        }
        if self.depth_of(g) > self.max_depth {
            return ControlFlow::Break(self.stop(End::MemoryLimit));
        }
        let next_without = self.next_threshold;
        for &op in self.domain.ops(state, parent_op) {
            self.limits.generated += 1;
            let cost = step_cost(self.domain, state, op);
            let cache = self.heuristic.step(self.domain, cache, state, op);
            let mut h = self.heuristic.h(cache);
            let f = self.priority.f(g + cost, h);
            if f <= self.threshold {
                let child = self.domain.apply(state, op);
                let result = if h == 0 && self.domain.is_goal(child) {
                    ControlFlow::Break(SubtreeResult::Goal)
                } else {
                    self.enter();
                    let result = self.raise(Node { state: child, cache, g: g + cost, parent_op: op });
                    self.leave();
                    result
                };
                match result {
                    ControlFlow::Continue(raised) => {
                        h = raised;
                        if let Err(end) = self.limits.may_continue() {
                            return ControlFlow::Break(self.stop(end));
                        }
                    }
                    ControlFlow::Break(result) => {
                        if result == SubtreeResult::Goal {
                            self.path.push(op);
                        }
                        return ControlFlow::Break(result);
                    }
                }
            } else {
                self.next_threshold = self.next_threshold.min(f);
            }
            let raised = h.saturating_sub(cost);
            let f = self.priority.f(g, raised);
            if f > self.threshold {
                self.next_threshold = next_without.min(f);
                return ControlFlow::Continue(raised);
            }
        }
        ControlFlow::Continue(0)
    }
}
