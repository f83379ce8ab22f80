//! Merging of sorted runs: one pass of the external merge sort, with subtraction of Closed buckets.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use tilebench_core::{StateKey, Termination};

use super::external_buckets::ExternalBuckets;
use super::record::Record;
use super::run_folder::{RunReader, SortedRun};
use super::subtract::{DuplicateFilter, OnDuplicate};

/// The number of records that a pass reads between two looks at the stop flag.
const POLL_INTERVAL: u64 = 1 << 16;

/// A k-way merge of sorted runs. Of the records with the same key, it returns only the least.
#[derive(Debug)]
struct RunMerge<K: StateKey> {
    readers: Vec<RunReader<K>>,
    /// The next record of each run that has one, with the index of the run.
    heads: BinaryHeap<Reverse<(Record<K>, usize)>>,
    last: Option<K>,
}

impl<K: StateKey> RunMerge<K> {
    /// A merge of the runs that `readers` read.
    fn new(mut readers: Vec<RunReader<K>>) -> Result<Self, Termination> {
        let mut heads = BinaryHeap::with_capacity(readers.len());
        for (index, reader) in readers.iter_mut().enumerate() {
            heads.extend(reader.next()?.map(|record| Reverse((record, index))));
        }
        Ok(Self { readers, heads, last: None })
    }

    /// The next record.
    #[inline]
    fn next(&mut self) -> Result<Option<Record<K>>, Termination> {
        while let Some(mut head) = self.heads.peek_mut() {
            let Reverse((record, index)) = *head;
            match self.readers[index].next()? {
                Some(following) => *head = Reverse((following, index)),
                None => drop(PeekMut::pop(head)),
            }
            if self.last.replace(record.key) != Some(record.key) {
                return Ok(Some(record));
            }
        }
        Ok(None)
    }
}

impl<K: StateKey> ExternalBuckets<'_, K> {
    /// Merges runs into one and subtracts the Closed buckets at the given indices. Together, the runs
    /// and the buckets are at most [`ExternalBuckets::MERGE_FAN_IN`]. The merged runs are removed.
    pub(crate) fn merge_runs(
        &mut self,
        runs: &[SortedRun],
        closed: &[(usize, OnDuplicate)],
    ) -> Result<SortedRun, Termination> {
        // Reserving may write Closed buckets to disk, so that each of them may need a read buffer.
        let buffers = (runs.len() + closed.len()) as u64 * self.read_buffer;
        self.reserve(buffers)?;
        let readers = runs.iter().map(|run| self.disk.read(run, 0, self.read_buffer)).collect::<Result<_, _>>()?;
        let mut merge = RunMerge::new(readers)?;
        let mut filters = Vec::with_capacity(closed.len());
        for &(index, on_duplicate) in closed {
            let records = &self.closed[index].records;
            filters.push(DuplicateFilter::new(records, on_duplicate, &self.disk, self.read_buffer)?);
        }
        let mut writer = self.disk.create()?;
        let mut read = 0_u64;
        'records: while let Some(mut record) = merge.next()? {
            read += 1;
            if read.is_multiple_of(POLL_INTERVAL) {
                self.budget.check_stop()?;
            }
            for filter in &mut filters {
                if !filter.keeps(&mut record)? {
                    continue 'records;
                }
            }
            writer.write(record)?;
        }
        let merged = writer.finish()?;
        for run in runs {
            self.disk.remove::<K>(run)?;
        }
        self.memory.release(buffers);
        Ok(merged)
    }
}
