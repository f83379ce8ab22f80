//! The nodes of a search by the rules of HOG2, and the look-up of states among them.

use tilebench_core::{Cost, Domain, StateKey, Termination, narrow};

use super::heap::{Heap, reserve_one};
use crate::limit_checker::LimitChecker;

/// The number of the start.
pub(super) const START: u32 = 0;

/// A node: 16 bytes for boards in words.
#[derive(Debug)]
pub(super) struct Node<D: Domain> {
    pub(super) key: D::Key,
    pub(super) g: Cost,
    /// The operator by which it was reached.
    pub(super) op: D::Op,
    /// Whether it may be reopened once it is closed.
    pub(super) may_be_reopened: bool,
}

/// All nodes, numbered in the order of their generation, and the open ones.
#[derive(Debug)]
pub(super) struct Lists<D: Domain> {
    pub(super) nodes: Vec<Node<D>>,
    pub(super) open: Heap,
    /// A hash table of the numbers, with open addressing.
    slots: Vec<u32>,
    /// The hash is shifted right by this number of bits to give the first slot.
    shift: u32,
}

/// A slot without a number.
const VACANT: u32 = u32::MAX;

impl<D: Domain> Lists<D> {
    /// The initial binary logarithm of the number of slots.
    const MIN_SLOTS_LOG2: u32 = 8;

    pub(super) fn new() -> Self {
        let shift = u64::BITS - Self::MIN_SLOTS_LOG2 + 1;
        Self { nodes: Vec::new(), open: Heap::default(), slots: Vec::new(), shift }
    }

    fn bytes(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<Node<D>>() + self.slots.len() * size_of::<u32>();
        nodes as u64 + self.open.bytes()
    }

    /// The number of the node with this key.
    pub(super) fn find(&self, key: D::Key) -> Option<u32> {
        self.probe(key).ok()
    }

    /// The number of the node with this key, or the slot for its insertion.
    fn probe(&self, key: D::Key) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut slot: usize = narrow(key.hash() >> self.shift, "shifted down to a slot");
        loop {
            match self.slots[slot] {
                VACANT => return Err(slot),
                number if self.nodes[number as usize].key == key => return Ok(number),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Adds a node whose state has none, and returns its number.
    pub(super) fn add(&mut self, node: Node<D>, limits: &mut LimitChecker<'_>) -> Result<u32, Termination> {
        self.reserve_one(limits)?;
        let number = u32::try_from(self.nodes.len()).ok().filter(|number| *number != VACANT);
        let number = number.ok_or(Termination::MemoryLimit)?;
        let slot = self.probe(node.key).expect_err("a node is added for a state without one");
        self.slots[slot] = number;
        self.nodes.push(node);
        Ok(number)
    }

    fn reserve_one(&mut self, limits: &mut LimitChecker<'_>) -> Result<(), Termination> {
        let held = self.bytes();
        let mut allows = |growth| limits.allows_bytes(held + growth);
        let has_space = reserve_one(&mut self.nodes, &mut allows)
            && self.open.reserve_one(&mut allows)
            && self.reserve_slot(&mut allows);
        if has_space { Ok(()) } else { Err(Termination::MemoryLimit) }
    }

    /// Doubles the hash table if it is three quarters full.
    fn reserve_slot(&mut self, allows: &mut impl FnMut(u64) -> bool) -> bool {
        if 4 * (self.nodes.len() + 1) <= 3 * self.slots.len() {
            return true;
        }
        let slots = 1 << (u64::BITS - self.shift + 1);
        let mut larger = Vec::new();
        if !allows((slots * size_of::<u32>()) as u64) || larger.try_reserve_exact(slots).is_err() {
            return false;
        }
        larger.resize(slots, VACANT);
        self.slots = larger;
        self.shift -= 1;
        for (number, node) in (0..).zip(&self.nodes) {
            let slot = self.probe(node.key).expect_err("keys are distinct");
            self.slots[slot] = number;
        }
        true
    }
}
