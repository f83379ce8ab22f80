//! NBS: near-optimal bidirectional search.
//!
//! **What it does.** A pair of open nodes, u forward and v backward, proves that no solution through both is cheaper than
//! lb(u, v) = max(f(u), f(v), g(u) + g(v) + e), where e is the least cost of an operator. NBS chooses a pair of least lb, and
//! expands both nodes. The least lb of all pairs is a lower bound on the cost of a solution; the search ends when it reaches the
//! cost of the incumbent.
//!
//! **Guarantees.** Paths of least cost with admissible heuristics; closed nodes are reopened if they are inconsistent. With consistent
//! ones at most twice the nodes of a minimum vertex cover of the must-expand graph are expanded before the bound is the least cost: every
//! algorithm that proves a solution from such pairs alone expands one node of each pair. Nodes that are expanded together are pairs
//! too, one forward and one backward each.
//!
//! **Counting.** As everywhere. With `tie = "published"`, e is 0 and the expansions are those of the program of Sewell and Jacobson
//! 2021.
//!
//! **Memory.** As every [bidirectional search](super); an entry of the open list is first among the waiting, then among the ready.
//!
//! **Reference.** Chen and others 2017.

use tilebench_core::{Cost, Domain, Heuristic, Observer, Outcome, SearchContext, Termination};

use super::options::{TIE, Tie};
use super::run::{self, BidirectionalSearch};
use super::search::{Direction, Estimates, Peculiarities, Pruning, Rule, Search};
use crate::store::NodeStore;
use crate::{
    Algorithm, AnyHeuristic, ExpansionBound, Guarantee, OpenList, Options, Problem, SearchAlgorithm, SearchDomain,
    TwoLevelList,
};

/// The algorithm.
#[derive(Debug)]
pub struct Nbs;

impl SearchAlgorithm for Nbs {
    const ALGORITHM: Algorithm = Algorithm {
        name: "nbs",
        title: "NBS",
        summary: "Searches from both ends by pairs of nodes; until its bound is the least cost, expands at most twice the nodes that any such search with a consistent h must.",
        reference: "Chen and others 2017",
        guarantee: Guarantee::Optimal,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: Some(ExpansionBound::Cover),
        options: &[&TIE],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, _: &Options) -> Result<(), String> {
        run::check(domain)
    }

    fn looks_up_start(_: &Options) -> bool {
        true
    }

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        let tie = options.get(&TIE);
        let (min_cost, divisor) = match tie {
            Tie::Fast => (problem.domain.min_cost(), problem.domain.cost_gcd()),
            Tie::Published => (0, 1),
        };
        run::solve(problem, tie, Pairs { min_cost }, Pruning { divisor, keeps_equal: false }, context)
    }
}

/// Pairs of least lower bound.
struct Pairs {
    /// The least cost of an operator.
    min_cost: Cost,
}

impl Rule for Pairs {
    const BOTH_ESTIMATES: bool = false;
    const REOPENS: bool = true;
    const PUBLISHED: Peculiarities = Peculiarities { meets_early: true, pops_stale: true };

    fn order(&self, _: Direction, g: Cost, h: Estimates) -> u64 {
        TwoLevelList::<()>::order(g + h.own, g)
    }
}

impl BidirectionalSearch for Pairs {
    type List<R: Copy, L: OpenList<R>> = TwoLevelList<L>;

    fn list<R: Copy, L: OpenList<R>>(level: impl Fn() -> L) -> TwoLevelList<L> {
        TwoLevelList::new(level(), level())
    }

    fn search<D: SearchDomain, H: Heuristic<D>, S: NodeStore<D>, L: OpenList<S::Ref>>(
        search: &mut Search<'_, D, H, S, TwoLevelList<L>, Self>,
        observer: &mut dyn Observer,
    ) -> Result<(), Termination> {
        let mut bound = u64::from(search.max_h0().max(1));
        loop {
            let Some(pairs) = best_pairs(search, &mut bound)? else { return Ok(()) };
            search.raise_bound(bound, observer);
            if search.is_proved() {
                return Ok(());
            }
            search.expand(Direction::Forward, pairs, observer)?;
            search.expand(Direction::Backward, pairs, observer)?;
        }
    }
}

/// Raises `bound` to the least lower bound of a pair; returns the number of pairs that are next, `None` if a direction has no open
/// node.
fn best_pairs<D: Domain, H: Heuristic<D>, S: NodeStore<D>, L: OpenList<S::Ref>>(
    search: &mut Search<'_, D, H, S, TwoLevelList<L>, Pairs>,
    bound: &mut u64,
) -> Result<Option<usize>, Termination> {
    let Search { forward, backward, limits, rule, .. } = search;
    while forward.lists.open.min_waiting_f().is_some_and(|f| f < *bound) {
        forward.release(limits)?;
    }
    while backward.lists.open.min_waiting_f().is_some_and(|f| f < *bound) {
        backward.release(limits)?;
    }
    loop {
        let g = [forward.first(), backward.first()].map(|order| order.map(|order| order >> 32));
        let f = [forward.lists.open.min_waiting_f(), backward.lists.open.min_waiting_f()];
        if (g[0].or(f[0])).is_none() || (g[1].or(f[1])).is_none() {
            return Ok(None);
        }
        let sum = if let [Some(forward), Some(backward)] = g {
            Some(forward + backward + u64::from(rule.min_cost))
        } else {
            None
        };
        if sum.is_some_and(|sum| sum <= *bound) {
            return Ok(Some(forward.lists.next.len().min(backward.lists.next.len())));
        }
        if f[0].is_some_and(|f| f <= *bound) {
            forward.release(limits)?;
        } else if f[1].is_some_and(|f| f <= *bound) {
            backward.release(limits)?;
        } else {
            *bound =
                [f[0], f[1], sum].into_iter().flatten().min().expect("a node waits, or is ready in both directions");
        }
    }
}
