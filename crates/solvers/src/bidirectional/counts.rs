//! The open nodes of a direction counted by f and by g, for algorithms that need the least of both.

use std::collections::BTreeMap;

use tilebench_core::Cost;

/// The maximum memory per value: a leaf of a [`BTreeMap`] has 192 bytes and at least 5 values, an inner node 288 bytes and
/// at least 6 leaves.
const MAX_VALUE_BYTES: u64 = 48;

/// Open nodes by f and by g.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenCounts {
    by_f: CostCounts,
    by_g: CostCounts,
}

impl OpenCounts {
    pub(super) fn add(&mut self, f: Cost, g: Cost) {
        self.by_f.add(f);
        self.by_g.add(g);
    }

    pub(super) fn remove(&mut self, f: Cost, g: Cost) {
        self.by_f.remove(f);
        self.by_g.remove(g);
    }

    /// The bytes held here, at most.
    pub(super) fn bytes(&self) -> u64 {
        (self.by_f.0.len() + self.by_g.0.len()) as u64 * MAX_VALUE_BYTES
    }

    /// The least f of an open node.
    pub(super) fn min_f(&self) -> Option<Cost> {
        self.by_f.min()
    }

    /// The least g of an open node.
    pub(super) fn min_g(&self) -> Option<Cost> {
        self.by_g.min()
    }
}

/// Costs with the number of their nodes. If moves have costs, there can be a value for each node.
#[derive(Clone, Debug, Default)]
struct CostCounts(BTreeMap<Cost, u64>);

impl CostCounts {
    fn add(&mut self, cost: Cost) {
        *self.0.entry(cost).or_default() += 1;
    }

    fn remove(&mut self, cost: Cost) {
        let count = self.0.get_mut(&cost).expect("a node that is removed was counted");
        *count -= 1;
        if *count == 0 {
            self.0.remove(&cost);
        }
    }

    fn min(&self) -> Option<Cost> {
        self.0.first_key_value().map(|(&cost, _)| cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_f_and_g_are_those_of_the_nodes_that_are_left() {
        let mut counts = OpenCounts::default();
        assert_eq!((counts.min_f(), counts.min_g()), (None, None));
        for (f, g) in [(9, 4), (7, 5), (7, 3)] {
            counts.add(f, g);
        }
        assert_eq!((counts.min_f(), counts.min_g()), (Some(7), Some(3)));
        counts.remove(7, 3);
        assert_eq!((counts.min_f(), counts.min_g()), (Some(7), Some(4)));
        counts.remove(7, 5);
        assert_eq!((counts.min_f(), counts.min_g()), (Some(9), Some(4)));
    }
}
