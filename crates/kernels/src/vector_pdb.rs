//! IDA* with vectorized pattern databases: eight boards at a time are moved, ranked, and compared with the threshold.
//!
//! **Method.** As in the module `grouped`, for heuristics that are additive pattern databases on boards of at most 16 cells
//! ([`crate::PdbTables`]) and processors with AVX-512: nodes of one context are expanded together, all of their look-ups are
//! prefetched before the first is used, those of eight nodes while the next eight are ranked. The second partition is looked
//! up only for successors that the first does not prune. A node is three words ([`node`]), from which the rank of any pattern
//! is computed from scratch ([`kernel`]), so no other data is carried along a path. No branch depends on a board.
//!
//! **Same counts.** As in `grouped`.
//!
//! **Memory.** As in `grouped`, with 24 bytes per node.

mod kernel;
mod node;
mod rank_tables;
#[cfg(test)]
mod tests;

use tilebench_core::{Cost, Domain, Heuristic};
use tilebench_solvers::LimitChecker;
use tilebench_solvers::ida_star::{
    ChunkCounts, ChunkSearcher, ChunkSpec, IdaStarSearch, Interruption, IterationCursor, SearchNode, SubtreeResult,
    Tuning, WorkerPool,
};

use crate::AdditivePdbs;
use crate::BatchEngine;
use crate::batched::ContextGraph;
use crate::grouped::{GROUP_SIZE, GroupExpander, NodeStacks, Subtrees, search_chunk};
use kernel::LANES;
use node::MAX_ALLOWANCE;
use rank_tables::RankTables;

/// The length of an array of the nodes of a group, padded for vectors.
const PADDED: usize = GROUP_SIZE + LANES;

/// The maximum number of successors of a node.
const MAX_SUCCESSORS: usize = 4;

/// Nodes, an array for each of their words.
type NodeArrays = [[u64; PADDED]; 3];

/// Successors of a group by one operator, whose look-ups are pending.
#[derive(Clone, Debug)]
struct PendingSuccessors {
    arrays: NodeArrays,
    /// The look-up of each: see [`rank_tables`].
    words: [u64; PADDED],
    len: usize,
}

/// The batch engine: its buffers persist from one iteration to the next.
#[derive(Debug)]
pub(crate) struct VectorPdbEngine {
    tuning: Tuning,
    /// By thread.
    buffers: Vec<ThreadBuffers>,
}

/// The stacks and buffers of a thread.
#[derive(Debug)]
struct ThreadBuffers {
    stacks: NodeStacks<[u64; 3]>,
    group: Box<NodeArrays>,
    kept: Box<NodeArrays>,
    pending: Vec<PendingSuccessors>,
    values: Box<[u64; PADDED]>,
    subtrees: Subtrees,
}

impl ThreadBuffers {
    /// Buffers for `contexts` contexts, and subtrees of about `nodes` nodes.
    fn new(contexts: usize, nodes: u64) -> Self {
        let pending = PendingSuccessors { arrays: [[0; PADDED]; 3], words: [0; PADDED], len: 0 };
        Self {
            stacks: NodeStacks::new(contexts),
            group: Box::new(pending.arrays),
            kept: Box::new(pending.arrays),
            values: Box::new(pending.words),
            pending: vec![pending; MAX_SUCCESSORS],
            subtrees: Subtrees::new(nodes),
        }
    }

    /// The maximum number of bytes of the buffers that [`Self::new`] makes.
    fn bytes(contexts: usize) -> u64 {
        let fixed = (2 + MAX_SUCCESSORS) * size_of::<PendingSuccessors>();
        NodeStacks::<[u64; 3]>::bytes(contexts) + Subtrees::bytes() + fixed as u64
    }
}

impl VectorPdbEngine {
    /// An engine with chunk sizes given by `tuning`, if the processor has the instructions.
    pub(crate) fn with_tuning(tuning: Tuning) -> Option<Self> {
        kernel::is_available().then_some(Self { tuning, buffers: Vec::new() })
    }
}

impl<D: Domain, H: AdditivePdbs<D>> BatchEngine<D, H> for VectorPdbEngine {
    fn iterate(
        &mut self,
        pool: &mut WorkerPool,
        search: &mut IdaStarSearch<'_, D, H>,
        root: SearchNode<D, H>,
    ) -> Option<SubtreeResult> {
        let IdaStarSearch { domain, heuristic, threshold, last_generated, .. } = *search;
        if last_generated < self.tuning.min_iteration
            || threshold > MAX_ALLOWANCE
            || D::MAX_BRANCHING > MAX_SUCCESSORS as u64
        {
            return None;
        }
        let tables = heuristic.pdb_tables(domain)?;
        let (graph, rank_tables) = (ContextGraph::new(&tables.moves)?, RankTables::new(&tables.partitions)?);
        let (threads, bytes) = pool.plan_threads(search, ThreadBuffers::bytes(graph.contexts()), &self.tuning)?;
        search.peak_bytes = search.peak_bytes.max(bytes);
        self.buffers.resize_with(threads, || ThreadBuffers::new(graph.contexts(), self.tuning.max_subtree));
        let searcher = |buffers| VectorPdbSearcher {
            graph: &graph,
            rank_tables: &rank_tables,
            word: tables.moves.word,
            buffers,
            heuristic,
            threshold,
        };
        let mut searchers: Vec<_> = self.buffers.iter_mut().map(searcher).collect();
        Some(pool.iterate(searchers.iter_mut().map(|searcher| searcher as _).collect(), search, root, &self.tuning))
    }
}

/// The data with which one thread searches the chunks of an iteration.
struct VectorPdbSearcher<'a, D: Domain, H> {
    graph: &'a ContextGraph<D::Op>,
    rank_tables: &'a RankTables<'a>,
    word: fn(D::State) -> u64,
    buffers: &'a mut ThreadBuffers,
    heuristic: &'a H,
    threshold: Cost,
}

impl<D: Domain, H: Heuristic<D>> ChunkSearcher<D, H> for VectorPdbSearcher<'_, D, H> {
    fn chunk(
        &mut self,
        cursor: &mut IterationCursor<'_, D, H>,
        spec: ChunkSpec,
        limits: &LimitChecker<'_>,
    ) -> Result<ChunkCounts, Interruption> {
        search_chunk(self, cursor, spec, limits)
    }
}

impl<D: Domain, H: Heuristic<D>> GroupExpander<D, H> for VectorPdbSearcher<'_, D, H> {
    type Node = [u64; 3];

    fn stacks_and_subtrees(&mut self) -> (&mut NodeStacks<Self::Node>, &mut Subtrees) {
        (&mut self.buffers.stacks, &mut self.buffers.subtrees)
    }

    fn node(&self, root: &SearchNode<D, H>, subtree: u32) -> Result<(usize, Self::Node), Interruption> {
        let (context, _) = self.graph.context_of(root.parent_op).ok_or(Interruption::TooLarge)?;
        let board = (self.word)(root.state);
        let inverse = node::inverse(board);
        let halves = self.rank_tables.halves(self.heuristic.memo(root.cache));
        let info = node::info(halves, self.heuristic.h(root.cache), self.threshold - root.g, subtree);
        Ok((context, [board, inverse, info]))
    }

    fn expand(&mut self, context: usize, counts: &mut ChunkCounts) -> Result<(), Interruption> {
        let count = self.take(context);
        if self.rank_tables.has_two_partitions {
            self.expand_group::<true>(context, count, counts)
        } else {
            self.expand_group::<false>(context, count, counts)
        }
    }
}

impl<D: Domain, H: Heuristic<D>> VectorPdbSearcher<'_, D, H> {
    /// Moves the last group of `context` to `group`, except nodes after the goal's subtree, and returns their number.
    fn take(&mut self, context: usize) -> usize {
        let goal_subtree = self.buffers.subtrees.goal_subtree();
        let mut count = 0;
        let [boards, inverses, infos] = &mut *self.buffers.group;
        for &[board, inverse, info] in self.buffers.stacks.last(context) {
            (boards[count], inverses[count], infos[count]) = (board, inverse, info);
            count += usize::from(node::subtree(info) < goal_subtree);
        }
        self.buffers.stacks.drop_last(context);
        count
    }

    /// Expands the first `count` nodes of the group.
    #[expect(unsafe_code, reason = "the kernel needs instructions that not every processor has")]
    fn expand_group<const TWO_PARTITIONS: bool>(
        &mut self,
        context: usize,
        count: usize,
        counts: &mut ChunkCounts,
    ) -> Result<(), Interruption> {
        let Self { rank_tables, threshold, .. } = *self;
        let ThreadBuffers { stacks, group, kept, pending, values, subtrees } = &mut *self.buffers;
        let edges = self.graph.edges(context);
        counts.expanded += count as u64;
        counts.generated += (count * edges.len()) as u64;
        for &info in &group[2][..count] {
            subtrees.count(node::subtree(info), edges.len() as u64);
        }
        for (edge, pending) in edges.iter().zip(&mut *pending) {
            let cell_change = u64::from((edge.swap.to ^ edge.swap.slack.trailing_zeros()) / 4);
            // SAFETY: `VectorPdbEngine::with_tuning` constructs an engine only if the processor supports the kernel.
            unsafe {
                kernel::first_lookup::<TWO_PARTITIONS>(rank_tables, group, count, &edge.swap, cell_change, pending);
            };
        }
        if TWO_PARTITIONS {
            // Any f of at least the next threshold known so far does not change it.
            let bound = i64::from(counts.next) - i64::from(threshold);
            for (edge, pending) in edges.iter().zip(&mut *pending) {
                look_up(rank_tables, pending, values);
                // SAFETY: as above.
                unsafe {
                    kernel::second_lookup(rank_tables, bound, &**values, edge.swap.slack.trailing_zeros(), pending);
                };
            }
        }
        for (edge, pending) in edges.iter().zip(pending) {
            look_up(rank_tables, pending, values);
            // SAFETY: as above.
            let finished = unsafe { kernel::finish(pending, &**values, kept) };
            subtrees.record_goal(finished.goal_subtree);
            if let Ok(excess) = u32::try_from(finished.excess) {
                counts.next = counts.next.min(threshold + excess);
            }
            let [boards, inverses, infos] = &**kept;
            let nodes = boards.iter().zip(inverses).zip(infos).take(finished.kept);
            stacks.extend(
                edge.context,
                finished.kept,
                nodes.map(|((&board, &inverse), &info)| [board, inverse, info]),
            )?;
        }
        Ok(())
    }
}

/// Looks up the entries of all pending words.
#[inline]
fn look_up(rank_tables: &RankTables<'_>, pending: &PendingSuccessors, values: &mut [u64; PADDED]) {
    for (value, &word) in values.iter_mut().zip(&pending.words[..pending.len]) {
        *value = rank_tables.entry(word);
    }
}
