//! The engines of IDA* for sliding-tile boards: batch engines for large iterations, the recursion for small ones.

use core::fmt;

use tilebench_core::{Domain, Heuristic, Prefetch, Weight};
use tilebench_puzzle::Puzzle;
use tilebench_solvers::ida_star::{
    Config, IdaStarSearch, IterationEngine, Kernel, RecursiveEngine, SearchNode, SubtreeResult, Threads, Tuning,
    WorkerPool,
};

use crate::batched::{BatchedEngine, Cuts, check, is_batchable};
use crate::grouped::{GroupedEngine, TUNING};
use crate::pruned::PruningEngine;
#[cfg(target_arch = "x86_64")]
use crate::vector_pdb::VectorPdbEngine;
use crate::{AdditivePdbs, KernelWord, OpAutomaton, UnitDelta, unrolled};

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

impl<D: Domain, H: Heuristic<D>, E: BatchEngine<D, H>> BatchEngine<D, H> for &mut E {
    fn iterate(
        &mut self,
        pool: &mut WorkerPool,
        search: &mut IdaStarSearch<'_, D, H>,
        root: SearchNode<D, H>,
    ) -> Option<SubtreeResult> {
        (**self).iterate(pool, search, root)
    }
}

/// Searches an iteration with the first of its batch engines that accepts it, or else by recursion.
pub struct TileEngine<'a, D: Domain, H: Heuristic<D>> {
    batch_engines: Vec<Box<dyn BatchEngine<D, H> + 'a>>,
    recursion: RecursiveEngine<D, H>,
}

impl<D: Domain, H: Heuristic<D>> fmt::Debug for TileEngine<'_, D, H> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TileEngine").field("batch_engines", &self.batch_engines.len()).finish_non_exhaustive()
    }
}

impl<'a, D: OpAutomaton, H: Heuristic<D>> TileEngine<'a, D, H> {
    /// An engine for unweighted iterations that tries `batch_engines` in order, then the recursion, which is unrolled if
    /// [`OpAutomaton::is_unrolled`] holds for `domain`.
    #[must_use]
    pub fn new(domain: &D, pool: WorkerPool, batch_engines: Vec<Box<dyn BatchEngine<D, H> + 'a>>) -> Self {
        let mut recursion = RecursiveEngine::new(Threads::ONE, Weight::ONE);
        recursion.pool = pool;
        if domain.is_unrolled() {
            (recursion.search_subtree, recursion.search_root) = (unrolled::search_subtree, unrolled::search_root);
        }
        Self { batch_engines, recursion }
    }

    /// The threads, for another engine.
    pub(crate) fn into_pool(self) -> WorkerPool {
        self.recursion.pool
    }
}

impl<D: Domain, H: Heuristic<D>> IterationEngine<D, H> for TileEngine<'_, D, H> {
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
pub type BoxedEngine<'a, D, H> = Box<dyn IterationEngine<D, H> + 'a>;

/// The engine for any heuristic: the recursion, unrolled on 4x4 boards.
///
/// # Errors
///
/// If `config` has a kernel that expands batches.
pub fn plain<'a, W: KernelWord, H: Heuristic<Puzzle<W>> + 'static>(
    puzzle: &Puzzle<W>,
    _: &H,
    config: &Config<'a>,
) -> Result<BoxedEngine<'a, Puzzle<W>, H>, String> {
    let Config { kernel, threads, .. } = *config;
    check(kernel)?;
    if kernel.is_forced() {
        return Err(no_batches(kernel));
    }
    if config.prune.is_some() {
        return Ok(Box::new(PruningEngine::new(config, (), |(), _| Vec::new())));
    }
    Ok(Box::new(TileEngine::new(puzzle, WorkerPool::new(threads), Vec::new())))
}

/// The engine for heuristics that every move changes by one: vectorized batches of boards.
///
/// # Errors
///
/// If the kernel of `config` expands batches, and the processor, the heuristic or the board does not allow that.
pub fn batched<'a, W: KernelWord, H: UnitDelta<Puzzle<W>> + 'static>(
    puzzle: &Puzzle<W>,
    heuristic: &H,
    config: &Config<'a>,
) -> Result<BoxedEngine<'a, Puzzle<W>, H>, String> {
    let Config { kernel, threads, .. } = *config;
    check(kernel)?;
    if kernel.is_forced() && !is_batchable(puzzle, heuristic) {
        return Err(no_batches(kernel));
    }
    if config.prune.is_some() {
        let cuts = Cuts::new(config.automaton.unwrap_or_default());
        let engine = BatchedEngine::new(kernel).map(|engine| engine.with_cuts(cuts));
        return Ok(Box::new(PruningEngine::new(config, engine, |engine, _| {
            engine.iter_mut().map(|engine| Box::new(engine) as _).collect()
        })));
    }
    let engine = BatchedEngine::new(kernel).map(|engine| Box::new(engine) as Box<dyn BatchEngine<Puzzle<W>, H>>);
    Ok(Box::new(TileEngine::new(puzzle, WorkerPool::new(threads), engine.into_iter().collect())))
}

/// The engine for pattern databases: groups of nodes whose memory is prefetched together, vectorized if the processor
/// supports it and no strings are cut.
///
/// # Errors
///
/// If `config` has a kernel that expands batches.
pub fn grouped<'a, W: KernelWord, H: Prefetch<Puzzle<W>> + AdditivePdbs<Puzzle<W>> + 'static>(
    puzzle: &Puzzle<W>,
    _: &H,
    config: &Config<'a>,
) -> Result<BoxedEngine<'a, Puzzle<W>, H>, String> {
    let Config { kernel, threads, .. } = *config;
    check(kernel)?;
    if kernel.is_forced() {
        return Err(no_batches(kernel));
    }
    if config.prune.is_some() {
        return Ok(Box::new(PruningEngine::new(config, kernel, |kernel, _| match kernel {
            Kernel::Plain => Vec::new(),
            _ => vec![Box::new(GroupedEngine::with_tuning(TUNING))],
        })));
    }
    let batch_engines = if kernel == Kernel::Plain { Vec::new() } else { pdb_engines(TUNING) };
    Ok(Box::new(TileEngine::new(puzzle, WorkerPool::new(threads), batch_engines)))
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
        "kernel '{kernel}' searches boards of at most 16 cells by Manhattan, walking and inversion distance, also with last moves \
         and corner tiles, and those of lines of at most 4 cells by linear conflict: leave kernel out"
    )
}
