//! A binary heap whose entries can be found by a number and removed.
//!
//! Entries are numbered densely by the caller: a number is an index of a list, such as that of nodes. So a key is changed or an
//! entry removed without a search. Equal keys are ordered by number, so that the order depends on the entries alone.
//!
//! **Memory.** The key and 4 bytes per entry, and 4 bytes for every number up to the largest.

/// The position of a number that is not in the heap.
const ABSENT: u32 = u32::MAX;

/// A heap of keys, the smallest on top, each with a number.
#[derive(Clone, Debug)]
pub struct IndexedHeap<K> {
    entries: Vec<(K, u32)>,
    /// By number: its position in `entries`.
    positions: Vec<u32>,
}

impl<K> Default for IndexedHeap<K> {
    fn default() -> Self {
        Self { entries: Vec::new(), positions: Vec::new() }
    }
}

impl<K: Ord + Copy> IndexedHeap<K> {
    /// An empty heap.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.entries.capacity() * size_of::<(K, u32)>() + self.positions.capacity() * size_of::<u32>()) as u64
    }

    /// The smallest key and its number.
    #[must_use]
    pub fn first(&self) -> Option<(K, u32)> {
        self.entries.first().copied()
    }

    /// The key of a number, if it is in the heap.
    #[must_use]
    pub fn key(&self, number: u32) -> Option<K> {
        self.position(number).map(|position| self.entries[position].0)
    }

    /// All entries, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (K, u32)> + '_ {
        self.entries.iter().copied()
    }

    /// Puts a number into the heap, or changes its key.
    ///
    /// # Panics
    ///
    /// If the heap holds 2^32 - 1 entries.
    pub fn set(&mut self, number: u32, key: K) {
        let position = self.position(number).unwrap_or_else(|| {
            if self.positions.len() <= number as usize {
                self.positions.resize(number as usize + 1, ABSENT);
            }
            self.entries.push((key, number));
            self.entries.len() - 1
        });
        self.entries[position].0 = key;
        let position = self.sift_up(position);
        self.sift_down(position);
    }

    /// Removes a number, and returns its key if it was in the heap.
    pub fn remove(&mut self, number: u32) -> Option<K> {
        let position = self.position(number)?;
        let (key, _) = self.entries.swap_remove(position);
        self.positions[number as usize] = ABSENT;
        if position < self.entries.len() {
            let position = self.sift_up(position);
            self.sift_down(position);
        }
        Some(key)
    }

    /// Removes the smallest key, and returns it with its number.
    pub fn pop(&mut self) -> Option<(K, u32)> {
        let (key, number) = self.first()?;
        self.remove(number);
        Some((key, number))
    }

    fn position(&self, number: u32) -> Option<usize> {
        self.positions.get(number as usize).filter(|position| **position != ABSENT).map(|&position| position as usize)
    }

    /// Moves the entry at `position` up to its position, which is returned.
    fn sift_up(&mut self, mut position: usize) -> usize {
        let entry = self.entries[position];
        while position > 0 {
            let parent = (position - 1) / 2;
            if self.entries[parent] <= entry {
                break;
            }
            self.put(position, self.entries[parent]);
            position = parent;
        }
        self.put(position, entry);
        position
    }

    /// Moves the entry at `position` down to its position.
    fn sift_down(&mut self, mut position: usize) {
        let entry = self.entries[position];
        loop {
            let left = 2 * position + 1;
            let Some(mut child) = self.entries.get(left).copied() else { break };
            let mut at = left;
            if let Some(&right) = self.entries.get(left + 1)
                && right < child
            {
                (child, at) = (right, left + 1);
            }
            if entry <= child {
                break;
            }
            self.put(position, child);
            position = at;
        }
        self.put(position, entry);
    }

    #[expect(clippy::cast_possible_truncation, reason = "numbers have 32 bits, so there are at most 2^32 entries")]
    fn put(&mut self, position: usize, entry: (K, u32)) {
        self.entries[position] = entry;
        self.positions[entry.1 as usize] = position as u32;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_heap_equals_a_map_whose_smallest_key_is_first(
            steps in prop::collection::vec((0u8..4, 0u32..40, 0u32..12), 0..400),
        ) {
            let mut heap = IndexedHeap::new();
            let mut model: BTreeMap<u32, u32> = BTreeMap::new();
            for (kind, number, key) in steps {
                match kind {
                    0 | 1 => {
                        heap.set(number, key);
                        model.insert(number, key);
                    }
                    2 => prop_assert_eq!(heap.remove(number), model.remove(&number)),
                    _ => {
                        let min = model.iter().map(|(&number, &key)| (key, number)).min();
                        prop_assert_eq!(heap.pop(), min);
                        if let Some((_, number)) = min {
                            model.remove(&number);
                        }
                    }
                }
                prop_assert_eq!(heap.len(), model.len());
                prop_assert_eq!(heap.first(), model.iter().map(|(&number, &key)| (key, number)).min());
                prop_assert_eq!(heap.key(number), model.get(&number).copied());
            }
            let mut entries: Vec<_> = heap.iter().map(|(key, number)| (number, key)).collect();
            entries.sort_unstable();
            prop_assert_eq!(entries, model.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_bytes_are_those_of_the_capacities() {
        let mut heap = IndexedHeap::<u64>::new();
        assert_eq!(heap.bytes(), 0);
        for number in 0..100 {
            heap.set(number, 7);
        }
        assert_eq!(heap.bytes(), (heap.entries.capacity() * 16 + heap.positions.capacity() * 4) as u64);
    }
}
