//! The files of one search: sorted runs of records, written once and read sequentially.
//!
//! The files are in a folder of their own, which is created with the first file. The folder is removed
//! when [`RunFolder`] is dropped, even if the search panics. Only if the process is killed does it remain.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tilebench_core::{StateKey, Termination, narrow};

use super::record::Record;
use crate::byte_account::ByteAccount;

/// A sorted run: a file of sorted records without duplicates.
#[derive(Debug)]
pub(crate) struct SortedRun {
    number: u64,
    /// The number of records.
    pub(crate) len: u64,
}

/// The folder of a search and the files in it.
#[derive(Debug)]
pub(crate) struct RunFolder {
    scratch: PathBuf,
    folder: Option<TempDir>,
    /// The number of files created so far.
    files: u64,
    /// The buffer of the file that is being written; only one is at a time.
    write_buffer: Vec<u8>,
    space: ByteAccount,
}

#[expect(clippy::needless_pass_by_value, reason = "the signature that map_err needs")]
fn failed(error: std::io::Error) -> Termination {
    Termination::DiskFailed(error.kind())
}

impl RunFolder {
    /// The size of the write buffer in bytes.
    pub(crate) const WRITE_BUFFER: usize = 16 << 10;

    /// A disk without files, whose folder will be in `scratch` and hold at most `limit` bytes.
    pub(crate) fn new(scratch: &Path, limit: u64) -> Self {
        let write_buffer = Vec::with_capacity(Self::WRITE_BUFFER);
        Self { scratch: scratch.to_path_buf(), folder: None, files: 0, write_buffer, space: ByteAccount::new(limit) }
    }

    /// The maximum size of all files together, in bytes.
    pub(crate) fn peak(&self) -> u64 {
        self.space.peak()
    }

    /// Writes sorted records as a run.
    pub(crate) fn write_run<K: StateKey>(&mut self, records: &[Record<K>]) -> Result<SortedRun, Termination> {
        let mut writer = self.create()?;
        for &record in records {
            writer.write(record)?;
        }
        writer.finish()
    }

    /// Creates the file of a new run.
    pub(crate) fn create(&mut self) -> Result<RunWriter<'_>, Termination> {
        let number = self.files;
        let folder = match &mut self.folder {
            Some(folder) => folder,
            missing => {
                let created = tempfile::Builder::new().prefix("tilebench-").tempdir_in(&self.scratch);
                missing.insert(created.map_err(failed)?)
            }
        };
        let file = File::create_new(folder.path().join(number.to_string())).map_err(failed)?;
        self.files += 1;
        Ok(RunWriter { disk: self, file, run: SortedRun { number, len: 0 } })
    }

    fn open(&self, run: &SortedRun) -> Result<File, Termination> {
        let folder = self.folder.as_ref().ok_or(Termination::DiskFailed(ErrorKind::NotFound))?;
        File::open(folder.path().join(run.number.to_string())).map_err(failed)
    }

    /// Opens a run for reading from record number `from` on, with a buffer of `buffer` bytes.
    pub(crate) fn read<K: StateKey>(
        &self,
        run: &SortedRun,
        from: u64,
        buffer: u64,
    ) -> Result<RunReader<K>, Termination> {
        let mut file = self.open(run)?;
        file.seek(SeekFrom::Start(from * Record::<K>::BYTES as u64)).map_err(failed)?;
        let records = narrow::<usize, _>(buffer, "a buffer fits into memory") / Record::<K>::BYTES;
        let buffer = Vec::with_capacity(records * Record::<K>::BYTES);
        Ok(RunReader { file, buffer, position: 0, unread: run.len - from, key: core::marker::PhantomData })
    }

    /// The record of `key`, found by binary search.
    pub(crate) fn find<K: StateKey>(&self, run: &SortedRun, key: K) -> Result<Option<Record<K>>, Termination> {
        let mut file = self.open(run)?;
        let (mut low, mut high) = (0, run.len);
        let mut bytes = vec![0; Record::<K>::BYTES];
        while low < high {
            let middle = low.midpoint(high);
            file.seek(SeekFrom::Start(middle * bytes.len() as u64)).map_err(failed)?;
            file.read_exact(&mut bytes).map_err(failed)?;
            let record = Record::<K>::read(&bytes);
            match record.key.cmp(&key) {
                core::cmp::Ordering::Equal => return Ok(Some(record)),
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Greater => high = middle,
            }
        }
        Ok(None)
    }

    /// Removes a run.
    pub(crate) fn remove<K: StateKey>(&mut self, run: &SortedRun) -> Result<(), Termination> {
        if let Some(folder) = &self.folder {
            fs::remove_file(folder.path().join(run.number.to_string())).map_err(failed)?;
        }
        self.space.release(run.len * Record::<K>::BYTES as u64);
        Ok(())
    }
}

/// A run that is being written.
#[derive(Debug)]
pub(crate) struct RunWriter<'a> {
    disk: &'a mut RunFolder,
    file: File,
    run: SortedRun,
}

impl RunWriter<'_> {
    /// Appends a record. Records must be written in ascending order.
    #[inline]
    pub(crate) fn write<K: StateKey>(&mut self, record: Record<K>) -> Result<(), Termination> {
        if self.disk.write_buffer.len() + Record::<K>::BYTES > RunFolder::WRITE_BUFFER {
            self.flush()?;
        }
        record.write(&mut self.disk.write_buffer);
        self.run.len += 1;
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Termination> {
        let buffer = &mut self.disk.write_buffer;
        if !self.disk.space.reserve(buffer.len() as u64) {
            return Err(Termination::DiskLimit);
        }
        self.file.write_all(buffer).map_err(failed)?;
        buffer.clear();
        Ok(())
    }

    /// Completes the run.
    pub(crate) fn finish(mut self) -> Result<SortedRun, Termination> {
        self.flush()?;
        Ok(self.run)
    }
}

/// A run that is being read.
#[derive(Debug)]
pub(crate) struct RunReader<K> {
    file: File,
    /// An integral number of records.
    buffer: Vec<u8>,
    /// The position of the next record in the buffer.
    position: usize,
    /// The number of records that are not in the buffer yet.
    unread: u64,
    key: core::marker::PhantomData<K>,
}

impl<K: StateKey> RunReader<K> {
    /// The next record.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<Record<K>>, Termination> {
        if self.position == self.buffer.len() {
            if self.unread == 0 {
                return Ok(None);
            }
            self.fill()?;
        }
        let record = Record::read(&self.buffer[self.position..]);
        self.position += Record::<K>::BYTES;
        Ok(Some(record))
    }

    fn fill(&mut self) -> Result<(), Termination> {
        let capacity = (self.buffer.capacity() / Record::<K>::BYTES) as u64;
        let records = self.unread.min(capacity);
        let bytes = narrow::<usize, _>(records, "at most the capacity of the buffer") * Record::<K>::BYTES;
        self.buffer.resize(bytes, 0);
        self.file.read_exact(&mut self.buffer).map_err(failed)?;
        self.unread -= records;
        self.position = 0;
        Ok(())
    }
}
