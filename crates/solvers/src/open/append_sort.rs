//! An open list that is appended to, and sorted whole before it is popped.
//!
//! What a program does that has a list and a sort at hand and no heap: a published CoffeeScript
//! solver of 2011 is one. A pop after a push costs O(n log n) of the n entries on the list, which
//! makes a search quadratic in its nodes; the list is here so that this can be measured. It is sorted
//! in place (an unstable sort takes no memory, and equal entries cannot be told apart). An entry is
//! 16 bytes for keys of 8 bytes and 24 for larger ones.

use tilebench_core::Key;

use super::growing::Growing;
use crate::best_first::Tie;
use crate::{Entry, Open};

/// A list of entries, in order with the smallest last unless something was appended.
#[derive(Clone, Debug)]
pub struct AppendSort<K: Key> {
    entries: Growing<Entry<K>, 64>,
    /// Whether something was appended since the list was sorted.
    appended: bool,
}

impl<K: Key> Open<K> for AppendSort<K> {
    fn new(_: Tie) -> Self {
        Self { entries: Growing::new(), appended: false }
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
        self.entries.items.push(entry);
        self.appended = true;
    }

    fn pop(&mut self) -> Option<K> {
        if self.appended {
            self.entries.items.sort_unstable_by(|a, b| b.cmp(a));
            self.appended = false;
        }
        self.entries.items.pop().map(|entry| entry.key)
    }
}
