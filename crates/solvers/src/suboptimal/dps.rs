//! Dynamic potential search (DPS): the node with the greatest potential to be on a path within the bound.
//!
//! **What it does.** The potential of a node n is u(n) = (w `f_min` - g(n)) / h(n), where `f_min` is the least f of open: the factor by
//! which h(n) may underestimate so that a path through n costs at most w `f_min`. The node with the greatest potential is expanded,
//! of equals the one of least h. If `f_min` rises, all potentials change; nodes of equal g and h share a bucket, so buckets are compared.
//!
//! **Guarantees.** A solution costs at most w times the least cost if h is admissible. The node of `f_min` has a potential of at least 1,
//! so each expanded node has one, and its f is at most w `f_min`.
//!
//! **Counting** and **memory.** As every [bounded-suboptimal search](super).
//!
//! **Reference.** Gilon and others 2016.

use core::cmp::Ordering;

use tilebench_core::{Cost, Outcome, SearchContext, Weight};

use super::search::{self, Estimates, Rule};
use crate::best_first::WEIGHT;
use crate::{Algorithm, AnyHeuristic, Group, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct Dps;

impl SearchAlgorithm for Dps {
    const ALGORITHM: Algorithm = Algorithm {
        name: "dps",
        title: "DPS",
        summary: "Expands the node with the greatest potential (w f_min - g) / h, which changes with the least f of the open list.",
        reference: "Gilon and others 2016",
        guarantee: Guarantee::Bounded,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[&WEIGHT],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, _: &Options) -> Result<(), String> {
        search::check(domain)
    }

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        search::solve(problem, Potential { w: options.get(&WEIGHT) }, context)
    }
}

/// Greatest potential first.
struct Potential {
    w: Weight,
}

impl<D: SearchDomain> Rule<D> for Potential {
    fn group(estimates: Estimates) -> Cost {
        estimates.h
    }

    fn select(&mut self, groups: &[Group], f_min: Cost, _: Option<Cost>) -> Option<usize> {
        let bound = i64::from(f_min) * i64::from(self.w.num());
        let mut best: Option<(i64, Cost, usize)> = None;
        for (at, group) in groups.iter().enumerate() {
            let Some(f) = group.f() else { continue };
            // Of equal h, the least f has the least g.
            let slack = bound - i64::from(f - group.x) * i64::from(self.w.den());
            let is_better = best.is_none_or(|(known, h, _)| {
                let [one, other] = [(slack, h), (known, group.x)].map(|(a, b)| i128::from(a) * i128::from(b));
                // A goal has the potential infinity if it is within the bound, and both products of two goals are 0.
                match one.cmp(&other) {
                    Ordering::Equal => (group.x, known) < (h, slack),
                    order => order == Ordering::Greater,
                }
            });
            if is_better {
                best = Some((slack, group.x, at));
            }
        }
        best.map(|(_, _, at)| at)
    }
}
