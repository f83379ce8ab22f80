//! The files of one search: sorted runs of records, written once and read from front to back.
//!
//! They lie in a folder of their own, which is made with the first file and goes with this structure,
//! however the search ends: also where it panics. Only the process's own sudden death leaves it.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tilebench_core::{End, Key, narrow};

use super::ledger::Ledger;
use super::record::Record;

/// A file of sorted records.
#[derive(Debug)]
pub(crate) struct Run {
    number: u64,
    /// The records.
    pub(crate) len: u64,
}

/// The folder of a search and what is in it.
#[derive(Debug)]
pub(crate) struct Disk {
    scratch: PathBuf,
    folder: Option<TempDir>,
    files: u64,
    /// What the one file that is being written gathers before it writes.
    gathered: Vec<u8>,
    ledger: Ledger,
}

#[expect(clippy::needless_pass_by_value, reason = "as map_err wants it")]
fn failed(error: std::io::Error) -> End {
    End::DiskFailed(error.kind())
}

impl Disk {
    /// The bytes that are gathered before they are written.
    pub(crate) const GATHERED: usize = 16 << 10;

    /// No files yet, and none that would hold more than `limit` bytes together. The folder will be in
    /// `scratch`.
    pub(crate) fn new(scratch: &Path, limit: u64) -> Self {
        let gathered = Vec::with_capacity(Self::GATHERED);
        Self { scratch: scratch.to_path_buf(), folder: None, files: 0, gathered, ledger: Ledger::new(limit) }
    }

    /// The most bytes that the files had.
    pub(crate) fn peak(&self) -> u64 {
        self.ledger.peak()
    }

    /// Writes sorted records as a run.
    pub(crate) fn spill<K: Key>(&mut self, records: &[Record<K>]) -> Result<Run, End> {
        let mut writer = self.create()?;
        for &record in records {
            writer.write(record)?;
        }
        writer.finish()
    }

    /// Begins a run.
    pub(crate) fn create(&mut self) -> Result<Writer<'_>, End> {
        let number = self.files;
        let folder = match &mut self.folder {
            Some(folder) => folder,
            missing => {
                let made = tempfile::Builder::new().prefix("tilebench-").tempdir_in(&self.scratch).map_err(failed)?;
                missing.insert(made)
            }
        };
        let file = File::create_new(folder.path().join(number.to_string())).map_err(failed)?;
        self.files += 1;
        Ok(Writer { disk: self, file, run: Run { number, len: 0 } })
    }

    fn file(&self, run: &Run) -> Result<File, End> {
        let folder = self.folder.as_ref().ok_or(End::DiskFailed(ErrorKind::NotFound))?;
        File::open(folder.path().join(run.number.to_string())).map_err(failed)
    }

    /// Opens a run to be read from its record number `from`, `buffer` bytes at a time.
    pub(crate) fn read<K: Key>(&self, run: &Run, from: u64, buffer: u64) -> Result<Reader<K>, End> {
        let mut file = self.file(run)?;
        file.seek(SeekFrom::Start(from * Record::<K>::BYTES as u64)).map_err(failed)?;
        let records = narrow::<usize, _>(buffer, "a buffer fits into memory") / Record::<K>::BYTES;
        let buffer = Vec::with_capacity(records * Record::<K>::BYTES);
        Ok(Reader { file, buffer, at: 0, unread: run.len - from, key: core::marker::PhantomData })
    }

    /// The record of `key`, by binary search.
    pub(crate) fn find<K: Key>(&self, run: &Run, key: K) -> Result<Option<Record<K>>, End> {
        let mut file = self.file(run)?;
        let (mut low, mut high) = (0, run.len);
        while low < high {
            let middle = low.midpoint(high);
            // The largest record there is: that of a two-word key.
            let mut bytes = [0; 32];
            let bytes = &mut bytes[..Record::<K>::BYTES];
            file.seek(SeekFrom::Start(middle * bytes.len() as u64)).map_err(failed)?;
            file.read_exact(bytes).map_err(failed)?;
            let record = Record::<K>::read(bytes);
            match record.key.cmp(&key) {
                core::cmp::Ordering::Equal => return Ok(Some(record)),
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Greater => high = middle,
            }
        }
        Ok(None)
    }

    /// Removes a run.
    pub(crate) fn remove<K: Key>(&mut self, run: &Run) -> Result<(), End> {
        if let Some(folder) = &self.folder {
            fs::remove_file(folder.path().join(run.number.to_string())).map_err(failed)?;
        }
        self.ledger.give(run.len * Record::<K>::BYTES as u64);
        Ok(())
    }
}

/// A run that is being written.
#[derive(Debug)]
pub(crate) struct Writer<'a> {
    disk: &'a mut Disk,
    file: File,
    run: Run,
}

impl Writer<'_> {
    /// Writes a record, which must come after the last.
    #[inline]
    pub(crate) fn write<K: Key>(&mut self, record: Record<K>) -> Result<(), End> {
        if self.disk.gathered.len() + Record::<K>::BYTES > Disk::GATHERED {
            self.flush()?;
        }
        record.write(&mut self.disk.gathered);
        self.run.len += 1;
        Ok(())
    }

    fn flush(&mut self) -> Result<(), End> {
        let gathered = &mut self.disk.gathered;
        if !self.disk.ledger.take(gathered.len() as u64) {
            return Err(End::DiskLimit);
        }
        self.file.write_all(gathered).map_err(failed)?;
        gathered.clear();
        Ok(())
    }

    /// Writes what was gathered; the run is complete.
    pub(crate) fn finish(mut self) -> Result<Run, End> {
        self.flush()?;
        Ok(self.run)
    }
}

/// A run that is being read.
#[derive(Debug)]
pub(crate) struct Reader<K> {
    file: File,
    /// Whole records.
    buffer: Vec<u8>,
    at: usize,
    /// Records that are not in the buffer yet.
    unread: u64,
    key: core::marker::PhantomData<K>,
}

impl<K: Key> Reader<K> {
    /// The next record.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<Record<K>>, End> {
        if self.at == self.buffer.len() {
            if self.unread == 0 {
                return Ok(None);
            }
            self.fill()?;
        }
        let record = Record::read(&self.buffer[self.at..]);
        self.at += Record::<K>::BYTES;
        Ok(Some(record))
    }

    fn fill(&mut self) -> Result<(), End> {
        let most = (self.buffer.capacity() / Record::<K>::BYTES) as u64;
        let records = self.unread.min(most);
        let bytes = narrow::<usize, _>(records, "at most the buffer's capacity") * Record::<K>::BYTES;
        self.buffer.resize(bytes, 0);
        self.file.read_exact(&mut self.buffer).map_err(failed)?;
        self.unread -= records;
        self.at = 0;
        Ok(())
    }
}
