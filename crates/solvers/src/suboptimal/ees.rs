//! Explicit estimation search (EES): bounds by an admissible estimate, guidance by one that may overestimate.
//!
//! **What it does.** Besides f = g + h, a node n has the estimates f^(n) = g(n) + h^(n) and d^(n), which correct h and d by the mean
//! errors of single steps so far. Three nodes are candidates: A, of least d^ among those with f^ at most w times the least f^; B, of
//! least f^; and C, of least f. The search expands A if f^(A) <= w f(C), else B if f^(B) <= w f(C), else C.
//!
//! **Correction.** The error of a step from p to its best successor c is h(c) + cost - h(p) in cost and d(c) + 1 - d(p) in moves. With
//! the means e and e' of both over all expansions, d^ = d / (1 - e') and h^ = h + d^ e (the global errors of Thayer and others 2011b).
//! They are ratios of integers, and all comparisons are exact. If the mean errors are large, as those of Manhattan distance are, f^ of
//! most nodes exceeds the bound for a small w. Then the search expands nodes of least f, as A* does.
//!
//! **Guarantees.** A solution costs at most w times the least cost if h is admissible.
//!
//! **Counting** and **memory.** As every [bounded-suboptimal search](super).
//!
//! **Reference.** Thayer and Ruml 2011.

use tilebench_core::{Cost, Outcome, SearchContext, Weight};

use super::search::{self, Choice, Estimates, Rule};
use crate::best_first::WEIGHT;
use crate::{Algorithm, AnyHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct Ees;

impl SearchAlgorithm for Ees {
    const ALGORITHM: Algorithm = Algorithm {
        name: "ees",
        title: "EES",
        summary: "Expands the node nearest to the goal of those that corrected estimates place within w, and proves the bound by f.",
        reference: "Thayer and Ruml 2011",
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
        search::solve(problem, ExplicitEstimation { w: options.get(&WEIGHT), steps: 0, cost: 0, moves: 0 }, context)
    }
}

/// The three nodes that may be expanded, by the errors so far.
struct ExplicitEstimation {
    w: Weight,
    /// The number of steps, and the sums of their errors.
    steps: i64,
    cost: i64,
    moves: i64,
}

/// The factors of f and d in f^ = f + d s / (n - s').
#[derive(Clone, Copy)]
struct Correction {
    f: u64,
    d: u64,
}

impl Correction {
    /// f^ of a node, in the units of the correction.
    #[inline]
    fn corrected_f(self, f: Cost, d: Cost) -> u128 {
        u128::from(f) * u128::from(self.f) + u128::from(d) * u128::from(self.d)
    }
}

impl ExplicitEstimation {
    /// The correction for n steps with the sums s and s' of their errors, in units of 1 / (`scale` (n - s')). The divisor is at
    /// least 1, which stands for a heuristic that loses a move with every step.
    #[inline]
    fn correction(&self, scale: u32) -> Correction {
        let scale = u64::from(scale);
        let divisor = (self.steps - self.moves).max(1).unsigned_abs();
        Correction { f: scale * divisor, d: scale * self.cost.max(0).unsigned_abs() }
    }
}

impl<D: SearchDomain> Rule<D> for ExplicitEstimation {
    const LEARNS: bool = true;

    fn group(estimates: Estimates) -> Cost {
        estimates.d
    }

    fn select(&mut self, Choice { groups, f_min, first, .. }: Choice<'_>) -> Option<usize> {
        let correction = self.correction(1);
        let (mut least, mut best_f_hat, mut d) = (u128::MAX, None, 0);
        for (at, group) in groups.iter().enumerate() {
            let Some(f) = group.f() else { continue };
            let value = correction.corrected_f(f, group.x);
            if value < least || (value == least && group.x < d) {
                (least, best_f_hat, d) = (value, Some(at), group.x);
            }
        }
        // A value is within w = num / den of another if den times the one is at most num times the other.
        let num = u128::from(self.w.num());
        let bound = num * correction.corrected_f(f_min, 0);
        let scaled = self.correction(self.w.den());
        let (mut nearest, mut best_d_hat) = (Cost::MAX, None);
        for (at, group) in groups.iter().enumerate() {
            let Some(f) = group.f().filter(|_| group.x < nearest) else { continue };
            let value = scaled.corrected_f(f, group.x);
            if value <= num * least {
                (nearest, best_d_hat) = (group.x, Some((value, at)));
            }
        }
        if let Some((_, best_d_hat)) = best_d_hat.filter(|(value, _)| *value <= bound) {
            return Some(best_d_hat);
        }
        let is_within = u128::from(self.w.den()) * least <= bound;
        if is_within { best_f_hat } else { Some(first) }
    }

    fn learn(&mut self, parent: Estimates, cost: Cost, best: Estimates) {
        self.steps += 1;
        self.cost += i64::from(best.h) + i64::from(cost) - i64::from(parent.h);
        self.moves += i64::from(best.d) + 1 - i64::from(parent.d);
    }
}
