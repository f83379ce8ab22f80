//! The open list of a best-first search.

use tilebench_core::Cost;

/// The order of nodes of equal priority. If it does not decide, the last generated node comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// Larger g first: these nodes are closer to the goal according to the heuristic.
    HighG,
    /// Smaller g first.
    LowG,
    /// First generated, first expanded.
    Fifo,
    /// Last generated, first expanded.
    Lifo,
    /// Larger g first, then as in the heap of the C++ standard library.
    Published,
}

impl TieBreak {
    /// The order of a node, smaller first: the priority in the upper half, the tie-break in the lower. `pushed` is the number of
    /// nodes pushed before.
    #[inline]
    pub(crate) fn order(self, priority: Cost, g: Cost, pushed: u32) -> u64 {
        let tie = match self {
            Self::HighG | Self::Published => !g,
            Self::LowG => g,
            Self::Fifo => pushed,
            Self::Lifo => 0,
        };
        u64::from(priority) << 32 | u64::from(tie)
    }
}

/// A list from which the node of the smallest order is popped, of equal orders the last one in.
///
/// Every list pops nodes in the same sequence, so a search expands the same nodes with any of them, except
/// [`RankedBuckets`](crate::RankedBuckets) and [`StdHeap`](crate::StdHeap), which have the sequences of published programs. `R` refers to a node of a
/// [`NodeStore`](crate::NodeStore). Allocations are announced: a search calls [`Self::growth`] for the bytes that the next push
/// needs, and stops if they exceed its limit.
pub trait OpenList<R: Copy> {
    /// Whether an open node is pushed again for each further path to it, whatever its cost.
    const KEEPS_DUPLICATES: bool = false;

    /// The bytes held.
    fn bytes(&self) -> u64;

    /// Adds a node; `false` if memory must be allocated for it first.
    fn push(&mut self, order: u64, node: R) -> bool;

    /// The bytes of the next block that must be allocated before a node of this order can be added, 0 if none. Several blocks may
    /// be needed, each announced after the previous one was allocated.
    fn growth(&self, order: u64) -> u64;

    /// Allocates the announced [`Self::growth`]; `false` if the system refuses the memory.
    fn grow(&mut self, order: u64) -> bool;

    /// The smallest order; `None` if the list is empty.
    fn first(&mut self) -> Option<u64>;

    /// Removes at least one and at most `max` nodes of the smallest order, appends them to `out` and returns their order;
    /// `None` if the list is empty.
    fn pop_batch(&mut self, max: u32, out: &mut Vec<R>) -> Option<u64>;

    /// Learns that the last node popped was closed before and is not expanded.
    #[inline]
    fn skipped(&mut self) {}

    /// Replaces every reference by its `label`.
    fn relabel(&mut self, label: impl Fn(R) -> R);
}
