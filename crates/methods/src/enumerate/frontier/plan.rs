//! How the memory limit is shared out.

use tilebench_core::narrow;

use super::account::Account;
use super::packed::Packed;

/// The shares of one thread, which add up, over all threads, to the memory limit at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) jobs: usize,
    /// The states of a chunk.
    pub(crate) chunk: usize,
    /// The logarithm of the most piles.
    most_bits: u32,
    /// The bytes of full chunks of one layer, and of the index of the files.
    pub(crate) chunks: u64,
    /// The bytes of the table.
    pub(crate) table: u64,
    /// The states that a pile is meant to have.
    pile: u64,
    /// The bytes of each of two buffers for files.
    pub(crate) buffer: usize,
}

impl Plan {
    /// The states of a pile whose table lies in the cache of a core.
    const CACHED: u64 = 1 << 15;
    /// More piles than this do not stay in the cache while states are distributed.
    const MOST_BITS: u32 = 12;
    /// The bytes of a table that is large enough for piles of a million states.
    const TABLE: u64 = 16 << 20;
    /// The bytes of a buffer, long enough for whole reads and writes.
    const BUFFER: u64 = 64 << 10;

    /// At most a quarter for the memory of piles other than full chunks, and a quarter for tables, less
    /// if the limit is large; buffers; and half of the rest for each of two layers. `pile_bytes` are
    /// those of a pile without its chunks.
    pub(crate) fn new<W: Packed>(limit: u64, jobs: usize, pile_bytes: u64) -> Self {
        let each = limit / jobs as u64;
        // At most a page, less if there is little memory, so that there are enough piles.
        let bytes = 1usize << (limit >> 17).clamp(256, 4096).ilog2();
        let chunk = bytes / size_of::<W>();
        let pile = 2 * (Self::bytes_of_chunk::<W>(chunk) + pile_bytes);
        let most_bits = (each / 4 / pile).max(1).ilog2().min(Self::MOST_BITS);
        let table = (each / 4).min(Self::TABLE.max(each / 32));
        let buffer = (each / 64).min(Self::BUFFER);
        Self {
            jobs,
            chunk,
            most_bits,
            chunks: each.saturating_sub((pile << most_bits) + table + 2 * buffer) / 2,
            table,
            // Half of what the table takes, since piles are not all alike.
            pile: (table / size_of::<W>() as u64 / 4).clamp(64, Self::CACHED),
            buffer: narrow(buffer, "a buffer has at most BUFFER bytes"),
        }
    }

    /// The logarithm of the number of piles for at most `states` states.
    pub(crate) fn bits(&self, states: u64) -> u32 {
        (states / self.pile + 1).next_power_of_two().ilog2().min(self.most_bits)
    }

    /// The bytes that a chunk takes: its states, and its place in a list that may be half empty.
    pub(crate) fn chunk_bytes<W: Packed>(&self) -> u64 {
        Self::bytes_of_chunk::<W>(self.chunk)
    }

    fn bytes_of_chunk<W>(states: usize) -> u64 {
        (states * size_of::<W>() + 2 * size_of::<Vec<W>>()) as u64
    }

    /// Takes the buffers of all threads; returns whether they fit.
    pub(crate) fn take_buffers(&self, memory: &Account) -> bool {
        self.buffer >= 1 << 10 && memory.take((2 * self.buffer * self.jobs) as u64)
    }
}
