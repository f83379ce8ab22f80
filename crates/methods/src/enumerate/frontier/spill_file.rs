//! The files of an enumeration: the states of several partitions, one after the other.
//!
//! The files are in a temporary folder, which is created with the first file and removed with this structure, with every end
//! of the enumeration. Pieces are appended to a file repeatedly, each time one piece per partition of the group. A file
//! is removed when its last partition has been read. It is open only while it is written or read.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use tempfile::TempDir;
use tilebench_core::Termination;

use super::frontier_word::FrontierWord;
use super::quota::Quota;

/// The folder of the files, and the bytes of all files in it.
#[derive(Debug)]
pub(crate) struct SpillFolder {
    scratch: PathBuf,
    folder: Mutex<Option<TempDir>>,
    files: AtomicU64,
    limit: u64,
    bytes: Quota,
}

#[expect(clippy::needless_pass_by_value, reason = "as map_err wants it")]
fn failed(error: std::io::Error) -> Termination {
    Termination::DiskFailed(error.kind())
}

impl SpillFolder {
    /// No files yet, and at most `limit` bytes in all files.
    pub(crate) fn new(scratch: &Path, limit: u64) -> Self {
        let scratch = scratch.to_path_buf();
        Self { scratch, folder: Mutex::new(None), files: AtomicU64::new(0), limit, bytes: Quota::new(limit) }
    }

    /// The maximum number of bytes of the files.
    pub(crate) fn peak(&self) -> u64 {
        self.bytes.peak()
    }

    /// Creates a file. If files are not allowed at all, the search ends with the memory limit.
    pub(crate) fn create(&self) -> Result<SpillFile<'_>, Termination> {
        if self.limit == 0 {
            return Err(Termination::MemoryLimit);
        }
        // A thread that panicked left a valid folder or no folder.
        let mut folder = self.folder.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let folder = match &mut *folder {
            Some(folder) => folder,
            missing => {
                let created =
                    tempfile::Builder::new().prefix("tilebench-").tempdir_in(&self.scratch).map_err(failed)?;
                missing.insert(created)
            }
        };
        let path = folder.path().join(self.files.fetch_add(1, Ordering::Relaxed).to_string());
        File::create_new(&path).map_err(failed)?;
        Ok(SpillFile { disk: self, path, starts: vec![0] })
    }
}

/// The file of a group of partitions.
#[derive(Debug)]
pub(crate) struct SpillFile<'a> {
    disk: &'a SpillFolder,
    path: PathBuf,
    /// The byte at which each piece begins, and the end of the last piece. Pieces are in rounds of one per partition.
    starts: Vec<u64>,
}

impl SpillFile<'_> {
    /// The bytes of memory per piece: its entry in a list that may be half empty.
    pub(crate) const PIECE: u64 = 2 * size_of::<u64>() as u64;

    /// Appends the next piece of each partition of the group, through `buffer`.
    pub(crate) fn add<'p, W: FrontierWord>(
        &mut self,
        partitions: impl Iterator<Item = &'p [Vec<W>]>,
        buffer: &mut Vec<u8>,
    ) -> Result<(), Termination> {
        let mut file = File::options().append(true).open(&self.path).map_err(failed)?;
        let mut flush = |buffer: &mut Vec<u8>| {
            let written = file.write_all(buffer).map_err(failed);
            buffer.clear();
            written
        };
        for chunks in partitions {
            let bytes = chunks.iter().map(|chunk| size_of_val(chunk.as_slice())).sum::<usize>() as u64;
            if !self.disk.bytes.reserve(bytes) {
                buffer.clear();
                return Err(Termination::DiskLimit);
            }
            self.starts.push(self.starts.last().unwrap_or(&0) + bytes);
            for chunk in chunks {
                let bytes = size_of_val(chunk.as_slice());
                if buffer.len() + bytes > buffer.capacity() {
                    flush(buffer)?;
                }
                let start = buffer.len();
                buffer.resize(start + bytes, 0);
                for (bytes, state) in buffer[start..].chunks_exact_mut(W::BYTES).zip(chunk) {
                    state.write(bytes);
                }
            }
        }
        flush(buffer)
    }

    /// Calls `each` with the states of partition number `partition` of `partitions`, read through `buffer`.
    pub(crate) fn read<W: FrontierWord>(
        &self,
        partition: usize,
        partitions: usize,
        buffer: &mut Vec<u8>,
        mut each: impl FnMut(W),
    ) -> Result<(), Termination> {
        let mut file = File::open(&self.path).map_err(failed)?;
        let max_bytes = buffer.capacity() / W::BYTES * W::BYTES;
        for piece in self.starts.windows(2).skip(partition).step_by(partitions) {
            let (mut at, end) = (piece[0], piece[1]);
            file.seek(SeekFrom::Start(at)).map_err(failed)?;
            while at < end {
                let bytes = usize::try_from(end - at).map_or(max_bytes, |left| left.min(max_bytes));
                buffer.resize(bytes, 0);
                file.read_exact(buffer).map_err(failed)?;
                buffer.chunks_exact(W::BYTES).for_each(|bytes| each(W::read(bytes)));
                at += bytes as u64;
            }
        }
        buffer.clear();
        Ok(())
    }

    /// The bytes of memory of the index of pieces.
    pub(crate) fn held(&self) -> u64 {
        (self.starts.len() - 1) as u64 * Self::PIECE
    }
}

impl Drop for SpillFile<'_> {
    fn drop(&mut self) {
        // A file that cannot be removed now is removed with the folder.
        let _ = fs::remove_file(&self.path);
        self.disk.bytes.release(self.starts.last().copied().unwrap_or(0));
    }
}
