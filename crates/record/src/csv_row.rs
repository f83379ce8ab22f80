//! The common properties of the CSV files, and writing them by complete lines.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::path::Path;

use csv::{Reader, ReaderBuilder, Writer, WriterBuilder};
use serde::Serialize;
use tilebench_sanitize::csv_cell::escape_cell;

use crate::cells::{CellReader, InvalidCell};
use crate::{CellGetter, Column, RecordError};

/// A type whose values are the rows of a file.
pub(crate) trait CsvRow: Serialize + Sized + 'static {
    /// The file's name.
    const FILE: &'static str;

    /// The meaning of a row, in one sentence.
    const ABOUT: &'static str;

    /// The columns, in order.
    const COLUMNS: &'static [Column];

    /// The number of columns of the oldest readable file.
    const REQUIRED: usize;

    /// Reads a row, cell by cell.
    fn read(cells: &mut CellReader<'_>) -> Result<Self, InvalidCell>;

    /// The value of each column in a row.
    fn values() -> &'static [CellGetter<Self>];
}

/// A reader of all rows, including the header, with any number of cells.
pub(crate) fn csv_reader<B: Read>(bytes: B) -> Reader<B> {
    ReaderBuilder::new().has_headers(false).flexible(true).buffer_capacity(1 << 16).from_reader(bytes)
}

/// The header of `R` as a line.
pub(crate) fn header_line<R: CsvRow>() -> Vec<u8> {
    let names: Vec<&str> = R::COLUMNS.iter().map(|column| column.name).collect();
    format!("{}\n", names.join(",")).into_bytes()
}

/// Whether `bytes` are the beginning of the header of `R`, or of the one with the former names of columns.
pub(crate) fn begins_header<R: CsvRow>(bytes: &[u8]) -> bool {
    let former = |column: &Column| if column.former.is_empty() { column.name } else { column.former };
    let names: Vec<&str> = R::COLUMNS.iter().map(former).collect();
    header_line::<R>().starts_with(bytes) || format!("{}\n", names.join(",")).as_bytes().starts_with(bytes)
}

/// Rows of `R` as lines.
pub(crate) fn lines<R: CsvRow>(path: &Path, rows: &[R]) -> Result<Vec<u8>, RecordError> {
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).map_err(|error| csv_error(path, error))?;
    }
    let lines = into_bytes(path, writer)?;
    if may_hold_formula(&lines) { guard_formulas(path, &lines) } else { Ok(lines) }
}

/// Whether a cell may begin with a character that begins a formula: such a character follows a comma, a line end or a
/// quote. This is rare, and the test is cheaper than reading the cells again.
fn may_hold_formula(lines: &[u8]) -> bool {
    let begins = lines.iter().zip(lines.iter().skip(1)).any(|(before, after)| {
        matches!(before, b',' | b'\n' | b'"' | b'\'') && matches!(after, b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r')
    });
    begins || matches!(lines.first(), Some(b'=' | b'+' | b'-' | b'@'))
}

/// The same lines with a quote before each text that a spreadsheet would run.
fn guard_formulas(path: &Path, lines: &[u8]) -> Result<Vec<u8>, RecordError> {
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    for record in csv_reader(lines).records() {
        let record = record.map_err(|error| csv_error(path, error))?;
        writer
            .write_record(record.iter().map(escape_cell).map(Cow::into_owned))
            .map_err(|error| csv_error(path, error))?;
    }
    into_bytes(path, writer)
}

fn into_bytes(path: &Path, writer: Writer<Vec<u8>>) -> Result<Vec<u8>, RecordError> {
    writer.into_inner().map_err(|error| RecordError::Io {
        doing: "write",
        path: path.to_owned(),
        source: error.into_error(),
    })
}

/// Copies `file`, a file of `R`, with the present header, and adds the columns that it lacks, empty.
pub(crate) fn upgrade<R: CsvRow>(file: impl Read, mut out: impl Write) -> io::Result<()> {
    out.write_all(&header_line::<R>())?;
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(out);
    for record in csv_reader(file).byte_records().skip(1) {
        let mut record = record?;
        while record.len() < R::COLUMNS.len() {
            record.push_field(b"");
        }
        writer.write_byte_record(&record)?;
    }
    writer.flush()
}

pub(crate) fn csv_error(path: &Path, error: csv::Error) -> RecordError {
    RecordError::Io { doing: "read or write", path: path.to_owned(), source: error.into() }
}
