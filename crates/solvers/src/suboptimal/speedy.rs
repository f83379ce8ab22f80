//! Speedy search: the node with the fewest estimated operators to the goal first.
//!
//! **What it does.** Greedy search by d instead of h. If every operator costs 1, d equals h, and it is greedy search with ties for the
//! least g. If costs differ, it finds a solution with fewer expansions than greedy search by h (Wilt and Ruml 2014), of higher cost.
//!
//! **Guarantees.** None: a path reaches the goal. No node is reopened.
//!
//! **Counting** and **memory.** As every [bounded-suboptimal search](super).
//!
//! **References.** Ruml and Do 2007; Wilt and Ruml 2014.

use tilebench_core::{Cost, Outcome, SearchContext};

use super::search::{self, Choice, Estimates, Rule};
use crate::{Algorithm, AnyHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct Speedy;

impl SearchAlgorithm for Speedy {
    const ALGORITHM: Algorithm = Algorithm {
        name: "speedy",
        title: "Speedy search",
        summary: "Expands the node with the fewest estimated moves to the goal first, whatever they cost.",
        reference: "Ruml and Do 2007",
        guarantee: Guarantee::None,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, _: &Options) -> Result<(), String> {
        search::check(domain)
    }

    fn run<D: SearchDomain>(problem: &Problem<'_, D>, _: &Options, context: &mut SearchContext<'_>) -> Outcome<D::Op> {
        search::solve(problem, LeastD, context)
    }
}

/// Least d first.
struct LeastD;

impl<D: SearchDomain> Rule<D> for LeastD {
    const REOPENS: bool = false;

    fn group(estimates: Estimates) -> Cost {
        estimates.d
    }

    fn select(&mut self, choice: Choice<'_>) -> Option<usize> {
        let open = choice.groups.iter().enumerate().filter(|(_, group)| group.f().is_some());
        open.min_by_key(|(_, group)| group.x).map(|(at, _)| at)
    }
}
