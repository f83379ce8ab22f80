//! The file of a table: opening, checking, writing.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use memmap2::Mmap;
use tilebench_sanitize::file::open_program_file;

use super::error::StoreError;
use super::file_stamp::FileStamp;
use super::header::HEADER;
use super::table_hash::table_hash;
use super::{Header, TableFault, memory_map};

/// A file with a valid header and the length that the header states. The table is not checked yet.
#[derive(Debug)]
pub(super) struct TableFile {
    file: File,
    pub(super) header: Header,
}

impl TableFile {
    /// Opens the file at `path`.
    pub(super) fn open(path: &Path) -> Result<Self, TableFault> {
        let missing = |error: io::Error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => TableFault::Missing,
            ErrorKind::InvalidInput => TableFault::NotAFile,
            _ => TableFault::Io("opened", error),
        };
        let mut file = open_program_file(path, OpenOptions::new().read(true)).map_err(missing)?;
        let length = file.metadata().map_err(|error| TableFault::Io("opened", error))?.len();
        let mut page = [0; HEADER];
        let Some(found) = length.checked_sub(HEADER as u64) else { return Err(TableFault::Truncated(length)) };
        file.read_exact(&mut page).map_err(|error| TableFault::Io("read", error))?;
        let header = Header::parse(&page)?;
        if found != header.bytes {
            return Err(TableFault::Length { found, expected: header.bytes });
        }
        Ok(Self { file, header })
    }

    /// Reads the table into memory of this process if `copies` is set or if the table is large, else maps it, and checks every
    /// byte. A table that is mapped is returned with the stamp of its file.
    pub(super) fn table(self, copies: bool) -> Result<(Mmap, Option<FileStamp>), TableFault> {
        let length =
            usize::try_from(self.header.bytes).map_err(|error| TableFault::Io("mapped", io::Error::other(error)))?;
        let copy = (copies || memory_map::is_large(length)).then(|| memory_map::read(&self.file, length));
        let (table, stamp) = match copy {
            Some(Ok(copy)) => (copy, None),
            Some(Err(error)) if copies => return Err(TableFault::Io("copied", error)),
            _ => {
                let mapped = memory_map::map(&self.file, length).map_err(|error| TableFault::Io("mapped", error))?;
                let stamp = FileStamp::new(self.file).map_err(|error| TableFault::Io("mapped", error))?;
                (mapped, Some(stamp))
            }
        };
        let found = table_hash(&table).to_string();
        if found != self.header.checksum {
            return Err(TableFault::Checksum { found, expected: self.header.checksum });
        }
        Ok((table, stamp))
    }
}

/// Writes a table to `temporary`, which must not exist, and renames the file to `path`.
pub(super) fn write(path: &Path, temporary: &Path, page: &[u8; HEADER], table: &[u8]) -> Result<(), StoreError> {
    let written = try_write(path, temporary, page, table);
    if written.is_err() {
        // If removing fails too, the next builder removes the file.
        let _ = fs::remove_file(temporary);
    }
    written
}

fn try_write(path: &Path, temporary: &Path, page: &[u8; HEADER], table: &[u8]) -> Result<(), StoreError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    // The file is read-only from its first byte on, so that other programs do not change a file that may be mapped.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o444);
    let mut file = options.open(temporary).map_err(|error| StoreError::Io("create it", error))?;
    // The table is one buffer already, so the file is not buffered.
    file.write_all(page)
        .and_then(|()| file.write_all(table))
        .and_then(|()| file.sync_all())
        .map_err(|error| StoreError::Io("write it", error))?;
    fs::rename(temporary, path).map_err(|error| StoreError::Io("put it in its place", error))
}
