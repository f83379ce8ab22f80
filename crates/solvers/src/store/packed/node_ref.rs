//! References to the nodes of a packed store.

use tilebench_core::StateCode;

use super::table::PackedTable;
use crate::OpenList;
use crate::store::SlotLookup;

/// A reference to a node of a packed store.
pub trait NodeRef<C: StateCode>: Copy {
    /// The maximum number of nodes that are expanded together.
    const BATCH: u32;

    /// The reference to the node in `slot`, whose state has the mixed number `key`.
    fn new(slot: usize, key: C) -> Self;

    /// The slot of the node, and the word in it.
    fn slot(self, table: &PackedTable<C>) -> (usize, C);

    /// Prefetches the slot of the node.
    fn prefetch(self, table: &PackedTable<C>);

    /// Replaces the references of an open list and in `next`, given the new slot of each old one.
    fn relabel(open: &mut impl OpenList<Self>, next: &mut [Self], new_slot: impl Fn(usize) -> usize);
}

/// The number of the slot.
#[expect(clippy::cast_possible_truncation, reason = "slots are numbered with 32 bits")]
impl<C: StateCode> NodeRef<C> for u32 {
    const BATCH: Self = 16;

    #[inline]
    fn new(slot: usize, _: C) -> Self {
        slot as Self
    }

    #[inline]
    fn slot(self, table: &PackedTable<C>) -> (usize, C) {
        (self as usize, table.word(self as usize))
    }

    #[inline]
    fn prefetch(self, table: &PackedTable<C>) {
        table.prefetch_slot(self as usize);
    }

    fn relabel(open: &mut impl OpenList<Self>, next: &mut [Self], new_slot: impl Fn(usize) -> usize) {
        let relabelled = |node| new_slot(node as usize) as Self;
        for node in next {
            *node = relabelled(*node);
        }
        open.relabel(relabelled);
    }
}

/// The mixed number of the state, by which its node is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MixedKey<C>(pub(crate) C);

/// Nodes are expanded one at a time.
impl<C: StateCode> NodeRef<C> for MixedKey<C> {
    const BATCH: u32 = 1;

    #[inline]
    fn new(_: usize, key: C) -> Self {
        Self(key)
    }

    #[inline]
    fn slot(self, table: &PackedTable<C>) -> (usize, C) {
        match table.find(self.0) {
            SlotLookup::Found(slot) => slot,
            _ => unreachable!("no node is ever removed"),
        }
    }

    #[inline]
    fn prefetch(self, table: &PackedTable<C>) {
        table.prefetch(self.0);
    }

    fn relabel(_: &mut impl OpenList<Self>, _: &mut [Self], _: impl Fn(usize) -> usize) {}
}
