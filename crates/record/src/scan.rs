//! Reading a file row by row, strictly, with one row in memory at a time.
//!
//! The CSV reader determines the end of a row. Only the bytes of the last row are inspected too, for whether they end
//! as a complete line does. An unclosed quote joins all that follows into one row; only then is the rest of the file
//! in memory.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use csv::ByteRecord;
use tilebench_sanitize::file::open_program_file;

use crate::cells::{CellReader, InvalidCell};
use crate::csv_row::{CsvRow, begins_header, csv_error, csv_reader};
use crate::{Column, RecordError};

/// The properties of a file, apart from its rows.
#[derive(Debug, Default)]
pub(crate) struct ScanResult {
    /// The number of columns of the header; 0 without a header.
    pub(crate) columns: usize,
    /// The number of columns whose name in the header is a former one.
    pub(crate) renamed: usize,
    /// The last line, if it is incomplete.
    pub(crate) torn: Option<TornLine>,
}

/// An incomplete last line.
#[derive(Debug)]
pub(crate) struct TornLine {
    /// The byte it begins at.
    pub(crate) start: u64,
    line: u64,
    columns: usize,
    intact: usize,
}

/// The position of a row in its file, in bytes from the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// Its first byte.
    pub(crate) start: u64,
    /// The byte after its last.
    pub(crate) end: u64,
}

/// Reads the file of `R` in `folder`, whose last line must be complete, and shows every row to `visit`, in file order. A
/// file that does not exist or is empty has no rows.
pub(crate) fn each<R: CsvRow>(folder: &Path, visit: impl FnMut(R)) -> Result<(), RecordError> {
    let path = folder.join(R::FILE);
    let scanned = scan::<R>(&path, visit)?;
    let Some(TornLine { line, columns, intact, .. }) = scanned.torn else { return Ok(()) };
    let expected = if scanned.columns == 0 { R::COLUMNS.len() } else { scanned.columns };
    Err(RecordError::CutOff { path, line, columns, expected, intact })
}

/// As [`each`], of the complete lines. Returns whether the last line is incomplete, as it may be while another machine
/// writes the file.
pub(crate) fn each_complete<R: CsvRow>(folder: &Path, visit: impl FnMut(R)) -> Result<bool, RecordError> {
    Ok(scan::<R>(&folder.join(R::FILE), visit)?.torn.is_some())
}

/// As [`each_complete`], with the position of each row.
pub(crate) fn each_complete_at<R: CsvRow>(folder: &Path, visit: impl FnMut(R, Span)) -> Result<bool, RecordError> {
    Ok(scan_at::<R>(&folder.join(R::FILE), visit)?.torn.is_some())
}

/// Reads the file of `R` at `path` to its last complete line, and shows every row to `visit`.
///
/// Bytes that are added to the file during reading are ignored.
pub(crate) fn scan<R: CsvRow>(path: &Path, mut visit: impl FnMut(R)) -> Result<ScanResult, RecordError> {
    scan_at(path, |row, _| visit(row))
}

/// As [`scan`], with the position of each row.
fn scan_at<R: CsvRow>(path: &Path, mut visit: impl FnMut(R, Span)) -> Result<ScanResult, RecordError> {
    let failed = |source| RecordError::Io { doing: "read", path: path.to_owned(), source };
    let file = match open_program_file(path, OpenOptions::new().read(true)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(ScanResult::default()),
        opened => opened.map_err(failed)?,
    };
    let length = file.metadata().map_err(failed)?.len();
    let mut reader = csv_reader((&file).take(length));
    let mut record = ByteRecord::new();
    let mut scanned = ScanResult::default();
    let mut intact = 0;
    while reader.read_byte_record(&mut record).map_err(|error| csv_error(path, error))? {
        let (start, line) = record.position().map_or((0, 1), |position| (position.byte(), position.line()));
        let is_header = scanned.columns == 0;
        if reader.position().byte() == length {
            let last = read_range(&file, start, length).map_err(failed)?;
            if !is_complete(&last) {
                if is_header && !begins_header::<R>(&last) {
                    check_header::<R>(path, &record)?;
                }
                if row_within::<R>(&last, scanned.columns).is_some() {
                    return Err(RecordError::Unclosed { path: path.to_owned(), line });
                }
                scanned.torn = Some(TornLine { start, line, columns: record.len(), intact });
                break;
            }
        }
        if is_header {
            scanned = check_header::<R>(path, &record)?;
        } else if record.len() == scanned.columns {
            visit(parse_row(path, line, &record)?, Span { start, end: reader.position().byte() });
            intact += 1;
        } else {
            let (columns, expected) = (record.len(), scanned.columns);
            return Err(RecordError::Columns { path: path.to_owned(), line, columns, expected });
        }
    }
    Ok(scanned)
}

/// The bytes of `file` from `start` up to `end`.
pub(crate) fn read_range(mut file: &File, start: u64, end: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.take(end - start).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether the last record is closed by a line end outside quotes.
pub(crate) fn is_complete(last: &[u8]) -> bool {
    let inside_quotes = last.iter().fold(false, |inside, &byte| inside ^ (byte == b'"'));
    last.ends_with(b"\n") && !inside_quotes
}

/// In an invalid record, the position of the first line after its first that is a row by itself, and the number of
/// lines before it. If there is one, the record is not a partial row, but a row with a stray quote, which hides the
/// rows after it.
pub(crate) fn row_within<R: CsvRow>(bytes: &[u8], columns: usize) -> Option<(usize, u64)> {
    let mut start = 0;
    for (lines, line) in (0..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        let mut record = ByteRecord::new();
        if lines > 0
            && is_complete(line)
            && csv_reader(line).read_byte_record(&mut record).is_ok()
            && record.len() == columns
            && parse_row::<R>(Path::new(""), 1, &record).is_ok()
        {
            return Some((start, lines));
        }
        start += line.len();
    }
    None
}

/// Checks that a header begins with the columns of `R`, as far as it goes; they may have their former names.
pub(crate) fn check_header<R: CsvRow>(path: &Path, header: &ByteRecord) -> Result<ScanResult, RecordError> {
    let mut scanned = ScanResult { columns: header.len(), ..ScanResult::default() };
    for (index, &Column { name: expected, former, .. }) in R::COLUMNS.iter().enumerate() {
        let found = match header.get(index) {
            None if index >= R::REQUIRED => break,
            found => found.unwrap_or_default(),
        };
        let is_former = !former.is_empty() && found == former.as_bytes();
        scanned.renamed += usize::from(is_former);
        if found != expected.as_bytes() && !is_former {
            let found = String::from_utf8_lossy(found).into_owned();
            return Err(RecordError::Header { path: path.to_owned(), number: index + 1, found, expected });
        }
    }
    Ok(scanned)
}

/// Parses `record`, which begins in this line of the file, as a row of `R`.
pub(crate) fn parse_row<R: CsvRow>(path: &Path, line: u64, record: &ByteRecord) -> Result<R, RecordError> {
    let invalid = |InvalidCell { index, kind }| RecordError::Value {
        path: path.to_owned(),
        line,
        column: R::COLUMNS.get(index).map_or_else(|| (index + 1).to_string(), |column| column.name.to_owned()),
        value: String::from_utf8_lossy(record.get(index).unwrap_or_default()).into_owned(),
        kind,
    };
    let mut texts = Vec::with_capacity(record.len());
    for (index, cell) in record.iter().enumerate() {
        texts.push(str::from_utf8(cell).map_err(|_| invalid(InvalidCell { index, kind: "text in UTF-8" }))?);
    }
    R::read(&mut CellReader::new(&texts, R::COLUMNS)).map_err(invalid)
}
