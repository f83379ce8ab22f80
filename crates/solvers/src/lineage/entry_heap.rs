//! An open list as a binary heap of single entries.
//!
//! The textbook's open list, by the heap of the standard library. A node costs O(log n) comparisons of the n entries, many of
//! which miss the caches, if a search keeps millions; buckets save that. An entry is 24 bytes for keys of 8 bytes and 32 for
//! larger ones.

use std::collections::BinaryHeap;

use super::OpenEntry;
use crate::OpenList;

/// A binary heap of entries.
#[derive(Clone, Debug)]
pub struct EntryHeap<R> {
    heap: BinaryHeap<OpenEntry<R>>,
    /// The number of nodes added so far.
    age: u64,
}

impl<R> EntryHeap<R> {
    /// The initial capacity.
    const FIRST: usize = 64;

    /// An empty heap.
    #[must_use]
    pub fn new() -> Self {
        Self { heap: BinaryHeap::new(), age: 0 }
    }

    fn next_capacity(&self) -> usize {
        (2 * self.heap.capacity()).max(Self::FIRST)
    }
}

impl<R> Default for EntryHeap<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Copy> OpenList<R> for EntryHeap<R> {
    fn bytes(&self) -> u64 {
        (self.heap.capacity() * size_of::<OpenEntry<R>>()) as u64
    }

    fn push(&mut self, order: u64, node: R) -> bool {
        let has_space = self.heap.len() < self.heap.capacity();
        if has_space {
            self.heap.push(OpenEntry { order, age: self.age, node });
            self.age += 1;
        }
        has_space
    }

    fn growth(&self, _: u64) -> u64 {
        let is_full = self.heap.len() == self.heap.capacity();
        if is_full { (self.next_capacity() * size_of::<OpenEntry<R>>()) as u64 } else { 0 }
    }

    fn grow(&mut self, _: u64) -> bool {
        self.heap.try_reserve_exact(self.next_capacity() - self.heap.len()).is_ok()
    }

    fn first(&mut self) -> Option<u64> {
        self.heap.peek().map(|entry| entry.order)
    }

    fn pop_batch(&mut self, _: u32, out: &mut Vec<R>) -> Option<u64> {
        let OpenEntry { order, node, .. } = self.heap.pop()?;
        out.push(node);
        Some(order)
    }

    fn relabel(&mut self, label: impl Fn(R) -> R) {
        let relabelled = |OpenEntry { order, age, node }| OpenEntry { order, age, node: label(node) };
        self.heap = std::mem::take(&mut self.heap).into_iter().map(relabelled).collect();
    }
}
