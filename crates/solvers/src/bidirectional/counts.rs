//! The open nodes of a direction counted by f and by g, for algorithms that need the least of both.

use std::collections::BTreeMap;

use tilebench_core::Cost;

/// Open nodes by f and by g.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenCounts {
    by_f: BTreeMap<Cost, u64>,
    by_g: BTreeMap<Cost, u64>,
}

impl OpenCounts {
    pub(super) fn add(&mut self, f: Cost, g: Cost) {
        *self.by_f.entry(f).or_default() += 1;
        *self.by_g.entry(g).or_default() += 1;
    }

    pub(super) fn remove(&mut self, f: Cost, g: Cost) {
        remove(&mut self.by_f, f);
        remove(&mut self.by_g, g);
    }

    /// The least f of an open node.
    pub(super) fn min_f(&self) -> Option<Cost> {
        self.by_f.keys().next().copied()
    }

    /// The least g of an open node.
    pub(super) fn min_g(&self) -> Option<Cost> {
        self.by_g.keys().next().copied()
    }
}

fn remove(counts: &mut BTreeMap<Cost, u64>, key: Cost) {
    let count = counts.get_mut(&key).expect("a node that is removed was counted");
    *count -= 1;
    if *count == 0 {
        counts.remove(&key);
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
