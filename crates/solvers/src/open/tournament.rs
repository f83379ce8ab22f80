//! A tournament of keys: the item of the least key, found at once if a key changes now and then.
//!
//! **What it does.** The items are the leaves of a complete binary tree, and each inner node has the winner of its two children.
//! A changed key is compared again on the way to the root, and only as far as a winner may change.
//!
//! **Memory.** 8 bytes and a key per item, rounded up to a power of two.
//!
//! **Reference.** Knuth 1998, section 5.4.1 (trees of winners).

/// No item.
const NONE: u32 = u32::MAX;

/// Items numbered from 0, each with a key or without.
#[derive(Clone, Debug)]
pub(crate) struct Tournament<K> {
    keys: Vec<K>,
    /// By node, the root at 1 and the leaves last: the item of the least key below it.
    winners: Vec<u32>,
}

#[expect(clippy::cast_possible_truncation, reason = "items are numbered with 32 bits")]
impl<K: Ord + Copy> Tournament<K> {
    /// The initial number of leaves.
    const FIRST: usize = 16;

    /// A tournament without items.
    pub(crate) const fn new() -> Self {
        Self { keys: Vec::new(), winners: Vec::new() }
    }

    /// The bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        (self.keys.capacity() * size_of::<K>() + self.winners.capacity() * size_of::<u32>()) as u64
    }

    fn leaves(&self) -> usize {
        self.winners.len() / 2
    }

    /// The bytes that must be allocated for `len` items; 0 if there is space.
    pub(crate) fn growth(&self, len: usize) -> u64 {
        let leaves = len.next_power_of_two().max(Self::FIRST);
        if len <= self.leaves() { 0 } else { (leaves * (size_of::<K>() + 2 * size_of::<u32>())) as u64 }
    }

    /// Makes space for `len` items; `false` if the system refuses the memory.
    pub(crate) fn reserve(&mut self, len: usize) -> bool {
        if len <= self.leaves() {
            return true;
        }
        let leaves = len.next_power_of_two().max(Self::FIRST);
        let mut winners = Vec::new();
        if self.keys.try_reserve_exact(leaves - self.keys.len()).is_err()
            || winners.try_reserve_exact(2 * leaves).is_err()
        {
            return false;
        }
        winners.resize(leaves, NONE);
        winners.extend_from_slice(&self.winners[self.leaves()..]);
        winners.resize(2 * leaves, NONE);
        self.winners = winners;
        for node in (1..leaves).rev() {
            self.winners[node] = self.winner(node);
        }
        true
    }

    /// The winner of the children of an inner node.
    #[inline]
    fn winner(&self, node: usize) -> u32 {
        let (a, b) = (self.winners[2 * node], self.winners[2 * node + 1]);
        if a == NONE || (b != NONE && self.keys[b as usize] < self.keys[a as usize]) { b } else { a }
    }

    /// Sets the key of an item, or removes it. There must be space for it.
    #[inline]
    pub(crate) fn set(&mut self, item: usize, key: Option<K>) {
        if let Some(key) = key {
            if self.keys.len() <= item {
                self.keys.resize(item + 1, key);
            }
            self.keys[item] = key;
        }
        let mut node = self.leaves() + item;
        self.winners[node] = if key.is_some() { item as u32 } else { NONE };
        while node > 1 {
            node /= 2;
            let winner = self.winner(node);
            if self.winners[node] == winner && winner != item as u32 {
                break;
            }
            self.winners[node] = winner;
        }
    }

    /// The item of the least key, with that key.
    #[inline]
    pub(crate) fn first(&self) -> Option<(usize, K)> {
        let &winner = self.winners.get(1)?;
        (winner != NONE).then(|| (winner as usize, self.keys[winner as usize]))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_first_item_is_one_of_the_least_key(changes in proptest::collection::vec((0usize..70, proptest::option::of(0u32..50)), 1..300)) {
            let mut tournament = Tournament::new();
            let mut keys = [None; 70];
            for (item, key) in changes {
                // Items are numbered in the order in which they appear, so those before this one have space too.
                prop_assert!(tournament.reserve(item + 1));
                tournament.set(item, key);
                keys[item] = key;
                let least = keys.iter().flatten().min();
                prop_assert_eq!(tournament.first().map(|(_, key)| key), least.copied());
                if let Some((first, key)) = tournament.first() {
                    prop_assert_eq!(keys[first], Some(key));
                }
                prop_assert_eq!(tournament.growth(item + 1), 0);
            }
        }
    }
}
