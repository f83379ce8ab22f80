//! A two-level open list: nodes wait by f until a bound reaches them, and are then ready by g.
//!
//! **What it does.** A bidirectional search that raises a lower bound on the cost of a solution may expand only nodes with f
//! below or at that bound, and of these prefers those of minimum g. So nodes wait ordered by f. Nodes that the bound reaches
//! become ready, ordered by g. Each direction has its own list; the algorithm chooses pairs of ready nodes.
//!
//! **Cost.** Each node becomes ready once per push, so a push and an expansion take O(log n). The bound never falls.
//!
//! **Reference.** Chen and others 2017.

use tilebench_core::Cost;

use super::indexed_heap::IndexedHeap;

/// Nodes that wait by f, and nodes that are ready by g. Nodes are numbered densely by the caller.
#[derive(Clone, Debug, Default)]
pub struct TwoLevelList {
    /// By f, then by larger g: of equal f the deeper node first.
    waiting: IndexedHeap<(Cost, core::cmp::Reverse<Cost>)>,
    /// By g, then by f.
    ready: IndexedHeap<(Cost, Cost)>,
}

impl TwoLevelList {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of nodes, waiting or ready.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.len() + self.ready.len()
    }

    /// Whether there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.waiting.bytes() + self.ready.bytes()
    }

    /// The minimum f of the waiting nodes.
    #[must_use]
    pub fn min_waiting_f(&self) -> Option<Cost> {
        self.waiting.first().map(|((f, _), _)| f)
    }

    /// The minimum g of the ready nodes.
    #[must_use]
    pub fn min_ready_g(&self) -> Option<Cost> {
        self.ready.first().map(|((g, _), _)| g)
    }

    /// The ready node of minimum g.
    #[must_use]
    pub fn first_ready(&self) -> Option<u32> {
        self.ready.first().map(|(_, node)| node)
    }

    /// Adds a waiting node, or makes a node wait with a new g and f.
    pub fn set(&mut self, node: u32, g: Cost, f: Cost) {
        self.ready.remove(node);
        self.waiting.set(node, (f, core::cmp::Reverse(g)));
    }

    /// Makes nodes with f below `bound` ready.
    pub fn release_below(&mut self, bound: Cost) {
        self.release(|f| f < bound);
    }

    /// Makes nodes with f of at most `bound` ready.
    pub fn release_up_to(&mut self, bound: Cost) {
        self.release(|f| f <= bound);
    }

    fn release(&mut self, is_reached: impl Fn(Cost) -> bool) {
        while let Some(((f, core::cmp::Reverse(g)), node)) = self.waiting.first().filter(|((f, _), _)| is_reached(*f)) {
            self.waiting.remove(node);
            self.ready.set(node, (g, f));
        }
    }

    /// Removes a node; `false` if it is not on the list.
    pub fn remove(&mut self, node: u32) -> bool {
        let waited = self.waiting.remove(node).is_some();
        self.ready.remove(node).is_some() || waited
    }

    /// Removes the ready node of minimum g.
    pub fn pop_ready(&mut self) -> Option<u32> {
        self.ready.pop().map(|(_, node)| node)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    /// A node of the model.
    #[derive(Clone, Copy, Debug)]
    struct ModelNode {
        g: Cost,
        f: Cost,
        is_ready: bool,
    }

    proptest! {
        #[test]
        fn nodes_become_ready_when_the_bound_reaches_their_f_and_leave_by_g(
            steps in prop::collection::vec((0u8..6, 0u32..30, 0u32..20, 0u32..40), 0..300),
        ) {
            let mut list = TwoLevelList::new();
            let mut model: BTreeMap<u32, ModelNode> = BTreeMap::new();
            for (kind, node, g, f) in steps {
                match kind {
                    0..=2 => {
                        list.set(node, g, f);
                        model.insert(node, ModelNode { g, f, is_ready: false });
                    }
                    3 => {
                        list.release_below(f);
                        for node in model.values_mut() {
                            node.is_ready |= node.f < f;
                        }
                    }
                    4 => {
                        list.release_up_to(f);
                        for node in model.values_mut() {
                            node.is_ready |= node.f <= f;
                        }
                    }
                    _ => prop_assert_eq!(list.remove(node), model.remove(&node).is_some()),
                }
                let ready = model.iter().filter(|(_, node)| node.is_ready);
                let first = ready.map(|(&number, node)| (node.g, node.f, number)).min();
                prop_assert_eq!(list.first_ready(), first.map(|(.., number)| number));
                prop_assert_eq!(list.min_ready_g(), first.map(|(g, ..)| g));
                let waiting = model.values().filter(|node| !node.is_ready).map(|node| node.f).min();
                prop_assert_eq!(list.min_waiting_f(), waiting);
                if g == 0 {
                    prop_assert_eq!(list.pop_ready(), first.map(|(.., number)| number));
                    first.map(|(.., number)| model.remove(&number));
                }
                prop_assert_eq!(list.len(), model.len());
            }
        }
    }
}
