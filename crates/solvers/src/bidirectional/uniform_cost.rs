//! Bidirectional uniform-cost search: breadth-first search from both ends if every operator costs 1.
//!
//! **What it does.** Both directions expand nodes of least g, and the one with fewer open nodes is expanded. A solution that is not
//! found yet costs at least the sum of the least g of both directions and the least cost of an operator.
//!
//! **Guarantees.** Paths of least cost; no heuristic is used.
//!
//! **Counting.** As everywhere.
//!
//! **Memory.** As every [bidirectional search](super).
//!
//! **Reference.** Pohl 1971.

use tilebench_core::{Cost, Heuristic, Observer, Outcome, SearchContext, Termination};

use super::options::Tie;
use super::run::{self, BidirectionalSearch};
use super::search::{Direction, Estimates, Pruning, Rule, Search};
use crate::store::NodeStore;
use crate::{Algorithm, AnyHeuristic, Guarantee, OpenList, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct BidirectionalBreadthFirst;

impl SearchAlgorithm for BidirectionalBreadthFirst {
    const ALGORITHM: Algorithm = Algorithm {
        name: "bfs-bidirectional",
        title: "Bidirectional breadth-first",
        summary: "Searches breadth-first from both ends, always the one with fewer open nodes.",
        reference: "Pohl 1971",
        guarantee: Guarantee::Optimal,
        informed: false,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, _: &Options) -> Result<(), String> {
        run::check(domain)
    }

    fn run<D: SearchDomain>(problem: &Problem<'_, D>, _: &Options, context: &mut SearchContext<'_>) -> Outcome<D::Op> {
        let rule = ByG { min_cost: problem.domain.min_cost() };
        let pruning = Pruning { divisor: problem.domain.cost_gcd(), keeps_equal: false };
        Outcome { h0: None, ..run::solve(problem, Tie::Fast, rule, pruning, context) }
    }
}

/// Least g.
struct ByG {
    /// The least cost of an operator.
    min_cost: Cost,
}

impl Rule for ByG {
    const BOTH_ESTIMATES: bool = false;
    const REOPENS: bool = false;

    fn order(&self, _: Direction, g: Cost, _: Estimates) -> u64 {
        u64::from(g) << 32
    }
}

impl BidirectionalSearch for ByG {
    type List<R: Copy, L: OpenList<R>> = L;

    fn list<R: Copy, L: OpenList<R>>(level: impl Fn() -> L) -> L {
        level()
    }

    fn search<D: SearchDomain, H: Heuristic<D>, S: NodeStore<D>, L: OpenList<S::Ref>>(
        search: &mut Search<'_, D, H, S, L, Self>,
        observer: &mut dyn Observer,
    ) -> Result<(), Termination> {
        while let (Some(forward), Some(backward)) = (search.forward.first(), search.backward.first()) {
            search.raise_bound((forward >> 32) + (backward >> 32) + u64::from(search.rule.min_cost), observer);
            if search.is_proved() {
                break;
            }
            let is_forward = search.forward.open_nodes <= search.backward.open_nodes;
            let direction = if is_forward { Direction::Forward } else { Direction::Backward };
            search.expand(direction, usize::MAX, observer)?;
        }
        Ok(())
    }
}
