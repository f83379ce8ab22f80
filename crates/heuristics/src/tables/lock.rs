//! One process builds a table at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use tilebench_sanitize::file::open_program_file;

/// How long another process may hold the lock before the wait is reported.
const UNTOLD: Duration = Duration::from_secs(1);

/// How often it is looked at meanwhile.
const LOOK: Duration = Duration::from_millis(5);

/// Held while a table is built; dropping it, or dying, lets go.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Waits for the lock on the file at `path`, which is created; `waits` is called if another process
    /// holds it for longer than a second. `None` if the file cannot be created or its file system has no
    /// locks: the lock saves work, the guarantees do not depend on it.
    pub(super) fn take(path: &Path, waits: impl FnOnce()) -> Option<Self> {
        let file = open_program_file(path, OpenOptions::new().create(true).truncate(false).write(true)).ok()?;
        let began = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Some(Self { _file: file }),
                // Most tables are built in less, by another worker of the same experiment.
                Err(TryLockError::WouldBlock) if began.elapsed() < UNTOLD => thread::sleep(LOOK),
                Err(TryLockError::WouldBlock) => break waits(),
                Err(TryLockError::Error(_)) => return None,
            }
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
