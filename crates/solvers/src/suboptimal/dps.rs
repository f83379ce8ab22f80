//! Dynamic potential search (DPS): the node with the greatest potential to be on a path within the bound.
//!
//! **What it does.** The potential of a node n is u(n) = (w `f_min` - g(n)) / h(n), where `f_min` is the least f of open: the factor by
//! which h(n) may underestimate so that a path through n costs at most w `f_min`. The node with the greatest potential is expanded,
//! of equals the one of least h. If `f_min` rises, all potentials change and are computed again: one per value of h, since nodes of
//! equal g and h share a bucket.
//!
//! **Guarantees.** A solution costs at most w times the least cost if h is admissible. The node of `f_min` has a potential of at least 1,
//! so each expanded node has one, and its f is at most w `f_min`.
//!
//! **Counting** and **memory.** As every [bounded-suboptimal search](super).
//!
//! **Reference.** Gilon and others 2016.

use core::cmp::Ordering;

use tilebench_core::{Cost, Outcome, SearchContext, Weight};

use super::least_key::LeastKey;
use super::search::{self, Choice, Estimates, Rule};
use crate::options::BOUND;
use crate::{Algorithm, AnyHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

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
        search::solve(problem, GreatestPotential { w: options.get(&BOUND), f_min: 0, groups: LeastKey::new() }, context)
    }
}

/// Greatest potential first.
struct GreatestPotential {
    w: Weight,
    /// The least f of open for which the potentials were computed.
    f_min: Cost,
    groups: LeastKey<Potential>,
}

/// The potential of a node, `slack / h` in units of 1 / den of the weight. The greatest is the least key.
#[derive(Clone, Copy, Debug)]
struct Potential {
    slack: i64,
    h: Cost,
}

impl Potential {
    /// A goal has the potential infinity if it is within the bound, else negative infinity.
    fn infinity(self) -> Option<bool> {
        (self.h == 0).then_some(self.slack >= 0)
    }
}

impl PartialEq for Potential {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Potential {}

impl Ord for Potential {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.infinity(), other.infinity()) {
            (None, None) => {
                let products = [(self, other), (other, self)].map(|(a, b)| i128::from(a.slack) * i128::from(b.h));
                products[1].cmp(&products[0])
            }
            (Some(one), Some(another)) => another.cmp(&one),
            (Some(is_positive), None) => {
                if is_positive {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
            (None, Some(is_positive)) => {
                if is_positive {
                    Ordering::Greater
                } else {
                    Ordering::Less
                }
            }
        }
    }
}

impl PartialOrd for Potential {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<D: SearchDomain> Rule<D> for GreatestPotential {
    fn group(estimates: Estimates) -> Cost {
        estimates.h
    }

    fn select(&mut self, choice: Choice<'_>) -> Option<usize> {
        let (bound, den) = (i64::from(choice.f_min) * i64::from(self.w.num()), i64::from(self.w.den()));
        // Of equal h, the least f has the least g.
        let potential = |f: Cost, h: Cost| Potential { slack: bound - i64::from(f - h) * den, h };
        let first = if choice.f_min == self.f_min {
            self.groups.update(&choice, potential)
        } else {
            self.f_min = choice.f_min;
            self.groups.rebuild(&choice, potential)
        };
        first.map(|(at, _)| at)
    }

    fn bytes(&self) -> u64 {
        self.groups.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greater_potentials_come_first_and_goals_within_the_bound_before_all() {
        let potential = |slack, h| Potential { slack, h };
        let sorted =
            [potential(0, 0), potential(9, 3), potential(5, 2), potential(0, 4), potential(-1, 9), potential(-1, 0)];
        assert!(sorted.is_sorted());
        assert!(sorted.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(potential(4, 2).cmp(&potential(6, 3)), Ordering::Equal);
    }
}
