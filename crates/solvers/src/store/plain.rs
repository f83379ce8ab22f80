//! A hash table of packed states with open addressing.
//!
//! Nodes lie in one array and are found by linear probing from the high bits of the state's hash, so
//! a look-up costs about one cache miss. The array doubles at three quarters full. Nodes are
//! addressed by their state, since they move when the table grows.
//!
//! **Memory.** A slot is 16 bytes for keys of 8 bytes and 24 for larger ones; the table is between 3/8 and 3/4 full. While it
//! grows, old and new slots are held at once.

use tilebench_core::{Cost, Counters, Domain, StateKey, prefetch};

use super::{NodeStore, SlotLookup, StoredNode};
use crate::OpenList;

/// A map from packed states to node data `N`.
#[derive(Clone, Debug)]
pub struct StateTable<K: StateKey, N: Copy> {
    slots: Vec<(K, N)>,
    vacant: N,
    len: usize,
    /// The hash is shifted right by this number of bits to give the first slot.
    shift: u32,
}

/// The cost of finding the states of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProbeCounts {
    /// The slots of the table.
    pub slots: u64,
    /// The states in it.
    pub states: u64,
    /// The number of slots probed to find each state once, summed.
    pub sum: u64,
    /// The maximum number of slots probed for one state.
    pub longest: u64,
}

/// The slot of a state, or the slot for its insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProbeResult {
    /// The state is here.
    Found(usize),
    /// The state is not in the table; its slot would be this one.
    Vacant(usize),
}

impl<K: StateKey, N: Copy> StateTable<K, N> {
    /// The initial number of slots.
    const MIN_SLOTS: usize = 256;

    /// An empty table. Unused slots contain a copy of `vacant`.
    #[must_use]
    pub fn new(vacant: N) -> Self {
        Self { slots: Vec::new(), vacant, len: 0, shift: 63 }
    }

    /// The number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no states.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<(K, N)>()) as u64
    }

    /// The bytes of the larger array that the next insertion will need in addition to the present
    /// one, 0 if there is space.
    #[must_use]
    pub fn growth(&self) -> u64 {
        if self.is_full() { self.next_bytes() } else { 0 }
    }

    fn next_bytes(&self) -> u64 {
        (self.next_slots() * size_of::<(K, N)>()) as u64
    }

    fn is_full(&self) -> bool {
        4 * (self.len + 1) > 3 * self.slots.len()
    }

    fn next_slots(&self) -> usize {
        (2 * self.slots.len()).max(Self::MIN_SLOTS)
    }

    /// Makes space for one more state, so that a look-up returns a slot for it; `false` if the system refuses the memory.
    pub fn reserve_one(&mut self) -> bool {
        !self.is_full() || self.double()
    }

    /// Doubles the table; `false` if the system refuses the memory.
    fn double(&mut self) -> bool {
        let slots = self.next_slots();
        let mut larger = Vec::new();
        if larger.try_reserve_exact(slots).is_err() {
            return false;
        }
        larger.resize(slots, (K::VACANT, self.vacant));
        let old = std::mem::replace(&mut self.slots, larger);
        self.shift = 64 - slots.trailing_zeros();
        for (key, node) in old {
            if key != K::VACANT
                && let ProbeResult::Vacant(at) = self.find(key)
            {
                self.slots[at] = (key, node);
            }
        }
        true
    }

    /// The first slot that is probed for `key`.
    #[inline]
    fn first(&self, key: K) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "shifted down to a slot number")]
        let first = (key.hash() >> self.shift) as usize;
        first
    }

    /// The slot of `key`, or the slot for its insertion. There must be space for one more state.
    #[inline]
    pub(crate) fn find(&self, key: K) -> ProbeResult {
        let mask = self.slots.len() - 1;
        let mut at = self.first(key);
        loop {
            let found = self.slots[at & mask].0;
            if found == key {
                return ProbeResult::Found(at & mask);
            }
            if found == K::VACANT {
                return ProbeResult::Vacant(at & mask);
            }
            at += 1;
        }
    }

    /// The node of `key`, if it is in the table.
    #[inline]
    pub fn get(&self, key: K) -> Option<&N> {
        if self.slots.is_empty() {
            return None;
        }
        match self.find(key) {
            ProbeResult::Found(at) => Some(&self.slots[at].1),
            ProbeResult::Vacant(_) => None,
        }
    }

    /// The cost of finding each state, computed from its slot and the slot in which its search begins:
    /// one pass over the slots. With a good hash the mean at a load of a is about (1 + 1 / (1 - a)) /
    /// 2 (Knuth 1998, section 6.4).
    #[must_use]
    pub fn probes(&self) -> ProbeCounts {
        let slots = self.slots.len();
        let mut probes = ProbeCounts { slots: slots as u64, states: self.len as u64, ..ProbeCounts::default() };
        for (at, (key, _)) in self.slots.iter().enumerate().filter(|(_, (key, _))| *key != K::VACANT) {
            let probed = (at.wrapping_sub(self.first(*key)) & (slots - 1)) as u64 + 1;
            probes.sum += probed;
            probes.longest = probes.longest.max(probed);
        }
        probes
    }

    /// Inserts a state into the vacant slot that [`Self::find`] returned for it.
    #[inline]
    pub(crate) fn put(&mut self, slot: usize, key: K, node: N) {
        self.slots[slot] = (key, node);
        self.len += 1;
    }

    /// Inserts a state unless it is in the table; returns whether it was inserted.
    ///
    /// # Panics
    ///
    /// If the table must grow and the system refuses the memory: searches make space first.
    pub fn insert(&mut self, key: K, node: N) -> bool {
        assert!(self.reserve_one(), "no memory for a table of {} states", self.len);
        match self.find(key) {
            ProbeResult::Found(_) => false,
            ProbeResult::Vacant(at) => {
                self.put(at, key, node);
                true
            }
        }
    }
}

/// The data of a node of a best-first search.
#[derive(Clone, Copy, Debug)]
pub struct PlainNode<Op> {
    g: Cost,
    closed: bool,
    op: Op,
}

/// References to nodes are their keys.
impl<D: Domain> NodeStore<D> for StateTable<D::Key, PlainNode<D::Op>> {
    type Key = D::Key;
    type Ref = D::Key;
    type Slot = usize;
    type Vacancy = usize;

    const BATCH: u32 = 1;

    fn create(_: &D, root_op: D::Op, max_bytes: u64) -> Option<Self> {
        let mut table = Self::new(PlainNode { g: 0, closed: false, op: root_op });
        (table.growth() <= max_bytes && table.reserve_one()).then_some(table)
    }

    #[inline]
    fn key(&self, domain: &D, state: D::State) -> D::Key {
        domain.pack(state)
    }

    #[inline]
    fn prefetch(&self, key: D::Key) {
        prefetch(&self.slots, self.first(key));
    }

    #[inline]
    fn prefetch_node(&self, _: D::Key) {}

    #[inline]
    fn find(&self, key: D::Key) -> SlotLookup<usize, usize> {
        match self.find(key) {
            ProbeResult::Found(at) => SlotLookup::Found(at),
            ProbeResult::Vacant(at) if !self.is_full() => SlotLookup::Vacant(at),
            ProbeResult::Vacant(_) => SlotLookup::Full,
        }
    }

    #[inline]
    fn slot(&self, node: D::Key) -> usize {
        match self.find(node) {
            ProbeResult::Found(at) => at,
            ProbeResult::Vacant(_) => unreachable!("no node is ever removed"),
        }
    }

    #[inline]
    fn node_ref(&self, _: usize, key: D::Key) -> D::Key {
        key
    }

    #[inline]
    fn state(&self, domain: &D, node: D::Key, _: usize) -> D::State {
        domain.unpack(node)
    }

    #[inline]
    fn node(&self, slot: usize) -> StoredNode {
        let PlainNode { g, closed, .. } = self.slots[slot].1;
        StoredNode { g, closed }
    }

    #[inline]
    fn op(&self, _: &D, _: D::State, slot: usize) -> D::Op {
        self.slots[slot].1.op
    }

    #[inline]
    fn close(&mut self, slot: usize) {
        self.slots[slot].1.closed = true;
    }

    fn open_all<E>(&mut self, mut poll: impl FnMut() -> Result<(), E>) -> Result<(), E> {
        for slots in self.slots.chunks_mut(1 << 12) {
            poll()?;
            for (_, node) in slots {
                node.closed = false;
            }
        }
        Ok(())
    }

    #[inline]
    fn add(&mut self, vacancy: usize, key: D::Key, g: Cost, op: D::Op) -> D::Key {
        self.put(vacancy, key, PlainNode { g, closed: false, op });
        key
    }

    #[inline]
    fn update(&mut self, slot: usize, key: D::Key, g: Cost, op: D::Op) -> D::Key {
        self.slots[slot].1 = PlainNode { g, closed: false, op };
        key
    }

    fn node_count(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> u64 {
        self.bytes()
    }

    fn max_load(&self) -> usize {
        self.slots.len() / 4 * 3
    }

    fn max_g(&self) -> Cost {
        Cost::MAX
    }

    fn growth(&self) -> Option<u64> {
        Some(self.next_bytes())
    }

    fn grow(&mut self, _: &mut impl OpenList<D::Key>, _: &mut [D::Key]) -> bool {
        self.double()
    }

    fn measure(&self, counters: &mut Counters) {
        let ProbeCounts { slots, states, sum, longest } = self.probes();
        (counters.table_slots, counters.table_states) = (slots, states);
        (counters.table_probes, counters.table_longest) = (sum, longest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_found_after_any_growth() {
        let mut table = StateTable::new(0u32);
        let key = |number: u32| u64::from(number).wrapping_mul(0x5851_F42D_4C95_7F2D);
        for number in 0..10_000 {
            let (before, growth) = (table.bytes(), table.growth());
            assert!(table.insert(key(number), number));
            assert_eq!(table.bytes(), if growth == 0 { before } else { growth });
            assert!(!table.insert(key(number), 0), "the state is there already");
        }
        assert_eq!(table.len(), 10_000);
        assert!((0..10_000).all(|number| table.get(key(number)) == Some(&number)));
        assert_eq!(table.get(key(10_000)), None);
        assert_eq!(StateTable::<u64, u32>::new(0).get(1), None);
    }

    #[test]
    fn probe_counts_are_those_of_looking_each_state_up() {
        assert_eq!(StateTable::<u64, u32>::new(0).probes(), ProbeCounts::default());
        let mut table = StateTable::new(0u32);
        for key in 0..700u64 {
            table.insert(key * key, 1);
        }
        let probed = |key: u64| {
            let first = table.first(key);
            (0..1024).take_while(|step| table.slots[(first + step) % 1024].0 != key).count() as u64 + 1
        };
        let counts: Vec<u64> = (0..700u64).map(|key| probed(key * key)).collect();
        let expected = ProbeCounts {
            slots: 1024,
            states: 700,
            sum: counts.iter().sum(),
            longest: counts.iter().copied().max().unwrap(),
        };
        assert_eq!(table.probes(), expected);
        assert!(expected.sum > 700 && expected.longest > 2, "{expected:?}");
    }
}
