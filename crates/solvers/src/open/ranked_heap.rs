//! A binary heap in which nodes of equal order are ordered by a rank of their states.
//!
//! Published programs that keep their open list in an ordered set or a heap of pairs break ties by the state itself. With the same
//! rank their counts can be reproduced to the node. An entry is 48 bytes for keys of 8 bytes and 64 for larger ones.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tilebench_core::Bidirectional;

use super::OpenList;

/// A binary heap of nodes that are referred to by their keys.
pub struct RankedHeap<'a, D: Bidirectional> {
    domain: &'a D,
    /// Whether the greatest rank comes first.
    descending: bool,
    heap: BinaryHeap<Reverse<(u64, u128, D::Key)>>,
}

impl<D: Bidirectional> core::fmt::Debug for RankedHeap<'_, D> {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        out.debug_struct("RankedHeap").field("len", &self.heap.len()).finish_non_exhaustive()
    }
}

impl<'a, D: Bidirectional> RankedHeap<'a, D> {
    /// The entries for which there is space at first.
    const FIRST: usize = 64;

    /// An empty heap of states of `domain`: of equal order the least rank comes first, or if `descending` the greatest.
    #[must_use]
    pub fn new(domain: &'a D, descending: bool) -> Self {
        Self { domain, descending, heap: BinaryHeap::new() }
    }

    fn next_capacity(&self) -> usize {
        (2 * self.heap.capacity()).max(Self::FIRST)
    }
}

impl<D: Bidirectional> OpenList<D::Key> for RankedHeap<'_, D> {
    fn bytes(&self) -> u64 {
        (self.heap.capacity() * size_of::<Reverse<(u64, u128, D::Key)>>()) as u64
    }

    fn push(&mut self, order: u64, node: D::Key) -> bool {
        let has_space = self.heap.len() < self.heap.capacity();
        if has_space {
            let rank = self.domain.rank(node);
            self.heap.push(Reverse((order, if self.descending { !rank } else { rank }, node)));
        }
        has_space
    }

    fn growth(&self, _: u64) -> u64 {
        let is_full = self.heap.len() == self.heap.capacity();
        if is_full { (self.next_capacity() * size_of::<Reverse<(u64, u128, D::Key)>>()) as u64 } else { 0 }
    }

    fn grow(&mut self, _: u64) -> bool {
        self.heap.try_reserve_exact(self.next_capacity() - self.heap.len()).is_ok()
    }

    fn first(&mut self) -> Option<u64> {
        self.heap.peek().map(|Reverse((order, ..))| *order)
    }

    fn pop_batch(&mut self, _: u32, out: &mut Vec<D::Key>) -> Option<u64> {
        let Reverse((order, _, node)) = self.heap.pop()?;
        out.push(node);
        Some(order)
    }

    fn relabel(&mut self, _: impl Fn(D::Key) -> D::Key) {
        unreachable!("keys are never renamed");
    }
}
