//! Convex upward parabola (XUP): a priority that bounds suboptimality by w and demands more accuracy near the goal.
//!
//! **What it does.** Best-first search with the priority
//! Phi = (g + h + sqrt((g + h)^2 + 4 w (w - 1) h^2)) / (2w). Priorities are compared exactly, without rounding.
//!
//! **Guarantees.** A solution costs at most w times the least cost if h is admissible. Paths found near the start may be worse than
//! w times optimal, those near the goal are nearly optimal.
//!
//! **Counting** and **memory.** As every [bounded-suboptimal search](super).
//!
//! **Reference.** Chen and Sturtevant 2019.

use tilebench_core::{Outcome, SearchContext, Weight};

use super::phi::{LeastPhi, Surd};
use super::search;
use crate::options::BOUND;
use crate::{Algorithm, AnyHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct Xup;

impl SearchAlgorithm for Xup {
    const ALGORITHM: Algorithm = Algorithm {
        name: "xup",
        title: "XUP",
        summary: "Best-first search by a convex priority that allows more suboptimality near the start than near the goal.",
        reference: "Chen and Sturtevant 2019",
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
        search::solve(problem, LeastPhi::new(move |g, h| phi(w, g, h)), context)
    }
}

/// Phi times 2 num, for w = num / den.
fn phi(w: Weight, g: u128, h: u128) -> Surd {
    let (num, den) = (u128::from(w.num()), u128::from(w.den()));
    let f = den * (g + h);
    Surd::new(f, f * f + 4 * num * (num - den) * h * h)
}

#[cfg(test)]
mod tests {
    use core::cmp::Ordering;

    use super::*;

    #[test]
    fn the_priority_is_h_at_the_start_and_g_over_w_at_the_goal() {
        for w in ["1", "1.2", "2", "5"] {
            let w: Weight = w.parse().unwrap();
            for cost in [0, 1, 7, 53] {
                assert_eq!(phi(w, 0, cost).cmp(&Surd::new(2 * u128::from(w.num()) * cost, 0)), Ordering::Equal);
                assert_eq!(phi(w, cost, 0).cmp(&Surd::new(2 * u128::from(w.den()) * cost, 0)), Ordering::Equal);
            }
        }
    }
}
