//! IDA* that prefetches the memory of many nodes before it needs the first.
//!
//! **Method.** A heuristic that looks up large tables waits for memory at every node, about a hundred times as long as it
//! computes. Here nodes that were reached by one operator, and so have the same operators ([`OpAutomaton::CONTEXTS`]), are
//! stored together, a stack for each context. The last few nodes of the longest stack, a group, are expanded together: first
//! the evaluation of all of their successors begins ([`Prefetch::begin`]), so that the memory of all of them is fetched at
//! once, then they are evaluated ([`Prefetch::try_evaluate`]), repeatedly if some need further look-ups.
//!
//! **Same counts.** Iterations are searched in chunks: the module `chunks` of the solvers explains why the counts are the same.
//! Each node contains the index of its subtree in the chunk, and nodes are counted per subtree. So if the goal is generated,
//! the subtrees after the goal's are dropped, those before it are searched completely, and only the goal's subtree is
//! searched again.
//!
//! **Memory.** The stacks: a few groups for each context, with a maximum size. A chunk that exceeds them is split further.

mod chunk;
mod stacks;
mod subtrees;
#[cfg(test)]
mod tests;

use tilebench_core::{Cost, Prefetch};
use tilebench_solvers::LimitChecker;
use tilebench_solvers::ida_star::{
    ChunkCounts, ChunkSearcher, ChunkSpec, IdaStarSearch, Interruption, IterationCursor, SearchNode, SubtreeResult,
    Tuning, WorkerPool,
};

use crate::BatchEngine;
use crate::OpAutomaton;
use crate::longest_stack::MAX_CONTEXTS;
pub(crate) use chunk::{GroupExpander, search_chunk};
pub(crate) use stacks::NodeStacks;
pub(crate) use subtrees::Subtrees;

/// Iterations may be small: the recursion waits for memory too, so even small groups are faster. The nodes above the roots
/// of subtrees are searched one by one, so subtrees are not small.
pub(crate) const TUNING: Tuning =
    Tuning { min_iteration: 128, min_chunk: 1 << 14, min_split: 1 << 10, max_subtree: 256, min_unit: 1 << 14 };

/// The maximum number of nodes that are expanded together.
pub(crate) const GROUP_SIZE: usize = 128;

/// The maximum number of successors of a node: a domain with more is searched by recursion.
const MAX_SUCCESSORS: usize = 4;

/// The batch engine that expands groups of nodes: its stacks persist from one iteration to the next.
pub(crate) struct GroupedEngine<D: OpAutomaton, H: Prefetch<D>> {
    tuning: Tuning,
    /// The stacks of each thread.
    stacks: Vec<NodeStacks<GroupNode<D, H>>>,
}

impl<D: OpAutomaton, H: Prefetch<D>> GroupedEngine<D, H> {
    /// An engine with chunk sizes given by `tuning`.
    pub(crate) fn with_tuning(tuning: Tuning) -> Self {
        Self { tuning, stacks: Vec::new() }
    }

    /// The maximum number of bytes per thread.
    fn bytes() -> u64 {
        NodeStacks::<GroupNode<D, H>>::bytes(D::CONTEXTS)
            + Subtrees::bytes()
            + size_of::<GroupedSearcher<'_, D, H>>() as u64
    }
}

impl<D: OpAutomaton, H: Prefetch<D>> BatchEngine<D, H> for GroupedEngine<D, H> {
    fn iterate(
        &mut self,
        pool: &mut WorkerPool,
        search: &mut IdaStarSearch<'_, D, H>,
        root: SearchNode<D, H>,
    ) -> Option<SubtreeResult> {
        const { assert!(D::CONTEXTS <= MAX_CONTEXTS && D::MAX_BRANCHING <= MAX_SUCCESSORS as u64) };
        if search.last_generated < self.tuning.min_iteration {
            return None;
        }
        let (threads, bytes) = pool.plan_threads(search, Self::bytes(), &self.tuning)?;
        search.peak_bytes = search.peak_bytes.max(bytes);
        self.stacks.resize_with(threads, || NodeStacks::new(D::CONTEXTS));
        let mut searchers: Vec<_> = self
            .stacks
            .iter_mut()
            .map(|stacks| GroupedSearcher::new(stacks, search, root, self.tuning.max_subtree))
            .collect();
        Some(pool.iterate(searchers.iter_mut().map(|searcher| searcher as _).collect(), search, root, &self.tuning))
    }
}

/// A node of a group.
struct GroupNode<D: OpAutomaton, H: Prefetch<D>> {
    node: SearchNode<D, H>,
    /// The index of its subtree in the chunk.
    subtree: u32,
}

impl<D: OpAutomaton, H: Prefetch<D>> Clone for GroupNode<D, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: OpAutomaton, H: Prefetch<D>> Copy for GroupNode<D, H> {}

/// The data with which one thread searches the chunks of an iteration.
struct GroupedSearcher<'a, D: OpAutomaton, H: Prefetch<D>> {
    domain: &'a D,
    heuristic: &'a H,
    threshold: Cost,
    subtrees: Subtrees,
    stacks: &'a mut NodeStacks<GroupNode<D, H>>,
    /// The nodes that are being expanded.
    group: [GroupNode<D, H>; GROUP_SIZE],
    /// Their successors by one operator that are not pruned.
    kept: [GroupNode<D, H>; GROUP_SIZE],
    /// The pending evaluations of their successors, by operator.
    pending: [[H::Pending; GROUP_SIZE]; MAX_SUCCESSORS],
}

impl<D: OpAutomaton, H: Prefetch<D>> ChunkSearcher<D, H> for GroupedSearcher<'_, D, H> {
    fn chunk(
        &mut self,
        cursor: &mut IterationCursor<'_, D, H>,
        spec: ChunkSpec,
        limits: &LimitChecker<'_>,
    ) -> Result<ChunkCounts, Interruption> {
        search_chunk(self, cursor, spec, limits)
    }
}

impl<D: OpAutomaton, H: Prefetch<D>> GroupExpander<D, H> for GroupedSearcher<'_, D, H> {
    type Node = GroupNode<D, H>;

    fn stacks_and_subtrees(&mut self) -> (&mut NodeStacks<Self::Node>, &mut Subtrees) {
        (self.stacks, &mut self.subtrees)
    }

    fn node(&self, root: &SearchNode<D, H>, subtree: u32) -> Result<(usize, Self::Node), Interruption> {
        Ok((self.domain.context(root.parent_op), GroupNode { node: *root, subtree }))
    }

    fn expand(&mut self, context: usize, counts: &mut ChunkCounts) -> Result<(), Interruption> {
        let count = self.take(context);
        let group = &self.group[..count];
        let Some(first) = group.first() else { return Ok(()) };
        let ops = self.domain.ops(first.node.state, first.node.parent_op);
        counts.expanded += count as u64;
        let mut unevaluated = [GroupIndices { len: count, ..GroupIndices::ALL }; MAX_SUCCESSORS];
        if D::CUTS {
            counts.generated += self.begin_uncut(count, ops, &mut unevaluated);
        } else {
            counts.generated += (count * ops.len()) as u64;
            for node in group {
                self.subtrees.count(node.subtree, ops.len() as u64);
            }
            for (&op, pending) in ops.iter().zip(&mut self.pending) {
                for (GroupNode { node, .. }, pending) in group.iter().zip(pending) {
                    self.heuristic.begin(self.domain, &node.cache, node.state, op, pending);
                }
            }
        }
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for (op_index, &op) in ops.iter().enumerate().take(MAX_SUCCESSORS) {
                let kept = self.evaluate(op, op_index, &mut unevaluated[op_index], &mut counts.next);
                is_done &= unevaluated[op_index].len == 0;
                self.stacks.push(self.domain.context(op), &self.kept[..kept])?;
            }
        }
        Ok(())
    }
}

impl<'a, D: OpAutomaton, H: Prefetch<D>> GroupedSearcher<'a, D, H> {
    /// A searcher for the iteration of `search` from `start`, with subtrees of about `nodes` nodes.
    fn new(
        stacks: &'a mut NodeStacks<GroupNode<D, H>>,
        search: &IdaStarSearch<'a, D, H>,
        start: SearchNode<D, H>,
        nodes: u64,
    ) -> Self {
        let IdaStarSearch { domain, heuristic, threshold, .. } = *search;
        let first = GroupNode { node: start, subtree: 0 };
        let (group, kept) = ([first; GROUP_SIZE], [first; GROUP_SIZE]);
        let pending = [[H::Pending::default(); GROUP_SIZE]; MAX_SUCCESSORS];
        Self { domain, heuristic, threshold, subtrees: Subtrees::new(nodes), stacks, group, kept, pending }
    }

    /// Moves the last group of `context` to `group`, except nodes after the goal's subtree, and returns their number.
    fn take(&mut self, context: usize) -> usize {
        let last = self.stacks.last(context);
        let mut count = last.len();
        if self.subtrees.goal_subtree() == Subtrees::NONE {
            self.group[..count].copy_from_slice(last);
        } else {
            count = 0;
            for node in last.iter().filter(|node| node.subtree < self.subtrees.goal_subtree()) {
                self.group[count] = *node;
                count += 1;
            }
        }
        self.stacks.drop_last(context);
        count
    }

    /// Begins to evaluate the successors of the first `count` nodes of the group by `ops`, except those that the domain cuts, and
    /// returns their number; `unevaluated` becomes the nodes that have them, by operator.
    fn begin_uncut(&mut self, count: usize, ops: &[D::Op], unevaluated: &mut [GroupIndices; MAX_SUCCESSORS]) -> u64 {
        for GroupNode { node, .. } in &self.group[..count] {
            self.domain.prefetch_follow(node.parent_op);
        }
        let mut successors = [0; GROUP_SIZE];
        for ((&op, indices), pending) in ops.iter().zip(unevaluated).zip(&mut self.pending) {
            indices.len = 0;
            for (index, GroupNode { node, .. }) in self.group[..count].iter().enumerate() {
                if self.domain.follow(node.parent_op, op).is_some() {
                    self.heuristic.begin(self.domain, &node.cache, node.state, op, &mut pending[index]);
                    indices.indices[indices.len] = GroupIndices::ALL.indices[index];
                    indices.len += 1;
                    successors[index] += 1;
                }
            }
        }
        for (node, &successors) in self.group[..count].iter().zip(&successors) {
            self.subtrees.count(node.subtree, successors);
        }
        successors.iter().sum()
    }

    /// Evaluates those successors by `op` that are in `unevaluated`, writes those that are not pruned to `kept` and returns
    /// their number; `unevaluated` becomes those that need further look-ups.
    #[inline(never)]
    fn evaluate(&mut self, op: D::Op, op_index: usize, unevaluated: &mut GroupIndices, next: &mut Cost) -> usize {
        let Self { domain, heuristic, threshold, .. } = *self;
        let (mut remaining, mut kept) = (0, 0);
        for at in 0..unevaluated.len.min(GROUP_SIZE) {
            let index = unevaluated.indices[at];
            let &GroupNode { ref node, subtree } = &self.group[usize::from(index) % GROUP_SIZE];
            let pending = &mut self.pending[op_index][usize::from(index) % GROUP_SIZE];
            let g = node.g + 1;
            // Any f of at least the next threshold known so far does not change it.
            let bound = next.saturating_sub(g);
            match heuristic.try_evaluate(domain, &node.cache, node.state, op, pending, bound) {
                None => {
                    unevaluated.indices[remaining % GROUP_SIZE] = index;
                    remaining += 1;
                }
                Some(h) if g + h > threshold => *next = (*next).min(g + h),
                Some(h) => {
                    let child = domain.apply(node.state, op);
                    if h == 0 && domain.is_goal(child) {
                        self.subtrees.record_goal(subtree);
                    }
                    let successor = &mut self.kept[kept % GROUP_SIZE];
                    let parent_op = domain.follow(node.parent_op, op).unwrap_or(op);
                    *successor =
                        GroupNode { node: SearchNode { state: child, cache: node.cache, g, parent_op }, subtree };
                    heuristic.commit(domain, &mut successor.node.cache, node.state, op, pending);
                    kept += 1;
                }
            }
        }
        unevaluated.len = remaining;
        kept
    }
}

/// Indices of nodes in a group.
#[derive(Clone, Copy, Debug)]
struct GroupIndices {
    indices: [u8; GROUP_SIZE],
    len: usize,
}

impl GroupIndices {
    /// All indices.
    const ALL: Self = {
        let mut indices = [0; GROUP_SIZE];
        let mut at = 0;
        while at < GROUP_SIZE {
            #[expect(clippy::cast_possible_truncation, reason = "a group has few nodes")]
            let index = at as u8;
            indices[at] = index;
            at += 1;
        }
        Self { indices, len: GROUP_SIZE }
    };
}
