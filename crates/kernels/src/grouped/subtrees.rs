//! The subtrees of a chunk: the counts of each, and the first in which the goal was generated.

use tilebench_solvers::ida_star::{ChunkCounts, Interruption};

/// The counts of a subtree.
#[derive(Clone, Copy, Debug, Default)]
struct SubtreeCounts {
    generated: u64,
    expanded: u64,
}

/// The subtrees of a chunk, numbered from 0 in depth-first order.
#[derive(Debug)]
pub(crate) struct Subtrees {
    counts: Vec<SubtreeCounts>,
    /// The first in which the goal was generated, or [`Self::NONE`].
    goal_subtree: u32,
    /// The estimated number of nodes of a subtree.
    subtree_nodes: u64,
}

impl Subtrees {
    /// The maximum number of subtrees of a chunk.
    pub(crate) const MAX_COUNT: usize = 1 << 16;
    /// No subtree: after all of them.
    pub(crate) const NONE: u32 = u32::MAX;

    /// An empty list; each subtree will have about `subtree_nodes` nodes.
    pub(crate) fn new(subtree_nodes: u64) -> Self {
        Self { counts: Vec::new(), goal_subtree: Self::NONE, subtree_nodes }
    }

    /// The maximum number of bytes of the list of subtrees.
    pub(crate) fn bytes() -> u64 {
        (Self::MAX_COUNT * size_of::<SubtreeCounts>()) as u64
    }

    /// Removes all subtrees.
    pub(super) fn clear(&mut self) {
        self.counts.clear();
        self.goal_subtree = Self::NONE;
    }

    /// Adds a subtree and returns its index.
    ///
    /// # Errors
    ///
    /// If the chunk has too many.
    pub(super) fn add(&mut self) -> Result<u32, Interruption> {
        let subtree = self.counts.len();
        if subtree == Self::MAX_COUNT {
            return Err(Interruption::TooLarge);
        }
        self.counts.push(SubtreeCounts::default());
        u32::try_from(subtree).map_err(|_| Interruption::TooLarge)
    }

    /// The estimated number of nodes of all subtrees.
    pub(super) fn estimated_nodes(&self) -> u64 {
        self.counts.len() as u64 * self.subtree_nodes
    }

    /// Counts a node of `subtree` with its number of successors.
    #[inline]
    pub(crate) fn count(&mut self, subtree: u32, successors: u64) {
        let counts = &mut self.counts[subtree as usize];
        counts.generated += successors;
        counts.expanded += 1;
    }

    /// Records that the goal was generated in `subtree`; [`Self::NONE`] records nothing.
    #[inline]
    pub(crate) fn record_goal(&mut self, subtree: u32) {
        self.goal_subtree = self.goal_subtree.min(subtree);
    }

    /// The first subtree in which the goal was generated, or [`Self::NONE`]. Nodes of it and of later subtrees need not be
    /// expanded.
    #[inline]
    pub(crate) fn goal_subtree(&self) -> u32 {
        self.goal_subtree
    }

    /// The counts of a completed chunk: `counts`.
    ///
    /// # Errors
    ///
    /// If the goal was generated: its first subtree and the counts of those before it.
    pub(super) fn result(&self, counts: ChunkCounts) -> Result<ChunkCounts, Interruption> {
        if self.goal_subtree == Self::NONE {
            return Ok(counts);
        }
        let goal_subtree = self.goal_subtree as usize;
        let mut before = ChunkCounts::default();
        for counts in &self.counts[..goal_subtree] {
            before.generated += counts.generated;
            before.expanded += counts.expanded;
        }
        Err(Interruption::GoalIn(goal_subtree, before))
    }
}
