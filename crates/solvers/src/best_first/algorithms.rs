//! A*, weighted A* and greedy search as rows of the table of algorithms.

use tilebench_core::{Outcome, SearchContext};

use super::options::{Config, QUEUE, REOPEN, STORE, Store, TIE, WEIGHT};
use super::{TieBreak, solve_plain, solve_with_list};
use crate::direction::{self, DIRECTION};
use crate::hog2::{self, H_SHARE, RULES};
use crate::lineage::{EVALUATION, HASH_STATISTICS, PARENT_PRUNING};
use crate::store::packed;
use crate::{
    Algorithm, AnyHeuristic, ExpansionBound, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain, StdHeap,
    external,
};

/// A*.
#[derive(Debug)]
pub struct AStar;

/// Weighted A*.
#[derive(Debug)]
pub struct WeightedAStar;

/// Greedy best-first search.
#[derive(Debug)]
pub struct Greedy;

impl SearchAlgorithm for AStar {
    const ALGORITHM: Algorithm = Algorithm {
        name: "astar",
        title: "A*",
        summary: "Expands the node with minimum f = g + h first, with a hash table of all states.",
        reference: "Hart and others 1968",
        guarantee: Guarantee::Optimal,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: Some(ExpansionBound::FromStart),
        options: &[&DIRECTION, &STORE, &QUEUE, &TIE, &REOPEN, &PARENT_PRUNING, &EVALUATION, &HASH_STATISTICS],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, options: &Options) -> Result<(), String> {
        check(domain, &Config::new(options))
    }

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        direction::run(problem, options, context, |problem, options, context| {
            run(problem, Config::new(options), context)
        })
    }
}

impl SearchAlgorithm for WeightedAStar {
    const ALGORITHM: Algorithm = Algorithm {
        name: "wastar",
        title: "Weighted A*",
        summary: "A* with f = g + w h: the cost of solutions is at most w times the least cost, for far fewer nodes.",
        reference: "Pohl 1970",
        guarantee: Guarantee::Bounded,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[
            &WEIGHT,
            &DIRECTION,
            &STORE,
            &QUEUE,
            &TIE,
            &REOPEN,
            &PARENT_PRUNING,
            &EVALUATION,
            &HASH_STATISTICS,
            &RULES,
            &H_SHARE,
        ],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, options: &Options) -> Result<(), String> {
        hog2::check(&Self::ALGORITHM, options)?;
        check(domain, &Config::new(options))
    }

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        if hog2::is_requested(options) {
            return hog2::weighted_astar(problem, options, context);
        }
        direction::run(problem, options, context, |problem, options, context| {
            run(problem, Config::new(options), context)
        })
    }
}

impl SearchAlgorithm for Greedy {
    const ALGORITHM: Algorithm = Algorithm {
        name: "greedy",
        title: "Greedy best-first",
        summary: "Expands the node with minimum h first, each state at most once: few nodes, long solutions.",
        reference: "Doran and Michie 1966",
        guarantee: Guarantee::None,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[&DIRECTION, &STORE, &QUEUE, &TIE, &PARENT_PRUNING, &EVALUATION, &HASH_STATISTICS, &RULES, &H_SHARE],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, options: &Options) -> Result<(), String> {
        hog2::check(&Self::ALGORITHM, options)?;
        let config = Config::greedy(options);
        if config.store == Store::Disk {
            return Err("greedy search has no external memory: use store packed or plain".to_owned());
        }
        check(domain, &config)
    }

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        if hog2::is_requested(options) {
            return hog2::greedy(problem, options, context);
        }
        direction::run(problem, options, context, |problem, options, context| {
            run(problem, Config::greedy(options), context)
        })
    }
}

/// Whether a search can run as configured.
fn check<D: SearchDomain>(domain: &D, config: &Config) -> Result<(), String> {
    config.check()?;
    match config.store {
        Store::Packed => packed::supports(domain),
        Store::Plain => Ok(()),
        Store::Disk => external::supports::<D>(config),
    }
}

fn run<D: SearchDomain>(problem: &Problem<'_, D>, config: Config, context: &mut SearchContext<'_>) -> Outcome<D::Op> {
    let Problem { domain, heuristic, erased, start, .. } = *problem;
    match config.store {
        Store::Packed if config.tie == TieBreak::Published => solve_with_list(problem, config, StdHeap::new(), context),
        Store::Packed => heuristic.packed_best_first(domain, start, config, context),
        Store::Plain => solve_plain(domain, erased, start, config, context),
        Store::Disk => external::solve(domain, erased, start, &config, context),
    }
}
