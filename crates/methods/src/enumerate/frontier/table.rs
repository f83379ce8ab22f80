//! Duplicates of one pile, found in a table that lies in the cache.

use tilebench_core::Termination;

use super::account::Account;
use super::packed::Packed;

/// A set of states with their ways back: open addressing, linear probing, at most three quarters full.
#[derive(Debug)]
pub(crate) struct Table<'a, W> {
    slots: Vec<W>,
    /// The logarithm of the slots in use.
    bits: u32,
    /// The number of leading bits that are the same in all hashes.
    skipped: u32,
    /// The bytes that it may take.
    share: u64,
    memory: &'a Account,
}

impl<'a, W: Packed> Table<'a, W> {
    /// An empty table that may take `share` bytes.
    pub(crate) fn new(share: u64, memory: &'a Account) -> Self {
        Self { slots: Vec::new(), bits: 1, skipped: 0, share, memory }
    }

    /// Makes the table fit for `states`, whose hashes have the first `skipped` bits in common.
    pub(crate) fn clear_for(&mut self, states: u64, skipped: u32) -> Result<(), Termination> {
        let wanted = (states + states / 3 + 2).next_power_of_two();
        let bytes = wanted.saturating_mul(size_of::<W>() as u64);
        if bytes > self.share {
            return Err(Termination::MemoryLimit);
        }
        let slots = usize::try_from(wanted).map_err(|_| Termination::MemoryLimit)?;
        if slots > self.slots.len() {
            let old = size_of_val(self.slots.as_slice()) as u64;
            self.slots = Vec::new();
            self.memory.give(old);
            if !self.memory.take(bytes) || self.slots.try_reserve_exact(slots).is_err() {
                return Err(Termination::MemoryLimit);
            }
            self.slots.resize(slots, W::VACANT);
        } else {
            self.slots[..slots].fill(W::VACANT);
        }
        (self.bits, self.skipped) = (slots.ilog2(), skipped);
        Ok(())
    }

    /// Adds a state, or its ways back to those of the same board.
    #[inline]
    pub(crate) fn insert(&mut self, state: W) {
        let tiles = state.tiles();
        let slots = &mut self.slots[..1 << self.bits];
        let mask = slots.len() - 1;
        #[expect(clippy::cast_possible_truncation, reason = "below the number of slots")]
        let mut at = ((tiles.hash() << self.skipped) >> (64 - self.bits)) as usize & mask;
        while slots[at] != W::VACANT {
            if slots[at].tiles() == tiles {
                slots[at] = slots[at].joined(state);
                return;
            }
            at = (at + 1) & mask;
        }
        slots[at] = state;
    }

    /// The states, each once, after which the table has to be cleared.
    pub(crate) fn states(&mut self) -> &[W] {
        let mut states = 0;
        for at in 0..1_usize << self.bits {
            let slot = self.slots[at];
            // Overwritten by the next state if the slot is vacant.
            self.slots[states] = slot;
            states += usize::from(slot != W::VACANT);
        }
        &self.slots[..states]
    }
}
