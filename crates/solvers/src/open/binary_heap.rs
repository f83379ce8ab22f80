//! An open list as a binary heap.
//!
//! A node whose priority improves is pushed again, and whichever of its entries surfaces later is
//! skipped, which is cheaper than finding the old entry. An entry is 16 bytes for boards of up to 16 cells
//! and 24 for larger ones.

use std::cmp::Reverse;

use tilebench_core::Key;

/// A node on open: its order, smaller first, and its state.
///
/// Equal orders are told apart by the packed state, so the sequence of expansions is decided by the
/// problem alone and not by the heap's inner workings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry<K> {
    /// The priority, and below it the tie-break.
    pub order: u64,
    /// The packed state.
    pub key: K,
}

/// A binary heap of entries, the smallest on top.
#[derive(Clone, Debug)]
pub struct BinaryHeap<K: Key> {
    heap: std::collections::BinaryHeap<Reverse<Entry<K>>>,
}

impl<K: Key> BinaryHeap<K> {
    /// Entries for which space is made at first.
    const FIRST: usize = 64;

    /// A heap that holds nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { heap: std::collections::BinaryHeap::new() }
    }

    /// The bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.heap.capacity() * size_of::<Entry<K>>()) as u64
    }

    /// The bytes of the larger block that the next push will need beside the present one, 0 where
    /// there is space.
    #[must_use]
    pub fn growth(&self) -> u64 {
        if self.heap.len() < self.heap.capacity() { 0 } else { (self.next_capacity() * size_of::<Entry<K>>()) as u64 }
    }

    fn next_capacity(&self) -> usize {
        (2 * self.heap.capacity()).max(Self::FIRST)
    }

    /// Makes space for one more entry; says whether the system had the memory.
    pub(crate) fn reserve_one(&mut self) -> bool {
        self.growth() == 0 || self.heap.try_reserve_exact(self.next_capacity() - self.heap.len()).is_ok()
    }

    /// Puts `entry` on the heap.
    ///
    /// # Panics
    ///
    /// Where the heap must grow and the system has no memory: searches make space first.
    #[inline]
    pub fn push(&mut self, entry: Entry<K>) {
        assert!(self.reserve_one(), "no memory for a heap of {} entries", self.heap.len());
        self.heap.push(Reverse(entry));
    }

    /// Takes the smallest entry.
    #[inline]
    pub fn pop(&mut self) -> Option<Entry<K>> {
        self.heap.pop().map(|Reverse(entry)| entry)
    }
}

impl<K: Key> Default for BinaryHeap<K> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_out_by_order_and_then_by_state() {
        let mut heap = BinaryHeap::new();
        for number in [5u64, 3, 9, 3, 1, 7, 3] {
            heap.push(Entry { order: number, key: 100 - heap.bytes() % 7 - number });
        }
        let mut popped = Vec::new();
        while let Some(entry) = heap.pop() {
            popped.push(entry);
        }
        assert_eq!(popped.len(), 7);
        assert!(popped.is_sorted());
    }

    #[test]
    fn growth_is_announced_before_it_happens() {
        let mut heap = BinaryHeap::<u64>::new();
        for number in 0..1000 {
            let (before, growth) = (heap.bytes(), heap.growth());
            heap.push(Entry { order: number, key: number });
            assert_eq!(heap.bytes(), if growth == 0 { before } else { growth });
        }
    }
}
