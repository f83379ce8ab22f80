//! Buckets: the states of one g and one h, before and after their duplicates are found.

use tilebench_core::{Cost, End, Key};

use super::disk::{Disk, Run};
use super::record::Record;

/// Open(g, h): what was generated so far, duplicates among it.
#[derive(Debug)]
pub(crate) struct Pile<K> {
    pub(crate) g: Cost,
    pub(crate) h: Cost,
    /// What was not written yet, in the order in which it came.
    pub(crate) fresh: Vec<Record<K>>,
    /// What was written, each run sorted.
    pub(crate) runs: Vec<Run>,
}

impl<K: Key> Pile<K> {
    /// A bucket with nothing in it.
    pub(crate) fn new(g: Cost, h: Cost) -> Self {
        Self { g, h, fresh: Vec::new(), runs: Vec::new() }
    }

    /// The records, duplicates among them.
    pub(crate) fn len(&self) -> u64 {
        self.fresh.len() as u64 + self.runs.iter().map(|run| run.len).sum::<u64>()
    }
}

/// Sorted records without duplicates, in memory or on disk.
#[derive(Debug)]
pub(crate) enum Sorted<K> {
    Memory(Vec<Record<K>>),
    File(Run),
}

impl<K: Key> Sorted<K> {
    /// The records.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Memory(records) => records.len() as u64,
            Self::File(run) => run.len,
        }
    }

    /// Whether there are no records.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of memory held.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Memory(records) => held(records),
            Self::File(_) => 0,
        }
    }

    /// The record of `key`.
    pub(crate) fn find(&self, disk: &Disk, key: K) -> Result<Option<Record<K>>, End> {
        match self {
            Self::Memory(records) => {
                Ok(records.binary_search_by_key(&key, |record| record.key).ok().map(|at| records[at]))
            }
            Self::File(run) => disk.find(run, key),
        }
    }
}

impl<K> Default for Sorted<K> {
    fn default() -> Self {
        Self::Memory(Vec::new())
    }
}

/// Closed(g, h): what one visit of a bucket expanded.
#[derive(Debug)]
pub(crate) struct Shelf<K> {
    pub(crate) g: Cost,
    pub(crate) h: Cost,
    pub(crate) records: Sorted<K>,
}

/// The bytes that a list of records holds.
pub(crate) fn held<K>(records: &Vec<Record<K>>) -> u64 {
    (records.capacity() * size_of::<Record<K>>()) as u64
}
