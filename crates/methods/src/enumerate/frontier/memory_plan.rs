//! The division of the memory limit into shares.

use tilebench_core::narrow;

use super::frontier_word::FrontierWord;
use super::quota::Quota;

/// The shares of one thread. The shares of all threads add up to at most the memory limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemoryPlan {
    pub(crate) jobs: usize,
    /// The number of states of a chunk.
    pub(crate) chunk: usize,
    /// The logarithm of the maximum number of partitions.
    max_bits: u32,
    /// The bytes of full chunks of one layer, and of the index of the files.
    pub(crate) chunks: u64,
    /// The bytes of the table.
    pub(crate) table: u64,
    /// The target number of states of a partition.
    partition: u64,
    /// The bytes of each of two buffers for files.
    pub(crate) buffer: usize,
}

impl MemoryPlan {
    /// The number of states of a partition whose table fits in the cache of a core.
    const CACHED: u64 = 1 << 15;
    /// The logarithm of the maximum number of partitions that stay in the cache while states are distributed.
    const MAX_BITS: u32 = 12;
    /// The bytes of a table that is large enough for partitions of a million states.
    const TABLE: u64 = 16 << 20;
    /// The bytes of a buffer, large enough for efficient reads and writes.
    const BUFFER: u64 = 64 << 10;

    /// At most a quarter for the memory of partitions other than full chunks, and a quarter for tables, less
    /// if the limit is large; buffers; and half of the rest for each of two layers. `partition_bytes` are
    /// the bytes of a partition without its chunks.
    pub(crate) fn new<W: FrontierWord>(limit: u64, jobs: usize, partition_bytes: u64) -> Self {
        let each = limit / jobs as u64;
        // At most a page, and less if there is little memory, so that there are enough partitions.
        let bytes = 1usize << (limit >> 17).clamp(256, 4096).ilog2();
        let chunk = bytes / size_of::<W>();
        let partition = 2 * (Self::bytes_of_chunk::<W>(chunk) + partition_bytes);
        let max_bits = (each / 4 / partition).max(1).ilog2().min(Self::MAX_BITS);
        let table = (each / 4).min(Self::TABLE.max(each / 32));
        let buffer = (each / 64).min(Self::BUFFER);
        Self {
            jobs,
            chunk,
            max_bits,
            chunks: each.saturating_sub((partition << max_bits) + table + 2 * buffer) / 2,
            table,
            // Half of the capacity of the table, since partitions differ in size.
            partition: (table / size_of::<W>() as u64 / 4).clamp(64, Self::CACHED),
            buffer: narrow(buffer, "a buffer has at most BUFFER bytes"),
        }
    }

    /// The logarithm of the number of partitions for at most `states` states.
    pub(crate) fn bits(&self, states: u64) -> u32 {
        (states / self.partition + 1).next_power_of_two().ilog2().min(self.max_bits)
    }

    /// The bytes of a chunk: its states, and its entry in a list that may be half empty.
    pub(crate) fn chunk_bytes<W: FrontierWord>(&self) -> u64 {
        Self::bytes_of_chunk::<W>(self.chunk)
    }

    fn bytes_of_chunk<W>(states: usize) -> u64 {
        (states * size_of::<W>() + 2 * size_of::<Vec<W>>()) as u64
    }

    /// Reserves the buffers of all threads; returns whether they fit.
    pub(crate) fn take_buffers(&self, memory: &Quota) -> bool {
        self.buffer >= 1 << 10 && memory.reserve((2 * self.buffer * self.jobs) as u64)
    }
}
