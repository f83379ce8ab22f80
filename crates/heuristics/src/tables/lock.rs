//! One process builds a table at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

/// Held while a table is built; dropping it, or dying, lets go.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Waits for the lock on the file at `path`, which is created; `waits` is called first if
    /// somebody has it. None where the file cannot be created or its file system has no locks: the
    /// lock saves work, the guarantees do not rest on it.
    pub(super) fn take(path: &Path, waits: impl FnOnce()) -> Option<Self> {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path).ok()?;
        match file.try_lock() {
            Ok(()) => return Some(Self { _file: file }),
            Err(TryLockError::WouldBlock) => waits(),
            Err(TryLockError::Error(_)) => return None,
        }
        loop {
            match file.lock() {
                Ok(()) => return Some(Self { _file: file }),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
        }
    }
}
