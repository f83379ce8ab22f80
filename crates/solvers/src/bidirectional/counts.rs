//! The open nodes of a direction counted by f and by g, for algorithms that need the least of both.

use tilebench_core::Cost;

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

    /// The least f of an open node.
    pub(super) fn min_f(&self) -> Option<Cost> {
        self.by_f.min()
    }

    /// The least g of an open node.
    pub(super) fn min_g(&self) -> Option<Cost> {
        self.by_g.min()
    }
}

/// Costs with the number of their nodes, in ascending order. There are few costs, so a binary search is faster than a tree.
#[derive(Clone, Debug, Default)]
struct CostCounts(Vec<(Cost, u64)>);

impl CostCounts {
    fn add(&mut self, cost: Cost) {
        match self.0.binary_search_by_key(&cost, |&(cost, _)| cost) {
            Ok(at) => self.0[at].1 += 1,
            Err(at) => self.0.insert(at, (cost, 1)),
        }
    }

    fn remove(&mut self, cost: Cost) {
        let at = self.0.binary_search_by_key(&cost, |&(cost, _)| cost).expect("a node that is removed was counted");
        self.0[at].1 -= 1;
        if self.0[at].1 == 0 {
            self.0.remove(at);
        }
    }

    fn min(&self) -> Option<Cost> {
        self.0.first().map(|&(cost, _)| cost)
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
