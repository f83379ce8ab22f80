//! A node store of one word per node.
//!
//! **What it does.** A node is one slot of a hash table, 8 bytes for states of up to 64 bits and 16 for larger ones. The index
//! of the slot determines most bits of the state; g, the last operator and whether the node was expanded are in the spare bits.
//! References to slots are numbers of 4 bytes. Up to 16 nodes are expanded together: all their successors are generated and the
//! memory of their buckets is prefetched before the first is looked up, so that the processor waits for many at once.
//!
//! **Memory.** The table initially has 256 KiB for states of 60 bits, 2 KiB for 32. It doubles at three quarters full, or if g
//! needs another bit. On Linux it doubles in place, which temporarily takes a byte per old slot and about 24 bytes for each of
//! the few displaced nodes; on other systems the old and the new table exist at once. All of it is counted. If the memory limit
//! does not allow doubling, the table is filled until a node fits nowhere, at more than 9 of 10 slots. There are at most 2^32
//! slots. A table is mapped in at least 128 KiB, of which the part in use is counted. A thread keeps up to two maps of at most 4 MiB
//! each for its next tables.
//!
//! **References.** Knuth 1998, section 6.4, and Cleary 1984 (quotients); Burns and others 2012 (packed states).

mod bucket_probe;
mod hash_mixer;
mod node_ref;
mod probe_sequence;
mod slot;
mod slots;
mod table;

use core::marker::PhantomData;

use tilebench_core::{BitPacked, Cost};

pub(crate) use self::hash_mixer::HashMixer;
pub use self::node_ref::{MixedKey, NodeRef};
use self::table::PackedTable;
use super::{NodeStore, SlotLookup, StoredNode};
use crate::OpenList;

/// A table of packed nodes of a domain, to which open lists refer by `R`.
#[derive(Debug)]
pub struct PackedStore<D: BitPacked, R = u32>(PackedTable<D::Code>, PhantomData<R>);

/// Whether nodes of `domain` fit into words.
///
/// # Errors
///
/// One sentence that says why not.
pub fn supports<D: BitPacked>(domain: &D) -> Result<(), String> {
    if PackedTable::<D::Code>::min_log(domain.code_bits(), D::OP_BITS).is_none() {
        let bits = domain.code_bits();
        return Err(format!("states of {bits} bits leave no space for a node in a packed slot: use store plain"));
    }
    Ok(())
}

impl<D: BitPacked, R: NodeRef<D::Code>> NodeStore<D> for PackedStore<D, R> {
    /// The mixed number of the state.
    type Key = D::Code;
    type Ref = R;
    /// The number of the slot and the word in it.
    type Slot = (usize, D::Code);
    /// The number of the slot and the tag of the state there.
    type Vacancy = (usize, D::Code);

    const BATCH: u32 = R::BATCH;

    fn create(domain: &D, _: D::Op, max_bytes: u64) -> Option<Self> {
        let (bits, op_bits) = (domain.code_bits(), D::OP_BITS);
        let first = PackedTable::<D::Code>::min_log(bits, op_bits)
            .filter(|log| PackedTable::<D::Code>::bytes_of(*log) <= max_bytes)?;
        PackedTable::new(bits, op_bits, first).map(|table| Self(table, PhantomData))
    }

    #[inline]
    fn key(&self, domain: &D, state: D::State) -> D::Code {
        self.0.mix(domain.encode(state))
    }

    #[inline]
    fn prefetch(&self, key: D::Code) {
        self.0.prefetch(key);
    }

    #[inline]
    fn prefetch_node(&self, node: R) {
        node.prefetch(&self.0);
    }

    #[inline]
    fn find(&self, key: D::Code) -> SlotLookup<(usize, D::Code), (usize, D::Code)> {
        self.0.find(key)
    }

    #[inline]
    fn slot(&self, node: R) -> (usize, D::Code) {
        node.slot(&self.0)
    }

    #[inline]
    fn node_ref(&self, (at, _): (usize, D::Code), key: D::Code) -> R {
        R::new(at, key)
    }

    #[inline]
    fn state(&self, domain: &D, _: R, (at, word): (usize, D::Code)) -> D::State {
        domain.decode(self.0.code(at, word))
    }

    #[inline]
    fn node(&self, (_, word): (usize, D::Code)) -> StoredNode {
        let slot::PackedNode { g, closed, .. } = self.0.node(word);
        StoredNode { g, closed }
    }

    #[inline]
    fn op(&self, domain: &D, state: D::State, (_, word): (usize, D::Code)) -> D::Op {
        domain.incoming_op(state, self.0.node(word).op)
    }

    #[inline]
    fn close(&mut self, (at, word): (usize, D::Code)) {
        self.0.close(at, word);
    }

    fn open_all<E>(&mut self, poll: impl FnMut() -> Result<(), E>) -> Result<(), E> {
        self.0.open_all(poll)
    }

    #[inline]
    fn add(&mut self, (at, tag): (usize, D::Code), key: D::Code, g: Cost, op: D::Op) -> R {
        self.0.put(at, tag, slot::PackedNode { g, closed: false, op: D::op_number(op) });
        R::new(at, key)
    }

    #[inline]
    fn update(&mut self, (at, word): (usize, D::Code), key: D::Code, g: Cost, op: D::Op) -> R {
        self.0.update(at, word, slot::PackedNode { g, closed: false, op: D::op_number(op) });
        R::new(at, key)
    }

    #[inline]
    fn node_count(&self) -> usize {
        self.0.len()
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    fn max_load(&self) -> usize {
        self.0.max_load()
    }

    #[inline]
    fn max_g(&self) -> Cost {
        self.0.max_g()
    }

    fn growth(&self) -> Option<u64> {
        self.0.growth()
    }

    fn grow(&mut self, open: &mut impl OpenList<R>, next: &mut [R]) -> bool {
        let relocation = self.0.grow();
        if let Some(relocation) = &relocation {
            R::relabel(open, next, |slot| relocation.slot(slot));
        }
        relocation.is_some()
    }
}
