//! Partitions: generated states, distributed by hash so that equal states are in the same partition.
//!
//! Each thread distributes its generated states to its own partitions, so no lock is needed. A partition of the layer consists
//! of the partitions with its number of all threads. States are stored in chunks. When a thread's share of the memory is full,
//! the largest *group* of consecutive partitions is written to a file: a long write, from which each partition is read as one
//! piece.

use std::sync::Arc;

use tilebench_core::Termination;

use super::frontier_word::FrontierWord;
use super::memory_plan::MemoryPlan;
use super::quota::Quota;
use super::spill_file::{SpillFile, SpillFolder};

/// The states of a partition in memory.
#[derive(Debug)]
pub(crate) struct HashPartition<W> {
    /// The chunk that is being filled; without capacity at first.
    tail: Vec<W>,
    full: Vec<Vec<W>>,
}

impl<W> HashPartition<W> {
    /// The memory of a partition without chunks: itself, its number of states, and at most one group.
    pub(crate) const BYTES: u64 = (size_of::<Self>() + size_of::<u64>() + size_of::<PartitionGroup<'_>>()) as u64;
}

/// Consecutive partitions, which are written together.
#[derive(Debug)]
pub(crate) struct PartitionGroup<'a> {
    /// The number of full chunks in memory.
    chunks: usize,
    /// Its file, if one was written.
    spill: Option<SpillFile<'a>>,
}

/// The states of a layer that one thread generated, in partitions.
#[derive(Debug)]
pub(crate) struct PartitionedStates<'a, W> {
    plan: MemoryPlan,
    /// The logarithm of the number of partitions.
    bits: u32,
    /// The logarithm of the number of partitions of a group.
    group_bits: u32,
    partitions: Vec<HashPartition<W>>,
    groups: Vec<PartitionGroup<'a>>,
    /// By partition: the number of its states, also of those in files.
    states: Vec<u64>,
    /// The bytes in use of the share for chunks.
    held: u64,
    memory: &'a Quota,
    disk: &'a SpillFolder,
    /// The reason why no more states are accepted.
    failed: Option<Termination>,
}

/// The number of the partition of a hash.
#[inline]
fn partition_of(hash: u64, bits: u32) -> usize {
    (hash >> 1 >> (63 - bits)) as usize
}

impl<'a, W: FrontierWord> PartitionedStates<'a, W> {
    /// The logarithm of the maximum number of groups.
    const GROUPS: u32 = 6;

    /// No states yet, in 2 to the power of `bits` partitions.
    pub(crate) fn new(
        plan: MemoryPlan,
        bits: u32,
        memory: &'a Quota,
        disk: &'a SpillFolder,
    ) -> Result<Self, Termination> {
        if !memory.reserve(HashPartition::<W>::BYTES << bits) {
            return Err(Termination::MemoryLimit);
        }
        let group_bits = bits.saturating_sub(Self::GROUPS);
        Ok(Self {
            plan,
            bits,
            group_bits,
            partitions: (0..1 << bits).map(|_| HashPartition { tail: Vec::new(), full: Vec::new() }).collect(),
            groups: (0..1 << (bits - group_bits)).map(|_| PartitionGroup { chunks: 0, spill: None }).collect(),
            states: vec![0; 1 << bits],
            held: 0,
            memory,
            disk,
            failed: None,
        })
    }

    /// Adds a state, unless adding failed before.
    #[inline]
    pub(crate) fn push(&mut self, state: W, buffer: &mut Vec<u8>) {
        let at = partition_of(state.tiles().hash(), self.bits);
        let tail = &self.partitions[at].tail;
        if tail.len() == tail.capacity() && !self.grow(at, buffer) {
            return;
        }
        self.partitions[at].tail.push(state);
    }

    /// Begins a new chunk of a partition; returns whether it fits.
    #[cold]
    fn grow(&mut self, at: usize, buffer: &mut Vec<u8>) -> bool {
        if self.failed.is_none() {
            self.failed = self.begin_chunk(at, buffer).err();
        }
        self.failed.is_none()
    }

    fn begin_chunk(&mut self, at: usize, buffer: &mut Vec<u8>) -> Result<(), Termination> {
        if self.partitions[at].tail.capacity() > 0 {
            let bytes = self.plan.chunk_bytes::<W>();
            // The full chunk counts towards the share of full chunks; the new one is part of another share.
            if self.held + bytes > self.plan.chunks {
                self.spill(buffer)?;
            }
            self.held += bytes;
            self.groups[at >> self.group_bits].chunks += 1;
            let partition = &mut self.partitions[at];
            self.states[at] += partition.tail.len() as u64;
            partition.full.push(std::mem::take(&mut partition.tail));
        }
        if !self.memory.reserve(self.plan.chunk_bytes::<W>()) {
            return Err(Termination::MemoryLimit);
        }
        self.partitions[at].tail = Vec::with_capacity(self.plan.chunk);
        Ok(())
    }

    /// Writes the group with the maximum number of chunks in memory.
    fn spill(&mut self, buffer: &mut Vec<u8>) -> Result<(), Termination> {
        let largest = self.groups.iter().enumerate().max_by_key(|(_, group)| group.chunks);
        let Some((number, chunks)) = largest.map(|(number, group)| (number, group.chunks)) else {
            return Err(Termination::MemoryLimit);
        };
        let partitions = 1 << self.group_bits;
        let freed = chunks as u64 * self.plan.chunk_bytes::<W>();
        let pieces = partitions as u64 * SpillFile::PIECE;
        // A write must free more memory than it takes.
        if freed < 2 * pieces + self.plan.chunk_bytes::<W>() {
            return Err(Termination::MemoryLimit);
        }
        let group = &mut self.groups[number];
        let spill = match &mut group.spill {
            Some(spill) => spill,
            missing => missing.insert(self.disk.create()?),
        };
        let written = &mut self.partitions[number * partitions..][..partitions];
        spill.add(written.iter().map(|partition| partition.full.as_slice()), buffer)?;
        for partition in written {
            partition.full = Vec::new();
        }
        group.chunks = 0;
        self.memory.release(freed - pieces);
        self.held -= freed - pieces;
        Ok(())
    }

    /// Counts the states of the last chunks. No more states may be added.
    pub(crate) fn finish(&mut self) -> Result<(), Termination> {
        for (partition, states) in self.partitions.iter().zip(&mut self.states) {
            *states += partition.tail.len() as u64;
        }
        self.failure()
    }

    /// The reason why no more states are accepted, if any.
    pub(crate) fn failure(&self) -> Result<(), Termination> {
        self.failed.map_or(Ok(()), Err)
    }
}

/// The states of a layer that all threads generated, from which one partition after the other is taken.
#[derive(Debug)]
pub(crate) struct PartitionQueue<'a, W> {
    partitioned: Vec<PartitionedStates<'a, W>>,
    /// The number of the next partition.
    next: usize,
    /// The files of its group, by thread.
    files: Vec<Option<Arc<SpillFile<'a>>>>,
}

/// The states of a partition of a layer: those of all threads, in memory and in files.
#[derive(Debug)]
pub(crate) struct PartitionStates<'a, W> {
    /// The number of states, duplicates included.
    pub(crate) states: u64,
    chunks: Vec<Vec<W>>,
    /// The files, each with the index of the partition in it and its number of partitions.
    spills: Vec<(Arc<SpillFile<'a>>, usize, usize)>,
    memory: Option<(&'a Quota, u64)>,
}

impl<'a, W: FrontierWord> PartitionQueue<'a, W> {
    /// The layer whose parts the threads generated.
    pub(crate) fn new(partitioned: Vec<PartitionedStates<'a, W>>) -> Self {
        Self { files: partitioned.iter().map(|_| None).collect(), partitioned, next: 0 }
    }

    /// The logarithm of the number of partitions.
    pub(crate) fn bits(&self) -> u32 {
        self.partitioned.first().map_or(0, |partitioned| partitioned.bits)
    }

    /// The number of states, duplicates included.
    pub(crate) fn states(&self) -> u64 {
        self.partitioned.iter().flat_map(|partitioned| &partitioned.states).sum()
    }

    /// Takes the next partition.
    pub(crate) fn take(&mut self) -> Option<PartitionStates<'a, W>> {
        let at = self.next;
        if at >> self.bits() > 0 {
            for (partitioned, file) in self.partitioned.iter().zip(&mut self.files) {
                partitioned.memory.release(file.take().map_or(0, |spill| spill.held()));
            }
            return None;
        }
        self.next += 1;
        let mut partition_states = PartitionStates { states: 0, chunks: Vec::new(), spills: Vec::new(), memory: None };
        for (partitioned, file) in self.partitioned.iter_mut().zip(&mut self.files) {
            let partitions = 1 << partitioned.group_bits;
            if at.is_multiple_of(partitions) {
                // The file of the previous group is removed when it has been read.
                partitioned.memory.release(file.take().map_or(0, |spill| spill.held()));
                *file = partitioned.groups[at >> partitioned.group_bits].spill.take().map(Arc::new);
            }
            partition_states.states += partitioned.states[at];
            partition_states.spills.extend(file.iter().map(|spill| (Arc::clone(spill), at % partitions, partitions)));
            let partition = &mut partitioned.partitions[at];
            partition_states.chunks.append(&mut partition.full);
            partition_states
                .chunks
                .extend(Some(std::mem::take(&mut partition.tail)).filter(|tail| tail.capacity() > 0));
            partition_states.memory = Some((partitioned.memory, partitioned.plan.chunk_bytes::<W>()));
            if self.next >> partitioned.bits > 0 {
                partitioned.memory.release(HashPartition::<W>::BYTES << partitioned.bits);
            }
        }
        Some(partition_states)
    }
}

impl<W: FrontierWord> PartitionStates<'_, W> {
    /// Calls `each` with the states, and releases their memory chunk by chunk.
    pub(crate) fn drain(self, buffer: &mut Vec<u8>, mut each: impl FnMut(W)) -> Result<(), Termination> {
        for chunk in self.chunks {
            for &state in &chunk {
                each(state);
            }
            drop(chunk);
            if let Some((memory, bytes)) = self.memory {
                memory.release(bytes);
            }
        }
        self.spills
            .iter()
            .try_for_each(|(spill, partition, partitions)| spill.read(*partition, *partitions, buffer, &mut each))
    }
}
