//! A set of packed states from which states are removed.

use tilebench_core::StateKey;

/// A set of keys with open addressing: a state is in the first vacant slot from the high bits of its hash on. When a state is removed,
/// later ones move back, so that no marks of removed states are left.
#[derive(Debug)]
pub(super) struct KeySet<K> {
    slots: Vec<K>,
    len: usize,
}

impl<K: StateKey> KeySet<K> {
    const MIN_SLOTS: usize = 64;

    /// An empty set.
    pub(super) fn new() -> Self {
        Self { slots: Vec::new(), len: 0 }
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<K>()) as u64
    }

    /// The bytes of the larger array that the next insertion needs; 0 if there is space.
    pub(super) fn growth(&self) -> u64 {
        if self.has_space() { 0 } else { (self.next_slots() * size_of::<K>()) as u64 }
    }

    fn has_space(&self) -> bool {
        4 * (self.len + 1) <= 3 * self.slots.len()
    }

    fn next_slots(&self) -> usize {
        (2 * self.slots.len()).max(Self::MIN_SLOTS)
    }

    /// Makes space for one more state; `false` if the system refuses the memory.
    pub(super) fn reserve_one(&mut self) -> bool {
        if self.has_space() {
            return true;
        }
        let mut slots = Vec::new();
        if slots.try_reserve_exact(self.next_slots()).is_err() {
            return false;
        }
        slots.resize(self.next_slots(), K::VACANT);
        let old = std::mem::replace(&mut self.slots, slots);
        for key in old.into_iter().filter(|key| *key != K::VACANT) {
            let at = self.find(key);
            self.slots[at] = key;
        }
        true
    }

    /// The slot in which the search for `key` begins.
    fn first(&self, key: K) -> usize {
        let shift = 64 - self.slots.len().trailing_zeros();
        #[expect(clippy::cast_possible_truncation, reason = "shifted down to a slot number")]
        let first = (key.hash() >> shift) as usize;
        first
    }

    /// The slot of `key`, or the vacant slot for it.
    fn find(&self, key: K) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = self.first(key);
        while self.slots[at] != key && self.slots[at] != K::VACANT {
            at = (at + 1) & mask;
        }
        at
    }

    /// Whether the set contains `key`.
    pub(super) fn contains(&self, key: K) -> bool {
        !self.slots.is_empty() && self.slots[self.find(key)] == key
    }

    /// Inserts `key`, for which there must be space; returns whether it was not in the set.
    pub(super) fn insert(&mut self, key: K) -> bool {
        let at = self.find(key);
        let is_new = self.slots[at] == K::VACANT;
        self.slots[at] = key;
        self.len += usize::from(is_new);
        is_new
    }

    /// Removes `key`, which is in the set.
    pub(super) fn remove(&mut self, key: K) {
        let mask = self.slots.len() - 1;
        let mut vacant = self.find(key);
        debug_assert!(self.slots[vacant] == key, "the state is in the set");
        let mut at = vacant;
        loop {
            at = (at + 1) & mask;
            let moved = self.slots[at];
            if moved == K::VACANT {
                break;
            }
            // It may move back if its search, which begins at its first slot, passes the vacant one.
            let distance = |from: usize| at.wrapping_sub(from) & mask;
            if distance(self.first(moved)) >= distance(vacant) {
                self.slots[vacant] = moved;
                vacant = at;
            }
        }
        self.slots[vacant] = K::VACANT;
        self.len -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn it_contains_what_was_inserted_and_not_removed() {
        let (mut set, mut expected) = (KeySet::new(), BTreeSet::new());
        let mut number = 1u64;
        for step in 0..20_000 {
            number = number.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            let key = number >> 52;
            if step % 3 == 2 && expected.remove(&key) {
                set.remove(key);
            } else {
                assert!(set.reserve_one() && set.growth() == 0);
                assert_eq!(set.insert(key), expected.insert(key));
            }
            assert_eq!((set.contains(key), set.len), (expected.contains(&key), expected.len()));
        }
        assert!((0..4096).all(|key| set.contains(key) == expected.contains(&key)));
        assert!(expected.len() > 500 && !KeySet::<u64>::new().contains(3));
    }
}
