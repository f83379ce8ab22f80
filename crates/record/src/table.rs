//! Strict reading and whole-line writing of the two CSV files.

use std::fs;
use std::io;
use std::path::Path;

use csv::{ByteRecord, Reader, ReaderBuilder, Writer, WriterBuilder};
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
    /// The last line, where it is not whole.
    pub(crate) torn: Option<Torn>,
}

/// A last line that is not whole.
pub(crate) struct Torn {
    /// The byte it begins at.
    pub(crate) start: usize,
    line: u64,
    columns: usize,
}

/// Reads the file of `R` in `folder`, whose last line has to be whole; one that does not exist or is
/// empty has no rows.
pub(crate) fn read<R: Row>(folder: &Path) -> Result<Table<R>, RecordError> {
    let path = folder.join(R::FILE);
    let table = parse::<R>(&path, &load(&path)?)?;
    if let Some(Torn { line, columns, .. }) = table.torn {
        let expected = if table.columns == 0 { R::COLUMNS.len() } else { table.columns };
        return Err(RecordError::CutOff { path, line, columns, expected, intact: table.rows.len() });
    }
    Ok(table)
}

/// The bytes of a file; none where there is no file.
pub(crate) fn load(path: &Path) -> Result<Vec<u8>, RecordError> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        read => read.map_err(|source| RecordError::Io { doing: "read", path: path.to_owned(), source }),
    }
}

/// Reads the file of `R` at `path`, which holds `bytes`, to its last whole line.
pub(crate) fn parse<R: Row>(path: &Path, bytes: &[u8]) -> Result<Table<R>, RecordError> {
    let mut reader = reader(bytes);
    let mut record = ByteRecord::new();
    let mut table = Table { rows: Vec::new(), columns: 0, torn: None };
    while reader.read_byte_record(&mut record).map_err(|error| unreadable(path, error))? {
        let (start, line) = record.position().map_or((0, 1), |at| (at.byte(), at.line()));
        let start = usize::try_from(start).unwrap_or(bytes.len());
        let first = table.columns == 0;
        let at_end = usize::try_from(reader.position().byte()).is_ok_and(|read| read == bytes.len());
        if at_end && !is_whole(&bytes[start..]) {
            if first && !header_line::<R>().starts_with(&bytes[start..]) {
                check_header::<R>(path, &record)?;
            }
            if holds_row::<R>(&bytes[start..], table.columns) {
                return Err(RecordError::Unclosed { path: path.to_owned(), line });
            }
            table.torn = Some(Torn { start, line, columns: record.len() });
            break;
        }
        if first {
            table.columns = check_header::<R>(path, &record)?;
        } else if record.len() == table.columns {
            table.rows.push(parse_row(path, line, &record)?);
        } else {
            let (columns, expected) = (record.len(), table.columns);
            return Err(RecordError::Columns { path: path.to_owned(), line, columns, expected });
        }
    }
    Ok(table)
}

fn reader(bytes: &[u8]) -> Reader<&[u8]> {
    ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes)
}

/// Whether the last record is closed by a line end outside quotes.
fn is_whole(last: &[u8]) -> bool {
    let inside_quotes = last.iter().fold(false, |inside, &byte| inside ^ (byte == b'"'));
    last.ends_with(b"\n") && !inside_quotes
}

/// Whether a line after the first of a record that never ends is a row of its own: then the record is
/// not the last row in part, but a row with a stray quote, which hides those that follow it.
fn holds_row<R: Row>(last: &[u8], columns: usize) -> bool {
    last.split_inclusive(|&byte| byte == b'\n').skip(1).any(|line| {
        let mut record = ByteRecord::new();
        is_whole(line)
            && reader(line).read_byte_record(&mut record).is_ok()
            && record.len() == columns
            && parse_row::<R>(Path::new(""), 1, &record).is_ok()
    })
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
    finished(path, writer)
}

/// The file of `R` that holds `bytes`, with the columns that it lacks, empty.
pub(crate) fn widened<R: Row>(path: &Path, bytes: &[u8]) -> Result<Vec<u8>, RecordError> {
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(header_line::<R>());
    for record in reader(bytes).byte_records().skip(1) {
        let mut record = record.map_err(|error| unreadable(path, error))?;
        while record.len() < R::COLUMNS.len() {
            record.push_field(b"");
        }
        writer.write_byte_record(&record).map_err(|error| unreadable(path, error))?;
    }
    finished(path, writer)
}

fn finished(path: &Path, writer: Writer<Vec<u8>>) -> Result<Vec<u8>, RecordError> {
    writer.into_inner().map_err(|error| RecordError::Io {
        doing: "write",
        path: path.to_owned(),
        source: error.into_error(),
    })
}

fn unreadable(path: &Path, error: csv::Error) -> RecordError {
    RecordError::Io { doing: "read or write", path: path.to_owned(), source: error.into() }
}
