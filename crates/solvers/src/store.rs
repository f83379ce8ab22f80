//! Node stores, in which a best-first search keeps its generated nodes.

pub mod packed;
pub mod plain;

use tilebench_core::{Cost, Counters, Domain};

use crate::OpenList;

/// The place of a state in a [`NodeStore`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotLookup<S, V> {
    /// The state has a node here.
    Found(S),
    /// The state has no node; its node would be inserted here.
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

/// The generated nodes of a search, found by state.
///
/// A node holds g, whether it is closed, and the operator by which the cheapest known path arrives. Open lists refer to nodes by
/// [`Self::Ref`]. [`Self::Slot`] and [`Self::Vacancy`] hold until a node is added or the store grows.
pub trait NodeStore<D: Domain>: Sized {
    /// A state as it is looked up.
    type Key: Copy;
    /// A reference to a node, kept on an open list.
    type Ref: Copy;
    /// The slot of a node.
    type Slot: Copy;
    /// A slot for a new node.
    type Vacancy: Copy;

    /// The maximum number of nodes that are expanded together, so that the memory of all their successors is fetched at once.
    const BATCH: u32;

    /// An empty store of at most `max_bytes`, for a search whose start has this `root_op`; `None` if there is not enough space.
    fn create(domain: &D, root_op: D::Op, max_bytes: u64) -> Option<Self>;

    /// The key of a state.
    fn key(&self, domain: &D, state: D::State) -> Self::Key;

    /// Fetches the memory in which a key is looked for.
    fn prefetch(&self, key: Self::Key);

    /// Fetches the memory of a node.
    fn prefetch_node(&self, node: Self::Ref);

    /// Looks a state up.
    fn find(&self, key: Self::Key) -> SlotLookup<Self::Slot, Self::Vacancy>;

    /// The slot of a node that was added.
    fn slot(&self, node: Self::Ref) -> Self::Slot;

    /// The state of a node in its slot.
    fn state(&self, domain: &D, node: Self::Ref, slot: Self::Slot) -> D::State;

    /// The node in a slot.
    fn node(&self, slot: Self::Slot) -> StoredNode;

    /// The operator by which the cheapest known path arrives at `state`, which is in this slot and not the start.
    fn op(&self, domain: &D, state: D::State, slot: Self::Slot) -> D::Op;

    /// Marks a node as expanded.
    fn close(&mut self, slot: Self::Slot);

    /// Adds an open node.
    fn add(&mut self, vacancy: Self::Vacancy, key: Self::Key, g: Cost, op: D::Op) -> Self::Ref;

    /// Gives a node a cheaper path, and opens it.
    fn update(&mut self, slot: Self::Slot, key: Self::Key, g: Cost, op: D::Op) -> Self::Ref;

    /// The number of nodes.
    fn node_count(&self) -> usize;

    /// The bytes held.
    fn bytes(&self) -> u64;

    /// The number of nodes from which the store should be larger.
    fn max_load(&self) -> usize;

    /// The largest g that a node can hold until the store grows.
    fn max_g(&self) -> Cost;

    /// The bytes that are allocated beside those held while the store grows; `None` if it is as large as it can be.
    fn growth(&self) -> Option<u64>;

    /// Grows, and replaces the references on `open`; `false` if the system has no memory.
    fn grow(&mut self, open: &mut impl OpenList<Self::Ref>) -> bool;

    /// Counts the slots that are read to find each node, if the store can.
    fn measure(&self, counters: &mut Counters) {
        let _ = counters;
    }
}
