//! A*-epsilon: the node nearest to the goal among those whose f is within w of the least.
//!
//! **What it does.** The focal list contains the open nodes with f <= w `f_min`, where `f_min` is the least f of open. Of these, the
//! node of least d, the estimated number of operators to the goal, is expanded; of equals, the one of least f.
//!
//! **Guarantees.** A solution costs at most w times the least cost if h is admissible: `f_min` never exceeds the least cost, and a goal
//! is popped from the focal list.
//!
//! **Counting** and **memory.** As every [bounded-suboptimal search](super).
//!
//! **Reference.** Pearl and Kim 1982.

use tilebench_core::{Cost, Outcome, SearchContext, Weight};

use super::search::{self, Choice, Estimates, Rule};
use super::weighted::within;
use crate::options::BOUND;
use crate::{Algorithm, AnyHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct AStarEpsilon;

impl SearchAlgorithm for AStarEpsilon {
    const ALGORITHM: Algorithm = Algorithm {
        name: "astar-epsilon",
        title: "A*-epsilon",
        summary: "Of the nodes whose f is within w of the least f, expands the one with the fewest estimated moves to the goal.",
        reference: "Pearl and Kim 1982",
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
        search::solve(problem, Focal { w: options.get(&BOUND) }, context)
    }
}

/// Least d within w of the least f.
struct Focal {
    w: Weight,
}

impl<D: SearchDomain> Rule<D> for Focal {
    fn group(estimates: Estimates) -> Cost {
        estimates.d
    }

    fn select(&mut self, choice: Choice<'_>) -> Option<usize> {
        let bound = within(self.w, choice.f_min);
        let focal =
            choice.groups.iter().enumerate().filter(|(_, group)| group.f().is_some_and(|f| u64::from(f) <= bound));
        focal.min_by_key(|(_, group)| group.x).map(|(at, _)| at)
    }
}
