//! Node stores, in which a best-first search keeps its generated nodes.

pub mod packed;
pub mod plain;

use tilebench_core::{Cost, Counters, Domain};

use crate::OpenList;

/// The result of looking a state up in a [`NodeStore`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotLookup<S, V> {
    /// The state has a node in this slot.
    Found(S),
    /// The state has no node; it would be inserted in this slot.
    Vacant(V),
    /// The state has no node, and the store must grow before it can have one.
    Full,
}

/// A node, without its operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredNode {
    /// The cost of the cheapest known path.
    pub g: Cost,
    /// Whether the node was expanded.
    pub closed: bool,
}

/// The place of a state in a [`NodeStore`] that has space for it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<S, V> {
    /// The slot of its node, and the node.
    Known(S, StoredNode),
    /// The slot of a node that would be new.
    New(V),
}

impl<S, V> Place<S, V> {
    /// The node of the state, if it has one.
    #[inline]
    pub(crate) fn node(&self) -> Option<StoredNode> {
        if let Self::Known(_, node) = self { Some(*node) } else { None }
    }
}

/// The generated nodes of a search, found by state.
///
/// A node holds g, whether it is closed, and the last operator of the cheapest known path. Open lists refer to nodes by
/// [`Self::Ref`]. [`Self::Slot`] and [`Self::Vacancy`] are valid until a node is added or the store grows.
pub trait NodeStore<D: Domain>: Sized {
    /// The key by which a state is looked up.
    type Key: Copy;
    /// A reference to a node, kept on an open list.
    type Ref: Copy;
    /// The slot of a node.
    type Slot: Copy;
    /// A slot for a new node.
    type Vacancy: Copy;

    /// The maximum number of nodes that are expanded together, so that the memory of all their successors is prefetched at once.
    const BATCH: u32;

    /// An empty store of at most `max_bytes`, for a search with this `root_op`; `None` if there is not enough space.
    fn create(domain: &D, root_op: D::Op, max_bytes: u64) -> Option<Self>;

    /// The key of a state.
    fn key(&self, domain: &D, state: D::State) -> Self::Key;

    /// Prefetches the memory that looking up a key reads first.
    fn prefetch(&self, key: Self::Key);

    /// Prefetches the memory of a node.
    fn prefetch_node(&self, node: Self::Ref);

    /// Looks a state up.
    fn find(&self, key: Self::Key) -> SlotLookup<Self::Slot, Self::Vacancy>;

    /// The slot of a node that was added.
    fn slot(&self, node: Self::Ref) -> Self::Slot;

    /// The reference to the node in a slot.
    fn node_ref(&self, slot: Self::Slot, key: Self::Key) -> Self::Ref;

    /// The state of a node in its slot.
    fn state(&self, domain: &D, node: Self::Ref, slot: Self::Slot) -> D::State;

    /// The node in a slot.
    fn node(&self, slot: Self::Slot) -> StoredNode;

    /// The last operator of the cheapest known path to `state`, which is in this slot and not the start.
    fn op(&self, domain: &D, state: D::State, slot: Self::Slot) -> D::Op;

    /// The last operator of the cheapest known path to `state`, and the state before it.
    ///
    /// # Panics
    ///
    /// If `state` has no node.
    fn parent(&self, domain: &D, state: D::State) -> (D::Op, D::State) {
        let SlotLookup::Found(slot) = self.find(self.key(domain, state)) else {
            unreachable!("every state on the path has a node");
        };
        let op = self.op(domain, state, slot);
        (op, domain.apply(state, domain.inverse(op)))
    }

    /// Marks a node as expanded.
    fn close(&mut self, slot: Self::Slot);

    /// Marks every node as not expanded: a search that expands its nodes again begins.
    ///
    /// # Errors
    ///
    /// That of `poll`, which is called every few microseconds.
    fn open_all<E>(&mut self, poll: impl FnMut() -> Result<(), E>) -> Result<(), E>;

    /// Adds an open node.
    fn add(&mut self, vacancy: Self::Vacancy, key: Self::Key, g: Cost, op: D::Op) -> Self::Ref;

    /// Gives a node a cheaper path, and opens it.
    fn update(&mut self, slot: Self::Slot, key: Self::Key, g: Cost, op: D::Op) -> Self::Ref;

    /// The number of nodes.
    fn node_count(&self) -> usize;

    /// The bytes held.
    fn bytes(&self) -> u64;

    /// The number of nodes at which the store should grow.
    fn max_load(&self) -> usize;

    /// The maximum g of a node until the store grows.
    fn max_g(&self) -> Cost;

    /// The bytes that are allocated in addition to those held while the store grows; `None` if it cannot grow.
    fn growth(&self) -> Option<u64>;

    /// Grows, and replaces the references on `open` and in `next`; `false` if the system refuses the memory.
    fn grow(&mut self, open: &mut impl OpenList<Self::Ref>, next: &mut [Self::Ref]) -> bool;

    /// Counts the slots that are read to find each node, if the store can.
    fn measure(&self, counters: &mut Counters) {
        let _ = counters;
    }
}
