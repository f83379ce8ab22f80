//! A*, weighted A* and greedy search as rows of the table of algorithms.

use tilebench_core::{Control, Outcome};

use super::options::{ESTIMATE, MEASURE_TABLE, QUEUE, REOPEN, STORE, Store, TIE, UNDO, WEIGHT};
use super::{Config, solve};
use crate::{Algorithm, AnyHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain, external, packed};

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
        summary: "Expands the node of least f = g + h first, with a hash table of all states.",
        reference: "Hart, Nilsson and Raphael 1968",
        guarantee: Guarantee::Optimal,
        guided: true,
        unit_cost: false,
        options: &[&TIE, &REOPEN, &QUEUE, &UNDO, &ESTIMATE, &MEASURE_TABLE, &STORE],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, options: &Options) -> Result<(), String> {
        check(domain, options)
    }

    fn run<D: SearchDomain>(problem: &Problem<'_, D>, options: &Options, control: &mut Control<'_>) -> Outcome<D::Op> {
        run(problem, options, control)
    }
}

impl SearchAlgorithm for WeightedAStar {
    const ALGORITHM: Algorithm = Algorithm {
        name: "wastar",
        title: "Weighted A*",
        summary: "A* with f = g + w h: paths at most w times the shortest, for far fewer nodes.",
        reference: "Pohl 1970",
        guarantee: Guarantee::Bounded,
        guided: true,
        unit_cost: false,
        options: &[&WEIGHT, &TIE, &REOPEN, &QUEUE, &UNDO, &ESTIMATE, &MEASURE_TABLE, &STORE],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, options: &Options) -> Result<(), String> {
        check(domain, options)
    }

    fn run<D: SearchDomain>(problem: &Problem<'_, D>, options: &Options, control: &mut Control<'_>) -> Outcome<D::Op> {
        run(problem, options, control)
    }
}

impl SearchAlgorithm for Greedy {
    const ALGORITHM: Algorithm = Algorithm {
        name: "greedy",
        title: "Greedy best-first",
        summary: "Expands the node of least h, never again one it expanded: few nodes, long paths.",
        reference: "Doran and Michie 1966",
        guarantee: Guarantee::None,
        guided: true,
        unit_cost: false,
        options: &[&TIE, &QUEUE, &UNDO, &ESTIMATE, &MEASURE_TABLE],
    };

    fn run<D: SearchDomain>(problem: &Problem<'_, D>, options: &Options, control: &mut Control<'_>) -> Outcome<D::Op> {
        solve(problem.domain, problem.erased, problem.start, Config::greedy(options), control)
    }
}

/// Whether A* and weighted A* can use the node store.
fn check<D: SearchDomain>(domain: &D, options: &Options) -> Result<(), String> {
    let config = Config::new(options);
    external::supports::<D>(&config)?;
    packed::supports(domain, &config)
}

/// A* and weighted A* over the node store of the options.
fn run<D: SearchDomain>(problem: &Problem<'_, D>, options: &Options, control: &mut Control<'_>) -> Outcome<D::Op> {
    let Problem { domain, heuristic, erased, start, .. } = *problem;
    let config = Config::new(options);
    match config.store {
        Store::Memory => solve(domain, erased, start, config, control),
        Store::Packed => heuristic.packed_a_star(domain, start, &config, control),
        Store::Disk => external::solve(domain, erased, start, &config, control),
    }
}
