//! The files of an enumeration: what several piles had in memory, one after the other.
//!
//! They lie in a folder of their own, which is made with the first file and goes with this structure,
//! however the enumeration ends. A file is added to again and again, each time by all piles of its group, and
//! goes when the last of its piles was read. It is open only while it is written or read.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use tempfile::TempDir;
use tilebench_core::Termination;

use super::account::Account;
use super::packed::Packed;

/// The folder, and the bytes of all files in it.
#[derive(Debug)]
pub(crate) struct Disk {
    scratch: PathBuf,
    folder: Mutex<Option<TempDir>>,
    files: AtomicU64,
    limit: u64,
    bytes: Account,
}

#[expect(clippy::needless_pass_by_value, reason = "as map_err wants it")]
fn failed(error: std::io::Error) -> Termination {
    Termination::DiskFailed(error.kind())
}

impl Disk {
    /// No files yet, and none that would hold more than `limit` bytes together.
    pub(crate) fn new(scratch: &Path, limit: u64) -> Self {
        let scratch = scratch.to_path_buf();
        Self { scratch, folder: Mutex::new(None), files: AtomicU64::new(0), limit, bytes: Account::new(limit) }
    }

    /// The maximum number of bytes of the files.
    pub(crate) fn peak(&self) -> u64 {
        self.bytes.peak()
    }

    /// Begins a file. If files are not allowed at all, the search ends for lack of memory.
    pub(crate) fn create(&self) -> Result<Spill<'_>, Termination> {
        if self.limit == 0 {
            return Err(Termination::MemoryLimit);
        }
        // A thread that panicked left a folder or none.
        let mut folder = self.folder.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let folder = match &mut *folder {
            Some(folder) => folder,
            missing => {
                let made = tempfile::Builder::new().prefix("tilebench-").tempdir_in(&self.scratch).map_err(failed)?;
                missing.insert(made)
            }
        };
        let path = folder.path().join(self.files.fetch_add(1, Ordering::Relaxed).to_string());
        File::create_new(&path).map_err(failed)?;
        Ok(Spill { disk: self, path, starts: vec![0] })
    }
}

/// The file of a group of piles.
#[derive(Debug)]
pub(crate) struct Spill<'a> {
    disk: &'a Disk,
    path: PathBuf,
    /// The byte at which each piece begins, and the end of the last: one piece of each pile, and again.
    starts: Vec<u64>,
}

impl Spill<'_> {
    /// The bytes of memory that a piece takes: its place in a list that may be half empty.
    pub(crate) const PIECE: u64 = 2 * size_of::<u64>() as u64;

    /// Adds the next piece of each pile of the group, through `buffer`.
    pub(crate) fn add<'p, W: Packed>(
        &mut self,
        piles: impl Iterator<Item = &'p [Vec<W>]>,
        buffer: &mut Vec<u8>,
    ) -> Result<(), Termination> {
        let mut file = File::options().append(true).open(&self.path).map_err(failed)?;
        let mut flush = |buffer: &mut Vec<u8>| {
            let written = file.write_all(buffer).map_err(failed);
            buffer.clear();
            written
        };
        for chunks in piles {
            let bytes = chunks.iter().map(|chunk| size_of_val(chunk.as_slice())).sum::<usize>() as u64;
            if !self.disk.bytes.take(bytes) {
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

    /// Hands over the states of pile number `pile` of `piles`, read by the capacity of `buffer`.
    pub(crate) fn read<W: Packed>(
        &self,
        pile: usize,
        piles: usize,
        buffer: &mut Vec<u8>,
        mut each: impl FnMut(W),
    ) -> Result<(), Termination> {
        let file = File::open(&self.path).map_err(failed)?;
        let most = buffer.capacity() / W::BYTES * W::BYTES;
        for piece in self.starts.windows(2).skip(pile).step_by(piles) {
            let (mut at, end) = (piece[0], piece[1]);
            while at < end {
                let bytes = usize::try_from(end - at).map_or(most, |left| left.min(most));
                buffer.resize(bytes, 0);
                file.read_exact_at(buffer, at).map_err(failed)?;
                buffer.chunks_exact(W::BYTES).for_each(|bytes| each(W::read(bytes)));
                at += bytes as u64;
            }
        }
        buffer.clear();
        Ok(())
    }

    /// The bytes of memory that the pieces take.
    pub(crate) fn held(&self) -> u64 {
        (self.starts.len() - 1) as u64 * Self::PIECE
    }
}

impl Drop for Spill<'_> {
    fn drop(&mut self) {
        // A file that cannot be removed now is removed with the folder.
        let _ = fs::remove_file(&self.path);
        self.disk.bytes.give(self.starts.last().copied().unwrap_or(0));
    }
}
