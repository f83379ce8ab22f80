//! Anytime nonparametric A* (ANA*).
//!
//! **What it does.** Expands the open node with the greatest e = (G - g) / h, where G is the cost of the incumbent: the greatest weight
//! under which the node may lead to a better solution. Without an incumbent this is the node of least h, as G is infinite. Each
//! better solution decreases G and so all e: nodes that no longer can improve G are removed, and the open list is ordered again.
//!
//! **Guarantees.** With an admissible heuristic the cost of the incumbent is at most the greatest e of an open node times the least
//! cost; the bound that is reported is the least g + h of an open node, which is at least as good. The last solution has the least cost.
//! Nodes are reopened, so the heuristic need not be consistent.
//!
//! **Counting.** As everywhere. `iterations` counts solutions, and the proof of the last one. `peak_open` counts entries of the list, in
//! which a node may be twice.
//!
//! **Memory.** As weighted A* over the [packed store](crate::store::packed): a word per node (8 bytes for states of up to 64 bits) in a
//! table at least 3/8 full, and a little more than 4 bytes per open node. While the list is ordered again, 4 bytes per open node more.
//!
//! **Deviations from the paper.** A goal is the incumbent as soon as it is generated. Ratios are compared in units of 2^-32, which is
//! exact for h up to 65,536. Up to 16 nodes of equal order are expanded together.
//!
//! **Reference.** van den Berg and others 2011.

use tilebench_core::{Cost, Observer, Outcome, SearchContext, Termination};

use super::search::{self, AnytimeSearch, Rule};
use crate::store::packed;
use crate::{Algorithm, AnyHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct AnaStar;

impl SearchAlgorithm for AnaStar {
    const ALGORITHM: Algorithm = Algorithm {
        name: "anastar",
        title: "ANA*",
        summary: "Expands the node with the greatest e = (G - g) / h first, where G is the cost of the incumbent.",
        reference: "van den Berg and others 2011",
        guarantee: Guarantee::Anytime,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, _: &Options) -> Result<(), String> {
        packed::supports(domain)
    }

    fn run<D: SearchDomain>(problem: &Problem<'_, D>, _: &Options, context: &mut SearchContext<'_>) -> Outcome<D::Op> {
        search::solve(problem, AnaRule, context, improve)
    }
}

/// Greatest e = (G - g) / h; without an incumbent least h, then least g.
struct AnaRule;

impl Rule for AnaRule {
    #[inline]
    fn order(&self, g: Cost, h: Cost, incumbent: Option<Cost>) -> u64 {
        match incumbent {
            None => u64::from(h) << 32 | u64::from(g),
            // e is infinite.
            Some(_) if h == 0 => 0,
            Some(incumbent) => u64::MAX - (u64::from(incumbent.saturating_sub(g)) << 32) / u64::from(h),
        }
    }

    /// e of an open node is more than 1, and so G = g + e h is at most e (g + h).
    fn min_f(&self, order: u64, incumbent: Option<Cost>) -> Cost {
        let Some(incumbent) = incumbent else { return 0 };
        // e was rounded down.
        let e = u128::from(u64::MAX - order) + 1;
        Cost::try_from((u128::from(incumbent) << 32).div_ceil(e)).unwrap_or(incumbent).min(incumbent)
    }
}

/// Improves the solution (`ImproveSolution`) until no open node may lead to a better one.
fn improve<D: SearchDomain>(
    search: &mut AnytimeSearch<'_, D, AnaRule>,
    observer: &mut dyn Observer,
) -> Result<(), Termination> {
    while !search.is_exhausted() {
        let before = search.incumbents.cost();
        search.iterate(|search, _| search.incumbents.cost() == before, observer)?;
        search.rebuild(true, false, observer)?;
    }
    Ok(())
}
