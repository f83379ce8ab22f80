//! Reading rows again whose positions in their files are known.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use csv::ByteRecord;
use tilebench_sanitize::file::open_program_file;

use crate::RecordError;
use crate::csv_row::{CsvRow, csv_error, csv_reader};
use crate::scan::{Span, parse_row};

/// The maximum number of open files: systems allow a process about a thousand.
const MAX_OPEN_FILES: usize = 200;

/// Reads rows again, and keeps files open.
#[derive(Debug, Default)]
pub(crate) struct RowReader {
    files: HashMap<PathBuf, File>,
    bytes: Vec<u8>,
}

impl RowReader {
    /// The row of run `run_id` at `span` of the file of `R` in `folder`.
    pub(crate) fn row<R: CsvRow>(&mut self, folder: &Path, span: Span, run_id: &str) -> Result<R, RecordError> {
        let mut rows = Vec::with_capacity(1);
        self.rows(folder, span, run_id, &mut rows)?;
        rows.pop().ok_or_else(|| RecordError::Changed { path: folder.join(R::FILE) })
    }

    /// Adds the rows of run `run_id` at `span` of the file of `R` in `folder` to `rows`.
    pub(crate) fn rows<R: CsvRow>(
        &mut self,
        folder: &Path,
        span: Span,
        run_id: &str,
        rows: &mut Vec<R>,
    ) -> Result<(), RecordError> {
        let path = folder.join(R::FILE);
        let changed = || RecordError::Changed { path: path.clone() };
        self.read(&path, span).map_err(|source| match source.kind() {
            io::ErrorKind::UnexpectedEof => changed(),
            _ => RecordError::Io { doing: "read", path: path.clone(), source },
        })?;
        let mut reader = csv_reader(self.bytes.as_slice());
        let mut record = ByteRecord::new();
        while reader.read_byte_record(&mut record).map_err(|error| csv_error(&path, error))? {
            // The first column of each file is the run id.
            if record.get(0) != Some(run_id.as_bytes()) {
                return Err(changed());
            }
            rows.push(parse_row(&path, 0, &record)?);
        }
        Ok(())
    }

    fn read(&mut self, path: &Path, span: Span) -> io::Result<()> {
        if !self.files.contains_key(path) {
            if self.files.len() == MAX_OPEN_FILES {
                self.files.clear();
            }
            self.files.insert(path.to_owned(), open_program_file(path, OpenOptions::new().read(true))?);
        }
        let Some(file) = self.files.get_mut(path) else { return Err(io::ErrorKind::NotFound.into()) };
        file.seek(SeekFrom::Start(span.start))?;
        self.bytes.resize(usize::try_from(span.end - span.start).map_err(io::Error::other)?, 0);
        file.read_exact(&mut self.bytes)
    }
}
