//! The recursion, alone or shared by threads: for every domain and heuristic, and with a weight.

use core::fmt;

use tilebench_core::{Domain, Heuristic, Termination, Weight};

use super::{Threads, WorkerPool};
use crate::LimitChecker;
use crate::ida_star::chunks::{ChunkSearcher, ChunkSpec, Interrupted, Tuning};
use crate::ida_star::counts::Counts;
use crate::ida_star::cursor::{Cursor, Next, Node};
use crate::ida_star::priority::{Evaluation, Plain, Priority, Weighted};
use crate::ida_star::{IdaStar, IterationEngine, SubtreeResult};

/// How threads share it. One alone searches an iteration in one piece.
pub(super) const TUNING: Tuning = Tuning { enough: 0, chunk: 1 << 14, least: 1 << 10, subtree: 1 << 10, span: 1 << 14 };

/// A recursion below a node.
pub type Recurse<D, H> = fn(&mut IdaStar<'_, D, H>, Node<D, H>) -> SubtreeResult;

/// Iterations by recursion.
pub struct Recursion<D: Domain, H: Heuristic<D>> {
    /// The threads that share an iteration.
    pub pool: WorkerPool,
    /// From a node below the root, for threads.
    pub below: Recurse<D, H>,
    /// From the root.
    pub alone: Recurse<D, H>,
}

impl<D: Domain, H: Heuristic<D>> fmt::Debug for Recursion<D, H> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Recursion").field("pool", &self.pool).finish_non_exhaustive()
    }
}

impl<D: Domain, H: Heuristic<D>> Recursion<D, H> {
    /// The recursion of [`IdaStar::search`], for a search of this weight.
    #[must_use]
    pub fn new(threads: Threads, weight: Weight) -> Self {
        let search = if weight == Weight::ONE { by::<D, H, Plain> } else { by::<D, H, Weighted> };
        Self { pool: WorkerPool::new(threads), below: search, alone: search }
    }
}

impl<D: Domain, H: Heuristic<D>> IterationEngine<D, H> for Recursion<D, H> {
    fn iterate(&mut self, search: &mut IdaStar<'_, D, H>, root: Node<D, H>) -> SubtreeResult {
        let tuning = self.pool.recursion;
        let path = u64::from(search.longest()) * IdaStar::<'_, D, H>::NODE_BYTES;
        let Some((threads @ 2.., held)) = self.pool.share(search, path, &tuning) else {
            return (self.alone)(search, root);
        };
        search.peak_bytes = search.peak_bytes.max(held);
        let IdaStar { domain, heuristic, priority, threshold, .. } = *search;
        let part = |_| Part { domain, heuristic, priority, threshold, below: self.below };
        let mut parts: Vec<_> = (0..threads).map(part).collect();
        self.pool.iterate(parts.iter_mut().map(|part| part as _).collect(), search, root, &tuning)
    }
}

fn by<D: Domain, H: Heuristic<D>, E: Evaluation>(search: &mut IdaStar<'_, D, H>, node: Node<D, H>) -> SubtreeResult {
    search.search::<E>(node.state, node.cache, node.g, node.parent_op)
}

/// The recursion of one thread.
struct Part<'a, D: Domain, H: Heuristic<D>> {
    domain: &'a D,
    heuristic: &'a H,
    priority: Priority,
    threshold: u32,
    below: Recurse<D, H>,
}

impl<D: Domain, H: Heuristic<D>> ChunkSearcher<D, H> for Part<'_, D, H> {
    fn chunk(
        &mut self,
        cursor: &mut Cursor<'_, D, H>,
        spec: ChunkSpec,
        limits: &LimitChecker<'_>,
    ) -> Result<Counts, Interrupted> {
        let Self { domain, heuristic, priority, threshold, below } = *self;
        let mut search = IdaStar::new(domain, heuristic, priority, threshold, limits.clone());
        let mut top = Counts::default();
        let end = loop {
            match cursor.next_of_any(spec.depth, &mut top) {
                Next::Subtree(root) => match below(&mut search, root) {
                    SubtreeResult::Exhausted => {}
                    end => break end,
                },
                Next::Goal => break SubtreeResult::Goal,
                Next::Nothing => break SubtreeResult::Exhausted,
            }
        };
        let IdaStar { limits: LimitChecker { generated, expanded, .. }, next_threshold, .. } = search;
        let mut counts = Counts { generated, expanded, next: next_threshold };
        counts.add(top);
        match (end, search.stopped) {
            (SubtreeResult::Exhausted | SubtreeResult::CutOff, _) => Ok(counts),
            (SubtreeResult::Goal, _) => Err(Interrupted::Goal),
            (SubtreeResult::Stopped, Some(Termination::NodeLimit) | None) => Err(Interrupted::Room),
            (SubtreeResult::Stopped, Some(end)) => Err(Interrupted::Stopped(end, counts)),
        }
    }
}
