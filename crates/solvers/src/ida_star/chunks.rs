//! An iteration cut into chunks, which follow each other in depth-first order.
//!
//! An engine that expands nodes in another order has the counts of the recursion only if an iteration has no goal. So it gets
//! one chunk after the other: an [`IterationCursor`] walks the top of the tree and returns the subtrees below a depth, until a
//! chunk has enough nodes. After a chunk, the counts are those of the recursion at that position. A chunk that contains the
//! goal is discarded, split finer and searched again, finally node by node from the cursor's position, which finds the path
//! too. The same holds for a chunk that reaches the node limit, and for one that exceeds the lists of the engine.

use tilebench_core::{ChunkCounts, Domain, Heuristic, Termination, Weight};

use super::iteration_cursor::{IterationCursor, NextSubtree, SearchNode};
use super::{EvaluationFunction, IdaStarSearch, SubtreeResult, Unweighted, Weighted};
use crate::limit_checker::LimitChecker;

/// The minimum size of iterations for an engine, and the sizes of its chunks. Counts do not depend on it.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// An iteration is searched in chunks if the previous one generated at least this number of nodes.
    pub min_iteration: u64,
    /// The minimum number of nodes of a chunk: at the end of a chunk, batches are not full.
    pub min_chunk: u64,
    /// A chunk that would be split into smaller ones than this is searched by the recursion.
    pub min_split: u64,
    /// The approximate maximum number of nodes of a subtree.
    pub max_subtree: u64,
    /// The minimum number of nodes of a work unit, which is a chunk for one of several threads.
    pub min_unit: u64,
}

impl Tuning {
    /// The estimated factor by which an iteration is larger than the last: about the branching of two moves.
    pub const GROWTH: u64 = 8;
    /// The approximate number of chunks of an iteration. The one with the goal is searched about twice.
    const CHUNKS: u64 = 32;
    /// The maximum size of a chunk, as a multiple of the minimum.
    const MAX_CHUNK_FACTOR: u64 = 256;
    /// The number of chunks into which a chunk is split.
    pub const SPLIT_FACTOR: u64 = 8;
    /// The increase of the depth of subtrees by a split: a level has about twice the nodes of the level above.
    pub const SPLIT_DEPTH: usize = 3;

    /// The maximum number of nodes of a chunk.
    pub(super) fn max_chunk(&self) -> u64 {
        self.min_chunk.saturating_mul(Self::MAX_CHUNK_FACTOR)
    }
}

/// The size of the chunks of an iteration.
#[derive(Clone, Copy, Debug)]
pub struct ChunkSpec {
    /// The minimum number of nodes of a chunk.
    pub nodes: u64,
    /// The depth of the roots of subtrees.
    pub depth: usize,
}

impl ChunkSpec {
    /// The chunks of the iteration after one of `last` nodes.
    fn after(last: u64, tuning: &Tuning) -> Self {
        let nodes = last.saturating_mul(Tuning::GROWTH);
        let chunk = (nodes / Tuning::CHUNKS).clamp(tuning.min_chunk, tuning.max_chunk());
        Self { nodes: chunk, depth: (nodes / tuning.max_subtree).max(1).ilog2() as usize }
    }

    /// Smaller chunks; `None` if they would be too small.
    fn finer(self, tuning: &Tuning) -> Option<Self> {
        let nodes = self.nodes / Tuning::SPLIT_FACTOR;
        (nodes >= tuning.min_split).then_some(Self { nodes, depth: self.depth + Tuning::SPLIT_DEPTH })
    }
}

/// Why a chunk was not searched to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// It must be split: it contains the goal.
    Goal,
    /// The goal is in the subtree of this index, and the subtrees before it have these counts.
    GoalIn(usize, ChunkCounts),
    /// It must be split: it exceeds the node limit or the lists of the engine.
    TooLarge,
    /// The search was stopped after these counts of the chunk.
    Stopped(Termination, ChunkCounts),
}

/// Searches chunks.
pub trait ChunkSearcher<D: Domain, H: Heuristic<D>> {
    /// Searches a chunk from `cursor`, which is advanced to the end of the chunk, within `limits`.
    ///
    /// # Errors
    ///
    /// The reason why the chunk was not searched to its end.
    fn chunk(
        &mut self,
        cursor: &mut IterationCursor<'_, D, H>,
        cut: ChunkSpec,
        limits: &LimitChecker<'_>,
    ) -> Result<ChunkCounts, Interruption>;
}

/// Searches an iteration from `start`, which is expanded here. The iteration before had `last` nodes.
pub(super) fn iterate<D: Domain, H: Heuristic<D>>(
    chunks: &mut dyn ChunkSearcher<D, H>,
    search: &mut IdaStarSearch<'_, D, H>,
    start: SearchNode<D, H>,
    tuning: &Tuning,
) -> SubtreeResult {
    if let Err(end) = search.limits.expand(D::MAX_BRANCHING) {
        return search.stop(end);
    }
    let cursor = IterationCursor::new(search, start);
    let cut = ChunkSpec::after(search.last_generated, tuning);
    iterate_from(chunks, search, cursor, cut, tuning)
}

/// Searches the rest of an iteration, or of the subtrees of a cursor, from `cursor`. The path to a goal below other roots than
/// the start is not whole.
pub(super) fn iterate_from<D: Domain, H: Heuristic<D>>(
    chunks: &mut dyn ChunkSearcher<D, H>,
    search: &mut IdaStarSearch<'_, D, H>,
    mut cursor: IterationCursor<'_, D, H>,
    mut cut: ChunkSpec,
    tuning: &Tuning,
) -> SubtreeResult {
    loop {
        let begun = cursor.clone();
        match chunks.chunk(&mut cursor, cut, &search.limits) {
            Ok(counts) => {
                search.limits.add(counts.generated, counts.expanded);
                search.next_threshold = search.next_threshold.min(counts.next);
                if cursor.is_done() {
                    return SubtreeResult::Exhausted;
                }
            }
            Err(Interruption::Goal | Interruption::TooLarge) => {
                cursor = begun;
                match cut.finer(tuning) {
                    Some(finer) => cut = finer,
                    None => return finish(search, cursor),
                }
            }
            Err(Interruption::GoalIn(subtree, mut counts)) => {
                cursor = begun;
                for _ in 0..subtree {
                    let NextSubtree::Subtree(_) = cursor.next_any_subtree(cut.depth, &mut counts) else { break };
                }
                search.limits.add(counts.generated, counts.expanded);
                return finish(search, cursor);
            }
            Err(Interruption::Stopped(end, counts)) => {
                search.limits.add(counts.generated, counts.expanded);
                return search.stop(end);
            }
        }
    }
}

/// Searches the rest of the iteration by the recursion.
pub(super) fn finish<D: Domain, H: Heuristic<D>>(
    search: &mut IdaStarSearch<'_, D, H>,
    cursor: IterationCursor<'_, D, H>,
) -> SubtreeResult {
    if search.evaluator.weight == Weight::ONE {
        finish_by::<D, H, Unweighted>(search, cursor)
    } else {
        finish_by::<D, H, Weighted>(search, cursor)
    }
}

fn finish_by<D: Domain, H: Heuristic<D>, E: EvaluationFunction>(
    search: &mut IdaStarSearch<'_, D, H>,
    cursor: IterationCursor<'_, D, H>,
) -> SubtreeResult {
    let (mut path, roots) = cursor.into_parts();
    path.iter().skip(1).for_each(|_| search.enter());
    while let Some((node, left)) = path.pop() {
        for &op in left {
            let Some(op) = search.domain.follow(node.parent_op, op) else { continue };
            let result = search.visit::<E>(node.state, node.cache, node.g, op, IdaStarSearch::search::<E>);
            if result == SubtreeResult::Goal && !path.is_empty() {
                search.path.push(node.parent_op);
                search.path.extend(path[1..].iter().rev().map(|(node, _)| node.parent_op));
            }
            if result != SubtreeResult::Exhausted {
                return result;
            }
        }
        if !path.is_empty() {
            search.leave();
            if let Err(end) = search.limits.may_continue() {
                return search.stop(end);
            }
        }
    }
    for root in roots {
        let result = search.search::<E>(root.state, root.cache, root.g, root.parent_op);
        if result != SubtreeResult::Exhausted {
            return result;
        }
    }
    SubtreeResult::Exhausted
}
