//! A focal list: the nodes of open whose f is within a factor of the least, in an order of their own.
//!
//! **What it does.** Open holds all nodes by f. Focal holds those with f <= w `f_min`, ordered by another value, such as the
//! estimated number of operators to the goal. A node expanded from focal keeps a search within w of the least cost, whatever
//! the order of focal. As `f_min` rises, nodes enter focal; if it falls, which a heuristic that is not consistent or a reopened
//! node can cause, the nodes beyond the bound leave it.
//!
//! **Uses.** A*-epsilon expands from focal alone. Explicit estimation search also expands from the front of open, its cleanup
//! list.
//!
//! **Cost.** A push, a removal and the expansion of a node take O(log n). A fall of `f_min` reads every node of focal.
//!
//! **References.** Pearl and Kim 1982; Thayer and Ruml 2011.

use tilebench_core::{Cost, Weight};

use super::indexed_heap::IndexedHeap;

/// Open by f, and the part of it within the bound by a value `P`. Nodes are numbered densely by the caller.
#[derive(Clone, Debug)]
pub struct FocalList<P> {
    weight: Weight,
    /// All nodes by f.
    open: IndexedHeap<Cost>,
    /// Nodes with f <= w `f_min`.
    focal: IndexedHeap<P>,
    /// The other nodes by f.
    beyond: IndexedHeap<Cost>,
    /// By number: the value in focal, as long as the node is in open.
    values: Vec<P>,
    /// The `f_min` that focal is up to date with.
    f_min: Cost,
}

impl<P: Ord + Copy + Default> FocalList<P> {
    /// An empty list with the bound `weight`.
    #[must_use]
    pub fn new(weight: Weight) -> Self {
        Self {
            weight,
            open: IndexedHeap::new(),
            focal: IndexedHeap::new(),
            beyond: IndexedHeap::new(),
            values: Vec::new(),
            f_min: Cost::MAX,
        }
    }

    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// Whether there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// The bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let values = (self.values.capacity() * size_of::<P>()) as u64;
        self.open.bytes() + self.focal.bytes() + self.beyond.bytes() + values
    }

    /// The least f of open, and its node.
    #[must_use]
    pub fn best_f(&self) -> Option<(Cost, u32)> {
        self.open.first()
    }

    /// The node of focal with the least value.
    #[must_use]
    pub fn best_focal(&self) -> Option<u32> {
        self.focal.first().map(|(_, node)| node)
    }

    /// Adds a node, or changes its f and its value.
    pub fn set(&mut self, node: u32, f: Cost, value: P) {
        if self.values.len() <= node as usize {
            self.values.resize(node as usize + 1, P::default());
        }
        self.values[node as usize] = value;
        self.open.set(node, f);
        self.focal.remove(node);
        self.beyond.set(node, f);
        self.update();
    }

    /// Removes a node, and returns its f if it was on the list.
    pub fn remove(&mut self, node: u32) -> Option<Cost> {
        let f = self.open.remove(node)?;
        self.focal.remove(node);
        self.beyond.remove(node);
        self.update();
        Some(f)
    }

    /// Removes the node of focal with the least value.
    pub fn pop_focal(&mut self) -> Option<u32> {
        let node = self.best_focal()?;
        self.remove(node);
        Some(node)
    }

    /// Removes the node of the least f.
    pub fn pop_best_f(&mut self) -> Option<u32> {
        let (_, node) = self.best_f()?;
        self.remove(node);
        Some(node)
    }

    /// Moves nodes into or out of focal for the present `f_min`.
    fn update(&mut self) {
        let Some((f_min, _)) = self.open.first() else { return };
        if f_min < self.f_min {
            let beyond: Vec<u32> =
                self.focal.iter().map(|(_, node)| node).filter(|&node| !self.admits(node, f_min)).collect();
            for node in beyond {
                self.focal.remove(node);
                self.beyond.set(node, self.f(node));
            }
        }
        self.f_min = f_min;
        while let Some((f, node)) = self.beyond.first().filter(|(f, _)| self.weight.allows(*f, f_min)) {
            debug_assert_eq!(f, self.f(node));
            self.beyond.remove(node);
            self.focal.set(node, self.values[node as usize]);
        }
    }

    fn admits(&self, node: u32, f_min: Cost) -> bool {
        self.weight.allows(self.f(node), f_min)
    }

    fn f(&self, node: u32) -> Cost {
        self.open.key(node).expect("a node of focal is a node of open")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    /// The node of least value among those within the bound.
    fn best(model: &BTreeMap<u32, (Cost, u32)>, weight: Weight) -> Option<u32> {
        let f_min = model.values().map(|(f, _)| *f).min()?;
        let focal = model.iter().filter(|(_, (f, _))| weight.allows(*f, f_min));
        focal.map(|(&node, &(_, value))| (value, node)).min().map(|(_, node)| node)
    }

    proptest! {
        #[test]
        fn focal_is_the_part_of_open_within_the_bound_if_f_min_rises_or_falls(
            (num, den) in prop::sample::select(vec![(1u32, 1u32), (5, 4), (3, 2), (4, 1)]),
            steps in prop::collection::vec((0u8..6, 0u32..30, 0u32..60, 0u32..10), 0..300),
        ) {
            let weight = Weight::new(num, den).unwrap();
            let mut list = FocalList::new(weight);
            let mut model: BTreeMap<u32, (Cost, u32)> = BTreeMap::new();
            for (kind, node, f, value) in steps {
                match kind {
                    0..=2 => {
                        list.set(node, f, value);
                        model.insert(node, (f, value));
                    }
                    3 => prop_assert_eq!(list.remove(node), model.remove(&node).map(|(f, _)| f)),
                    4 => {
                        let expected = best(&model, weight);
                        prop_assert_eq!(list.pop_focal(), expected);
                        expected.map(|node| model.remove(&node));
                    }
                    _ => {
                        let min = model.iter().map(|(&node, &(f, _))| (f, node)).min().map(|(_, node)| node);
                        prop_assert_eq!(list.pop_best_f(), min);
                        min.map(|node| model.remove(&node));
                    }
                }
                prop_assert_eq!(list.len(), model.len());
                prop_assert_eq!(list.best_focal(), best(&model, weight));
                let within = model.values().map(|(f, _)| *f).min().map_or(0, |f_min| {
                    model.values().filter(|(f, _)| weight.allows(*f, f_min)).count()
                });
                prop_assert_eq!((list.focal.len(), list.beyond.len()), (within, model.len() - within));
            }
        }
    }
}
