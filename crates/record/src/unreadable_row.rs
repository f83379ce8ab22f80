//! Reading a file row by row, and continuing after a row that cannot be read.
//!
//! An invalid row is shown as an [`UnreadableRow`] in its place among the others. If it has several lines, a stray quote
//! may have joined many rows into it; reading then continues at the first of its lines that is a row by itself.
//! Memory holds one row at a time, or the lines that such a quote joined.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom};
use std::path::Path;

use csv::ByteRecord;
use tilebench_sanitize::file::open_program_file;
use tilebench_sanitize::message::escaped;

use crate::RecordError;
use crate::csv_row::{CsvRow, begins_header, csv_error, csv_reader};
use crate::scan::{self, check_header, parse_row, row_within};

/// The maximum number of characters of a row, or of a cell, that are reported.
const MAX_SHOWN: usize = 60;

/// A row that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableRow {
    /// The file's name in its folder.
    pub file: &'static str,
    /// The line on which it begins, counted from 1.
    pub line: u64,
    /// The reason why it cannot be read.
    pub reason: String,
    /// Its first characters, on one line.
    pub start: String,
}

/// The position at which reading continues, with a new reader.
#[derive(Clone, Copy)]
struct ReadPosition {
    byte: u64,
    /// The lines before it.
    lines: u64,
}

/// Reads the file of `R` in `folder` and shows every row to `visit`, in file order; for an invalid row, the reason. A
/// file that does not exist or is empty has no rows.
///
/// Bytes that are added to the file during reading are ignored.
pub(crate) fn each_or_error<R: CsvRow>(
    folder: &Path,
    mut visit: impl FnMut(Result<R, UnreadableRow>),
) -> Result<(), RecordError> {
    let path = folder.join(R::FILE);
    let failed = |source| RecordError::Io { doing: "read", path: path.clone(), source };
    let file = match open_program_file(&path, OpenOptions::new().read(true)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        opened => opened.map_err(failed)?,
    };
    let length = file.metadata().map_err(failed)?.len();
    let mut reader = LenientReader { path: &path, file: &file, length, columns: 0 };
    let mut next = Some(ReadPosition { byte: 0, lines: 0 });
    while let Some(position) = next {
        next = reader.read_from::<R>(position, &mut visit)?;
    }
    Ok(())
}

/// A file, with the number of columns of its header.
struct LenientReader<'a> {
    path: &'a Path,
    file: &'a File,
    length: u64,
    columns: usize,
}

impl LenientReader<'_> {
    /// Reads from `position` to the end, or to the position at which another reader has to continue.
    fn read_from<R: CsvRow>(
        &mut self,
        position: ReadPosition,
        visit: &mut impl FnMut(Result<R, UnreadableRow>),
    ) -> Result<Option<ReadPosition>, RecordError> {
        let failed = |source| RecordError::Io { doing: "read", path: self.path.to_owned(), source };
        let mut file = self.file;
        file.seek(SeekFrom::Start(position.byte)).map_err(failed)?;
        let mut reader = csv_reader(io::Read::take(file, self.length - position.byte));
        let mut record = ByteRecord::new();
        while reader.read_byte_record(&mut record).map_err(|error| csv_error(self.path, error))? {
            let (start, line) = record.position().map_or((0, 1), |position| (position.byte(), position.line()));
            let (start, line) = (position.byte + start, position.lines + line);
            let end = position.byte + reader.position().byte();
            let is_last = end == self.length;
            let bytes = |from: u64| scan::read_range(self.file, from, end).map_err(failed);
            let is_torn = is_last && !scan::is_complete(&bytes(start)?);
            if self.columns == 0 {
                // Without a header, rows cannot be recognised.
                if is_torn && begins_header::<R>(&bytes(start)?) {
                    let (columns, expected) = (record.len(), R::COLUMNS.len());
                    return Err(RecordError::CutOff { path: self.path.to_owned(), line, columns, expected, intact: 0 });
                }
                self.columns = check_header::<R>(self.path, &record)?.columns;
                continue;
            }
            let row = if is_torn { Err(cut_off(record.len(), self.columns)) } else { self.row(&record) };
            let reason = match row {
                Ok(row) => {
                    visit(Ok(row));
                    continue;
                }
                Err(reason) => reason,
            };
            let unreadable = |reason| UnreadableRow { file: R::FILE, line, reason, start: beginning(&record) };
            if record.iter().any(|cell| cell.contains(&b'\n')) {
                let bytes = bytes(start)?;
                let within = row_within::<R>(&bytes, self.columns);
                visit(Err(unreadable(if within.is_some() {
                    "a quote in it is not closed".to_owned()
                } else {
                    reason
                })));
                let newlines = || bytes.split_inclusive(|&byte| byte == b'\n').count() as u64;
                let (skipped, lines) = within.map_or_else(|| (bytes.len() as u64, newlines()), in_u64);
                return Ok(Some(ReadPosition { byte: start + skipped, lines: line - 1 + lines }));
            }
            visit(Err(unreadable(reason)));
        }
        Ok(None)
    }

    /// The row that a complete record contains, or the reason why it is not a row.
    fn row<R: CsvRow>(&self, record: &ByteRecord) -> Result<R, String> {
        if record.len() != self.columns {
            return Err(format!("it has {} columns, but the header has {}", record.len(), self.columns));
        }
        parse_row(self.path, 0, record).map_err(|error| match error {
            RecordError::Value { column, value, kind, .. } => {
                format!("column {column} is '{}', not {kind}", short(&value))
            }
            other => other.to_string(),
        })
    }
}

fn in_u64((bytes, lines): (usize, u64)) -> (u64, u64) {
    (bytes as u64, lines)
}

fn cut_off(columns: usize, expected: usize) -> String {
    format!("the file ends in it, in column {columns} of {expected}")
}

/// The first characters of `record`.
fn beginning(record: &ByteRecord) -> String {
    let mut text = Vec::new();
    for cell in record {
        if text.len() > 4 * MAX_SHOWN {
            break;
        }
        text.extend_from_slice(if text.is_empty() { b"" } else { b"," });
        text.extend_from_slice(&cell[..cell.len().min(4 * MAX_SHOWN)]);
    }
    short(&String::from_utf8_lossy(&text))
}

/// The first characters of `text`, on one line.
fn short(text: &str) -> String {
    let first: String = text.chars().take(MAX_SHOWN).collect();
    let cut = if text.chars().nth(MAX_SHOWN).is_some() { "…" } else { "" };
    format!("{}{cut}", escaped(&first))
}
