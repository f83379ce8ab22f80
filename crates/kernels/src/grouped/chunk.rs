//! A chunk searched by groups: roots of subtrees are taken from the cursor as long as no stack has a full group, and the
//! fullest stack's last group is expanded.

use tilebench_core::{Domain, Heuristic};

use super::{GROUP, Stacks, Subtrees};
use tilebench_solvers::LimitChecker;
use tilebench_solvers::ida_star::{ChunkCounts, ChunkSpec, Interruption, IterationCursor, NextSubtree, SearchNode};

/// A way to expand groups.
pub(crate) trait Groupwise<D: Domain, H: Heuristic<D>> {
    /// A node on a stack.
    type Member: Copy;

    /// The nodes that wait, and the subtrees that they are in.
    fn lists(&mut self) -> (&mut Stacks<Self::Member>, &mut Subtrees);

    /// The site of `root`, the root of a subtree, and how it lies on its stack.
    ///
    /// # Errors
    ///
    /// That it cannot.
    fn member(&self, root: &SearchNode<D, H>, subtree: u32) -> Result<(usize, Self::Member), Interruption>;

    /// Expands those of the last group of `site` that come before the subtree with the goal, and takes the group `increases_h`.
    ///
    /// # Errors
    ///
    /// That the stacks have no room for the successors.
    fn expand(&mut self, site: usize, counts: &mut ChunkCounts) -> Result<(), Interruption>;
}

/// Searches a chunk: see [`ChunkSearcher::chunk`](crate::chunks::ChunkSearcher::chunk).
#[inline]
pub(crate) fn chunk<D: Domain, H: Heuristic<D>>(
    groups: &mut impl Groupwise<D, H>,
    cursor: &mut IterationCursor<'_, D, H>,
    cut: ChunkSpec,
    limits: &LimitChecker<'_>,
) -> Result<ChunkCounts, Interruption> {
    let (stacks, subtrees) = groups.lists();
    stacks.clear();
    subtrees.clear();
    let spare_nodes = limits.spare_nodes(D::MAX_BRANCHING).ok_or(Interruption::TooLarge)?;
    let mut counts = ChunkCounts::default();
    loop {
        let (mut site, mut held) = groups.lists().0.fullest();
        while held < GROUP {
            let subtrees = groups.lists().1;
            if counts.generated.max(subtrees.handed_out()) >= cut.nodes || subtrees.found() != Subtrees::NONE {
                break;
            }
            match cursor.next_any_subtree(cut.depth, &mut counts) {
                NextSubtree::Subtree(root) => {
                    let subtree = subtrees.hand_out()?;
                    let (there, member) = groups.member(&root, subtree)?;
                    let stacks = groups.lists().0;
                    stacks.push(there, &[member])?;
                    (site, held) = stacks.fuller((site, held), there);
                }
                NextSubtree::Goal => return Err(Interruption::Goal),
                NextSubtree::Nothing => break,
            }
        }
        if counts.generated > spare_nodes {
            return Err(Interruption::TooLarge);
        }
        if held == 0 {
            return groups.lists().1.end(counts);
        }
        limits.check_stop().map_err(|end| Interruption::Stopped(end, counts))?;
        groups.expand(site, &mut counts)?;
    }
}
