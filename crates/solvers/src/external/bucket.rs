//! Buckets: the states with the same g and h, before and after duplicate detection.

use tilebench_core::{Cost, StateKey, Termination};

use super::record::Record;
use super::run_folder::{RunFolder, SortedRun};

/// Open(g, h): the states generated so far, with duplicates.
#[derive(Debug)]
pub(crate) struct OpenBucket<K> {
    pub(crate) g: Cost,
    pub(crate) h: Cost,
    /// The records that are not on disk yet, in the order of generation.
    pub(crate) buffer: Vec<Record<K>>,
    /// The sorted runs on disk.
    pub(crate) runs: Vec<SortedRun>,
}

impl<K: StateKey> OpenBucket<K> {
    /// An empty bucket.
    pub(crate) fn new(g: Cost, h: Cost) -> Self {
        Self { g, h, buffer: Vec::new(), runs: Vec::new() }
    }

    /// The number of records, duplicates included.
    pub(crate) fn len(&self) -> u64 {
        self.buffer.len() as u64 + self.runs.iter().map(|run| run.len).sum::<u64>()
    }
}

/// Closed(g, h): the states that one visit of a bucket expanded.
#[derive(Debug)]
pub(crate) struct ClosedBucket<K> {
    pub(crate) g: Cost,
    pub(crate) h: Cost,
    pub(crate) records: SortedRecords<K>,
}

/// Sorted records without duplicates, in memory or on disk.
#[derive(Debug)]
pub(crate) enum SortedRecords<K> {
    Memory(Vec<Record<K>>),
    Disk(SortedRun),
}

impl<K: StateKey> SortedRecords<K> {
    /// The number of records.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Memory(records) => records.len() as u64,
            Self::Disk(run) => run.len,
        }
    }

    /// Whether there are no records.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the records are on disk.
    pub(crate) fn is_on_disk(&self) -> bool {
        matches!(self, Self::Disk(_))
    }

    /// The bytes of memory that the records take.
    pub(crate) fn memory_bytes(&self) -> u64 {
        match self {
            Self::Memory(records) => allocated_bytes(records),
            Self::Disk(_) => 0,
        }
    }

    /// The record of `key`.
    pub(crate) fn find(&self, disk: &RunFolder, key: K) -> Result<Option<Record<K>>, Termination> {
        match self {
            Self::Memory(records) => {
                Ok(records.binary_search_by_key(&key, |record| record.key).ok().map(|index| records[index]))
            }
            Self::Disk(run) => disk.find(run, key),
        }
    }
}

impl<K> Default for SortedRecords<K> {
    fn default() -> Self {
        Self::Memory(Vec::new())
    }
}

/// Sorts records and removes duplicates.
pub(crate) fn sort_and_dedup<K: StateKey>(records: &mut Vec<Record<K>>) {
    records.sort_unstable();
    records.dedup_by_key(|record| record.key);
}

/// The bytes allocated for a list of records.
pub(crate) fn allocated_bytes<K>(records: &Vec<Record<K>>) -> u64 {
    (records.capacity() * size_of::<Record<K>>()) as u64
}
