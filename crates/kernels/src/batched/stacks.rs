//! Nodes that are to be expanded, a stack for each context.
//!
//! A node's first word is its board, with its slack, (threshold - f) / 2, in the blank's own nibble; its other words are
//! described in the module `batch_nodes`. Neither its depth nor its path is needed: an iteration only counts nodes and
//! detects the goal.
//!
//! **Order.** The longest stack is expanded, from its top. So batches are full as long as there are enough nodes,
//! and stacks stay a few batches high. This is observed, not proved. Stacks therefore have a maximum size, and a push that
//! exceeds it returns an error.

use core::ops::Range;

use super::batch_nodes::BatchNodes;
use super::context_graph::ContextGraph;
use super::kernel::{Expanded, SoaSlices, WIDTH};
use tilebench_solvers::ida_star::ChunkCounts;

use crate::longest_stack::longest_stack;

/// The maximum number of contexts.
const MAX_CONTEXTS: usize = ContextGraph::<()>::MAX_CONTEXTS;

/// The reason why a batch ended before all of its successors were known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// The goal is among the successors.
    Goal,
    /// A stack has no room for the successors.
    Full,
}

/// The stacks of all contexts, of nodes of `WORDS` words.
#[derive(Debug)]
pub(super) struct SoaStacks<const WORDS: usize> {
    /// By word: the stacks of all contexts in one array, each with [`WIDTH`] more items than its capacity, which kernels may
    /// read and write. The system allocates its pages as they are used.
    nodes: [Box<[u64]>; WORDS],
    /// By context: the number of nodes.
    counts: [i32; MAX_CONTEXTS],
    /// The maximum number of nodes of a stack.
    capacity: usize,
}

impl<const WORDS: usize> SoaStacks<WORDS> {
    /// Empty stacks for `contexts` contexts of `capacity` nodes each.
    pub(super) fn new(contexts: usize, capacity: u16) -> Self {
        let capacity = usize::from(capacity);
        let nodes = core::array::from_fn(|_| vec![0; contexts * Self::padded(capacity)].into_boxed_slice());
        Self { nodes, counts: [0; MAX_CONTEXTS], capacity }
    }

    /// The bytes of the stacks that [`Self::new`] makes.
    pub(super) fn bytes(contexts: usize, capacity: u16) -> u64 {
        (contexts * Self::padded(usize::from(capacity)) * size_of::<[u64; WORDS]>()) as u64
    }

    fn padded(capacity: usize) -> usize {
        capacity + WIDTH
    }

    /// The range of the stack of `context`.
    #[inline]
    fn range(&self, context: usize) -> Range<usize> {
        let padded = Self::padded(self.capacity);
        context * padded..(context + 1) * padded
    }

    /// Removes all nodes.
    pub(super) fn clear(&mut self) {
        self.counts = [0; MAX_CONTEXTS];
    }

    /// The number of nodes at `context`.
    #[inline]
    #[expect(clippy::cast_sign_loss, reason = "counts are not negative")]
    fn count(&self, context: usize) -> usize {
        self.counts[context] as usize
    }

    #[inline]
    #[expect(clippy::cast_possible_wrap, clippy::cast_possible_truncation, reason = "at most the capacity, a u16")]
    fn set_count(&mut self, context: usize, count: usize) {
        self.counts[context] = count as i32;
    }

    /// The context with the most nodes, and how many they are.
    #[inline]
    pub(super) fn longest(&self) -> (usize, usize) {
        longest_stack(&self.counts)
    }

    /// Adds a node at `context`.
    ///
    /// # Errors
    ///
    /// If the stack is full.
    pub(super) fn push(&mut self, context: usize, node: [u64; WORDS]) -> Result<(), Halt> {
        let count = self.count(context);
        if count == self.capacity {
            return Err(Halt::Full);
        }
        let index = self.range(context).start + count;
        for (words, word) in self.nodes.iter_mut().zip(node) {
            words[index] = word;
        }
        self.set_count(context, count + 1);
        Ok(())
    }

    /// Expands the last `batch` nodes of `context`, or all if there are fewer.
    ///
    /// # Errors
    ///
    /// The reason why not all of their successors were generated; the stacks are then invalid and must be cleared.
    #[inline]
    pub(super) fn expand<Op: Copy + Eq>(
        &mut self,
        nodes: &(impl BatchNodes<WORDS> + ?Sized),
        graph: &ContextGraph<Op>,
        context: usize,
        batch: usize,
        counts: &mut ChunkCounts,
    ) -> Result<(), Halt> {
        let length = self.count(context);
        let batch = batch.min(length);
        let first = length - batch;
        self.set_count(context, first);
        let padded = batch.next_multiple_of(WIDTH);
        let edges = graph.edges(context);
        counts.expanded += batch as u64;
        for edge in edges {
            let target_length = self.count(edge.context);
            if target_length + batch > self.capacity {
                return Err(Halt::Full);
            }
            let ranges = [self.range(context), self.range(edge.context)];
            let slices = self.nodes.each_mut().map(|words| {
                // A move leads to another cell, and so to another context.
                let [from, into] = words.get_disjoint_mut(ranges.clone()).expect("a move leads to another context");
                SoaSlices { from: &from[first..first + padded], into: &mut into[target_length..] }
            });
            let Expanded { kept, generated } = nodes.expand(slices, batch, edge);
            counts.generated += generated as u64;
            if edge.enters_goal {
                let start = self.range(edge.context).start + target_length;
                let boards = &self.nodes[0][start..start + kept];
                if has_goal(boards, graph.goal, 15 << edge.swap.to) {
                    return Err(Halt::Goal);
                }
            }
            self.set_count(edge.context, target_length + kept);
        }
        Ok(())
    }
}

/// Whether one of `boards` is the goal, ignoring the blank's nibble.
fn has_goal(boards: &[u64], goal: u64, blank: u64) -> bool {
    boards.iter().map(|board| u64::from(board & !blank == goal)).sum::<u64>() > 0
}
