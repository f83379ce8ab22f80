//! A two-level open list: nodes wait by f until a bound reaches them, and are then ready by g.
//!
//! **What it does.** A bidirectional search that raises a lower bound on the cost of a solution may expand only nodes with f of at most
//! that bound, and of these prefers those of least g. So nodes wait ordered by f; those that the bound reaches become ready,
//! ordered by g. Each direction has a list of its own; the algorithm chooses pairs of ready nodes.
//!
//! **Cost.** Each node becomes ready once per push. The bound never falls.
//!
//! **Reference.** Chen and others 2017.

use tilebench_core::Cost;

use super::OpenList;

/// Nodes that wait by f, then g, and nodes that are ready by g.
#[derive(Clone, Debug)]
pub struct TwoLevelList<W, L = W> {
    waiting: W,
    /// The nodes that the bound reached.
    pub ready: L,
}

impl<W, L> TwoLevelList<W, L> {
    /// A list of two empty levels.
    #[must_use]
    pub fn new(waiting: W, ready: L) -> Self {
        Self { waiting, ready }
    }

    /// The order of a node that waits: least f first, then least g.
    #[inline]
    #[must_use]
    pub fn order(f: Cost, g: Cost) -> u64 {
        u64::from(f) << 32 | u64::from(g)
    }

    /// The order of a ready node, least g first, made from its order while it waited.
    #[must_use]
    pub fn ready_order(order: u64) -> u64 {
        order << 32
    }

    /// The least f of the nodes that wait.
    pub fn min_waiting_f<R: Copy>(&mut self) -> Option<u64>
    where
        W: OpenList<R>,
    {
        self.waiting.first().map(|order| order >> 32)
    }

    /// Removes up to `max` nodes from those that wait with least f and g, and returns their order as ready nodes.
    pub fn take_waiting<R: Copy>(&mut self, max: u32, out: &mut Vec<R>) -> Option<u64>
    where
        W: OpenList<R>,
    {
        self.waiting.pop_batch(max, out).map(Self::ready_order)
    }
}

/// Nodes that are added wait; those that are taken were ready.
impl<R: Copy, W: OpenList<R>, L: OpenList<R>> OpenList<R> for TwoLevelList<W, L> {
    fn bytes(&self) -> u64 {
        self.waiting.bytes() + self.ready.bytes()
    }

    #[inline]
    fn push(&mut self, order: u64, node: R) -> bool {
        self.waiting.push(order, node)
    }

    fn growth(&self, order: u64) -> u64 {
        self.waiting.growth(order)
    }

    fn grow(&mut self, order: u64) -> bool {
        self.waiting.grow(order)
    }

    fn first(&mut self) -> Option<u64> {
        self.ready.first()
    }

    fn pop_batch(&mut self, max: u32, out: &mut Vec<R>) -> Option<u64> {
        self.ready.pop_batch(max, out)
    }

    fn relabel(&mut self, label: impl Fn(R) -> R) {
        self.waiting.relabel(&label);
        self.ready.relabel(&label);
    }
}
