//! One writer per folder.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::thread;
use std::time::Duration;

use tilebench_sanitize::file::open_program_file;

use crate::RecordError;

/// The right to write in a folder, which ends with this value or with the process, even if that is killed.
///
/// It is an advisory lock of the operating system on the file `.lock`. The file itself stays: only a lock on it has a
/// meaning, not its existence.
#[derive(Debug)]
pub(crate) struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// The file's name in its folder.
    const FILE: &'static str = ".lock";

    /// Takes the lock of `folder`.
    pub(crate) fn take(folder: &Path) -> Result<Self, RecordError> {
        let path = folder.join(Self::FILE);
        let file = open_program_file(&path, File::options().write(true).create(true).truncate(false))
            .map_err(|source| RecordError::Io { doing: "open", path, source })?;
        if is_busy(&file) {
            return Err(RecordError::Busy { folder: folder.to_owned() });
        }
        Ok(Self { _file: file })
    }

    /// Whether a running program holds the lock of `folder`, as far as the file system reports locks. This is tested
    /// by taking a shared lock for a moment, which is shorter than the time for which a program waits for the lock.
    pub(crate) fn is_held(folder: &Path) -> bool {
        let file = open_program_file(&folder.join(Self::FILE), File::options().read(true));
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }
}

/// Whether another program still holds the lock after half a second. A program that ends, or a child that it was starting,
/// holds the lock a little longer than it uses the folder.
fn is_busy(file: &File) -> bool {
    const TRIES: u32 = 25;
    for _ in 0..TRIES {
        // A file system without locks must not prevent the run.
        let Err(TryLockError::WouldBlock) = file.try_lock() else { return false };
        thread::sleep(Duration::from_millis(20));
    }
    true
}
