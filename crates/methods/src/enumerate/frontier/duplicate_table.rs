//! Duplicates of one partition, found in a table that fits in the cache.

use tilebench_core::Termination;

use super::frontier_word::FrontierWord;
use super::quota::Quota;

/// A set of states with their used operators: open addressing, linear probing, at most three quarters full.
#[derive(Debug)]
pub(crate) struct DuplicateTable<'a, W> {
    slots: Vec<W>,
    /// The logarithm of the number of slots in use.
    bits: u32,
    /// The number of leading bits that are equal in all hashes.
    skipped: u32,
    /// The maximum number of bytes.
    share: u64,
    memory: &'a Quota,
}

impl<'a, W: FrontierWord> DuplicateTable<'a, W> {
    /// An empty table of at most `share` bytes.
    pub(crate) fn new(share: u64, memory: &'a Quota) -> Self {
        Self { slots: Vec::new(), bits: 1, skipped: 0, share, memory }
    }

    /// Clears the table for up to `states` states, whose hashes have the first `skipped` bits in common.
    pub(crate) fn clear_for(&mut self, states: u64, skipped: u32) -> Result<(), Termination> {
        let required = (states + states / 3 + 2).next_power_of_two();
        let bytes = required.saturating_mul(size_of::<W>() as u64);
        if bytes > self.share {
            return Err(Termination::MemoryLimit);
        }
        let slots = usize::try_from(required).map_err(|_| Termination::MemoryLimit)?;
        if slots > self.slots.len() {
            let old = size_of_val(self.slots.as_slice()) as u64;
            self.slots = Vec::new();
            self.memory.release(old);
            if !self.memory.reserve(bytes) || self.slots.try_reserve_exact(slots).is_err() {
                return Err(Termination::MemoryLimit);
            }
            self.slots.resize(slots, W::VACANT);
        } else {
            self.slots[..slots].fill(W::VACANT);
        }
        (self.bits, self.skipped) = (slots.ilog2(), skipped);
        Ok(())
    }

    /// Adds a state, or merges its used operators into those of the same board.
    #[inline]
    pub(crate) fn insert(&mut self, state: W) {
        let tiles = state.tiles();
        let slots = &mut self.slots[..1 << self.bits];
        let mask = slots.len() - 1;
        #[expect(clippy::cast_possible_truncation, reason = "below the number of slots")]
        let mut at = ((tiles.hash() << self.skipped) >> (64 - self.bits)) as usize & mask;
        while slots[at] != W::VACANT {
            if slots[at].tiles() == tiles {
                slots[at] = slots[at].merged(state);
                return;
            }
            at = (at + 1) & mask;
        }
        slots[at] = state;
    }

    /// The states that satisfy `is_counted`, each once. The table must be cleared afterwards.
    pub(crate) fn states(&mut self, is_counted: impl Fn(W) -> bool) -> &[W] {
        let mut states = 0;
        for at in 0..1_usize << self.bits {
            let slot = self.slots[at];
            // Overwritten by the next state if the slot is vacant.
            self.slots[states] = slot;
            states += usize::from(slot != W::VACANT && is_counted(slot));
        }
        &self.slots[..states]
    }
}
