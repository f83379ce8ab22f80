//! Subtraction of Closed buckets from sorted records.

use tilebench_core::{StateKey, Termination};

use super::bucket::SortedRecords;
use super::record::Record;
use super::run_folder::{RunFolder, RunReader};

/// The treatment of a state that is in a Closed bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnDuplicate {
    /// The state is not expanded again.
    Remove,
    /// The state is expanded again, and counted as reopened.
    Reopen,
}

/// Finds the states of a Closed bucket among sorted records, in one scan of both.
#[derive(Debug)]
pub(crate) struct DuplicateFilter<'a, K: StateKey> {
    closed: ClosedScan<'a, K>,
    on_duplicate: OnDuplicate,
}

/// The records of a Closed bucket that the scan has not passed yet.
#[derive(Debug)]
enum ClosedScan<'a, K: StateKey> {
    Memory(&'a [Record<K>]),
    Disk { reader: RunReader<K>, next: Option<Record<K>> },
}

impl<'a, K: StateKey> DuplicateFilter<'a, K> {
    /// A filter of the states in `closed`. A file is read with a buffer of `read_buffer` bytes.
    pub(crate) fn new(
        closed: &'a SortedRecords<K>,
        on_duplicate: OnDuplicate,
        disk: &RunFolder,
        read_buffer: u64,
    ) -> Result<Self, Termination> {
        let closed = match closed {
            SortedRecords::Memory(records) => ClosedScan::Memory(records),
            SortedRecords::Disk(run) => {
                let mut reader = disk.read(run, 0, read_buffer)?;
                let next = reader.next()?;
                ClosedScan::Disk { reader, next }
            }
        };
        Ok(Self { closed, on_duplicate })
    }

    /// Whether `record` is kept; flags it if it is reopened. Must be called in ascending order.
    #[inline]
    pub(crate) fn keeps(&mut self, record: &mut Record<K>) -> Result<bool, Termination> {
        let is_duplicate = match &mut self.closed {
            ClosedScan::Memory(records) => {
                *records = &records[gallop(records, record.key)..];
                records.first().is_some_and(|first| first.key == record.key)
            }
            ClosedScan::Disk { reader, next } => loop {
                match next {
                    Some(closed) if closed.key < record.key => *next = reader.next()?,
                    Some(closed) => break closed.key == record.key,
                    None => break false,
                }
            },
        };
        if is_duplicate && self.on_duplicate == OnDuplicate::Reopen {
            record.set_reopened();
        }
        Ok(!(is_duplicate && self.on_duplicate == OnDuplicate::Remove))
    }

    /// Filters sorted records in place.
    pub(crate) fn filter(&mut self, records: &mut Vec<Record<K>>) -> Result<(), Termination> {
        let mut result = Ok(());
        records.retain_mut(|record| {
            self.keeps(record).unwrap_or_else(|end| {
                result = Err(end);
                true
            })
        });
        result
    }
}

/// The number of leading records with a key less than `key`, by galloping (exponential) search: the cost
/// grows with the logarithm of the result, so that a few keys are found without a scan of a long list.
pub(crate) fn gallop<K: StateKey>(records: &[Record<K>], key: K) -> usize {
    let mut bound = 1;
    while bound < records.len() && records[bound].key < key {
        bound *= 2;
    }
    let (low, high) = (bound / 2, records.len().min(bound + 1));
    low + records[low..high].partition_point(|record| record.key < key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(keys: impl IntoIterator<Item = u64>) -> Vec<Record<u64>> {
        keys.into_iter().map(|key| Record::new(key, 0)).collect()
    }

    #[test]
    fn galloping_search_equals_linear_search() {
        for len in 0..70 {
            let closed = records((0..len).map(|number| 3 * number + 1));
            for key in 0..3 * len + 4 {
                let linear = closed.iter().take_while(|record| record.key < key).count();
                assert_eq!(gallop(&closed, key), linear, "{key} among {len}");
            }
        }
    }

    #[test]
    fn closed_states_are_removed_or_flagged_as_reopened() {
        let closed = records([2, 3, 5, 7, 11]);
        for on_duplicate in [OnDuplicate::Remove, OnDuplicate::Reopen] {
            let mut filter = DuplicateFilter { closed: ClosedScan::Memory(&closed), on_duplicate };
            for key in 0..13 {
                let mut record = Record::new(key, 1);
                let is_closed = [2, 3, 5, 7, 11].contains(&key);
                let reopens = on_duplicate == OnDuplicate::Reopen;
                assert_eq!(filter.keeps(&mut record), Ok(!is_closed || reopens));
                assert_eq!(record.is_reopened(), is_closed && reopens);
            }
        }
    }
}
