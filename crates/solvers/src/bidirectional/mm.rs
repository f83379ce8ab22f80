//! MM: bidirectional search that meets in the middle, and fractional MM, which meets elsewhere.
//!
//! **What it does.** The priority of a node n of the direction forward is max(f(n), g(n) / p + e), where p is the fraction of the way
//! that the direction goes (1/2 for MM) and e the least cost of an operator; backward likewise with 1 - p. The direction with the
//! smaller least priority C is expanded. No solution that is not found yet is cheaper than C, the least f of either direction, or the
//! sum of the least g of both and e. The search ends when one of these bounds reaches the cost of the incumbent.
//!
//! **Guarantees.** Paths of least cost C* with admissible heuristics; closed nodes are reopened if they are inconsistent. Forward no node
//! with g above p C* is expanded, backward none with g above (1 - p) C*.
//!
//! **Variants.** With `epsilon = false` e is 0 in the priority (MM of the paper, which calls the variant with e `MMe`). The heuristic `blind`
//! gives MM0.
//!
//! **Counting.** As everywhere.
//!
//! **Memory.** As every [bidirectional search](super).
//!
//! **References.** Holte and others 2016; fractions: Shaham and others 2017.

use core::fmt;

use tilebench_core::{Cost, Domain, Heuristic, Observer, Outcome, SearchContext, Termination, narrow};

use super::options::Tie;
use super::run::{self, BidirectionalSearch};
use super::search::{Direction, Estimates, Pruning, Rule, Search};
use crate::options::{OptionSpec, SWITCH, ValueParser};
use crate::store::NodeStore;
use crate::{
    Algorithm, AnyHeuristic, ExpansionBound, Guarantee, OpenList, Options, Problem, SearchAlgorithm, SearchDomain,
};

/// The algorithm.
#[derive(Debug)]
pub struct Mm;

/// The fraction of the way that the direction forward goes, strictly between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fraction {
    numerator: u32,
    denominator: u32,
}

impl Fraction {
    /// Reads a fraction such as `1/2`.
    fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
        match parts {
            Some((numerator, denominator)) if 0 < numerator && numerator < denominator && denominator <= 1000 => {
                Ok(Self { numerator, denominator })
            }
            _ => Err(format!(
                "fraction '{}' is not a ratio such as 1/2, strictly between 0 and 1 and with a denominator of at most 1000",
                tilebench_sanitize::message::excerpt(text)
            )),
        }
    }

    /// g divided by the fraction that `direction` goes, rounded up.
    fn divide(self, direction: Direction, g: Cost) -> Cost {
        let part = match direction {
            Direction::Forward => self.numerator,
            Direction::Backward => self.denominator - self.numerator,
        };
        let quotient = (u64::from(g) * u64::from(self.denominator)).div_ceil(u64::from(part));
        narrow(quotient, "the cost of a path divided by a fraction has 32 bits")
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.numerator, self.denominator)
    }
}

/// The fraction of the way that the direction forward goes.
pub(super) static FRACTION: OptionSpec<Fraction> = OptionSpec {
    name: "fraction",
    former: None,
    values: "a fraction above 0 and below 1, such as 1/3",
    default: "1/2",
    summary: "The fraction of the cost of a solution that the direction forward goes: 1/2 meets in the middle.",
    parser: ValueParser::Function(Fraction::parse),
};

/// Whether the least cost of an operator is part of the priority.
pub(super) static EPSILON: OptionSpec<bool> = OptionSpec {
    name: "epsilon",
    former: None,
    values: "true or false",
    default: "true",
    summary: "Whether the least cost of an operator is added to g divided by the fraction (MMe).",
    parser: SWITCH,
};

impl SearchAlgorithm for Mm {
    const ALGORITHM: Algorithm = Algorithm {
        name: "mm",
        title: "MM",
        summary: "Searches from both ends and meets in the middle: neither direction goes further than half of the cost.",
        reference: "Holte and others 2016",
        guarantee: Guarantee::Optimal,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: Some(ExpansionBound::Cover),
        options: &[&FRACTION, &EPSILON],
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
        let min_cost = problem.domain.min_cost();
        let epsilon = if options.get(&EPSILON) { min_cost } else { 0 };
        let middle = Middle { fraction: options.get(&FRACTION), epsilon, min_cost };
        let pruning = Pruning { divisor: problem.domain.cost_gcd(), keeps_equal: false };
        run::solve(problem, Tie::Fast, middle, pruning, context)
    }
}

/// Least max(f, g / p + e), then least g.
struct Middle {
    fraction: Fraction,
    epsilon: Cost,
    min_cost: Cost,
}

impl Rule for Middle {
    const BOTH_ESTIMATES: bool = false;
    const REOPENS: bool = true;
    const COUNTS_OPEN: bool = true;

    fn order(&self, direction: Direction, g: Cost, h: Estimates) -> u64 {
        let priority = (g + h.own).max(self.fraction.divide(direction, g) + self.epsilon);
        u64::from(priority) << 32 | u64::from(g)
    }
}

impl BidirectionalSearch for Middle {
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
            search.raise_bound(forward.min(backward).max(least_cost(search)), observer);
            if search.is_proved() {
                break;
            }
            let is_forward =
                forward < backward || (forward == backward && search.forward.open_nodes <= search.backward.open_nodes);
            let direction = if is_forward { Direction::Forward } else { Direction::Backward };
            search.expand(direction, usize::MAX, observer)?;
        }
        Ok(())
    }
}

/// The lower bound by the least f and the least g of open nodes.
fn least_cost<D: Domain, H: Heuristic<D>, S: NodeStore<D>, L: OpenList<S::Ref>>(
    search: &Search<'_, D, H, S, L, Middle>,
) -> u64 {
    let [forward, backward] = [&search.forward.counts, &search.backward.counts];
    let sum =
        forward.min_g().zip(backward.min_g()).map(|(forward, backward)| forward + backward + search.rule.min_cost);
    let least = forward.min_f().into_iter().chain(backward.min_f()).chain(sum).max();
    u64::from(least.unwrap_or(0))
}
