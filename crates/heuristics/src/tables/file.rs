//! One file of a table: opening, checking, writing.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use memmap2::Mmap;
use tilebench_sanitize::file::open_program_file;

use super::error::NotStored;
use super::hash::hash;
use super::header::HEADER;
use super::stamp::Stamp;
use super::{Fault, Header, map};

/// A file with a sound header and the length that it says, whose table is not checked yet.
#[derive(Debug)]
pub(super) struct Opened {
    file: File,
    pub(super) header: Header,
}

impl Opened {
    /// Opens the file at `path`.
    pub(super) fn open(path: &Path) -> Result<Self, Fault> {
        let missing = |error: io::Error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Fault::Missing,
            ErrorKind::InvalidInput => Fault::NotAFile,
            _ => Fault::Io("opened", error),
        };
        let mut file = open_program_file(path, OpenOptions::new().read(true)).map_err(missing)?;
        let length = file.metadata().map_err(|error| Fault::Io("opened", error))?.len();
        let mut page = [0; HEADER];
        let Some(found) = length.checked_sub(HEADER as u64) else { return Err(Fault::CutOff(length)) };
        file.read_exact(&mut page).map_err(|error| Fault::Io("read", error))?;
        let header = Header::parse(&page)?;
        if found != header.bytes {
            return Err(Fault::Length { found, expected: header.bytes });
        }
        Ok(Self { file, header })
    }

    /// Maps the table, copies it into memory of this process if `copies` says so or if it is worth huge pages, and checks
    /// every byte of it. A table that is not copied comes with the stamp of its file.
    pub(super) fn table(self, copies: bool) -> Result<(Mmap, Option<Stamp>), Fault> {
        let length =
            usize::try_from(self.header.bytes).map_err(|error| Fault::Io("mapped", io::Error::other(error)))?;
        let mapped = map::payload(&self.file, length).map_err(|error| Fault::Io("mapped", error))?;
        let stamp = Stamp::of(self.file).map_err(|error| Fault::Io("mapped", error))?;
        let copy = (copies || map::is_large(&mapped)).then(|| map::copied(&mapped));
        let (table, stamp) = match copy {
            Some(Ok(copy)) => (copy, None),
            Some(Err(error)) if copies => return Err(Fault::Io("copied", error)),
            _ => (mapped, Some(stamp)),
        };
        let found = hash(&table).to_string();
        if found != self.header.checksum {
            return Err(Fault::Checksum { found, expected: self.header.checksum });
        }
        Ok((table, stamp))
    }
}

/// Writes a table to `beside`, which is not there yet, then puts it at `path`.
pub(super) fn write(path: &Path, beside: &Path, page: &[u8; HEADER], table: &[u8]) -> Result<(), NotStored> {
    let written = try_write(path, beside, page, table);
    if written.is_err() {
        // Nothing more can be done about it here; the next builder tries again.
        let _ = fs::remove_file(beside);
    }
    written
}

fn try_write(path: &Path, beside: &Path, page: &[u8; HEADER], table: &[u8]) -> Result<(), NotStored> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    // The file is read-only from its first byte on, so that others do not change a file that may be mapped.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o444);
    let mut file = options.open(beside).map_err(|error| NotStored::Io("create it", error))?;
    // The table is one buffer already: copying it through another would only cost time.
    file.write_all(page)
        .and_then(|()| file.write_all(table))
        .and_then(|()| file.sync_all())
        .map_err(|error| NotStored::Io("write it", error))?;
    fs::rename(beside, path).map_err(|error| NotStored::Io("put it in its place", error))
}
