//! A hash table of nodes of one word each.
//!
//! **Quotients.** A state's number is mixed one-to-one. Its high bits are the first bucket in which the state may be; a
//! slot contains the rest of the bits, and the probe by which its bucket was found, so that slot and place together
//! determine the number (Knuth 1998, section 6.4, exercise 13; Cleary 1984). A state of 60 bits takes a slot of 8
//! bytes.
//!
//! **Probes.** A bucket is eight slots, a cache line if a slot is 8 bytes; the module `probe_sequence` gives the buckets in
//! which a state may be. Since no node is ever removed, a state that is not in a bucket with an empty slot is not in the table.

mod growth;

use tilebench_core::StateCode;

use super::bucket_probe::{BUCKET, BucketProbe};
use super::hash_mixer::HashMixer;
use super::probe_sequence::ProbeSequence;
use super::slot::{PackedNode, SlotLayout};
use super::slots::Slots;

/// A table of nodes, addressed by the number of a slot.
#[derive(Debug)]
pub struct PackedTable<C> {
    op_bits: u32,
    mixer: HashMixer<C>,
    probes: ProbeSequence,
    layout: SlotLayout<C>,
    slots: Slots<C>,
    bucket_probe: BucketProbe,
    len: usize,
    /// The number of displaced nodes: outside of the pair of their first bucket, or inserted by a later probe that leads back.
    displaced: usize,
}

/// The result of looking a state up: its slot and the word there, or the vacant slot and the tag of the state there.
pub(super) type PackedLookup<C> = crate::store::SlotLookup<(usize, C), (usize, C)>;

impl<C: StateCode> PackedTable<C> {
    /// The binary logarithm of the minimum initial number of buckets; it is larger if a slot requires it.
    const MIN_LOG: u32 = 5;
    /// The binary logarithm of the maximum number of buckets: slots are numbered with 32 bits.
    const MAX_LOG: u32 = 29;
    /// The minimum number of bits for g in a slot of a new table.
    const MIN_G_BITS: u32 = 8;

    /// The binary logarithm of the initial number of buckets, for state numbers of `bits` bits; `None` if they do not fit into
    /// words.
    pub(crate) fn min_log(bits: u32, op_bits: u32) -> Option<u32> {
        let fits = |log: &u32| SlotLayout::<C>::new(bits - log, op_bits, Self::MIN_G_BITS).is_some();
        (Self::MIN_LOG.min(bits.saturating_sub(1)).max(1)..=Self::max_log(bits)).find(fits).filter(|_| bits < C::BITS)
    }

    /// The binary logarithm of the maximum number of buckets: at least one bit of a number is left.
    fn max_log(bits: u32) -> u32 {
        bits.saturating_sub(1).min(Self::MAX_LOG)
    }

    /// The bytes of a table of 2 to the power of `log` buckets.
    pub(crate) const fn bytes_of(log: u32) -> u64 {
        Slots::<C>::bytes_of(BUCKET << log)
    }

    /// An empty table of 2 to the power of `log` buckets, at least [`Self::min_log`]; `None` if the system refuses the memory.
    pub(crate) fn new(bits: u32, op_bits: u32, log: u32) -> Option<Self> {
        let layout = SlotLayout::new(bits - log, op_bits, Self::MIN_G_BITS)?;
        let (mixer, probes, bucket_probe) =
            (HashMixer::new(bits), ProbeSequence::new(bits, log), BucketProbe::fastest::<C>());
        Some(Self {
            op_bits,
            mixer,
            probes,
            layout,
            slots: Slots::new(BUCKET << log)?,
            bucket_probe,
            len: 0,
            displaced: 0,
        })
    }

    /// The number of states.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        Self::bytes_of(self.probes.log)
    }

    /// The number of states at which the table should grow: three quarters of its slots. A higher load saves memory and takes
    /// longer, since more states are in a second cache line.
    pub(crate) fn max_load(&self) -> usize {
        self.slots.len() / 4 * 3
    }

    /// The maximum g of a slot.
    pub(crate) fn max_g(&self) -> u32 {
        self.layout.max_g()
    }

    /// The mixed number of a state, by which it is looked up.
    #[inline]
    pub(crate) fn mix(&self, code: C) -> C {
        self.mixer.mix(code)
    }

    /// Prefetches the memory in which `mixed` is looked up first.
    #[inline]
    pub(crate) fn prefetch(&self, mixed: C) {
        self.slots.prefetch(BUCKET * self.probes.home(mixed));
    }

    /// Prefetches the memory of a slot.
    #[inline]
    pub(crate) fn prefetch_slot(&self, at: usize) {
        self.slots.prefetch(at);
    }

    /// The slot of `mixed`, or the slot for its insertion.
    #[inline]
    pub(crate) fn find(&self, mixed: C) -> PackedLookup<C> {
        let home = self.probes.home(mixed);
        self.find_in(home, mixed, 0).unwrap_or_else(|| self.find_elsewhere(home, mixed))
    }

    /// Out of line, since most states are in the first bucket.
    #[inline(never)]
    fn find_elsewhere(&self, home: usize, mixed: C) -> PackedLookup<C> {
        let probes = 1..SlotLayout::<C>::PROBES;
        let mut lookups = probes.map(|probe| self.find_in(self.probes.bucket(home, mixed, probe), mixed, probe));
        lookups.find_map(|lookup| lookup).unwrap_or(PackedLookup::Full)
    }

    /// Searches the bucket of `probe`; `None` if the state may be in the next bucket.
    #[inline]
    fn find_in(&self, bucket: usize, mixed: C, probe: u32) -> Option<PackedLookup<C>> {
        let tag = self.layout.tag(mixed, probe);
        let matches = self.bucket_probe.probe(self.slots.bytes::<BUCKET>(bucket), self.layout.tag_bits(), tag);
        let slot = |slots: u32| BUCKET * bucket + slots.trailing_zeros() as usize;
        if matches.same != 0 {
            return Some(PackedLookup::Found((slot(matches.same), self.slots.get(slot(matches.same)))));
        }
        (matches.empty != 0).then(|| PackedLookup::Vacant((slot(matches.empty), tag)))
    }

    /// Inserts a node into the vacant slot that [`Self::find`] returned, with its tag.
    #[inline]
    pub(crate) fn put(&mut self, at: usize, tag: C, node: PackedNode) {
        self.slots.set(at, self.layout.word(tag, node));
        self.len += 1;
        self.displaced += usize::from(self.layout.is_displaced(tag));
    }

    /// The word in a slot.
    #[inline]
    pub(crate) fn word(&self, at: usize) -> C {
        self.slots.get(at)
    }

    /// The node of a word.
    #[inline]
    pub(crate) fn node(&self, word: C) -> PackedNode {
        self.layout.node(word)
    }

    /// The number of the state in a slot; `word` is the word of the slot.
    #[inline]
    pub(crate) fn code(&self, at: usize, word: C) -> C {
        let (left, probe) = self.layout.state(word);
        self.mixer.unmix(self.probes.mixed(at / BUCKET, left, probe))
    }

    /// Marks the node in a slot as expanded; `word` is the word of the slot.
    #[inline]
    pub(crate) fn close(&mut self, at: usize, word: C) {
        self.slots.set(at, SlotLayout::closed(word));
    }

    /// Marks every node as not expanded; ends with the error of `poll`, which is called every 2^14 slots.
    pub(crate) fn open_all<E>(&mut self, mut poll: impl FnMut() -> Result<(), E>) -> Result<(), E> {
        for begin in (0..self.slots.len()).step_by(1 << 14) {
            poll()?;
            for at in begin..self.slots.len().min(begin + (1 << 14)) {
                self.slots.set(at, SlotLayout::opened(self.slots.get(at)));
            }
        }
        Ok(())
    }

    /// Replaces the node in a slot; `word` is the word of the slot.
    #[inline]
    pub(crate) fn update(&mut self, at: usize, word: C, node: PackedNode) {
        self.slots.set(at, self.layout.word(self.layout.tag_of(word), node));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of the initial size.
    fn table<C: StateCode>(bits: u32) -> PackedTable<C> {
        PackedTable::new(bits, 2, PackedTable::<C>::min_log(bits, 2).unwrap()).unwrap()
    }

    /// Pseudo-random numbers.
    fn number(index: u32, bits: u32) -> u64 {
        u64::from(index).wrapping_mul(0x5851_F42D_4C95_7F2D) & ((1 << bits) - 1)
    }

    fn node(index: u32) -> PackedNode {
        PackedNode { g: index % 200, closed: index.is_multiple_of(3), op: index % 4 }
    }

    /// Inserts numbers until the table has grown several times, and finds each again by number and by reference.
    fn check<C: StateCode>(bits: u32, count: u32) {
        let mut table = table::<C>(bits);
        let mut references = Vec::new();
        let code = |index: u32| {
            let low = C::from_u64(number(index, bits.min(60)));
            if bits > 64 { low << (bits - 60) ^ low } else { low }
        };
        for index in 0..count {
            if table.len() >= table.max_load() {
                let relocation = table.grow().unwrap();
                for at in &mut references {
                    *at = relocation.slot(*at);
                }
            }
            let mixed = table.mix(code(index));
            let PackedLookup::Vacant((at, tag)) = table.find(mixed) else {
                panic!("{index} is there before it is put")
            };
            table.put(at, tag, node(index));
            references.push(at);
            assert!(matches!(table.find(mixed), PackedLookup::Found((found, _)) if found == at));
        }
        for (index, &at) in (0..count).zip(&references) {
            let word = table.word(at);
            assert_eq!((table.code(at, word), table.node(word)), (code(index), node(index)));
            assert_eq!(table.find(table.mix(code(index))), PackedLookup::Found((at, word)));
        }
        assert!(matches!(table.find(table.mix(code(count))), PackedLookup::Vacant(..)));
        assert_eq!(table.len(), count as usize);
    }

    #[test]
    fn states_and_references_are_found_after_any_growth() {
        check::<u64>(60, 100_000);
        check::<u64>(32, 20_000);
        check::<u128>(120, 40_000);
        check::<u128>(60, 2_000);
    }

    #[test]
    fn a_small_space_fills_a_table_of_equal_size() {
        let mut table = table::<u64>(7);
        for index in 0..128 {
            let mixed = table.mix(index);
            let PackedLookup::Vacant((at, tag)) = table.find(mixed) else { panic!("{index}") };
            table.put(at, tag, node(3));
            if table.len() >= table.max_load() {
                table.grow().unwrap();
            }
        }
        assert_eq!(table.len(), 128);
        assert!((0..128).all(|index| matches!(table.find(table.mix(index)), PackedLookup::Found(..))));
        table.grow().unwrap();
        assert_eq!(table.growth(), None);
        assert!((0..128).all(|index| matches!(table.find(table.mix(index)), PackedLookup::Found(..))));
    }

    #[test]
    fn a_table_that_cannot_grow_is_filled_almost_completely() {
        let mut table = table::<u64>(60);
        let full = (0..1_000_000).find(|&index| match table.find(table.mix(number(index, 60))) {
            PackedLookup::Vacant((at, tag)) => {
                table.put(at, tag, node(index));
                false
            }
            PackedLookup::Found(..) => panic!("{index}"),
            PackedLookup::Full => true,
        });
        let slots = table.slots.len();
        assert!(full.unwrap() as usize > slots * 9 / 10, "{full:?} of {slots}");
    }

    #[test]
    fn few_nodes_are_displaced_at_maximum_load() {
        let mut table = PackedTable::<u64>::new(60, 2, 12).unwrap();
        for index in 0.. {
            if table.len() >= table.max_load() {
                break;
            }
            let PackedLookup::Vacant((at, tag)) = table.find(table.mix(number(index, 60))) else { panic!("{index}") };
            table.put(at, tag, node(index));
        }
        let displaced = table.displaced as f64 / table.len() as f64;
        assert!((0.01..0.04).contains(&displaced), "{displaced}");
    }

    #[test]
    fn numbers_that_leave_no_bits_for_a_node_are_rejected() {
        assert_eq!(PackedTable::<u64>::min_log(60, 2), Some(12));
        assert_eq!(PackedTable::<u64>::min_log(32, 2), Some(5));
        assert_eq!(PackedTable::<u64>::min_log(3, 2), Some(2));
        assert_eq!(PackedTable::<u128>::min_log(120, 2), Some(8));
        assert_eq!(PackedTable::<u64>::min_log(63, 20), None);
        assert_eq!(PackedTable::<u64>::min_log(64, 2), None);
        assert_eq!(PackedTable::<u64>::min_log(0, 2), None);
    }
}
