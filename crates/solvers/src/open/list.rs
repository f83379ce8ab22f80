//! What a best-first search asks of an open list.

use tilebench_core::Key;

use crate::best_first::Tie;

/// A node on open: its order, smaller first, and its state.
///
/// Equal orders are told apart by the packed state, so the sequence of expansions is decided by the
/// problem alone and not by a list's inner workings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry<K> {
    /// The priority in the upper half, and below it the tie-break: see [`Tie`].
    pub order: u64,
    /// The packed state.
    pub key: K,
}

/// A list of entries from which the smallest is taken.
///
/// Every list but [`BucketQueue`](crate::BucketQueue) takes them in the one total order of [`Entry`],
/// so that a search makes the same expansions with any of them. Memory is announced before it is
/// taken: a search asks what the next push will need and has it reserved, or stops.
pub trait Open<K: Key> {
    /// A list that holds nothing, of entries whose ties are broken by `tie`.
    fn new(tie: Tie) -> Self;

    /// The bytes held.
    fn bytes(&self) -> u64;

    /// The bytes of the larger block that the next push will need beside the present one, 0 where
    /// there is space.
    fn growth(&self) -> u64;

    /// Makes space for one more entry; says whether the system had the memory.
    fn reserve_one(&mut self) -> bool;

    /// As [`Self::growth`], of blocks whose size depends on the order of the entry to come. There may
    /// be several, each announced when the one before was reserved.
    fn growth_for(&self, order: u64) -> u64 {
        let _ = order;
        0
    }

    /// Makes the space that [`Self::growth_for`] announced; says whether the system had the memory.
    fn reserve_for(&mut self, order: u64) -> bool {
        let _ = order;
        true
    }

    /// Puts `entry` on the list, for which space was made.
    fn push(&mut self, entry: Entry<K>);

    /// Takes the state of the smallest entry.
    fn pop(&mut self) -> Option<K>;
}
