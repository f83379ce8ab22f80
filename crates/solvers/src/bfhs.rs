//! Breadth-first heuristic search with divide-and-conquer reconstruction of the path, iterated with a growing bound.
//!
//! **What it does.** The iterations of [`bfidastar`](crate::bfida), which expand the same nodes, but in memory for three layers and
//! one relay layer: the last two layers are enough to find duplicates. Beyond the relay layer, which is at three quarters of the
//! threshold, each node knows its ancestor there. When the goal is reached, the path is divided at this ancestor, and each part is
//! found by the same search under the same threshold from one end to the other, with its relay layer in the middle, until a part is
//! one operator.
//!
//! **Guarantees.** Shortest paths if the heuristic is admissible. It need not be consistent: a search of a part finds a path of the
//! same length, because each node of the divided path is within the threshold.
//!
//! **Counting.** As `bfidastar`, plus the nodes of the searches that reconstruct the path. The layer in which a part ends is expanded
//! to its end.
//!
//! **Memory.** Three layers of one iteration, the last with its duplicates, and the relay layer. A node takes 12 bytes for states of up to
//! 64 bits, 20 for larger ones, and memos as in `bfidastar`.
//!
//! **Deviations from the paper.** The authors search for the parts with a heuristic of their own ends, which prunes more, and which a
//! pattern database does not have.
//!
//! **Reference.** Zhou and Hansen 2006.

use tilebench_core::{Cost, Domain, Heuristic, Outcome, SearchContext, StateKey, Termination};

use crate::bfida::{
    LayerMemo, LayerNode, LayerSearch, Layered, LayeredSearch, Reached, ReachedTarget, RelayNode, Target, layered,
};
use crate::{Algorithm, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct Bfhs;

impl SearchAlgorithm for Bfhs {
    const ALGORITHM: Algorithm = Algorithm {
        name: "bfhs",
        title: "BFHS",
        summary: "BFIDA* in memory for a few layers; the path is divided at a relay layer and searched for again part by part.",
        reference: "Zhou and Hansen 2006",
        guarantee: Guarantee::Optimal,
        informed: true,
        consistent: false,
        unit_cost: true,
        bound: None,
        options: &[],
    };

    fn run<D: SearchDomain>(problem: &Problem<'_, D>, _: &Options, context: &mut SearchContext<'_>) -> Outcome<D::Op> {
        solve(problem.domain, problem.erased, problem.start, context)
    }
}

/// Searches for a shortest path from `start` to a goal.
pub fn solve<D: Domain, H: Heuristic<D>>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    layered::solve::<Bfhs, D, H>(domain, heuristic, start, context)
}

impl Layered for Bfhs {
    type Node<K: StateKey> = RelayNode<K>;

    fn path<D: Domain, H: Heuristic<D>, M: LayerMemo>(
        search: &mut LayeredSearch<'_, Self, D, H, M>,
        start: D::State,
        goal: ReachedTarget<D::State>,
    ) -> Result<Vec<D::Op>, Termination> {
        let mut path = Vec::new();
        search.reconstruct(start, 0, goal, &mut path)?;
        Ok(path)
    }
}

/// A search that keeps the layers that are needed to find duplicates, and a relay layer.
pub(crate) type RelaySearch<'a, D, H, M, R = ()> = LayerSearch<'a, D, H, RelayNode<<D as Domain>::Key>, M, R>;

impl<D: Domain, H: Heuristic<D>, M: LayerMemo, R: Reached<D>> RelaySearch<'_, D, H, M, R> {
    /// Appends the operators of a path from a state of this `g` to the target that the last search from there reached.
    pub(crate) fn reconstruct(
        &mut self,
        from: D::State,
        g: Cost,
        to: ReachedTarget<D::State>,
        path: &mut Vec<D::Op>,
    ) -> Result<(), Termination> {
        if to.g <= g + 1 {
            path.extend(self.operator(from, to.state));
            return Ok(());
        }
        match self.relay(to) {
            Some((relay, relay_g)) => {
                self.find(from, g, relay, relay_g, path)?;
                self.find(relay, relay_g, to.state, to.g, path)
            }
            // The target is not beyond the relay layer.
            None => self.find(from, g, to.state, to.g, path),
        }
    }

    /// Appends the operators of a path between two states that are on a path within the threshold.
    pub(crate) fn find(
        &mut self,
        from: D::State,
        g: Cost,
        to: D::State,
        to_g: Cost,
        path: &mut Vec<D::Op>,
    ) -> Result<(), Termination> {
        if to_g <= g + 1 {
            path.extend(self.operator(from, to));
            return Ok(());
        }
        let reached = self.search(from, g, Target::State(to), g.midpoint(to_g))?;
        self.reconstruct(from, g, reached.expect("a path within the threshold leads to the state"), path)
    }

    /// The relay ancestor of a target and its g, if the target is beyond the relay layer.
    fn relay(&self, target: ReachedTarget<D::State>) -> Option<(D::State, Cost)> {
        let relay_g = self.relay_g();
        (relay_g < target.g).then(|| (self.domain.unpack(self.relay_node(target.relay).key()), relay_g))
    }

    /// The operator from a state to the next one; none if both are the same.
    fn operator(&self, from: D::State, to: D::State) -> Option<D::Op> {
        let domain = self.domain;
        domain.ops(from, domain.root_op(from)).iter().copied().find(|&op| domain.apply(from, op) == to)
    }
}
