//! A table that doubles in place.
//!
//! **What it does.** The memory map doubles, and the pairs of buckets are split from the last to the first. The number of the
//! first bucket of a state gets one more bit, the lowest. So the states of pair p move to the pairs 2p and 2p + 1, which are
//! behind all pairs that are not read yet. Pairs are read and written sequentially, and only the new half of the memory is
//! allocated, which the system has to clear.
//!
//! **Order.** An old pair has sixteen slots, and a new pair too: all states whose first bucket is in the pair fit into the new
//! pair of their first bucket, by the first probe or the second. Displaced states, which a later probe inserted, are two or
//! three percent at three quarters full. They are removed, and inserted again after all pairs are split.

use tilebench_core::StateCode;

use super::{BUCKET, PackedLookup, PackedTable};
use crate::store::packed::probe_sequence::ProbeSequence;
use crate::store::packed::slot::SlotLayout;
use crate::store::packed::slots::Slots;

/// The slots of a pair of buckets.
const PAIR: usize = 2 * BUCKET;
/// The number of buckets of the two pairs that a pair becomes, and of their slots.
const BUCKETS: usize = 4;
const PAIRS: usize = BUCKETS * BUCKET;
/// The slots of a block of pairs: a byte can number them in addition to the slots of two pairs.
const BLOCK: usize = 8 * PAIR;
/// The number of nodes by which prefetching is ahead of inserting displaced nodes again.
const AHEAD: usize = 16;

/// The new slots of all nodes after the table doubled.
#[derive(Debug)]
pub(crate) struct Relocation<C> {
    /// By old slot: the new slot, relative to the first of the two pairs that its pair became; from [`PAIRS`] on, the index
    /// among the displaced nodes of its block.
    offsets: Vec<u8>,
    /// By block: the start of its nodes in `displaced`.
    firsts: Vec<u32>,
    /// The nodes that were inserted again.
    displaced: Vec<DisplacedNode<C>>,
}

/// A node that was inserted by a probe outside of its first pair.
#[derive(Clone, Copy, Debug)]
struct DisplacedNode<C> {
    /// The mixed number of its state, and its word without the tag.
    mixed: C,
    untagged: C,
    /// Its new slot.
    to: u32,
}

impl<C: StateCode> Relocation<C> {
    /// Space for all slots of a table with `displaced` displaced nodes; `None` if the system refuses the memory.
    fn new(slots: usize, displaced: usize) -> Option<Self> {
        let mut relocation = Self { offsets: Vec::new(), firsts: Vec::new(), displaced: Vec::new() };
        relocation.offsets.try_reserve_exact(slots).ok()?;
        relocation.offsets.resize(slots, 0);
        relocation.firsts.try_reserve_exact(slots.div_ceil(BLOCK)).ok()?;
        relocation.displaced.try_reserve_exact(displaced).ok()?;
        relocation.firsts.resize(slots.div_ceil(BLOCK), 0);
        Some(relocation)
    }

    /// The bytes that [`Self::new`] allocates.
    const fn bytes(slots: usize, displaced: usize) -> u64 {
        (slots + slots.div_ceil(BLOCK) * size_of::<u32>() + displaced * size_of::<DisplacedNode<C>>()) as u64
    }

    /// The slot of the node that was in the slot `at`.
    #[inline]
    pub(crate) fn slot(&self, at: usize) -> usize {
        let offset = usize::from(self.offsets[at]);
        if offset < PAIRS {
            return 2 * (at - at % PAIR) + offset;
        }
        self.displaced[self.firsts[at / BLOCK] as usize + offset - PAIRS].to as usize
    }
}

#[expect(clippy::cast_possible_truncation, reason = "slots are numbered with 32 bits, those of a block with 8")]
impl<C: StateCode> PackedTable<C> {
    /// The bytes that are allocated in addition to the present ones while the table doubles; `None` if it would be too large
    /// for references of 32 bits or larger than the state space.
    pub(crate) fn growth(&self) -> Option<u64> {
        let slots = self.slots.len();
        let ProbeSequence { bits, log, .. } = self.probes;
        (log < Self::max_log(bits)).then(|| Slots::<C>::growth(slots) + Relocation::<C>::bytes(slots, self.displaced))
    }

    /// Doubles the table, and returns the new slots of its nodes. `None` if the system refuses the memory; then the table is
    /// unchanged. `None` also if a node fits nowhere, which requires 16 pairs of full buckets in a table that is less than
    /// half full; then some states are lost.
    pub(crate) fn grow(&mut self) -> Option<Relocation<C>> {
        let ProbeSequence { bits, log, .. } = self.probes;
        let (log, slots) = (log + 1, self.slots.len());
        let layout = SlotLayout::new(bits - log, self.op_bits, Self::MIN_G_BITS)?;
        let mut relocation = Relocation::new(slots, self.displaced)?;
        if !self.slots.double() {
            return None;
        }
        for block in (0..relocation.firsts.len()).rev() {
            let first = relocation.displaced.len();
            relocation.firsts[block] = first as u32;
            let end = (BLOCK * (block + 1)).min(slots);
            for pair in (BLOCK * block / PAIR..end / PAIR).rev() {
                self.split(pair, first, &mut relocation);
            }
        }
        (self.probes, self.layout) = (ProbeSequence::new(bits, log), layout);
        self.displaced = 0;
        for at in 0..relocation.displaced.len() {
            if let Some(ahead) = relocation.displaced.get(at + AHEAD) {
                self.prefetch(ahead.mixed);
            }
            let DisplacedNode { mixed, untagged, to } = &mut relocation.displaced[at];
            let PackedLookup::Vacant((at, tag)) = self.find(*mixed) else { return None };
            self.displaced += usize::from(self.layout.is_displaced(tag));
            self.slots.set(at, tag | *untagged);
            *to = at as u32;
        }
        Some(relocation)
    }

    /// Splits a pair into two pairs of the next layout. The displaced nodes of its block begin at `first`.
    #[inline]
    fn split(&mut self, pair: usize, first: usize, relocation: &mut Relocation<C>) {
        let Self { probes, layout, ref mut slots, .. } = *self;
        let words = slots.bucket::<PAIR>(pair);
        let split = slots.bytes_mut::<PAIRS>(pair);
        split.fill(0);
        let offsets = &mut relocation.offsets[PAIR * pair..][..PAIR];
        // The number of nodes by bucket, a byte each in one word, so that no node waits for the previous one.
        let mut lengths = 0u32;
        for (at, word) in words.into_iter().enumerate() {
            if word == C::ZERO {
                continue;
            }
            let (left, probe) = layout.state(word);
            if layout.is_displaced(word) {
                offsets[at] = (PAIRS + relocation.displaced.len() - first) as u8;
                let mixed = probes.mixed((PAIR * pair + at) / BUCKET, left, probe);
                relocation.displaced.push(DisplacedNode { mixed, untagged: layout.untagged(word), to: 0 });
                continue;
            }
            let (bit, word) = layout.split(word);
            let (mut bucket, mut probe) = (2 * ((at / BUCKET) ^ probe as usize) % BUCKETS + bit, 0);
            if (lengths >> (8 * bucket)) as usize % 256 == BUCKET {
                (bucket, probe) = (bucket ^ 1, 1);
            }
            let to = BUCKET * bucket + (lengths >> (8 * bucket)) as usize % BUCKET;
            lengths += 1 << (8 * bucket);
            layout.probed(word, probe).store(split, to);
            offsets[at] = to as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::store::packed::slot::PackedNode;

    /// Fills a table of 2 to the power of `log` buckets with `states` states, and doubles it as often as possible, up to three
    /// times.
    fn check<C: StateCode>(bits: u32, log: u32, states: usize, seed: u64) -> Result<(), TestCaseError> {
        let mut table = PackedTable::<C>::new(bits, 2, log).unwrap();
        let mut references = Vec::new();
        let mut code = seed;
        let mask = (1 << bits.min(60)) - 1;
        while references.len() < states {
            code = code.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            let mixed = C::from_u64(code >> 3 & mask);
            let node = PackedNode { g: (code >> 40 & 0xFF) as u32, closed: code & 4 == 0, op: (code & 3) as u32 };
            match table.find(mixed) {
                PackedLookup::Vacant((at, tag)) => {
                    table.put(at, tag, node);
                    references.push((mixed, node, at));
                }
                PackedLookup::Found(..) => {}
                PackedLookup::Full => break,
            }
        }
        for _ in 0..3 {
            let (Some(growth), before) = (table.growth(), table.bytes()) else { break };
            let relocation = table.grow().unwrap();
            prop_assert_eq!(table.bytes(), 2 * before);
            prop_assert!(growth >= before);
            let mut displaced = 0;
            for (mixed, node, at) in &mut references {
                *at = relocation.slot(*at);
                let word = table.word(*at);
                prop_assert_eq!(table.find(*mixed), PackedLookup::Found((*at, word)));
                prop_assert_eq!(table.node(word), *node);
                displaced += usize::from(table.layout.is_displaced(word));
            }
            prop_assert_eq!((table.len(), table.displaced), (references.len(), displaced));
            let occupied = (0..table.slots.len()).filter(|at| table.word(*at) != C::ZERO).count();
            prop_assert_eq!(occupied, references.len());
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn every_node_of_a_doubled_table_is_found_by_its_relocated_reference(
            (states, seed) in (0usize..2_100, any::<u64>()),
        ) {
            check::<u64>(32, 8, states, seed)?;
            check::<u64>(60, 12, 15 * states, seed)?;
            check::<u128>(120, 8, states, seed)?;
        }

        #[test]
        fn small_spaces_double_until_a_bucket_determines_all_bits_but_one((states, seed) in (0usize..128, any::<u64>())) {
            check::<u64>(7, 3, states.min(60), seed)?;
            check::<u64>(4, 1, states.min(14), seed)?;
        }
    }

    #[test]
    fn all_states_of_a_full_pair_fit_into_one_new_pair() {
        let mut table = PackedTable::<u64>::new(60, 2, 12).unwrap();
        // Sixteen states whose first bucket is number 6, and after doubling number 12.
        let states: Vec<u64> = (0..16).map(|state| 6 << 48 | state).collect();
        for &mixed in &states {
            let PackedLookup::Vacant((at, tag)) = table.find(mixed) else { panic!("{mixed}") };
            assert_eq!(at / PAIR, 3);
            table.put(at, tag, PackedNode { g: 1, closed: false, op: 0 });
        }
        table.grow().unwrap();
        for &mixed in &states {
            assert!(matches!(table.find(mixed), PackedLookup::Found((at, _)) if at / PAIR == 6));
        }
    }
}
