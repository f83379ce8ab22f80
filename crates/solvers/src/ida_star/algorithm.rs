//! IDA* as a row of the table of algorithms, and the choice of its engine.

use tilebench_core::{Domain, Heuristic, Outcome, SearchContext, Weight};

use super::options::{BPMX, Config, DETERMINISTIC, KERNEL, Kernel, THREADS, WEIGHT};
use super::{Bpmx, IterationEngine, RecursiveEngine, Threads, ida_star};
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
        options: &[&WEIGHT, &DIRECTION, &BPMX, &KERNEL, &THREADS, &DETERMINISTIC],
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
            problem.heuristic.ida_star(problem.domain, problem.start, &Config::new(options), context)
        })
    }
}

/// A constructor of the engine of unweighted searches by a heuristic. Its error is one sentence: the reason why the kernel
/// cannot be used.
pub type EngineFactory<D, H> =
    fn(domain: &D, heuristic: &H, kernel: Kernel, threads: Threads) -> Result<Box<dyn IterationEngine<D, H>>, String>;

/// The engine for every domain and heuristic: the recursion.
///
/// # Errors
///
/// If `kernel` is one that expands batches.
pub fn recursive_engine<D: Domain + 'static, H: Heuristic<D> + 'static>(
    _: &D,
    _: &H,
    kernel: Kernel,
    threads: Threads,
) -> Result<Box<dyn IterationEngine<D, H>>, String> {
    if kernel.is_forced() {
        return Err(format!("kernel '{kernel}' does not support this domain: remove kernel"));
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

/// Searches as configured: with bidirectional pathmax, with a weight, or else by the engine.
///
/// # Panics
///
/// If the engine cannot be made for the kernel: that is checked before a run.
pub fn solve<D: Domain, H: Heuristic<D>>(
    side: Side<'_, D, H>,
    config: &Config,
    engine: EngineFactory<D, H>,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let Config { weight, bpmx, kernel, threads } = *config;
    if bpmx {
        ida_star(side, weight, &mut Bpmx, context)
    } else if weight == Weight::ONE {
        let mut engine = engine(side.domain, side.heuristic, kernel, threads).expect("the kernel was checked");
        ida_star(side, weight, &mut *engine, context)
    } else {
        ida_star(side, weight, &mut RecursiveEngine::new(threads, weight), context)
    }
}
