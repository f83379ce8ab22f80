//! Strict reading and whole-line writing of the two CSV files.

use std::fs;
use std::io;
use std::path::Path;

use csv::{ByteRecord, ReaderBuilder, WriterBuilder};
use serde::Serialize;

use crate::RecordError;
use crate::cells::{BadCell, Cells};

/// A type whose values are the rows of a file.
pub(crate) trait Row: Serialize + Sized {
    /// The file's name.
    const FILE: &'static str;

    /// The columns, in order.
    const COLUMNS: &'static [&'static str];

    /// How many columns the oldest readable file has.
    const REQUIRED: usize;

    /// Reads a row, cell by cell.
    fn read(cells: &mut Cells<'_>) -> Result<Self, BadCell>;
}

/// The rows of a file, and how many columns its header has.
pub(crate) struct Table<R> {
    /// The rows, in file order.
    pub(crate) rows: Vec<R>,
    /// The columns of the header; 0 where there is no header yet.
    pub(crate) columns: usize,
}

/// Reads the file of `R` in `folder`; one that does not exist or is empty has no rows.
pub(crate) fn read<R: Row>(folder: &Path) -> Result<Table<R>, RecordError> {
    let path = folder.join(R::FILE);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(source) => return Err(RecordError::Io { doing: "read", path, source }),
    };
    parse(&path, &bytes)
}

fn parse<R: Row>(path: &Path, bytes: &[u8]) -> Result<Table<R>, RecordError> {
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
    let mut record = ByteRecord::new();
    let mut table = Table { rows: Vec::new(), columns: 0 };
    while reader.read_byte_record(&mut record).map_err(|error| unreadable(path, error))? {
        let (start, line) = record.position().map_or((0, 1), |at| (at.byte(), at.line()));
        let first = table.columns == 0;
        let expected = if first { R::COLUMNS.len() } else { table.columns };
        let at_end = usize::try_from(reader.position().byte()).is_ok_and(|read| read == bytes.len());
        if at_end && !is_whole(bytes, start) {
            let (path, columns, intact) = (path.to_owned(), record.len(), table.rows.len());
            return Err(RecordError::CutOff { path, line, columns, expected, intact });
        }
        if first {
            table.columns = check_header::<R>(path, &record)?;
        } else if record.len() == expected {
            table.rows.push(parse_row(path, line, &record)?);
        } else {
            return Err(RecordError::Columns { path: path.to_owned(), line, columns: record.len(), expected });
        }
    }
    Ok(table)
}

/// Whether the last record, which begins at byte `start`, is closed by a line end outside quotes.
fn is_whole(bytes: &[u8], start: u64) -> bool {
    let last = usize::try_from(start).ok().and_then(|start| bytes.get(start..)).unwrap_or_default();
    let inside_quotes = last.iter().fold(false, |inside, &byte| inside ^ (byte == b'"'));
    last.ends_with(b"\n") && !inside_quotes
}

/// The number of columns of a header that begins with the columns of `R`, as far as it goes.
fn check_header<R: Row>(path: &Path, header: &ByteRecord) -> Result<usize, RecordError> {
    for (index, &expected) in R::COLUMNS.iter().enumerate() {
        let found = match header.get(index) {
            None if index >= R::REQUIRED => break,
            found => found.unwrap_or_default(),
        };
        if found != expected.as_bytes() {
            let found = String::from_utf8_lossy(found).into_owned();
            return Err(RecordError::Header { path: path.to_owned(), number: index + 1, found, expected });
        }
    }
    Ok(header.len())
}

fn parse_row<R: Row>(path: &Path, line: u64, record: &ByteRecord) -> Result<R, RecordError> {
    let bad = |BadCell { index, kind }| RecordError::Value {
        path: path.to_owned(),
        line,
        column: R::COLUMNS.get(index).map_or_else(|| (index + 1).to_string(), ToString::to_string),
        value: String::from_utf8_lossy(record.get(index).unwrap_or_default()).into_owned(),
        kind,
    };
    let mut texts = Vec::with_capacity(record.len());
    for (index, cell) in record.iter().enumerate() {
        texts.push(str::from_utf8(cell).map_err(|_| bad(BadCell { index, kind: "text in UTF-8" }))?);
    }
    R::read(&mut Cells::new(&texts)).map_err(bad)
}

/// The header of `R` as a whole line.
pub(crate) fn header_line<R: Row>() -> Vec<u8> {
    format!("{}\n", R::COLUMNS.join(",")).into_bytes()
}

/// Rows of `R` as whole lines.
pub(crate) fn lines<R: Row>(path: &Path, rows: &[R]) -> Result<Vec<u8>, RecordError> {
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).map_err(|error| unreadable(path, error))?;
    }
    writer.into_inner().map_err(|error| RecordError::Io {
        doing: "write",
        path: path.to_owned(),
        source: error.into_error(),
    })
}

fn unreadable(path: &Path, error: csv::Error) -> RecordError {
    RecordError::Io { doing: "read or write", path: path.to_owned(), source: error.into() }
}
