//! Delayed duplicate detection: the states of an Open bucket are sorted, duplicates are removed, and
//! the Closed buckets that may contain them are subtracted.

use tilebench_core::{Cost, StateKey, Termination, Weight};

use super::bucket::{ClosedBucket, OpenBucket, SortedRecords, allocated_bytes, sort_and_dedup};
use super::external_buckets::{CurrentBucket, ExternalBuckets};
use super::record::Record;
use super::run_folder::SortedRun;
use super::subtract::{DuplicateFilter, OnDuplicate};
use crate::byte_account::ByteAccount;

/// The Closed layers in which duplicates are looked for, and whether duplicates are expanded again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DuplicateScope {
    /// Whether all layers are searched for duplicates, or only the last two and the current one.
    pub(crate) all_layers: bool,
    /// Whether a state is expanded again if it was expanded on a longer path.
    pub(crate) reopen: bool,
}

impl DuplicateScope {
    /// The scope at the beginning of a search. With w = 1 only the last two layers can contain
    /// duplicates until an edge changes h by more than 1.
    pub(crate) fn initial(weight: Weight, reopen: bool) -> Self {
        Self { all_layers: weight != Weight::ONE, reopen }
    }

    /// Whether a bucket of layer `g` may contain states that were expanded in layer `closed_g`.
    fn contains(self, closed_g: Cost, g: Cost) -> bool {
        self.all_layers || (closed_g <= g && closed_g + 2 >= g)
    }

    /// The treatment of a state of layer `g` that was expanded in layer `closed_g`.
    fn on_duplicate(self, closed_g: Cost, g: Cost) -> OnDuplicate {
        if closed_g <= g || !self.reopen { OnDuplicate::Remove } else { OnDuplicate::Reopen }
    }
}

impl<K: StateKey> ExternalBuckets<'_, K> {
    /// Removes the duplicates from the Open bucket at `index` and makes it the current bucket.
    pub(crate) fn detect_duplicates(&mut self, index: usize, scope: DuplicateScope) -> Result<(), Termination> {
        let &OpenBucket { g, h, ref runs, .. } = &self.open[index];
        let in_scope = |bucket: &ClosedBucket<K>| bucket.h == h && scope.contains(bucket.g, g);
        let closed = self.closed.iter().enumerate().filter(|(_, bucket)| in_scope(bucket));
        let closed: Vec<_> = closed.map(|(index, bucket)| (index, scope.on_duplicate(bucket.g, g))).collect();
        // In memory, the Closed buckets are read one after the other.
        let reads = runs.is_empty() && closed.iter().any(|&(index, _)| self.closed[index].records.is_on_disk());
        let read_buffer = if reads { self.read_buffer } else { 0 };
        // Reserving may write the Open bucket itself to disk.
        self.reserve(read_buffer)?;
        let open = self.open.swap_remove(index);
        let records = if open.runs.is_empty() {
            SortedRecords::Memory(self.detect_in_memory(open.buffer, &closed)?)
        } else {
            SortedRecords::Disk(self.detect_on_disk(open, &closed)?)
        };
        self.memory.release(read_buffer + Self::OPEN_OVERHEAD);
        self.current = Some(CurrentBucket::new(ClosedBucket { g, h, records }));
        Ok(())
    }

    /// Sorts and filters the buffer of an Open bucket that has no runs on disk. The caller has reserved
    /// the memory of one read buffer.
    fn detect_in_memory(
        &mut self,
        mut records: Vec<Record<K>>,
        closed: &[(usize, OnDuplicate)],
    ) -> Result<Vec<Record<K>>, Termination> {
        sort_and_dedup(&mut records);
        for &(index, on_duplicate) in closed {
            self.budget.check_stop()?;
            let closed = &self.closed[index].records;
            DuplicateFilter::new(closed, on_duplicate, &self.disk, self.read_buffer)?.filter(&mut records)?;
        }
        shrink(&mut records, &mut self.memory);
        Ok(records)
    }

    /// Merges and filters the runs of an Open bucket, in passes that read at most
    /// [`ExternalBuckets::MERGE_FAN_IN`] files each.
    fn detect_on_disk(
        &mut self,
        open: OpenBucket<K>,
        mut closed: &[(usize, OnDuplicate)],
    ) -> Result<SortedRun, Termination> {
        let OpenBucket { buffer, mut runs, .. } = open;
        self.memory.release(runs.len() as u64 * Self::RUN_OVERHEAD);
        runs.extend(self.write_sorted(buffer)?);
        while runs.len() > Self::MERGE_FAN_IN {
            let rest = runs.split_off(Self::MERGE_FAN_IN);
            let merged = self.merge_runs(&runs, &[])?;
            runs = rest;
            runs.push(merged);
        }
        loop {
            let (now, later) = closed.split_at(closed.len().min(Self::MERGE_FAN_IN - runs.len()));
            let run = self.merge_runs(&runs, now)?;
            if later.is_empty() {
                return Ok(run);
            }
            (runs, closed) = (vec![run], later);
        }
    }
}

/// Releases the space of removed duplicates, if the old and the new allocation both fit.
fn shrink<K: StateKey>(records: &mut Vec<Record<K>>, memory: &mut ByteAccount) {
    let needed = size_of_val(records.as_slice()) as u64;
    let old = allocated_bytes(records);
    if needed < old && memory.reserve(needed) {
        records.shrink_to_fit();
        memory.release(old);
        // An allocator may return slightly more than was requested.
        debug_assert_eq!(allocated_bytes(records), needed, "the allocated size of the records");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tilebench_core::{Limits, SearchBudget, StopFlag};

    /// Unordered numbers, many of them twice.
    fn keys(seed: u64) -> impl Iterator<Item = u64> {
        (0..150_000_u64).map(move |number| {
            (number + 1_000_003 * seed)
                .wrapping_mul(0x5851_F42D_4C95_7F2D)
                .rotate_left(29)
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                >> 47
        })
    }

    #[test]
    fn many_runs_are_merged_in_several_passes_and_closed_states_are_subtracted() {
        let scratch = tempfile::tempdir().unwrap();
        let stop = StopFlag::new();
        let limits = Limits { bytes: 192 << 10, ..Limits::NONE };
        let mut buckets = ExternalBuckets::<u64>::new(SearchBudget { limits, stop: &stop }, scratch.path()).unwrap();
        let mut closed = BTreeSet::new();
        for (g, reopen, all_layers) in [(4, true, false), (6, true, false), (3, true, true), (2, false, true)] {
            let open = buckets.open_index(g, 9).unwrap();
            for key in keys(u64::from(g)) {
                buckets.push(open, Record::new(key, 1)).unwrap();
            }
            assert!(buckets.open[open].runs.len() > 2 * ExternalBuckets::<u64>::MERGE_FAN_IN, "one pass would do");
            buckets.detect_duplicates(open, DuplicateScope { all_layers, reopen }).unwrap();
            let generated: BTreeSet<u64> = keys(u64::from(g)).collect();
            let expected: Vec<(u64, bool)> = if g == 3 {
                // These states were expanded on longer paths, so they are expanded again.
                generated.iter().map(|key| (*key, closed.contains(key))).collect()
            } else {
                generated.difference(&closed).map(|&key| (key, false)).collect()
            };
            let mut kept = Vec::new();
            while let Some(record) = buckets.next().unwrap() {
                kept.push((record.key, record.is_reopened()));
            }
            assert!(kept == expected, "g = {g}: {} of {} records", kept.len(), expected.len());
            assert!(expected.len() > 1_000, "g = {g}: nothing to compare");
            closed.extend(generated);
        }
        assert!(buckets.memory.peak() <= limits.bytes);
    }
}
