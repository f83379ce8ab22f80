//! An open list as a list that is always in order.
//!
//! A new entry's place is found by binary search, and all entries after it are moved by one. The
//! smallest entry is last, so that it is taken without moving any, and the new entries of a search,
//! which are mostly small, move few. A push compares O(log n) and moves O(n) entries of the n on the
//! list. An entry is 16 bytes for keys of 8 bytes and 24 for larger ones.

use tilebench_core::Key;

use super::growing::Growing;
use crate::best_first::Tie;
use crate::{Entry, Open};

/// A list of entries in order, the smallest last.
#[derive(Clone, Debug)]
pub struct SortedList<K: Key> {
    entries: Growing<Entry<K>, 64>,
}

impl<K: Key> Open<K> for SortedList<K> {
    fn new(_: Tie) -> Self {
        Self { entries: Growing::new() }
    }

    fn bytes(&self) -> u64 {
        self.entries.bytes()
    }

    fn growth(&self) -> u64 {
        self.entries.growth(self.entries.items.len() + 1)
    }

    fn reserve_one(&mut self) -> bool {
        self.entries.reserve(self.entries.items.len() + 1)
    }

    fn push(&mut self, entry: Entry<K>) {
        let at = self.entries.items.partition_point(|known| *known > entry);
        self.entries.items.insert(at, entry);
    }

    fn pop(&mut self) -> Option<K> {
        self.entries.items.pop().map(|entry| entry.key)
    }
}
