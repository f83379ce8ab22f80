//! Explicit estimation search (EES): bounds by an admissible estimate, guidance by one that may overestimate.
//!
//! **What it does.** Besides f = g + h, a node n has the estimates f^(n) = g(n) + h^(n) and d^(n), which correct h and d by the mean
//! errors of single steps so far. Three nodes are candidates: `best_f` has the least f, `best_f^` the least f^, and `best_d^` the least
//! d^ of those whose f^ is within w of the least. The search expands `best_d^` if its f^ is within w of the least f. Else it expands
//! `best_f^` if its f^ is, else `best_f`.
//!
//! **Correction.** The error of a step from p to its best successor c is h(c) + cost - h(p) in cost and d(c) + 1 - d(p) in moves. With
//! the means `e_h` and `e_d` over all expansions, d^ = d / (1 - `e_d`) and h^ = h + d^ `e_h` (the global errors of Thayer and others 2011). They
//! are ratios of integers, and all comparisons are exact.
//!
//! **Guarantees.** A solution costs at most w times the least cost if h is admissible.
//!
//! **Counting** and **memory.** As every [bounded-suboptimal search](super).
//!
//! **Reference.** Thayer and Ruml 2011.

use tilebench_core::{Cost, Outcome, SearchContext, Weight};

use super::search::{self, Estimates, Rule};
use super::weighted::group_of_f;
use crate::best_first::WEIGHT;
use crate::{Algorithm, AnyHeuristic, Group, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

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

impl ExplicitEstimation {
    /// f^ = f + d `s_h` / (n - `s_d`) in units of 1 / (n - `s_d`), for n steps with the sums `s_h` and `s_d` of their errors.
    #[inline]
    fn corrected_f(&self, f: Cost, d: Cost) -> u128 {
        u128::from(f) * u128::from(self.denominator()) + u128::from(d) * u128::from(self.cost.max(0).unsigned_abs())
    }

    /// n - `s_d`; at least 1, which stands for a heuristic that loses a move with every step.
    #[inline]
    fn denominator(&self) -> u64 {
        (self.steps - self.moves).max(1).unsigned_abs()
    }

    /// Whether `corrected` is within w of `bound`.
    #[inline]
    fn allows(&self, corrected: u128, bound: u128) -> bool {
        corrected * u128::from(self.w.den()) <= bound * u128::from(self.w.num())
    }
}

impl<D: SearchDomain> Rule<D> for ExplicitEstimation {
    const LEARNS: bool = true;

    fn group(estimates: Estimates) -> Cost {
        estimates.d
    }

    fn select(&mut self, groups: &[Group], f_min: Cost, _: Option<Cost>) -> Option<usize> {
        let corrected = |group: &Group| group.f().map(|f| self.corrected_f(f, group.x));
        let (least, _, best_f_hat) =
            (0..).zip(groups).filter_map(|(at, group)| Some((corrected(group)?, group.x, at))).min()?;
        let within = (0..)
            .zip(groups)
            .filter(|(_, group)| corrected(group).is_some_and(|value| self.allows(value, least)))
            .min_by_key(|(_, group)| group.x);
        let bound = u128::from(f_min) * u128::from(self.denominator());
        if let Some((best_d_hat, group)) = within
            && corrected(group).is_some_and(|value| self.allows(value, bound))
        {
            return Some(best_d_hat);
        }
        if self.allows(least, bound) { Some(best_f_hat) } else { group_of_f(groups, f_min) }
    }

    fn learn(&mut self, parent: Estimates, cost: Cost, best: Estimates) {
        self.steps += 1;
        self.cost += i64::from(best.h) + i64::from(cost) - i64::from(parent.h);
        self.moves += i64::from(best.d) + 1 - i64::from(parent.d);
    }
}
