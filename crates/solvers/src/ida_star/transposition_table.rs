//! A hash table of states whose subtrees were searched, in bounded memory.

use tilebench_core::{Cost, StateKey};

/// A state whose subtree was searched without reaching the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry<K> {
    key: K,
    /// The g of the state in that search.
    g: Cost,
    /// The least f that was pruned below the state, less its g; [`Cost::MAX`] if nothing was pruned.
    estimate: Cost,
}

/// The entries, in buckets of four.
#[derive(Debug)]
pub(super) struct TranspositionTable<K> {
    entries: Vec<Entry<K>>,
    /// The number of entries that are not vacant.
    used: usize,
}

impl<K: StateKey> TranspositionTable<K> {
    /// The entries of a bucket: for states of up to 64 bits it fills a line of the cache.
    const WAYS: usize = 4;

    /// An entry without a state. Its g is replaced first, and prunes nothing.
    const VACANT: Entry<K> = Entry { key: K::VACANT, g: Cost::MAX, estimate: 0 };

    /// An empty table without memory: before the first entry it must grow.
    pub(super) fn new() -> Self {
        Self { entries: Vec::new(), used: 0 }
    }

    /// Whether the table is to be doubled before the next entry.
    #[inline]
    pub(super) fn is_half_full(&self) -> bool {
        2 * self.used >= self.entries.len()
    }

    /// The bytes of the table.
    pub(super) fn bytes(&self) -> u64 {
        Self::bytes_of(self.entries.len())
    }

    /// The bytes after the next doubling.
    pub(super) fn bytes_when_grown(&self) -> u64 {
        Self::bytes_of(self.len_when_grown())
    }

    fn bytes_of(entries: usize) -> u64 {
        (entries * size_of::<Entry<K>>()) as u64
    }

    fn len_when_grown(&self) -> usize {
        (2 * self.entries.len()).max(2 * Self::WAYS)
    }

    /// Doubles the number of buckets in place; `false` if the system has no memory.
    #[cold]
    pub(super) fn grow(&mut self) -> bool {
        let (len, grown) = (self.entries.len(), self.len_when_grown());
        if self.entries.try_reserve_exact(grown - len).is_err() {
            return false;
        }
        self.entries.resize(grown, Self::VACANT);
        // The states of a bucket are divided among two by the next bit of their hashes, the last bucket first.
        for first in (0..len).step_by(Self::WAYS).rev() {
            let mut bucket = [Self::VACANT; 4];
            bucket.copy_from_slice(&self.entries[first..][..Self::WAYS]);
            self.entries[first..][..Self::WAYS].fill(Self::VACANT);
            for entry in bucket.into_iter().filter(|entry| *entry != Self::VACANT) {
                *self.place(entry.key) = entry;
            }
        }
        true
    }

    /// The index of the first entry of the bucket of a state: the high bits of its hash.
    #[inline]
    fn first(&self, key: K) -> usize {
        let buckets = (self.entries.len() / Self::WAYS) as u64;
        usize::try_from(key.hash() >> (u64::BITS - buckets.trailing_zeros())).unwrap_or(0) * Self::WAYS
    }

    /// The least f by which the table prunes a node of this state and g under `threshold`; `None` if it does not prune it.
    #[inline]
    pub(super) fn pruned_f(&self, key: K, g: Cost, threshold: Cost) -> Option<Cost> {
        if self.entries.is_empty() {
            return None;
        }
        let bucket = &self.entries[self.first(key)..][..Self::WAYS];
        let entry = bucket.iter().find(|entry| entry.key == key)?;
        let f = g.saturating_add(entry.estimate);
        (g >= entry.g && f > threshold).then_some(f)
    }

    /// Keeps the result of the search below a state.
    #[inline]
    pub(super) fn insert(&mut self, key: K, g: Cost, estimate: Cost) {
        if self.entries.is_empty() {
            return;
        }
        let entry = self.place(key);
        let is_new = *entry == Self::VACANT;
        *entry = Entry { key, g, estimate };
        self.used += usize::from(is_new);
    }

    /// The place for a state in its bucket: its own entry, or else the first of those with the greatest g.
    #[inline]
    fn place(&mut self, key: K) -> &mut Entry<K> {
        let first = self.first(key);
        let bucket = &mut self.entries[first..][..Self::WAYS];
        let mut place = 0;
        for at in 0..Self::WAYS {
            if bucket[at].key == key {
                place = at;
                break;
            }
            if bucket[at].g > bucket[place].g {
                place = at;
            }
        }
        &mut bucket[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_found_after_growth() {
        let mut table = TranspositionTable::<u64>::new();
        for key in 0..10_000 {
            if table.is_half_full() {
                assert!(table.grow());
            }
            table.insert(key, 5, 7);
        }
        // Some buckets were full, but few at half load.
        let found = (0..10_000).filter(|&key| table.pruned_f(key, 5, 11) == Some(12)).count();
        assert!(found > 9_000, "{found}");
        assert_eq!(found, table.used);
        assert_eq!(table.bytes(), 16 << 15);
    }

    #[test]
    fn a_node_is_pruned_only_if_its_g_is_not_smaller_and_its_f_exceeds_the_threshold() {
        let mut table = TranspositionTable::<u64>::new();
        assert_eq!(table.pruned_f(1, 9, 0), None);
        assert!(table.grow());
        table.insert(1, 5, 7);
        assert_eq!(
            (table.pruned_f(1, 4, 0), table.pruned_f(1, 5, 12), table.pruned_f(1, 6, 12)),
            (None, None, Some(13))
        );
        assert_eq!(table.pruned_f(2, 9, 0), None);
        table.insert(1, 4, Cost::MAX);
        assert_eq!(table.pruned_f(1, 4, Cost::MAX - 1), Some(Cost::MAX));
    }

    #[test]
    fn a_full_bucket_replaces_the_state_of_the_greatest_g() {
        let mut table = TranspositionTable::<u64>::new();
        assert!(table.grow());
        let same_bucket: Vec<u64> = (0..).filter(|key: &u64| key.hash() >> 63 == 0).take(5).collect();
        for (key, g) in same_bucket.iter().zip([3, 9, 4, 9, 20]) {
            table.insert(*key, g, 1);
        }
        let kept: Vec<bool> = same_bucket.iter().map(|&key| table.pruned_f(key, 30, 30).is_some()).collect();
        assert_eq!(kept, [true, false, true, true, true]);
    }
}
