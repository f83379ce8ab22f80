//! An iteration cut into chunks, which follow each other in depth-first order.
//!
//! A form that expands nodes in an order of its own has the counts of the recursion only if an iteration has no
//! goal. So it is given one chunk after the other: a [`IterationCursor`] walks the top of the tree and hands out the
//! subtrees below a depth, until a chunk has nodes enough. When it is done, the counts are those of the recursion
//! at that place. A chunk in which the goal appears is forgotten, cut finer and searched again, at last node by
//! node from the cursor's place, which finds the path too. So is a chunk in which the node limit falls, and one
//! that the form has no room for.

use tilebench_core::{Domain, Heuristic, Termination, Weight};

use super::chunk_counts::ChunkCounts;
use super::iteration_cursor::{IterationCursor, NextSubtree, SearchNode};
use super::{EvaluationFunction, IdaStarSearch, SubtreeResult, Unweighted, Weighted};
use crate::limit_checker::LimitChecker;

/// When a form is worth it, and how it wants its chunks. Nothing that is counted depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// An iteration is searched in chunks if the one before generated at least this number of nodes.
    pub min_iteration: u64,
    /// The minimum number of nodes of a chunk of an iteration: at the end of a chunk, the form is not used to capacity.
    pub min_chunk: u64,
    /// A chunk that would be cut into smaller ones than this is searched by the recursion.
    pub min_split: u64,
    /// The approximate maximum number of nodes of a subtree.
    pub max_subtree: u64,
    /// The minimum number of nodes of a span, the name of a chunk if several threads search.
    pub min_unit: u64,
}

impl Tuning {
    /// How much larger than the last one an iteration is thought to be: roughly, two moves' worth of branching.
    pub const GROWTH: u64 = 8;
    /// The approximate number of chunks of an iteration. The one with the goal is searched about twice.
    const CHUNKS: u64 = 32;
    /// The largest chunk, in smallest ones.
    const MAX_CHUNK_FACTOR: u64 = 256;
    /// A chunk is cut finer by this.
    pub const SPLIT_FACTOR: u64 = 8;
    /// How much deeper are the subtrees of a chunk that is cut finer: a level has about twice the nodes
    /// of the one above.
    pub const SPLIT_DEPTH: usize = 3;
}

/// How an iteration is cut.
#[derive(Clone, Copy, Debug)]
pub struct ChunkSpec {
    /// The nodes of a chunk, at least.
    pub nodes: u64,
    /// The depth of the subtrees handed out.
    pub depth: usize,
}

impl ChunkSpec {
    /// The cut of the iteration after one of `last` nodes.
    fn after(last: u64, tuning: &Tuning) -> Self {
        let nodes = last.saturating_mul(Tuning::GROWTH);
        let chunk = (nodes / Tuning::CHUNKS).clamp(tuning.min_chunk, tuning.min_chunk * Tuning::MAX_CHUNK_FACTOR);
        Self { nodes: chunk, depth: (nodes / tuning.max_subtree).max(1).ilog2() as usize }
    }

    /// A finer cut, unless the chunks would be too small.
    fn finer(self, tuning: &Tuning) -> Option<Self> {
        let nodes = self.nodes / Tuning::SPLIT_FACTOR;
        (nodes >= tuning.min_split).then_some(Self { nodes, depth: self.depth + Tuning::SPLIT_DEPTH })
    }
}

/// Why a chunk was not searched to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// It has to be cut finer: the goal is in it.
    Goal,
    /// The goal is below this one of the subtrees that were handed out, counted from 0, and the subtrees before it have
    /// these nodes.
    GoalIn(usize, ChunkCounts),
    /// It has to be cut finer: the node limit is in it, or there was no room for it.
    TooLarge,
    /// The search was stopped, after these counts of the chunk.
    Stopped(Termination, ChunkCounts),
}

/// A form that searches chunks.
pub trait ChunkSearcher<D: Domain, H: Heuristic<D>> {
    /// Searches a chunk from `cursor`, which it leaves behind it, within the limits that `limits` has room for.
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

/// Searches the iteration after one of `last` nodes, from `start`, which is expanded here.
pub(super) fn iterate<D: Domain, H: Heuristic<D>>(
    chunks: &mut dyn ChunkSearcher<D, H>,
    search: &mut IdaStarSearch<'_, D, H>,
    start: SearchNode<D, H>,
    tuning: &Tuning,
) -> SubtreeResult {
    if let Err(end) = search.limits.expand(D::MAX_BRANCHING) {
        return search.stop(end);
    }
    let mut cursor = IterationCursor::new(search, start);
    let mut cut = ChunkSpec::after(search.last_generated, tuning);
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
    let mut path = cursor.into_path();
    path.iter().skip(1).for_each(|_| search.enter());
    while let Some((node, left)) = path.pop() {
        for &op in left {
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
    SubtreeResult::Exhausted
}
