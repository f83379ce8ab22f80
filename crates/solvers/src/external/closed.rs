//! The Closed buckets: kept for duplicate detection and for the path.

use tilebench_core::{Cost, StateKey, Termination};

use super::bucket::{ClosedBucket, SortedRecords, allocated_bytes};
use super::external_buckets::{CurrentBucket, ExternalBuckets};
use super::record::Record;
use super::subtract::gallop;

impl<K: StateKey> ExternalBuckets<'_, K> {
    /// Moves the current bucket, all of which was expanded, to the Closed buckets. An empty bucket is
    /// dropped.
    pub(crate) fn close_current(&mut self) -> Result<(), Termination> {
        let Some(CurrentBucket { bucket, reader, .. }) = self.current.take() else { return Ok(()) };
        if reader.is_some() {
            self.memory.release(self.read_buffer);
        }
        match &bucket.records {
            records if !records.is_empty() => self.insert_closed(bucket),
            SortedRecords::Disk(run) => self.disk.remove::<K>(run),
            SortedRecords::Memory(records) => {
                self.memory.release(allocated_bytes(records));
                Ok(())
            }
        }
    }

    /// Inserts a Closed bucket.
    ///
    /// Each visit of a bucket closes a list of records of its own. If the new list is at least half as
    /// long as the previous one of the same g and h, the two are merged. The number of lists thus stays
    /// small, however often a bucket is visited.
    fn insert_closed(&mut self, mut bucket: ClosedBucket<K>) -> Result<(), Termination> {
        let same = |other: &ClosedBucket<K>| (other.g, other.h) == (bucket.g, bucket.h);
        while let Some(index) = self.closed.iter().rposition(same)
            && 2 * bucket.records.len() >= self.closed[index].records.len()
        {
            let previous = self.closed.remove(index);
            self.memory.release(Self::CLOSED_OVERHEAD);
            bucket.records = self.merge_two(previous.records, bucket.records)?;
        }
        self.closed.push(bucket);
        self.reserve(Self::CLOSED_OVERHEAD)
    }

    /// Merges two lists: in memory if both are there and the merged list fits, otherwise on disk.
    fn merge_two(&mut self, a: SortedRecords<K>, b: SortedRecords<K>) -> Result<SortedRecords<K>, Termination> {
        if let (SortedRecords::Memory(a), SortedRecords::Memory(b)) = (&a, &b) {
            let bytes = ((a.len() + b.len()) * size_of::<Record<K>>()) as u64;
            if self.memory.reserve(bytes) {
                let mut merged = Vec::new();
                merged.try_reserve_exact(a.len() + b.len()).map_err(|_| Termination::MemoryLimit)?;
                let mut rest = b.as_slice();
                for &record in a {
                    let (before, after) = rest.split_at(gallop(rest, record.key));
                    merged.extend_from_slice(before);
                    merged.push(record);
                    rest = after;
                }
                merged.extend_from_slice(rest);
                self.memory.release(allocated_bytes(a) + allocated_bytes(b));
                return Ok(SortedRecords::Memory(merged));
            }
        }
        let runs = [self.write(a)?, self.write(b)?];
        Ok(SortedRecords::Disk(self.merge_runs(&runs, &[])?))
    }

    /// The record of `key` in Closed(g, h).
    pub(crate) fn find(&self, g: Cost, h: Cost, key: K) -> Result<Option<Record<K>>, Termination> {
        for bucket in self.closed.iter().filter(|bucket| (bucket.g, bucket.h) == (g, h)) {
            if let Some(record) = bucket.records.find(&self.disk, key)? {
                return Ok(Some(record));
            }
        }
        Ok(None)
    }
}
