//! The engines of IDA* for sliding-tile boards: batch engines for large iterations, the recursion for small ones.

use core::fmt;

use tilebench_core::{Domain, Heuristic, Prefetch, Weight};
use tilebench_solvers::ida_star::{
    IdaStarSearch, IterationEngine, Kernel, RecursiveEngine, SearchNode, SubtreeResult, Threads, Tuning, WorkerPool,
};

use crate::batched::{BatchedEngine, check, is_batchable};
use crate::grouped::{GroupedEngine, TUNING};
#[cfg(target_arch = "x86_64")]
use crate::vector_pdb::VectorPdbEngine;
use crate::{AdditivePdbs, OpAutomaton, UnitDelta, unrolled};

/// An engine for large iterations that stores generated nodes and expands many of them together.
pub trait BatchEngine<D: Domain, H: Heuristic<D>> {
    /// Searches one iteration from `root` with the threads of `pool`; `None` if it is too small, or if the heuristic, the
    /// domain or the memory does not allow this engine.
    fn iterate(
        &mut self,
        pool: &mut WorkerPool,
        search: &mut IdaStarSearch<'_, D, H>,
        root: SearchNode<D, H>,
    ) -> Option<SubtreeResult>;
}

/// Searches an iteration with the first of its batch engines that accepts it, or else by recursion.
pub struct TileEngine<D: Domain, H: Heuristic<D>> {
    batch_engines: Vec<Box<dyn BatchEngine<D, H>>>,
    recursion: RecursiveEngine<D, H>,
}

impl<D: Domain, H: Heuristic<D>> fmt::Debug for TileEngine<D, H> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TileEngine").field("batch_engines", &self.batch_engines.len()).finish_non_exhaustive()
    }
}

impl<D: OpAutomaton, H: Heuristic<D>> TileEngine<D, H> {
    /// An engine for unweighted iterations that tries `batch_engines` in order, then the recursion, which is unrolled if
    /// [`OpAutomaton::is_unrolled`] holds for `domain`.
    #[must_use]
    pub fn new(domain: &D, pool: WorkerPool, batch_engines: Vec<Box<dyn BatchEngine<D, H>>>) -> Self {
        let mut recursion = RecursiveEngine::new(Threads::ONE, Weight::ONE);
        recursion.pool = pool;
        if domain.is_unrolled() {
            (recursion.search_subtree, recursion.search_root) = (unrolled::search_subtree, unrolled::search_root);
        }
        Self { batch_engines, recursion }
    }
}

impl<D: Domain, H: Heuristic<D>> IterationEngine<D, H> for TileEngine<D, H> {
    fn iterate(&mut self, search: &mut IdaStarSearch<'_, D, H>, root: SearchNode<D, H>) -> SubtreeResult {
        for engine in &mut self.batch_engines {
            if let Some(result) = engine.iterate(&mut self.recursion.pool, search, root) {
                return result;
            }
        }
        self.recursion.iterate(search, root)
    }
}

/// A boxed engine.
pub type BoxedEngine<D, H> = Box<dyn IterationEngine<D, H>>;

/// The engine for any heuristic: the recursion, unrolled on 4x4 boards.
///
/// # Errors
///
/// If `kernel` is one that expands batches.
pub fn plain<D: OpAutomaton + 'static, H: Heuristic<D> + 'static>(
    domain: &D,
    _: &H,
    kernel: Kernel,
    threads: Threads,
) -> Result<BoxedEngine<D, H>, String> {
    check(kernel)?;
    if kernel.is_forced() {
        return Err(no_batches(kernel));
    }
    Ok(Box::new(TileEngine::new(domain, WorkerPool::new(threads), Vec::new())))
}

/// The engine for heuristics that every move changes by one: vectorized batches of boards.
///
/// # Errors
///
/// If `kernel` expands batches, and the processor, the heuristic or the board does not allow that.
pub fn batched<D: OpAutomaton + 'static, H: UnitDelta<D> + 'static>(
    domain: &D,
    heuristic: &H,
    kernel: Kernel,
    threads: Threads,
) -> Result<BoxedEngine<D, H>, String> {
    check(kernel)?;
    if kernel.is_forced() && !is_batchable(domain, heuristic) {
        return Err(no_batches(kernel));
    }
    let engine = BatchedEngine::new(kernel).map(|engine| Box::new(engine) as Box<dyn BatchEngine<D, H>>);
    Ok(Box::new(TileEngine::new(domain, WorkerPool::new(threads), engine.into_iter().collect())))
}

/// The engine for pattern databases: groups of nodes whose memory is prefetched together, vectorized if the processor
/// supports it.
///
/// # Errors
///
/// If `kernel` is one that expands batches.
pub fn grouped<D: OpAutomaton + 'static, H: Prefetch<D> + AdditivePdbs<D> + 'static>(
    domain: &D,
    _: &H,
    kernel: Kernel,
    threads: Threads,
) -> Result<BoxedEngine<D, H>, String> {
    check(kernel)?;
    if kernel.is_forced() {
        return Err(no_batches(kernel));
    }
    let batch_engines = if kernel == Kernel::Plain { Vec::new() } else { pdb_engines(TUNING) };
    Ok(Box::new(TileEngine::new(domain, WorkerPool::new(threads), batch_engines)))
}

/// The batch engines for pattern databases, in order of preference, with chunk sizes given by `tuning`.
pub(crate) fn pdb_engines<D: OpAutomaton + 'static, H: Prefetch<D> + AdditivePdbs<D> + 'static>(
    tuning: Tuning,
) -> Vec<Box<dyn BatchEngine<D, H>>> {
    let mut batch_engines: Vec<Box<dyn BatchEngine<D, H>>> = Vec::new();
    #[cfg(target_arch = "x86_64")]
    batch_engines
        .extend(VectorPdbEngine::with_tuning(tuning).map(|engine| Box::new(engine) as Box<dyn BatchEngine<D, H>>));
    batch_engines.push(Box::new(GroupedEngine::<D, H>::with_tuning(tuning)));
    batch_engines
}

fn no_batches(kernel: Kernel) -> String {
    format!(
        "kernel '{kernel}' searches boards of at most 16 cells by Manhattan distance, and of lines of at most 4 cells by \
         linear conflict: leave kernel out"
    )
}
