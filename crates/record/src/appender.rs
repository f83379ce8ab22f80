//! Adding runs to a folder.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::table::{self, Row};
use crate::{Iteration, RecordError, Run};

/// Adds runs to a folder, each as it ends, so that a run whose row exists is complete.
///
/// While it lives no other program can append to the same folder.
#[derive(Debug)]
pub struct Appender {
    iterations: Log,
    runs: Log,
}

impl Appender {
    /// Opens the two files of `folder` at their ends, with headers where they are new.
    pub(crate) fn open(folder: &Path) -> Result<Self, RecordError> {
        Ok(Self { runs: Log::open::<Run>(folder)?, iterations: Log::open::<Iteration>(folder)? })
    }

    /// Adds a run: its iterations first, then its own row, as one write of whole lines each.
    ///
    /// # Errors
    ///
    /// Where the disk is full or a file has become unwritable; what was written in part is taken back.
    pub fn append(&mut self, run: &Run, iterations: &[Iteration]) -> Result<(), RecordError> {
        if !iterations.is_empty() {
            self.iterations.write(&table::lines(&self.iterations.path, iterations)?)?;
        }
        self.runs.write(&table::lines(&self.runs.path, std::slice::from_ref(run))?)
    }
}

/// Whether another program holds the file, after a moment's grace: a program that ends, or a child that
/// was being started by one, holds it a little longer than it uses it.
fn is_busy(file: &File) -> bool {
    const TRIES: u32 = 25;
    for _ in 0..TRIES {
        // A file system without locks is no reason to refuse the run.
        let Err(TryLockError::WouldBlock) = file.try_lock() else { return false };
        thread::sleep(Duration::from_millis(20));
    }
    true
}

/// A file that only grows, by whole lines.
#[derive(Debug)]
struct Log {
    file: File,
    path: PathBuf,
}

impl Log {
    fn open<R: Row>(folder: &Path) -> Result<Self, RecordError> {
        let path = folder.join(R::FILE);
        let failed = |source| RecordError::Io { doing: "open", path: path.clone(), source };
        let file = OpenOptions::new().append(true).create(true).open(&path).map_err(failed)?;
        if is_busy(&file) {
            return Err(RecordError::Busy { folder: folder.to_owned() });
        }
        let mut log = Self { file, path };
        let found = table::read::<R>(folder)?.columns;
        let expected = R::COLUMNS.len();
        match found {
            0 => log.write(&table::header_line::<R>())?,
            _ if found == expected => {}
            _ => return Err(RecordError::OtherVersion { path: log.path, found, expected }),
        }
        Ok(log)
    }

    fn write(&mut self, lines: &[u8]) -> Result<(), RecordError> {
        let failed = |source| RecordError::Io { doing: "write", path: self.path.clone(), source };
        let end = self.file.metadata().map_err(failed)?.len();
        self.file.write_all(lines).map_err(|source| {
            // The write's own error is the one to tell; a part that stays is found by the next reader.
            let _ = self.file.set_len(end);
            failed(source)
        })
    }
}
