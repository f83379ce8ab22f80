//! BS*: bidirectional A* that expands no state that the opposite direction has closed.
//!
//! **What it does.** Both directions order nodes by f, and the one with fewer open nodes is expanded (Pohl's cardinality criterion).
//! Once a solution is known, nodes whose f is not less than its cost are left out (screening and trimming). A node whose state is
//! closed in the opposite direction is closed without expansion, as its best solution is known (nipping). No solution that is not
//! found yet is cheaper than the least f of either direction.
//!
//! **Guarantees.** Paths of least cost with consistent heuristics, which are required: only then a closed node has least g.
//!
//! **Counting.** As everywhere; a node that is nipped is not expanded. Descendants of a nipped node in the opposite direction are kept
//! (no pruning in the sense of the paper), which affects counts but not costs.
//!
//! **Memory.** As every [bidirectional search](super).
//!
//! **References.** Kwa 1989; cardinality: Pohl 1971.

use tilebench_core::{Cost, Heuristic, Observer, Outcome, SearchContext, Termination};

use super::options::Tie;
use super::run::{self, BidirectionalSearch};
use super::search::{Direction, Estimates, Pruning, Rule, Search};
use crate::store::NodeStore;
use crate::{
    Algorithm, AnyHeuristic, ExpansionBound, Guarantee, OpenList, Options, Problem, SearchAlgorithm, SearchDomain,
};

/// The algorithm.
#[derive(Debug)]
pub struct BsStar;

impl SearchAlgorithm for BsStar {
    const ALGORITHM: Algorithm = Algorithm {
        name: "bsstar",
        title: "BS*",
        summary: "A* from both ends; expands no state that the opposite direction has closed.",
        reference: "Kwa 1989",
        guarantee: Guarantee::Optimal,
        informed: true,
        consistent: true,
        unit_cost: false,
        bound: Some(ExpansionBound::Cover),
        options: &[],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, _: &Options) -> Result<(), String> {
        run::check(domain)
    }

    fn looks_up_start(_: &Options) -> bool {
        true
    }

    fn run<D: SearchDomain>(problem: &Problem<'_, D>, _: &Options, context: &mut SearchContext<'_>) -> Outcome<D::Op> {
        let pruning = Pruning { divisor: problem.domain.cost_gcd(), keeps_equal: false };
        run::solve(problem, Tie::Fast, ByF, pruning, context)
    }
}

/// Least f, then greatest g.
struct ByF;

impl Rule for ByF {
    const BOTH_ESTIMATES: bool = false;
    const REOPENS: bool = false;
    const NIPS: bool = true;

    fn order(&self, _: Direction, g: Cost, h: Estimates) -> u64 {
        u64::from(g + h.own) << 32 | u64::from(!g)
    }
}

impl BidirectionalSearch for ByF {
    type List<R: Copy, L: OpenList<R>> = L;

    fn list<R: Copy, L: OpenList<R>>(level: impl Fn() -> L) -> L {
        level()
    }

    fn search<D: SearchDomain, H: Heuristic<D>, S: NodeStore<D>, L: OpenList<S::Ref>>(
        search: &mut Search<'_, D, H, S, L, Self>,
        observer: &mut dyn Observer,
    ) -> Result<(), Termination> {
        while let (Some(forward), Some(backward)) = (search.forward.first(), search.backward.first()) {
            search.raise_bound((forward >> 32).max(backward >> 32), observer);
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
