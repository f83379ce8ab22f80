//! The engines of IDA* for sliding-tile boards: lists for large iterations, the recursion for small ones.

use core::fmt;

use tilebench_core::{Domain, Heuristic, Prefetch, Weight};
use tilebench_solvers::ida_star::{
    IdaStarSearch, IterationEngine, Kernel, RecursiveEngine, SearchNode, SubtreeResult, Threads, Tuning, WorkerPool,
};

use crate::batched::{Batches, check, is_batchable};
use crate::grouped::{Groups, TUNING};
#[cfg(target_arch = "x86_64")]
use crate::placed::Placed;
use crate::{AdditivePdbs, OpAutomaton, UnitDelta, unrolled};

/// A form of large iterations that keeps nodes in lists and expands many of them side by side.
pub trait ListEngine<D: Domain, H: Heuristic<D>> {
    /// One iteration from `root`, shared by `pool`; `None` if it is too small, or the heuristic, the domain or the memory does
    /// not allow this form.
    fn iterate(
        &mut self,
        pool: &mut WorkerPool,
        search: &mut IdaStarSearch<'_, D, H>,
        root: SearchNode<D, H>,
    ) -> Option<SubtreeResult>;
}

/// Iterations by the first of its lists that takes them, or by recursion.
pub struct TileEngine<D: Domain, H: Heuristic<D>> {
    lists: Vec<Box<dyn ListEngine<D, H>>>,
    recursion: RecursiveEngine<D, H>,
}

impl<D: Domain, H: Heuristic<D>> fmt::Debug for TileEngine<D, H> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TileEngine").field("lists", &self.lists.len()).finish_non_exhaustive()
    }
}

impl<D: OpAutomaton, H: Heuristic<D>> TileEngine<D, H> {
    /// Unweighted iterations by `lists`, else by the recursion, unrolled if the automaton of `domain` is.
    #[must_use]
    pub fn new(domain: &D, pool: WorkerPool, lists: Vec<Box<dyn ListEngine<D, H>>>) -> Self {
        let mut recursion = RecursiveEngine::new(Threads::ONE, Weight::ONE);
        recursion.pool = pool;
        if domain.is_unrolled() {
            (recursion.search_subtree, recursion.search_root) = (unrolled::search_subtree, unrolled::search_root);
        }
        Self { lists, recursion }
    }
}

impl<D: Domain, H: Heuristic<D>> IterationEngine<D, H> for TileEngine<D, H> {
    fn iterate(&mut self, search: &mut IdaStarSearch<'_, D, H>, root: SearchNode<D, H>) -> SubtreeResult {
        for lists in &mut self.lists {
            if let Some(result) = lists.iterate(&mut self.recursion.pool, search, root) {
                return result;
            }
        }
        self.recursion.iterate(search, root)
    }
}

/// A boxed engine.
pub type Engine<D, H> = Box<dyn IterationEngine<D, H>>;

/// For every heuristic: the recursion, unrolled on 4x4 boards.
///
/// # Errors
///
/// If `kernel` is one that expands batches.
pub fn plain<D: OpAutomaton + 'static, H: Heuristic<D> + 'static>(
    domain: &D,
    _: &H,
    kernel: Kernel,
    threads: Threads,
) -> Result<Engine<D, H>, String> {
    check(kernel)?;
    if kernel.is_forced() {
        return Err(no_batches(kernel));
    }
    Ok(Box::new(TileEngine::new(domain, WorkerPool::new(threads), Vec::new())))
}

/// For heuristics that every move changes by one: batches of words.
///
/// # Errors
///
/// If `kernel` expands batches, and the processor, the heuristic or the board does not allow that.
pub fn batched<D: OpAutomaton + 'static, H: UnitDelta<D> + 'static>(
    domain: &D,
    heuristic: &H,
    kernel: Kernel,
    threads: Threads,
) -> Result<Engine<D, H>, String> {
    check(kernel)?;
    if kernel.is_forced() && !is_batchable(domain, heuristic) {
        return Err(no_batches(kernel));
    }
    let batches = Batches::new(kernel).map(|batches| Box::new(batches) as Box<dyn ListEngine<D, H>>);
    Ok(Box::new(TileEngine::new(domain, WorkerPool::new(threads), batches.into_iter().collect())))
}

/// For pattern databases: groups of nodes whose memory is prefetched together, by vectors if the processor has them.
///
/// # Errors
///
/// If `kernel` is one that expands batches.
pub fn grouped<D: OpAutomaton + 'static, H: Prefetch<D> + AdditivePdbs<D> + 'static>(
    domain: &D,
    _: &H,
    kernel: Kernel,
    threads: Threads,
) -> Result<Engine<D, H>, String> {
    check(kernel)?;
    if kernel.is_forced() {
        return Err(no_batches(kernel));
    }
    let lists = if kernel == Kernel::Plain { Vec::new() } else { pdb_lists(TUNING) };
    Ok(Box::new(TileEngine::new(domain, WorkerPool::new(threads), lists)))
}

/// The forms for pattern databases whose chunks are cut as `tuning` says, the first one first.
pub(crate) fn pdb_lists<D: OpAutomaton + 'static, H: Prefetch<D> + AdditivePdbs<D> + 'static>(
    tuning: Tuning,
) -> Vec<Box<dyn ListEngine<D, H>>> {
    let mut lists: Vec<Box<dyn ListEngine<D, H>>> = Vec::new();
    #[cfg(target_arch = "x86_64")]
    lists.extend(Placed::with_tuning(tuning).map(|placed| Box::new(placed) as Box<dyn ListEngine<D, H>>));
    lists.push(Box::new(Groups::<D, H>::with_tuning(tuning)));
    lists
}

fn no_batches(kernel: Kernel) -> String {
    format!(
        "kernel '{kernel}' searches boards of at most 16 cells by Manhattan distance, and of lines of at most 4 cells by \
         linear conflict: leave kernel out"
    )
}
