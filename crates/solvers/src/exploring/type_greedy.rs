//! Type-GBFS: every second expansion draws a type of open nodes, and then a node of that type.
//!
//! The type of a node is the pair of its g and h. All types are equally likely, however many nodes they have, so nodes far from the
//! plateau of least h are reached soon.
//!
//! **References.** Xie and others 2014.

use tilebench_core::{Outcome, SearchContext};

use super::exploring_list::{Exploration, ExploringList};
use crate::best_first::{Config, solve_with_list};
use crate::store::packed;
use crate::{Algorithm, AnyHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct TypeGreedy;

impl SearchAlgorithm for TypeGreedy {
    const ALGORITHM: Algorithm = Algorithm {
        name: "type-gbfs",
        title: "Type-GBFS",
        summary: "Greedy search of which every second expansion is drawn from a random type, the open nodes of equal g and h.",
        reference: "Xie and others 2014",
        guarantee: Guarantee::None,
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
        let open = ExploringList::new(Exploration::EverySecond, context.seed);
        solve_with_list(problem, Config::default().into_greedy(), open, context)
    }
}
