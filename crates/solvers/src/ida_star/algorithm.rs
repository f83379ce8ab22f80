//! IDA* as a row of the table of algorithms, and the choice of its engine.

use tilebench_core::{Domain, Heuristic, Outcome, SearchContext, Weight};

use super::options::{BPMX, Config, DETERMINISTIC, KERNEL, PRUNE, SYMMETRY, THREADS, WEIGHT};
use super::{Bpmx, IterationEngine, RecursiveEngine, Threads, ida_star, ida_star_after};
use crate::direction::{self, DIRECTION};
use crate::{Algorithm, AnyHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain, Side};

/// The algorithm.
#[derive(Debug)]
pub struct IdaStar;

impl SearchAlgorithm for IdaStar {
    const ALGORITHM: Algorithm = Algorithm {
        name: "idastar",
        title: "IDA*",
        summary: "Depth-first iterations with a growing bound on f = g + w h, in memory for one path and a few megabytes.",
        reference: "Korf 1985",
        guarantee: Guarantee::Bounded,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[&WEIGHT, &DIRECTION, &BPMX, &KERNEL, &THREADS, &DETERMINISTIC, &PRUNE, &SYMMETRY],
    };

    fn check<D: SearchDomain>(domain: &D, heuristic: &dyn AnyHeuristic<D>, options: &Options) -> Result<(), String> {
        heuristic.check_ida_star(domain, &Config::new(options))
    }

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        direction::run(problem, options, context, |problem, options, context| {
            let config = Config { automaton: problem.automaton, ..Config::new(options) };
            problem.heuristic.ida_star(problem.domain, problem.start, &config, context)
        })
    }
}

/// A constructor of the engine of searches by a heuristic that are unweighted or cut strings. Its error is one sentence: the reason
/// why these values cannot be used.
pub type EngineFactory<D, H> =
    for<'a> fn(domain: &D, heuristic: &H, config: &Config<'a>) -> Result<Box<dyn IterationEngine<D, H> + 'a>, String>;

/// The engine for every domain and heuristic: the recursion.
///
/// # Errors
///
/// If `config` has a kernel that expands batches, cuts strings, or uses symmetry.
pub fn recursive_engine<'a, D: Domain + 'static, H: Heuristic<D> + 'static>(
    _: &D,
    _: &H,
    config: &Config<'a>,
) -> Result<Box<dyn IterationEngine<D, H> + 'a>, String> {
    let Config { kernel, threads, prune, symmetry, .. } = *config;
    if kernel.is_forced() {
        return Err(format!("kernel '{kernel}' does not support this domain: remove kernel"));
    }
    if let Some(depth) = prune {
        return Err(format!("prune {depth} supports moves of single tiles that all cost 1: leave prune out"));
    }
    if symmetry {
        return Err("symmetry supports moves of single tiles that all cost 1: leave symmetry out".to_owned());
    }
    Ok(Box::new(RecursiveEngine::new(threads, Weight::ONE)))
}

/// Searches by the recursion and one thread.
pub fn solve_recursively<D: Domain, H: Heuristic<D>>(
    side: Side<'_, D, H>,
    weight: Weight,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    ida_star(side, weight, &mut RecursiveEngine::new(Threads::ONE, weight), context)
}

/// Searches as configured: with bidirectional pathmax, with a weight, or else by the engine, which also cuts strings.
///
/// # Panics
///
/// If the engine cannot be made for the configuration: that is checked before a run.
pub fn solve<D: Domain, H: Heuristic<D>>(
    side: Side<'_, D, H>,
    config: &Config<'_>,
    engine: EngineFactory<D, H>,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let Config { weight, bpmx, threads, prune, symmetry, .. } = *config;
    let Side { domain, root, .. } = side;
    let root_op = if symmetry { domain.symmetric_root_op(root) } else { domain.root_op(root) };
    if bpmx {
        ida_star_after(root_op, side, weight, &mut Bpmx, context)
    } else if weight == Weight::ONE || prune.is_some() {
        let mut engine = engine(side.domain, side.heuristic, config).expect("the configuration was checked");
        ida_star_after(root_op, side, weight, &mut *engine, context)
    } else {
        ida_star_after(root_op, side, weight, &mut RecursiveEngine::new(threads, weight), context)
    }
}
