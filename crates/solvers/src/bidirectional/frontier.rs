//! One direction of a bidirectional search.

use super::counts::OpenCounts;
use tilebench_core::{Domain, Heuristic, Termination};

use crate::limit_checker::LimitChecker;
use crate::lists::{self, Lists};
use crate::store::{NodeStore, SlotLookup, StoredNode};
use crate::{OpenList, Side, TwoLevelList};

/// One direction of a bidirectional search: its side of the problem, and its nodes.
pub(super) struct Frontier<'a, D: Domain, H: Heuristic<D>, S: NodeStore<D>, O: OpenList<S::Ref>> {
    pub(super) side: Side<'a, D, H>,
    /// The operator that stands for the arrival at the root.
    pub(super) root_op: D::Op,
    pub(super) lists: Lists<D, S, O>,
    /// The number of open nodes.
    pub(super) open_nodes: u64,
    /// The open nodes by f and g, if [`Rule::COUNTS_OPEN`](super::search::Rule::COUNTS_OPEN).
    pub(super) counts: OpenCounts,
    pub(super) generated: u64,
    pub(super) expanded: u64,
    /// The order of the nodes that are next.
    order: u64,
    /// Whether entries of nodes that were closed since are dropped.
    skips_stale: bool,
}

impl<'a, D: Domain, H: Heuristic<D>, S: NodeStore<D>, O: OpenList<S::Ref>> Frontier<'a, D, H, S, O> {
    pub(super) fn new(side: Side<'a, D, H>, lists: Lists<D, S, O>, skips_stale: bool) -> Self {
        let root_op = side.domain.root_op(side.root);
        Self {
            side,
            root_op,
            lists,
            open_nodes: 0,
            counts: OpenCounts::default(),
            generated: 0,
            expanded: 0,
            order: 0,
            skips_stale,
        }
    }

    /// Counts the memory of the opposite direction, which has the same limit, and of the counts.
    pub(super) fn count_memory_of(&mut self, opposite: &Self) {
        self.lists.other_bytes = self.counts.bytes() + opposite.counts.bytes() + opposite.lists.bytes();
    }

    /// The smallest order of an open node; `None` if there is none.
    pub(super) fn first(&mut self) -> Option<u64> {
        while self.lists.next.is_empty() {
            self.order = self.lists.open.pop_batch(S::BATCH, &mut self.lists.next)?;
            let nodes = &self.lists.nodes;
            self.lists.next.iter().for_each(|&node| nodes.prefetch_node(node));
            // A node that was reached by a cheaper path is on the list twice, and closed when its second entry is taken.
            if self.skips_stale {
                self.lists.next.retain(|&node| !nodes.node(nodes.slot(node)).closed);
            }
        }
        Some(self.order)
    }

    /// The node of a state, if there is one.
    #[inline]
    pub(super) fn node(&self, key: S::Key) -> Option<StoredNode> {
        match self.lists.nodes.find(key) {
            SlotLookup::Found(slot) => Some(self.lists.nodes.node(slot)),
            _ => None,
        }
    }

    /// The operators from the root to `state`, which has a node.
    pub(super) fn path_to(&self, state: D::State) -> Vec<D::Op> {
        let Side { domain, root, .. } = self.side;
        self.lists.path(domain, root, state)
    }
}

impl<D, H, S, W, L> Frontier<'_, D, H, S, TwoLevelList<W, L>>
where
    D: Domain,
    H: Heuristic<D>,
    S: NodeStore<D>,
    W: OpenList<S::Ref>,
    L: OpenList<S::Ref>,
{
    /// Makes the first nodes that wait ready: those of least f and g, or one of them if nodes are expanded one at a time.
    pub(super) fn release(&mut self, limits: &mut LimitChecker<'_>) -> Result<(), Termination> {
        self.put_back(limits)?;
        let mut released = Vec::new();
        let max = if S::BATCH == 1 { 1 } else { u32::MAX };
        let Some(order) = self.lists.open.take_waiting(max, &mut released) else { return Ok(()) };
        // The last in is taken first, and stays so.
        for node in released.into_iter().rev() {
            self.push_ready(order, node, limits)?;
        }
        Ok(())
    }

    /// Puts the nodes that would be expanded next back among the ready ones.
    fn put_back(&mut self, limits: &mut LimitChecker<'_>) -> Result<(), Termination> {
        while let Some(node) = self.lists.next.pop() {
            self.push_ready(self.order, node, limits)?;
        }
        Ok(())
    }

    fn push_ready(&mut self, order: u64, node: S::Ref, limits: &mut LimitChecker<'_>) -> Result<(), Termination> {
        let others = self.lists.other_bytes + self.lists.bytes();
        let ready = &mut self.lists.open.ready;
        let others = others - ready.bytes();
        lists::push(ready, order, node, others, limits)
    }
}
