//! All buckets of a search: in memory while they fit, then on disk.
//!
//! If an allocation would exceed the memory limit, the largest list in memory is written to disk. The
//! buffer of an Open bucket becomes a sorted run. The records of a Closed bucket become the file from
//! which they are read from then on. A search that fits into memory writes nothing.

use std::path::Path;

use tilebench_core::{Cost, SearchBudget, StateKey, Termination};

use super::bucket::{ClosedBucket, OpenBucket, SortedRecords, allocated_bytes, sort_and_dedup};
use super::record::Record;
use super::run_folder::{RunFolder, RunReader, SortedRun};
use crate::byte_account::ByteAccount;

/// The buckets of a search, with the memory and the disk space that they take.
#[derive(Debug)]
pub(crate) struct ExternalBuckets<'a, K: StateKey> {
    pub(crate) budget: SearchBudget<'a>,
    pub(crate) memory: ByteAccount,
    pub(crate) disk: RunFolder,
    pub(crate) open: Vec<OpenBucket<K>>,
    pub(crate) closed: Vec<ClosedBucket<K>>,
    pub(crate) current: Option<CurrentBucket<K>>,
    /// The size in bytes of the buffer of each file that is read.
    pub(crate) read_buffer: u64,
}

/// The bucket that is being expanded.
#[derive(Debug)]
pub(crate) struct CurrentBucket<K> {
    pub(crate) bucket: ClosedBucket<K>,
    /// The index of the next record to expand.
    next: u64,
    /// Reads the records from `next` on, if they are on disk and the file is open.
    pub(crate) reader: Option<RunReader<K>>,
}

impl<K> CurrentBucket<K> {
    /// A bucket of which no state was expanded yet.
    pub(crate) fn new(bucket: ClosedBucket<K>) -> Self {
        Self { bucket, next: 0, reader: None }
    }
}

/// The place of the largest list in memory.
#[derive(Clone, Copy)]
enum LargestList {
    Open(usize),
    Closed(usize),
    Current,
}

impl<'a, K: StateKey> ExternalBuckets<'a, K> {
    /// The maximum number of files that are read at once.
    pub(crate) const MERGE_FAN_IN: usize = 16;
    /// The smallest capacity of a buffer, in records.
    const MIN_CAPACITY: usize = 64;
    /// The memory of an Open bucket besides its records: one element of a list that may be half empty.
    pub(crate) const OPEN_OVERHEAD: u64 = 2 * size_of::<OpenBucket<K>>() as u64;
    /// The same for a Closed bucket.
    pub(crate) const CLOSED_OVERHEAD: u64 = 2 * size_of::<ClosedBucket<K>>() as u64;
    /// The same for a run of an Open bucket.
    pub(crate) const RUN_OVERHEAD: u64 = 2 * size_of::<SortedRun>() as u64;

    /// An empty set of buckets, which will put its files into a new folder inside `scratch`.
    pub(crate) fn new(budget: SearchBudget<'a>, scratch: &Path) -> Result<Self, Termination> {
        let limits = budget.limits;
        let mut memory = ByteAccount::new(limits.bytes);
        if !memory.reserve(RunFolder::WRITE_BUFFER as u64) {
            return Err(Termination::MemoryLimit);
        }
        let disk = RunFolder::new(scratch, limits.disk);
        // Except under the smallest limits, the open files together take at most a quarter of the memory.
        let read_buffer = (limits.bytes / (4 * (Self::MERGE_FAN_IN as u64 + 1))).clamp(4 << 10, 1 << 20);
        Ok(Self { budget, memory, disk, open: Vec::new(), closed: Vec::new(), current: None, read_buffer })
    }

    /// The index of Open(g, h), which is created if it does not exist.
    pub(crate) fn open_index(&mut self, g: Cost, h: Cost) -> Result<usize, Termination> {
        if let Some(index) = self.open.iter().position(|bucket| (bucket.g, bucket.h) == (g, h)) {
            return Ok(index);
        }
        self.reserve(Self::OPEN_OVERHEAD)?;
        self.open.push(OpenBucket::new(g, h));
        Ok(self.open.len() - 1)
    }

    /// Adds a record to the Open bucket at `index`.
    #[inline]
    pub(crate) fn push(&mut self, index: usize, record: Record<K>) -> Result<(), Termination> {
        if self.open[index].buffer.len() == self.open[index].buffer.capacity() {
            self.grow(index)?;
        }
        self.open[index].buffer.push(record);
        Ok(())
    }

    /// Makes room in the buffer of the Open bucket at `index`.
    #[cold]
    fn grow(&mut self, index: usize) -> Result<(), Termination> {
        loop {
            let buffer = &mut self.open[index].buffer;
            let capacity = (2 * buffer.capacity()).max(Self::MIN_CAPACITY);
            // The old and the new allocation exist at once while the records are moved.
            if self.memory.reserve((capacity * size_of::<Record<K>>()) as u64) {
                let old = allocated_bytes(buffer);
                buffer.try_reserve_exact(capacity - buffer.len()).map_err(|_| Termination::MemoryLimit)?;
                self.memory.release(old);
                return Ok(());
            }
            self.flush_largest()?;
            let buffer = &self.open[index].buffer;
            if buffer.len() < buffer.capacity() {
                return Ok(());
            }
        }
    }

    /// Reserves memory and writes lists to disk until there is enough of it.
    pub(crate) fn reserve(&mut self, bytes: u64) -> Result<(), Termination> {
        while !self.memory.reserve(bytes) {
            self.flush_largest()?;
        }
        Ok(())
    }

    /// Writes the largest list in memory to disk.
    fn flush_largest(&mut self) -> Result<(), Termination> {
        self.budget.check_stop()?;
        let open = self.open.iter().enumerate();
        let open = open.map(|(index, bucket)| (allocated_bytes(&bucket.buffer), LargestList::Open(index)));
        let closed = self.closed.iter().enumerate();
        let closed = closed.map(|(index, bucket)| (bucket.records.memory_bytes(), LargestList::Closed(index)));
        let current = self.current.iter().map(|current| (current.bucket.records.memory_bytes(), LargestList::Current));
        let largest = open.chain(closed).chain(current).max_by_key(|&(bytes, _)| bytes);
        match largest.filter(|&(bytes, _)| bytes > 0) {
            Some((_, LargestList::Open(index))) => {
                let buffer = std::mem::take(&mut self.open[index].buffer);
                let run = self.write_sorted(buffer)?;
                self.open[index].runs.extend(run);
                // The run takes less memory than the buffer did.
                if self.memory.reserve(Self::RUN_OVERHEAD) { Ok(()) } else { Err(Termination::MemoryLimit) }
            }
            Some((_, LargestList::Closed(index))) => {
                let records = std::mem::take(&mut self.closed[index].records);
                self.closed[index].records = SortedRecords::Disk(self.write(records)?);
                Ok(())
            }
            Some((_, LargestList::Current)) => {
                let records = self.current.as_mut().map(|current| std::mem::take(&mut current.bucket.records));
                let run = self.write(records.unwrap_or_default())?;
                if let Some(current) = &mut self.current {
                    current.bucket.records = SortedRecords::Disk(run);
                }
                Ok(())
            }
            None => Err(Termination::MemoryLimit),
        }
    }

    /// Sorts the buffer of an Open bucket and writes it as a run, unless it is empty.
    pub(crate) fn write_sorted(&mut self, mut buffer: Vec<Record<K>>) -> Result<Option<SortedRun>, Termination> {
        sort_and_dedup(&mut buffer);
        let run = if buffer.is_empty() { None } else { Some(self.disk.write_run(&buffer)?) };
        self.memory.release(allocated_bytes(&buffer));
        Ok(run)
    }

    /// Writes sorted records as a run, unless they are on disk already.
    pub(crate) fn write(&mut self, records: SortedRecords<K>) -> Result<SortedRun, Termination> {
        match records {
            SortedRecords::Disk(run) => Ok(run),
            SortedRecords::Memory(records) => {
                let run = self.disk.write_run(&records)?;
                self.memory.release(allocated_bytes(&records));
                Ok(run)
            }
        }
    }

    /// The next record of the current bucket. After the last record, the bucket is closed.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<Record<K>>, Termination> {
        let Some(current) = &mut self.current else { return Ok(None) };
        let next = match (&current.bucket.records, &mut current.reader) {
            (SortedRecords::Memory(records), _) => {
                usize::try_from(current.next).ok().and_then(|index| records.get(index)).copied()
            }
            (SortedRecords::Disk(_), Some(reader)) => reader.next()?,
            (SortedRecords::Disk(_), None) => {
                self.open_current()?;
                return self.next();
            }
        };
        current.next += 1;
        if next.is_none() {
            self.close_current()?;
        }
        Ok(next)
    }

    /// Opens the file of the current bucket at its next record.
    #[cold]
    fn open_current(&mut self) -> Result<(), Termination> {
        self.reserve(self.read_buffer)?;
        if let Some(CurrentBucket { bucket, next, reader }) = &mut self.current
            && let SortedRecords::Disk(run) = &bucket.records
        {
            *reader = Some(self.disk.read(run, *next, self.read_buffer)?);
        }
        Ok(())
    }
}
