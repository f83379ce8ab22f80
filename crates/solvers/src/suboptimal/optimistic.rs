//! Optimistic search: weighted A* with a weight above the bound, and then a proof that its solution is within the bound.
//!
//! **What it does.** Until a solution is found, the node of least g + (2w - 1) h is expanded. From then on, this node is expanded if
//! its value is below the cost of the incumbent, else the node of least f. The search ends when the incumbent costs at most w `f_min`,
//! where `f_min` is the least f of open.
//!
//! **Guarantees.** A solution costs at most w times the least cost if h is admissible.
//!
//! **Counting** and **memory.** As every [bounded-suboptimal search](super).
//!
//! **Reference.** Thayer and Ruml 2008.

use tilebench_core::{Cost, Outcome, SearchContext, Weight};

use super::least_key::LeastKey;
use super::search::{self, Choice, Estimates, Rule};
use super::weighted::OptimisticWeight;
use crate::options::BOUND;
use crate::{Algorithm, AnyHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct Optimistic;

impl SearchAlgorithm for Optimistic {
    const ALGORITHM: Algorithm = Algorithm {
        name: "optimistic",
        title: "Optimistic search",
        summary: "Finds a solution with the weight 2w - 1, and then expands nodes of least f until it is proved to be within w.",
        reference: "Thayer and Ruml 2008",
        guarantee: Guarantee::Bounded,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[&BOUND],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, _: &Options) -> Result<(), String> {
        search::check(domain)
    }

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        let w = options.get(&BOUND);
        search::solve(problem, TwoPhases { w, aggressive: OptimisticWeight::new(w), groups: LeastKey::new() }, context)
    }
}

/// Least g + (2w - 1) h while it can improve the incumbent, else least f.
struct TwoPhases {
    w: Weight,
    aggressive: OptimisticWeight,
    /// The groups by g + (2w - 1) h.
    groups: LeastKey<u64>,
}

impl<D: SearchDomain> Rule<D> for TwoPhases {
    const IMPROVES: bool = true;

    fn group(estimates: Estimates) -> Cost {
        estimates.h
    }

    fn select(&mut self, choice: Choice<'_>) -> Option<usize> {
        let weight = self.aggressive;
        let (best, value) = self.groups.update(&choice, |f, h| weight.value(f, h))?;
        let Some(cost) = choice.incumbent else { return Some(best) };
        if self.w.allows(cost, choice.f_min) {
            return None;
        }
        Some(if value < weight.den * u64::from(cost) { best } else { choice.first })
    }

    fn bytes(&self) -> u64 {
        self.groups.bytes()
    }
}
