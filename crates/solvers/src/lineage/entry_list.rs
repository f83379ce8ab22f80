//! An open list of single entries in one array, sorted when a node is added or before a node is popped.
//!
//! **Sorted when a node is added.** Its position is found by binary search, and all entries after it are moved by one. The first
//! entry is last in the array, so it is popped without moving any, and the new entries of a search, which mostly come first, move
//! few.
//!
//! **Sorted before a node is popped.** As in programs in languages with lists and sorting but without a heap: a published
//! `CoffeeScript` solver of 2011 is one. Popping a node after adding some costs O(n log n) of the n entries, so a search is
//! quadratic in its nodes.
//!
//! **Memory.** An entry is 24 bytes for keys of 8 bytes and 32 for larger ones.

use super::OpenEntry;
use crate::OpenList;
use crate::open::GrowableVec;

/// When the array is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sorting {
    /// When a node is added.
    OnPush,
    /// Before a node is popped.
    OnTake,
}

/// An array of entries, the first one last.
#[derive(Clone, Debug)]
pub struct EntryList<R> {
    sorting: Sorting,
    entries: GrowableVec<OpenEntry<R>, 64>,
    is_sorted: bool,
    /// The number of nodes added so far.
    age: u64,
}

impl<R> EntryList<R> {
    /// An empty list.
    #[must_use]
    pub fn new(sorting: Sorting) -> Self {
        Self { sorting, entries: GrowableVec::new(), is_sorted: true, age: 0 }
    }
}

impl<R: Copy> EntryList<R> {
    fn sort(&mut self) {
        if !self.is_sorted {
            // No two entries are equal, and an unstable sort needs no memory.
            self.entries.items.sort_unstable();
            self.is_sorted = true;
        }
    }
}

impl<R: Copy> OpenList<R> for EntryList<R> {
    fn bytes(&self) -> u64 {
        self.entries.bytes()
    }

    fn push(&mut self, order: u64, node: R) -> bool {
        if self.growth(order) > 0 {
            return false;
        }
        let entry = OpenEntry { order, age: self.age, node };
        self.age += 1;
        let entries = &mut self.entries.items;
        if self.sorting == Sorting::OnPush {
            entries.insert(entries.partition_point(|known| *known < entry), entry);
        } else {
            entries.push(entry);
            self.is_sorted = false;
        }
        true
    }

    fn growth(&self, _: u64) -> u64 {
        self.entries.growth(self.entries.items.len() + 1)
    }

    fn grow(&mut self, _: u64) -> bool {
        self.entries.reserve(self.entries.items.len() + 1)
    }

    fn first(&mut self) -> Option<u64> {
        self.sort();
        self.entries.items.last().map(|entry| entry.order)
    }

    fn pop_batch(&mut self, _: u32, out: &mut Vec<R>) -> Option<u64> {
        self.sort();
        let OpenEntry { order, node, .. } = self.entries.items.pop()?;
        out.push(node);
        Some(order)
    }

    fn relabel(&mut self, label: impl Fn(R) -> R) {
        self.entries.items.iter_mut().for_each(|entry| entry.node = label(entry.node));
    }
}
