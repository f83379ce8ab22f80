//! The subtrees of a chunk: the counts below the root of each, and the first in which the goal was generated.

use tilebench_solvers::ida_star::{ChunkCounts, Interruption};

/// The counts below a root.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    generated: u64,
    expanded: u64,
}

/// The subtrees of a chunk, counted from 0 as they were handed out, which is in depth-first order.
#[derive(Debug)]
pub(crate) struct Subtrees {
    tallies: Vec<Tally>,
    /// The first in which the goal was seen, or [`Self::NONE`].
    found: u32,
    /// About how many nodes a subtree has.
    nodes: u64,
}

impl Subtrees {
    /// The maximum number of subtrees of a chunk.
    pub(crate) const MOST: usize = 1 << 16;
    /// No subtree: it comes after all of them.
    pub(crate) const NONE: u32 = u32::MAX;

    /// No subtrees yet; each will have about `nodes` nodes.
    pub(crate) fn new(nodes: u64) -> Self {
        Self { tallies: Vec::new(), found: Self::NONE, nodes }
    }

    /// The maximum number of bytes of the list of subtrees.
    pub(crate) fn bytes() -> u64 {
        (Self::MOST * size_of::<Tally>()) as u64
    }

    /// Forgets all subtrees.
    pub(super) fn clear(&mut self) {
        self.tallies.clear();
        self.found = Self::NONE;
    }

    /// The number of another subtree.
    ///
    /// # Errors
    ///
    /// That the chunk has too many.
    pub(super) fn hand_out(&mut self) -> Result<u32, Interruption> {
        let subtree = self.tallies.len();
        if subtree == Self::MOST {
            return Err(Interruption::TooLarge);
        }
        self.tallies.push(Tally::default());
        u32::try_from(subtree).map_err(|_| Interruption::TooLarge)
    }

    /// About how many nodes the subtrees have.
    pub(super) fn handed_out(&self) -> u64 {
        self.tallies.len() as u64 * self.nodes
    }

    /// ChunkCounts a node of `subtree` and its number of successors.
    #[inline]
    pub(crate) fn count(&mut self, subtree: u32, successors: u64) {
        let tally = &mut self.tallies[subtree as usize];
        tally.generated += successors;
        tally.expanded += 1;
    }

    /// The goal was seen in `subtree`, or in none.
    #[inline]
    pub(crate) fn see_goal(&mut self, subtree: u32) {
        self.found = self.found.min(subtree);
    }

    /// The first subtree in which the goal was seen, or [`Self::NONE`]. Of it and of those after it no node need be
    /// expanded.
    #[inline]
    pub(crate) fn found(&self) -> u32 {
        self.found
    }

    /// The counts of a chunk that is done: `counts`.
    ///
    /// # Errors
    ///
    /// The first subtree with the goal, if there is one, and the counts of those before it.
    pub(super) fn end(&self, counts: ChunkCounts) -> Result<ChunkCounts, Interruption> {
        if self.found == Self::NONE {
            return Ok(counts);
        }
        let found = self.found as usize;
        let mut before = ChunkCounts::default();
        for tally in &self.tallies[..found] {
            before.generated += tally.generated;
            before.expanded += tally.expanded;
        }
        Err(Interruption::GoalIn(found, before))
    }
}
