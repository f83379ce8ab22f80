//! The lock by which only one process builds a table.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use tilebench_sanitize::file::open_program_file;

/// The time for which another process may hold the lock before the wait is reported.
const REPORT_AFTER: Duration = Duration::from_secs(1);

/// The interval at which the lock is tried meanwhile.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Held while a table is built. Dropping it releases the lock, as does the end of the process.
#[derive(Debug)]
pub(super) struct BuildLock {
    _file: File,
}

impl BuildLock {
    /// Waits for the lock on the file at `path`, which is created; `on_wait` is called if another process
    /// holds it for longer than a second. `None` if the file cannot be created or its file system has no
    /// locks: the lock only saves work, and the guarantees do not depend on it.
    pub(super) fn take(path: &Path, on_wait: impl FnOnce()) -> Option<Self> {
        let file = open_program_file(path, OpenOptions::new().create(true).truncate(false).write(true)).ok()?;
        let began = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Some(Self { _file: file }),
                // Most tables are built in less time, by another worker of the same experiment.
                Err(TryLockError::WouldBlock) if began.elapsed() < REPORT_AFTER => thread::sleep(POLL_INTERVAL),
                Err(TryLockError::WouldBlock) => break on_wait(),
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
