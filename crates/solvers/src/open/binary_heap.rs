//! An open list as a binary heap.
//!
//! A node whose priority improves is pushed again, and whichever of its entries surfaces later is
//! skipped, which is cheaper than finding the old entry. An entry is 16 bytes for keys of 8 bytes
//! and 24 for larger ones.

use std::cmp::Reverse;

use tilebench_core::Key;

use crate::best_first::Tie;
use crate::{Entry, Open};

/// A binary heap of entries, the smallest on top.
#[derive(Clone, Debug)]
pub struct BinaryHeap<K: Key> {
    heap: std::collections::BinaryHeap<Reverse<Entry<K>>>,
}

impl<K: Key> BinaryHeap<K> {
    /// Entries for which space is made at first.
    const FIRST: usize = 64;

    fn next_capacity(&self) -> usize {
        (2 * self.heap.capacity()).max(Self::FIRST)
    }
}

impl<K: Key> Open<K> for BinaryHeap<K> {
    fn new(_: Tie) -> Self {
        Self { heap: std::collections::BinaryHeap::new() }
    }

    fn bytes(&self) -> u64 {
        (self.heap.capacity() * size_of::<Entry<K>>()) as u64
    }

    fn growth(&self) -> u64 {
        if self.heap.len() < self.heap.capacity() { 0 } else { (self.next_capacity() * size_of::<Entry<K>>()) as u64 }
    }

    fn reserve_one(&mut self) -> bool {
        self.growth() == 0 || self.heap.try_reserve_exact(self.next_capacity() - self.heap.len()).is_ok()
    }

    #[inline]
    fn push(&mut self, entry: Entry<K>) {
        debug_assert_eq!(self.growth(), 0, "space is made before");
        self.heap.push(Reverse(entry));
    }

    #[inline]
    fn pop(&mut self) -> Option<K> {
        self.heap.pop().map(|Reverse(entry)| entry.key)
    }
}
