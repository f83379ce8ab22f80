//! The common properties of the CSV files, and writing them by complete lines.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::path::Path;

use csv::{Reader, ReaderBuilder, Writer, WriterBuilder};
use serde::Serialize;
use tilebench_sanitize::csv_cell::escape_cell;

use crate::cells::{BadCell, Cells};
use crate::{Column, RecordError, ValueOf};

/// A type whose values are the rows of a file.
pub(crate) trait Row: Serialize + Sized + 'static {
    /// The file's name.
    const FILE: &'static str;

    /// The meaning of a row, in one sentence.
    const ABOUT: &'static str;

    /// The columns, in order.
    const COLUMNS: &'static [Column];

    /// The number of columns of the oldest readable file.
    const REQUIRED: usize;

    /// Reads a row, cell by cell.
    fn read(cells: &mut Cells<'_>) -> Result<Self, BadCell>;

    /// The value of each column in a row.
    fn values() -> &'static [ValueOf<Self>];
}

/// A reader of the rows, header and all, of however many cells.
pub(crate) fn reader<B: Read>(bytes: B) -> Reader<B> {
    ReaderBuilder::new().has_headers(false).flexible(true).buffer_capacity(1 << 16).from_reader(bytes)
}

/// The header of `R` as a whole line.
pub(crate) fn header_line<R: Row>() -> Vec<u8> {
    let names: Vec<&str> = R::COLUMNS.iter().map(|column| column.name).collect();
    format!("{}\n", names.join(",")).into_bytes()
}

/// Rows of `R` as whole lines.
pub(crate) fn lines<R: Row>(path: &Path, rows: &[R]) -> Result<Vec<u8>, RecordError> {
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).map_err(|error| unreadable(path, error))?;
    }
    let lines = finish(path, writer)?;
    if may_hold_formula(&lines) { guard(path, &lines) } else { Ok(lines) }
}

/// Whether a cell may begin as a formula does: after a comma, a line end or a quote there is such a character. Nearly
/// no row does, and looking is cheaper than reading the cells again.
fn may_hold_formula(lines: &[u8]) -> bool {
    let begins = lines.iter().zip(lines.iter().skip(1)).any(|(before, after)| {
        matches!(before, b',' | b'\n' | b'"' | b'\'') && matches!(after, b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r')
    });
    begins || matches!(lines.first(), Some(b'=' | b'+' | b'-' | b'@'))
}

/// The same lines with a quote before each text that a spreadsheet would run.
fn guard(path: &Path, lines: &[u8]) -> Result<Vec<u8>, RecordError> {
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    for record in reader(lines).records() {
        let record = record.map_err(|error| unreadable(path, error))?;
        writer
            .write_record(record.iter().map(escape_cell).map(Cow::into_owned))
            .map_err(|error| unreadable(path, error))?;
    }
    finish(path, writer)
}

fn finish(path: &Path, writer: Writer<Vec<u8>>) -> Result<Vec<u8>, RecordError> {
    writer.into_inner().map_err(|error| RecordError::Io {
        doing: "write",
        path: path.to_owned(),
        source: error.into_error(),
    })
}

/// Copies `file`, a file of `R`, with the columns that it lacks, empty.
pub(crate) fn widen<R: Row>(file: impl Read, mut to: impl Write) -> io::Result<()> {
    to.write_all(&header_line::<R>())?;
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(to);
    for record in reader(file).byte_records().skip(1) {
        let mut record = record?;
        while record.len() < R::COLUMNS.len() {
            record.push_field(b"");
        }
        writer.write_byte_record(&record)?;
    }
    writer.flush()
}

pub(crate) fn unreadable(path: &Path, error: csv::Error) -> RecordError {
    RecordError::Io { doing: "read or write", path: path.to_owned(), source: error.into() }
}
