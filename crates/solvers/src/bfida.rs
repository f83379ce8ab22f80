//! Breadth-first iterative-deepening A*.
//!
//! **What it does.** Breadth-first searches that leave out states whose f = g + h exceeds a threshold; the
//! first threshold is the start's f, each further one the least f that exceeded the last. The states of a
//! layer are sorted, so that each is expanded once, and those of the last two layers are taken out of the
//! next. No state of an earlier layer is generated again: each of its neighbours is in its own or an
//! adjacent layer or exceeds the threshold, and does so later too.
//!
//! **Guarantees.** Shortest paths if the heuristic is admissible. It need not be consistent.
//!
//! **Counting.** Summed over iterations, the start counted once. A state has several parents and does
//! not know them, so the moves that lead back are produced and counted too. The layer in which the goal
//! is generated is expanded to its end; the goal's own is not. Every successor is evaluated, and every
//! state once more when it is expanded. `peak_open` is the maximum number of states of a layer and the
//! next.
//!
//! **Memory.** The states of one iteration, one key per state: 8 bytes for states of up to 64 bits, 16 for
//! larger ones, and the successors of one layer, duplicates included. The layers are kept for the path. The states of
//! the last layer and their successors have 4 more bytes if the heuristic has memos, as pattern databases of at most
//! eight patterns do: an expanded state is evaluated from its memo, without reading their tables again.
//!
//! **Deviations from the paper.** It frees layers and finds the path by searching again from a relay layer, as
//! [`bfhs`](crate::bfhs) does.
//!
//! **References.** Zhou and Hansen 2006; Reinefeld and Schütt 2009. So counted, with pattern databases,
//! it expands the nodes of Döbbelin and others 2013.

mod layer_node;
mod layer_search;
pub(crate) mod layered;
mod successor;

use tilebench_core::{Domain, Heuristic, Outcome, SearchContext, StateKey, Termination};

use self::layer_node::StateNode;
pub(crate) use self::layer_node::{LayerNode, RelayNode};
pub(crate) use self::layer_search::{LayerSearch, Reached, ReachedTarget, Target};
pub(crate) use self::layered::{Layered, LayeredSearch};
pub(crate) use self::successor::LayerMemo;
use crate::{Algorithm, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct BfidaStar;

impl SearchAlgorithm for BfidaStar {
    const ALGORITHM: Algorithm = Algorithm {
        name: "bfidastar",
        title: "BFIDA*",
        summary: "Breadth-first iterations with a growing bound on f = g + h; each state of a layer is expanded once.",
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
    layered::solve::<BfidaStar, D, H>(domain, heuristic, start, context)
}

impl Layered for BfidaStar {
    type Node<K: StateKey> = StateNode<K>;

    /// Backwards from layer to layer: the goal is a successor of the last one.
    fn path<D: Domain, H: Heuristic<D>, M: LayerMemo>(
        search: &mut LayeredSearch<'_, Self, D, H, M>,
        _: D::State,
        goal: ReachedTarget<D::State>,
    ) -> Result<Vec<D::Op>, Termination> {
        let domain = search.domain;
        let mut path = Vec::new();
        let mut state = goal.state;
        for layer in search.layers.iter().rev() {
            let back = domain.ops(state, domain.root_op(state)).iter().find_map(|&op| {
                let parent = domain.apply(state, op);
                let key = domain.pack(parent);
                layer.binary_search_by_key(&key, |node| node.key()).is_ok().then_some((parent, op))
            });
            let (parent, op) = back.expect("every node of a layer has a parent in the one before");
            path.push(domain.inverse(op));
            state = parent;
        }
        path.reverse();
        Ok(path)
    }
}
