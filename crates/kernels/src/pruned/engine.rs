//! The engine that searches iterations of a puzzle in the pruned puzzle.

use core::fmt;

use tilebench_core::{Heuristic, Weight};
use tilebench_puzzle::Puzzle;
use tilebench_solvers::ida_star::{
    Config, IdaStarSearch, IterationEngine, RecursiveEngine, SearchNode, SubtreeResult, Threads, WorkerPool,
};

use super::{Lifted, PrunedOp, PrunedPuzzle};
use crate::{BatchEngine, KernelWord, TileEngine};

/// A constructor of the batch engines of an iteration, from the parts that are kept between iterations.
pub(crate) type BatchFactory<W, H, K> =
    for<'k, 'a> fn(
        &'k mut K,
        &'k PrunedPuzzle<'a, W>,
    ) -> Vec<Box<dyn BatchEngine<PrunedPuzzle<'a, W>, Lifted<'a, H>> + 'k>>;

/// Iterations without the paths that an automaton cuts.
pub(crate) struct PruningEngine<'a, W: KernelWord, H, K> {
    automaton: &'a [u8],
    threads: Threads,
    kept: K,
    batch_engines: BatchFactory<W, H, K>,
    /// The threads, once they were needed.
    pool: Option<WorkerPool>,
}

impl<'a, W: KernelWord, H, K> PruningEngine<'a, W, H, K> {
    /// An engine as configured that tries `batch_engines` in order, then the recursion. Without an automaton, which is the case
    /// while a configuration is only checked, it must not search.
    pub(crate) fn new(config: &Config<'a>, kept: K, batch_engines: BatchFactory<W, H, K>) -> Self {
        let Config { threads, automaton, .. } = *config;
        Self { automaton: automaton.unwrap_or_default(), threads, kept, batch_engines, pool: None }
    }
}

impl<W: KernelWord, H, K> fmt::Debug for PruningEngine<'_, W, H, K> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("PruningEngine").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl<W: KernelWord, H: Heuristic<Puzzle<W>>, K> IterationEngine<Puzzle<W>, H> for PruningEngine<'_, W, H, K> {
    fn iterate(
        &mut self,
        search: &mut IdaStarSearch<'_, Puzzle<W>, H>,
        root: SearchNode<Puzzle<W>, H>,
    ) -> SubtreeResult {
        let puzzle = PrunedPuzzle::new(search.domain, self.automaton);
        let heuristic = Lifted(search.heuristic);
        let mut pruned = search.in_domain(&puzzle, &heuristic);
        let SearchNode { state, cache, g, parent_op } = root;
        let root = SearchNode { state, cache, g, parent_op: PrunedOp::new(parent_op) };
        let pool = self.pool.take().unwrap_or_else(|| WorkerPool::new(self.threads));
        let weight = search.evaluator.weight;
        let (result, pool) = if weight == Weight::ONE {
            let mut engine = TileEngine::new(&puzzle, pool, (self.batch_engines)(&mut self.kept, &puzzle));
            (engine.iterate(&mut pruned, root), engine.into_pool())
        } else {
            let mut engine = RecursiveEngine::new(Threads::ONE, weight);
            engine.pool = pool;
            (engine.iterate(&mut pruned, root), engine.pool)
        };
        self.pool = Some(pool);
        search.adopt(pruned, |op| op.op);
        result
    }
}
