//! The recursion by one thread or several: for every domain and heuristic, and with a weight.

use core::fmt;

use tilebench_core::{ChunkCounts, Domain, Heuristic, Termination, Weight};

use super::{Threads, WorkerPool};
use crate::LimitChecker;
use crate::ida_star::chunks::{ChunkSearcher, ChunkSpec, Interruption, Tuning};
use crate::ida_star::evaluation::{EvaluationFunction, Evaluator, Unweighted, Weighted};
use crate::ida_star::iteration_cursor::{IterationCursor, NextSubtree, SearchNode};
use crate::ida_star::{IdaStarSearch, IterationEngine, SubtreeResult};

/// The work units of several threads. A single thread searches an iteration in one piece.
pub(super) const TUNING: Tuning =
    Tuning { min_iteration: 0, min_chunk: 1 << 14, min_split: 1 << 10, max_subtree: 1 << 10, min_unit: 1 << 14 };

/// A recursion below a node.
pub type SubtreeSearch<D, H> = fn(&mut IdaStarSearch<'_, D, H>, SearchNode<D, H>) -> SubtreeResult;

/// Iterations by recursion.
pub struct RecursiveEngine<D: Domain, H: Heuristic<D>> {
    /// The threads that share an iteration.
    pub pool: WorkerPool,
    /// Searches below a node other than the root: for several threads.
    pub search_subtree: SubtreeSearch<D, H>,
    /// Searches below the root.
    pub search_root: SubtreeSearch<D, H>,
}

impl<D: Domain, H: Heuristic<D>> fmt::Debug for RecursiveEngine<D, H> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("RecursiveEngine").field("pool", &self.pool).finish_non_exhaustive()
    }
}

impl<D: Domain, H: Heuristic<D>> RecursiveEngine<D, H> {
    /// The recursion of [`IdaStarSearch::search`], for a search of this weight.
    #[must_use]
    pub fn new(threads: Threads, weight: Weight) -> Self {
        let search = if weight == Weight::ONE { search_by::<D, H, Unweighted> } else { search_by::<D, H, Weighted> };
        Self { pool: WorkerPool::new(threads), search_subtree: search, search_root: search }
    }
}

impl<D: Domain, H: Heuristic<D>> IterationEngine<D, H> for RecursiveEngine<D, H> {
    fn iterate(&mut self, search: &mut IdaStarSearch<'_, D, H>, root: SearchNode<D, H>) -> SubtreeResult {
        let tuning = self.pool.recursion;
        let path = u64::from(search.max_path_length()) * IdaStarSearch::<'_, D, H>::NODE_BYTES;
        let (threads, bytes) = match self.pool.plan_threads(search, path, &tuning) {
            Some((threads, bytes)) if threads > 1 || search.units.is_some() => (threads, bytes),
            _ => return (self.search_root)(search, root),
        };
        search.peak_bytes = search.peak_bytes.max(bytes);
        let IdaStarSearch { domain, heuristic, evaluator, threshold, .. } = *search;
        let searcher =
            |_| RecursiveSearcher { domain, heuristic, evaluator, threshold, search_subtree: self.search_subtree };
        let mut searchers: Vec<_> = (0..threads).map(searcher).collect();
        self.pool.iterate(searchers.iter_mut().map(|searcher| searcher as _).collect(), search, root, &tuning)
    }
}

fn search_by<D: Domain, H: Heuristic<D>, E: EvaluationFunction>(
    search: &mut IdaStarSearch<'_, D, H>,
    node: SearchNode<D, H>,
) -> SubtreeResult {
    search.search::<E>(node.state, node.cache, node.g, node.parent_op)
}

/// The recursion of one of several threads.
struct RecursiveSearcher<'a, D: Domain, H: Heuristic<D>> {
    domain: &'a D,
    heuristic: &'a H,
    evaluator: Evaluator,
    threshold: u32,
    search_subtree: SubtreeSearch<D, H>,
}

impl<D: Domain, H: Heuristic<D>> ChunkSearcher<D, H> for RecursiveSearcher<'_, D, H> {
    fn chunk(
        &mut self,
        cursor: &mut IterationCursor<'_, D, H>,
        spec: ChunkSpec,
        limits: &LimitChecker<'_>,
    ) -> Result<ChunkCounts, Interruption> {
        let Self { domain, heuristic, evaluator, threshold, search_subtree } = *self;
        let mut search = IdaStarSearch::new(domain, heuristic, evaluator, threshold, limits.clone());
        let before = (limits.generated, limits.expanded);
        let mut top = ChunkCounts::default();
        let end = loop {
            if search.limits.generated - before.0 + top.generated >= spec.nodes {
                break SubtreeResult::Exhausted;
            }
            match cursor.next_any_subtree(spec.depth, &mut top) {
                NextSubtree::Subtree(root) => match search_subtree(&mut search, root) {
                    SubtreeResult::Exhausted => {}
                    end => break end,
                },
                NextSubtree::Goal => break SubtreeResult::Goal,
                NextSubtree::Nothing => break SubtreeResult::Exhausted,
            }
        };
        let IdaStarSearch { limits: LimitChecker { generated, expanded, .. }, next_threshold, .. } = search;
        let (generated, expanded) = (generated - before.0, expanded - before.1);
        let mut counts = ChunkCounts { generated, expanded, next: next_threshold };
        counts.add(top);
        match (end, search.stopped) {
            // The nodes above the subtrees count too.
            (SubtreeResult::Exhausted | SubtreeResult::CutOff, _)
                if limits.spare_nodes(D::MAX_BRANCHING).is_none_or(|spare| counts.generated > spare) =>
            {
                Err(Interruption::TooLarge)
            }
            (SubtreeResult::Exhausted | SubtreeResult::CutOff, _) => Ok(counts),
            (SubtreeResult::Goal, _) => Err(Interruption::Goal),
            (SubtreeResult::Stopped, Some(Termination::NodeLimit) | None) => Err(Interruption::TooLarge),
            (SubtreeResult::Stopped, Some(end)) => Err(Interruption::Stopped(end, counts)),
        }
    }
}
