//! BAE*: bidirectional search by the error of the opposite heuristic.
//!
//! **What it does.** The priority of a node n of the direction forward is b(n) = f(n) + d(n), where d(n) = g(n) - h'(n) is the
//! amount by which h', the heuristic backward, underestimates the cost from the start to n; backward likewise. The direction with the
//! smaller least b is expanded, of equals the one with fewer open nodes. No solution that is not found yet is cheaper than half the
//! sum of the least b of both directions, so the search ends when that bound reaches the cost of the incumbent.
//!
//! **Guarantees.** Paths of least cost with consistent heuristics, which are required: only then no node is expanded twice, and the
//! bound holds. The option `rounding` raises the bound to the next cost that a solution can have: costs of paths between two states
//! differ by a multiple of a divisor (2 for sliding tiles of unit cost).
//!
//! **Counting.** As everywhere. Each node is evaluated by both heuristics, which counts once. With `tie = "published"`, the
//! expansions are those of the program of Sewell and Jacobson 2021, who call the algorithm DIBBS.
//!
//! **Memory.** As every [bidirectional search](super).
//!
//! **References.** Sadhukhan 2012; Sewell and Jacobson 2021; rounding: Alcázar and others 2020.

use tilebench_core::{Cost, Heuristic, Observer, Outcome, SearchContext, Termination};

use super::options::{TIE, Tie};
use super::run::{self, BidirectionalSearch};
use super::search::{Direction, Estimates, Pruning, Rule, Search};
use crate::options::{OptionSpec, ValueParser};
use crate::store::NodeStore;
use crate::{
    Algorithm, AnyHeuristic, ExpansionBound, Guarantee, OpenList, Options, Problem, SearchAlgorithm, SearchDomain,
};

/// The algorithm.
#[derive(Debug)]
pub struct BaeStar;

/// The rounding of the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounding {
    /// To the next cost that a solution can have; to an integer if `tie = "published"`.
    Auto,
    /// To the next cost that a solution can have.
    Divisor,
    /// To the next integer.
    Integer,
}

/// The rounding of the bound.
pub(super) static ROUNDING: OptionSpec<Rounding> = OptionSpec {
    name: "rounding",
    former: None,
    values: "auto, divisor or integer",
    default: "auto",
    summary: "Whether the lower bound is rounded up to the next cost that a solution can have, by the divisor of the differences \
              of path costs, or to the next integer; auto is integer if tie is published.",
    parser: ValueParser::OneOf(&[
        ("auto", Rounding::Auto),
        ("divisor", Rounding::Divisor),
        ("integer", Rounding::Integer),
    ]),
};

impl SearchAlgorithm for BaeStar {
    const ALGORITHM: Algorithm = Algorithm {
        name: "baestar",
        title: "BAE*",
        summary: "Searches from both ends; f plus the error of the opposite heuristic orders nodes and bounds the cost.",
        reference: "Sadhukhan 2012",
        guarantee: Guarantee::Optimal,
        informed: true,
        consistent: true,
        unit_cost: false,
        bound: Some(ExpansionBound::Cover),
        options: &[&TIE, &ROUNDING],
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
        let by_divisor = match options.get(&ROUNDING) {
            Rounding::Auto => tie == Tie::Fast,
            Rounding::Divisor => true,
            Rounding::Integer => false,
        };
        let divisor = if by_divisor { problem.domain.cost_gcd() } else { 1 };
        let pruning = Pruning { divisor, keeps_equal: tie == Tie::Published };
        run::solve(problem, tie, Bae, pruning, context)
    }
}

/// Least b = 2 g + h - h of the opposite direction, then least g.
struct Bae;

impl Rule for Bae {
    const BOTH_ESTIMATES: bool = true;
    const REOPENS: bool = false;

    fn order(&self, _: Direction, g: Cost, h: Estimates) -> u64 {
        // The opposite estimate is at most g if it is admissible.
        let b = (2 * g + h.own).saturating_sub(h.opposite);
        u64::from(b) << 32 | u64::from(g)
    }
}

impl BidirectionalSearch for Bae {
    type List<R: Copy, L: OpenList<R>> = L;

    fn list<R: Copy, L: OpenList<R>>(level: impl Fn() -> L) -> L {
        level()
    }

    fn search<D: SearchDomain, H: Heuristic<D>, S: NodeStore<D>, L: OpenList<S::Ref>>(
        search: &mut Search<'_, D, H, S, L, Self>,
        observer: &mut dyn Observer,
    ) -> Result<(), Termination> {
        while let (Some(forward), Some(backward)) = (search.forward.first(), search.backward.first()) {
            let (forward, backward) = (forward >> 32, backward >> 32);
            search.raise_bound((forward + backward).div_ceil(2), observer);
            if search.is_proved() {
                break;
            }
            let is_smaller = search.forward.open_nodes <= search.backward.open_nodes;
            let is_forward = forward < backward || (forward == backward && is_smaller);
            let direction = if is_forward { Direction::Forward } else { Direction::Backward };
            search.expand(direction, usize::MAX, observer)?;
        }
        Ok(())
    }
}
