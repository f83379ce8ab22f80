//! Explicit estimation search (EES): bounds by an admissible estimate, guidance by one that may overestimate.
//!
//! **What it does.** Besides f = g + h, a node n has the estimates f^(n) = g(n) + h^(n) and d^(n), which correct h and d by the mean
//! errors of single steps so far. Three nodes are candidates: A, of least d^ among those with f^ at most w times the least f^; B, of
//! least f^; and C, of least f. The search expands A if f^(A) <= w f(C), else B if f^(B) <= w f(C), else C.
//!
//! **Correction.** The error of a step from p to c is h(c) + cost - h(p) in cost and d(c) + 1 - d(p) in moves. With the means e and e'
//! of both, d^ = d / (1 - e') and h^ = h + d^ e. Thayer and others 2011b take the means over the best successors of all expansions
//! (`correction = "global"`) or over the steps of the path to the node (`correction = "path"`).
//!
//! **Guarantees.** A solution costs at most w times the least cost if h is admissible.
//!
//! **Counting** and **memory.** As every [bounded-suboptimal search](super).
//!
//! **Reference.** Thayer and Ruml 2011.

mod global;
mod path;

use std::fmt::Debug;

use tilebench_core::{Cost, Outcome, SearchContext, Weight};

use self::global::GlobalErrors;
use self::path::PathErrors;
use super::search::{self, Choice, Estimates, Rule};
use crate::options::BOUND;
use crate::options::{OptionSpec, ValueParser};
use crate::{Algorithm, AnyHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The source of the errors by which estimates are corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Correction {
    /// All expansions.
    Global,
    /// The path to the node.
    Path,
}

static CORRECTION: OptionSpec<Correction> = OptionSpec {
    name: "correction",
    former: None,
    values: "global or path",
    default: "global",
    summary: "Whether h and d are corrected by the mean error of all expansions, or of the path to the node.",
    parser: ValueParser::OneOf(&[("global", Correction::Global), ("path", Correction::Path)]),
};

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
        options: &[&BOUND, &CORRECTION],
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
        match options.get(&CORRECTION) {
            Correction::Global => {
                search::solve(problem, ExplicitEstimation { w, errors: GlobalErrors::default() }, context)
            }
            Correction::Path => search::solve(
                problem,
                ExplicitEstimation { w, errors: PathErrors::new(search::root_estimates(problem), D::UNIT_COST) },
                context,
            ),
        }
    }
}

/// The mean errors of steps, which correct estimates.
trait Errors: Debug {
    /// The estimates as the errors correct them now.
    type Corrected<'a>: Corrected
    where
        Self: 'a;

    /// The correction in units, `scale` times as fine as those of scale 1.
    fn correction(&self, scale: u32) -> Self::Corrected<'_>;

    /// Learns from the step with the least f of an expansion.
    fn learn(&mut self, parent: Estimates, cost: Cost, best: Estimates);
}

/// Corrected estimates, in the units of a correction.
trait Corrected {
    /// f without a correction.
    fn f(&self, f: Cost) -> u128;

    /// A value with the order of d^.
    fn d_hat(&self, f: Cost, d: Cost) -> u128;

    /// f^ of a node.
    fn f_hat(&self, f: Cost, d: Cost) -> u128;
}

/// The three nodes that may be expanded, by the errors so far.
struct ExplicitEstimation<E> {
    w: Weight,
    errors: E,
}

impl<D: SearchDomain, E: Errors> Rule<D> for ExplicitEstimation<E> {
    const LEARNS: bool = true;

    fn group(estimates: Estimates) -> Cost {
        estimates.d
    }

    fn select(&mut self, Choice { groups, f_min, first, .. }: Choice<'_>) -> Option<usize> {
        let correction = self.errors.correction(1);
        let (mut least, mut best_f_hat, mut d) = (u128::MAX, None, 0);
        for (at, group) in groups.iter().enumerate() {
            let Some(f) = group.f() else { continue };
            let value = correction.f_hat(f, group.x);
            if value < least || (value == least && group.x < d) {
                (least, best_f_hat, d) = (value, Some(at), group.x);
            }
        }
        let Some(best_f_hat) = best_f_hat else { return Some(first) };
        // A value is within w = num / den of another if den times the one is at most num times the other.
        let num = u128::from(self.w.num());
        let bound = num * correction.f(f_min);
        let scaled = self.errors.correction(self.w.den());
        let (mut nearest, mut best_d_hat) = (u128::MAX, None);
        for (at, group) in groups.iter().enumerate() {
            let Some(f) = group.f() else { continue };
            let d_hat = scaled.d_hat(f, group.x);
            if d_hat >= nearest {
                continue;
            }
            let value = scaled.f_hat(f, group.x);
            if value <= num * least {
                (nearest, best_d_hat) = (d_hat, Some((value, at)));
            }
        }
        if let Some((_, best_d_hat)) = best_d_hat.filter(|(value, _)| *value <= bound) {
            return Some(best_d_hat);
        }
        let is_within = u128::from(self.w.den()) * least <= bound;
        Some(if is_within { best_f_hat } else { first })
    }

    fn learn(&mut self, parent: Estimates, cost: Cost, best: Estimates) {
        self.errors.learn(parent, cost, best);
    }
}
