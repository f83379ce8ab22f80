//! Reading a file row by row, and continuing after a row that cannot be read.
//!
//! An invalid row is shown as an [`Unreadable`] in its place among the others. If it has several lines, a stray quote
//! may have joined many rows into it; reading then continues at the first of its lines that is a row by itself.
//! Memory holds one row at a time, or the lines that such a quote joined.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom};
use std::path::Path;

use csv::ByteRecord;
use tilebench_sanitize::file::open_program_file;
use tilebench_sanitize::message::escaped;

use crate::RecordError;
use crate::scan::{self, check_header, parse_row, row_within};
use crate::table::{Row, header_line, reader, unreadable};

/// The maximum number of characters of a row, or of a cell, that are reported.
const TOLD: usize = 60;

/// A row that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The file's name in its folder.
    pub file: &'static str,
    /// The line on which it begins, counted from 1.
    pub line: u64,
    /// The reason why it cannot be read.
    pub why: String,
    /// Its first characters, on one line.
    pub start: String,
}

/// The position at which reading continues, with a new reader.
#[derive(Clone, Copy)]
struct Place {
    byte: u64,
    /// The lines before it.
    lines: u64,
}

/// Reads the file of `R` in `folder` and shows every row to `visit`, in file order; for an invalid row, the reason. A
/// file that does not exist or is empty has no rows.
///
/// Bytes that are added to the file during reading are ignored.
pub(crate) fn each_or_why<R: Row>(
    folder: &Path,
    mut visit: impl FnMut(Result<R, Unreadable>),
) -> Result<(), RecordError> {
    let path = folder.join(R::FILE);
    let failed = |source| RecordError::Io { doing: "read", path: path.clone(), source };
    let file = match open_program_file(&path, OpenOptions::new().read(true)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        opened => opened.map_err(failed)?,
    };
    let length = file.metadata().map_err(failed)?.len();
    let mut pass = Pass { path: &path, file: &file, length, columns: 0 };
    let mut next = Some(Place { byte: 0, lines: 0 });
    while let Some(place) = next {
        next = pass.from::<R>(place, &mut visit)?;
    }
    Ok(())
}

/// A file, and how many columns its header was found to have.
struct Pass<'a> {
    path: &'a Path,
    file: &'a File,
    length: u64,
    columns: usize,
}

impl Pass<'_> {
    /// Reads from `place` to the end, or to the position at which another reader has to continue.
    fn from<R: Row>(
        &mut self,
        place: Place,
        visit: &mut impl FnMut(Result<R, Unreadable>),
    ) -> Result<Option<Place>, RecordError> {
        let failed = |source| RecordError::Io { doing: "read", path: self.path.to_owned(), source };
        let mut file = self.file;
        file.seek(SeekFrom::Start(place.byte)).map_err(failed)?;
        let mut reader = reader(io::Read::take(file, self.length - place.byte));
        let mut record = ByteRecord::new();
        while reader.read_byte_record(&mut record).map_err(|error| unreadable(self.path, error))? {
            let (start, line) = record.position().map_or((0, 1), |at| (at.byte(), at.line()));
            let (start, line) = (place.byte + start, place.lines + line);
            let end = place.byte + reader.position().byte();
            let is_last = end == self.length;
            let bytes = |from: u64| scan::from(self.file, from, end).map_err(failed);
            let is_torn = is_last && !scan::is_whole(&bytes(start)?);
            if self.columns == 0 {
                // Without a header, rows cannot be recognised.
                if is_torn && header_line::<R>().starts_with(&bytes(start)?) {
                    let (columns, expected) = (record.len(), R::COLUMNS.len());
                    return Err(RecordError::CutOff { path: self.path.to_owned(), line, columns, expected, intact: 0 });
                }
                self.columns = check_header::<R>(self.path, &record)?;
                continue;
            }
            let row = if is_torn { Err(cut_off(record.len(), self.columns)) } else { self.row(&record) };
            let why = match row {
                Ok(row) => {
                    visit(Ok(row));
                    continue;
                }
                Err(why) => why,
            };
            let told = |why| Unreadable { file: R::FILE, line, why, start: beginning(&record) };
            if record.iter().any(|cell| cell.contains(&b'\n')) {
                let bytes = bytes(start)?;
                let within = row_within::<R>(&bytes, self.columns);
                visit(Err(told(if within.is_some() { "a quote in it is not closed".to_owned() } else { why })));
                let newlines = || bytes.split_inclusive(|&byte| byte == b'\n').count() as u64;
                let (skipped, lines) = within.map_or_else(|| (bytes.len() as u64, newlines()), at);
                return Ok(Some(Place { byte: start + skipped, lines: line - 1 + lines }));
            }
            visit(Err(told(why)));
        }
        Ok(None)
    }

    /// The row that a complete record contains, or the reason why it is not a row.
    fn row<R: Row>(&self, record: &ByteRecord) -> Result<R, String> {
        if record.len() != self.columns {
            return Err(format!("it has {} columns where the header has {}", record.len(), self.columns));
        }
        parse_row(self.path, 0, record).map_err(|error| match error {
            RecordError::Value { column, value, kind, .. } => {
                format!("column {column} is '{}', not {kind}", short(&value))
            }
            other => other.to_string(),
        })
    }
}

fn at((bytes, lines): (usize, u64)) -> (u64, u64) {
    (bytes as u64, lines)
}

fn cut_off(columns: usize, expected: usize) -> String {
    format!("the file ends in it, in column {columns} of {expected}")
}

/// The first characters of `record`.
fn beginning(record: &ByteRecord) -> String {
    let mut text = Vec::new();
    for cell in record {
        if text.len() > 4 * TOLD {
            break;
        }
        text.extend_from_slice(if text.is_empty() { b"" } else { b"," });
        text.extend_from_slice(&cell[..cell.len().min(4 * TOLD)]);
    }
    short(&String::from_utf8_lossy(&text))
}

/// The first characters of `text`, on one line.
fn short(text: &str) -> String {
    let first: String = text.chars().take(TOLD).collect();
    let cut = if text.chars().nth(TOLD).is_some() { "…" } else { "" };
    format!("{}{cut}", escaped(&first))
}
