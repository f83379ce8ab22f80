//! Piles: generated states, distributed by hash so that equal ones are on the same pile.
//!
//! Each thread distributes its generated states to piles of its own, so that no lock is taken. A pile
//! of the layer consists of the piles of that number of all threads. States lie in chunks. When a
//! thread's share of the memory is full, the largest *group* of piles side by side is written to a
//! file: a long write, from which each pile is read as one piece.

use std::sync::Arc;

use tilebench_core::Termination;

use super::account::Account;
use super::packed::Packed;
use super::plan::Plan;
use super::spill::{Disk, Spill};

/// States in memory.
#[derive(Debug)]
pub(crate) struct Pile<W> {
    /// The chunk that is being filled; none at first.
    tail: Vec<W>,
    full: Vec<Vec<W>>,
}

impl<W> Pile<W> {
    /// The memory of a pile without chunks: itself, its number of states, and at most a group.
    pub(crate) const BYTES: u64 = (size_of::<Self>() + size_of::<u64>() + size_of::<Group<'_>>()) as u64;
}

/// Consecutive piles, which are written together.
#[derive(Debug)]
pub(crate) struct Group<'a> {
    /// The full chunks in memory.
    chunks: usize,
    /// The content of its file, once there is one.
    spill: Option<Spill<'a>>,
}

/// The states of a layer that one thread generated.
#[derive(Debug)]
pub(crate) struct Outbox<'a, W> {
    plan: Plan,
    /// The logarithm of the number of piles.
    bits: u32,
    /// The logarithm of the piles of a group.
    group_bits: u32,
    piles: Vec<Pile<W>>,
    groups: Vec<Group<'a>>,
    /// By pile: its states, also those in files.
    states: Vec<u64>,
    /// The bytes held of the share for chunks.
    held: u64,
    memory: &'a Account,
    disk: &'a Disk,
    /// Why no more states are taken.
    failed: Option<Termination>,
}

/// The number of the pile to which a hash belongs.
#[inline]
fn pile_of(hash: u64, bits: u32) -> usize {
    (hash >> 1 >> (63 - bits)) as usize
}

impl<'a, W: Packed> Outbox<'a, W> {
    /// The logarithm of the most groups.
    const GROUPS: u32 = 6;

    /// No states yet, on 2 to the power of `bits` piles.
    pub(crate) fn new(plan: Plan, bits: u32, memory: &'a Account, disk: &'a Disk) -> Result<Self, Termination> {
        if !memory.take(Pile::<W>::BYTES << bits) {
            return Err(Termination::MemoryLimit);
        }
        let group_bits = bits.saturating_sub(Self::GROUPS);
        Ok(Self {
            plan,
            bits,
            group_bits,
            piles: (0..1 << bits).map(|_| Pile { tail: Vec::new(), full: Vec::new() }).collect(),
            groups: (0..1 << (bits - group_bits)).map(|_| Group { chunks: 0, spill: None }).collect(),
            states: vec![0; 1 << bits],
            held: 0,
            memory,
            disk,
            failed: None,
        })
    }

    /// Adds a state, unless that failed before.
    #[inline]
    pub(crate) fn push(&mut self, state: W, buffer: &mut Vec<u8>) {
        let at = pile_of(state.tiles().hash(), self.bits);
        let tail = &self.piles[at].tail;
        if tail.len() == tail.capacity() && !self.grow(at, buffer) {
            return;
        }
        self.piles[at].tail.push(state);
    }

    /// Begins a new chunk of a pile; returns whether there is room for one.
    #[cold]
    fn grow(&mut self, at: usize, buffer: &mut Vec<u8>) -> bool {
        if self.failed.is_none() {
            self.failed = self.begin_chunk(at, buffer).err();
        }
        self.failed.is_none()
    }

    fn begin_chunk(&mut self, at: usize, buffer: &mut Vec<u8>) -> Result<(), Termination> {
        if self.piles[at].tail.capacity() > 0 {
            let bytes = self.plan.chunk_bytes::<W>();
            // The chunk that is full counts towards the share; the one that begins has its own.
            if self.held + bytes > self.plan.chunks {
                self.spill(buffer)?;
            }
            self.held += bytes;
            self.groups[at >> self.group_bits].chunks += 1;
            let pile = &mut self.piles[at];
            self.states[at] += pile.tail.len() as u64;
            pile.full.push(std::mem::take(&mut pile.tail));
        }
        if !self.memory.take(self.plan.chunk_bytes::<W>()) {
            return Err(Termination::MemoryLimit);
        }
        self.piles[at].tail = Vec::with_capacity(self.plan.chunk);
        Ok(())
    }

    /// Writes the group that has the most in memory.
    fn spill(&mut self, buffer: &mut Vec<u8>) -> Result<(), Termination> {
        let largest = self.groups.iter().enumerate().max_by_key(|(_, group)| group.chunks);
        let Some((number, chunks)) = largest.map(|(number, group)| (number, group.chunks)) else {
            return Err(Termination::MemoryLimit);
        };
        let piles = 1 << self.group_bits;
        let freed = chunks as u64 * self.plan.chunk_bytes::<W>();
        let pieces = piles as u64 * Spill::PIECE;
        // A write must free more memory than it takes.
        if freed < 2 * pieces + self.plan.chunk_bytes::<W>() {
            return Err(Termination::MemoryLimit);
        }
        let group = &mut self.groups[number];
        let spill = match &mut group.spill {
            Some(spill) => spill,
            missing => missing.insert(self.disk.create()?),
        };
        let written = &mut self.piles[number * piles..][..piles];
        spill.add(written.iter().map(|pile| pile.full.as_slice()), buffer)?;
        for pile in written {
            pile.full = Vec::new();
        }
        group.chunks = 0;
        self.memory.give(freed - pieces);
        self.held -= freed - pieces;
        Ok(())
    }

    /// Counts the states of the last chunks: no more will come.
    pub(crate) fn finish(&mut self) -> Result<(), Termination> {
        for (pile, states) in self.piles.iter().zip(&mut self.states) {
            *states += pile.tail.len() as u64;
        }
        self.failure()
    }

    /// The reason why no more states are accepted, if any.
    pub(crate) fn failure(&self) -> Result<(), Termination> {
        self.failed.map_or(Ok(()), Err)
    }
}

/// The states of a layer that all threads generated, from which one pile after the other is taken.
#[derive(Debug)]
pub(crate) struct Inbox<'a, W> {
    outboxes: Vec<Outbox<'a, W>>,
    /// The number of the next pile.
    next: usize,
    /// The files of its group.
    files: Vec<Option<Arc<Spill<'a>>>>,
}

/// A pile of a layer: what each thread had of it, in memory and in files.
#[derive(Debug)]
pub(crate) struct Load<'a, W> {
    /// The states, duplicates among them.
    pub(crate) states: u64,
    chunks: Vec<Vec<W>>,
    /// Files, the number of the pile in them, and how many piles they have.
    spills: Vec<(Arc<Spill<'a>>, usize, usize)>,
    memory: Option<(&'a Account, u64)>,
}

impl<'a, W: Packed> Inbox<'a, W> {
    /// The layer of which each thread generated a part.
    pub(crate) fn new(outboxes: Vec<Outbox<'a, W>>) -> Self {
        Self { files: outboxes.iter().map(|_| None).collect(), outboxes, next: 0 }
    }

    /// The logarithm of the number of piles.
    pub(crate) fn bits(&self) -> u32 {
        self.outboxes.first().map_or(0, |outbox| outbox.bits)
    }

    /// The states, duplicates among them.
    pub(crate) fn states(&self) -> u64 {
        self.outboxes.iter().flat_map(|outbox| &outbox.states).sum()
    }

    /// Takes the next pile.
    pub(crate) fn take(&mut self) -> Option<Load<'a, W>> {
        let at = self.next;
        if at >> self.bits() > 0 {
            for (outbox, file) in self.outboxes.iter().zip(&mut self.files) {
                outbox.memory.give(file.take().map_or(0, |spill| spill.held()));
            }
            return None;
        }
        self.next += 1;
        let mut load = Load { states: 0, chunks: Vec::new(), spills: Vec::new(), memory: None };
        for (outbox, file) in self.outboxes.iter_mut().zip(&mut self.files) {
            let piles = 1 << outbox.group_bits;
            if at.is_multiple_of(piles) {
                // The file of the group before goes when it was read.
                outbox.memory.give(file.take().map_or(0, |spill| spill.held()));
                *file = outbox.groups[at >> outbox.group_bits].spill.take().map(Arc::new);
            }
            load.states += outbox.states[at];
            load.spills.extend(file.iter().map(|spill| (Arc::clone(spill), at % piles, piles)));
            let pile = &mut outbox.piles[at];
            load.chunks.append(&mut pile.full);
            load.chunks.extend(Some(std::mem::take(&mut pile.tail)).filter(|tail| tail.capacity() > 0));
            load.memory = Some((outbox.memory, outbox.plan.chunk_bytes::<W>()));
            if self.next >> outbox.bits > 0 {
                outbox.memory.give(Pile::<W>::BYTES << outbox.bits);
            }
        }
        Some(load)
    }
}

impl<W: Packed> Load<'_, W> {
    /// Hands over the states, and gives back their memory as it goes.
    pub(crate) fn drain(self, buffer: &mut Vec<u8>, mut each: impl FnMut(W)) -> Result<(), Termination> {
        for chunk in self.chunks {
            for &state in &chunk {
                each(state);
            }
            drop(chunk);
            if let Some((memory, bytes)) = self.memory {
                memory.give(bytes);
            }
        }
        self.spills.iter().try_for_each(|(spill, pile, piles)| spill.read(*pile, *piles, buffer, &mut each))
    }
}
