//! The search of a chunk by groups: roots of subtrees are taken from the cursor until a stack has a full group, then the last
//! group of the longest stack is expanded.

use tilebench_core::{Domain, Heuristic};

use super::{GROUP_SIZE, NodeStacks, Subtrees};
use tilebench_solvers::LimitChecker;
use tilebench_solvers::ida_star::{ChunkCounts, ChunkSpec, Interruption, IterationCursor, NextSubtree, SearchNode};

/// An implementation of the expansion of groups.
pub(crate) trait GroupExpander<D: Domain, H: Heuristic<D>> {
    /// A node on a stack.
    type Node: Copy;

    /// The stacks of nodes that are to be expanded, and the subtrees of the chunk.
    fn stacks_and_subtrees(&mut self) -> (&mut NodeStacks<Self::Node>, &mut Subtrees);

    /// The context of `root`, the root of a subtree, and its node for the stack.
    ///
    /// # Errors
    ///
    /// If it has no context.
    fn node(&self, root: &SearchNode<D, H>, subtree: u32) -> Result<(usize, Self::Node), Interruption>;

    /// Removes the last group of `context`, and expands its nodes that precede the subtree with the goal.
    ///
    /// # Errors
    ///
    /// If a stack has no room for the successors.
    fn expand(&mut self, context: usize, counts: &mut ChunkCounts) -> Result<(), Interruption>;
}

/// Searches a chunk: see [`ChunkSearcher::chunk`](tilebench_solvers::ida_star::ChunkSearcher::chunk).
#[inline]
pub(crate) fn search_chunk<D: Domain, H: Heuristic<D>>(
    expander: &mut impl GroupExpander<D, H>,
    cursor: &mut IterationCursor<'_, D, H>,
    spec: ChunkSpec,
    limits: &LimitChecker<'_>,
) -> Result<ChunkCounts, Interruption> {
    let (stacks, subtrees) = expander.stacks_and_subtrees();
    stacks.clear();
    subtrees.clear();
    let spare_nodes = limits.spare_nodes(D::MAX_BRANCHING).ok_or(Interruption::TooLarge)?;
    let mut counts = ChunkCounts::default();
    loop {
        let (mut context, mut length) = expander.stacks_and_subtrees().0.longest();
        while length < GROUP_SIZE {
            let subtrees = expander.stacks_and_subtrees().1;
            if counts.generated.max(subtrees.estimated_nodes()) >= spec.nodes
                || subtrees.goal_subtree() != Subtrees::NONE
            {
                break;
            }
            match cursor.next_any_subtree(spec.depth, &mut counts) {
                NextSubtree::Subtree(root) => {
                    let subtree = subtrees.add()?;
                    let (root_context, node) = expander.node(&root, subtree)?;
                    let stacks = expander.stacks_and_subtrees().0;
                    stacks.push(root_context, &[node])?;
                    (context, length) = stacks.longer((context, length), root_context);
                }
                NextSubtree::Goal => return Err(Interruption::Goal),
                NextSubtree::Nothing => break,
            }
        }
        if counts.generated > spare_nodes {
            return Err(Interruption::TooLarge);
        }
        if length == 0 {
            return expander.stacks_and_subtrees().1.result(counts);
        }
        limits.check_stop().map_err(|end| Interruption::Stopped(end, counts))?;
        expander.expand(context, &mut counts)?;
    }
}
