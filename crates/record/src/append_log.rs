//! A file to which complete lines are appended.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use tilebench_sanitize::file::open_program_file;

use crate::csv_row::{self, CsvRow};
use crate::{RecordError, atomic_file};

/// A file to which only complete lines are appended.
#[derive(Debug)]
pub(crate) struct AppendLog {
    file: File,
    path: PathBuf,
}

impl AppendLog {
    /// Opens the file of `R` in `folder` at its end, with a header if the file is new.
    pub(crate) fn open<R: CsvRow>(folder: &Path) -> Result<Self, RecordError> {
        let path = folder.join(R::FILE);
        let failed = |source| RecordError::Io { doing: "open", path: path.clone(), source };
        let file = open_program_file(&path, OpenOptions::new().append(true).create(true)).map_err(failed)?;
        let is_new = file.metadata().map_err(failed)?.len() == 0;
        let mut log = Self { file, path };
        if is_new {
            log.write(&csv_row::header_line::<R>())?;
            crate::syncer::sync(&log.path, &log.file)?;
            atomic_file::sync_directory(&log.path);
        }
        Ok(log)
    }

    /// Adds `rows`, in one write.
    pub(crate) fn append<R: CsvRow>(&mut self, rows: &[R]) -> Result<(), RecordError> {
        if rows.is_empty() { Ok(()) } else { self.write(&csv_row::lines(&self.path, rows)?) }
    }

    /// The path and a second handle of the file, to sync it from another thread.
    pub(crate) fn handle(&self) -> Result<(PathBuf, File), RecordError> {
        let failed = |source| RecordError::Io { doing: "open", path: self.path.clone(), source };
        Ok((self.path.clone(), self.file.try_clone().map_err(failed)?))
    }

    fn write(&mut self, lines: &[u8]) -> Result<(), RecordError> {
        let failed = |source| RecordError::Io { doing: "write", path: self.path.clone(), source };
        let end = self.file.metadata().map_err(failed)?.len();
        self.file.write_all(lines).map_err(|source| {
            // Report the error of the write itself; the next writer sets a remaining part aside.
            let _ = self.file.set_len(end);
            failed(source)
        })
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::Run;

    #[test]
    fn a_full_disk_is_reported_with_the_file_and_the_reason() {
        let path = PathBuf::from("/dev/full");
        let mut log = AppendLog { file: OpenOptions::new().append(true).open(&path).unwrap(), path };
        let error = log.append(&[Run::default()]).unwrap_err().to_string();
        assert_eq!(error, "cannot write /dev/full: No space left on device (os error 28)");
    }
}
