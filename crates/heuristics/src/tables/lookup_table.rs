//! Tables and their specifications.

use core::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use memmap2::Mmap;

use super::file_stamp::FileStamp;
use super::header::HEADER;
use super::table_hash::table_hash;
use crate::TableObserver;

/// A specification: everything that determines the bytes of a table.
pub trait TableSpec: Sync {
    /// The identity of the table, in one line: equal lines mean equal bytes, in every version of
    /// the program. `pattern 4x4 cells=1,2,3`.
    fn identity(&self) -> String;

    /// A short name for files and messages, of letters, digits, `x` and `-`: `pattern-4x4-1-2-3`.
    fn name(&self) -> String;

    /// The length of the table, or an upper bound on it.
    fn bytes(&self) -> u64;

    /// Whether a table of this length may be the table: if [`Self::bytes`] is an upper bound, shorter ones may be too.
    fn is_length(&self, bytes: u64) -> bool {
        bytes == self.bytes()
    }

    /// Computes the table, and reports [`TableEvent::Progress`](crate::TableEvent) to `observer`.
    ///
    /// Threads of this process and other processes wait for it, so it must not request the same table.
    fn build(&self, observer: &dyn TableObserver) -> Vec<u8>;
}

/// How a process obtained a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TableOrigin {
    /// This process built it.
    Built {
        /// The time of building, without storing.
        seconds: f64,
    },
    /// It was loaded from the folder.
    Loaded {
        /// The time of loading and checking.
        seconds: f64,
    },
}

/// The bytes of a table. Both variants are an address and a length, so a look-up does not branch on the variant.
#[derive(Debug)]
enum Bytes {
    /// On the heap of this process.
    Own(Box<[u8]>),
    /// In a file.
    Mapped(Mmap),
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Own(bytes) => bytes,
            Self::Mapped(bytes) => bytes,
        }
    }
}

/// The bytes of a table, with its identity, name and origin.
#[derive(Debug)]
pub struct LookupTable {
    identity: String,
    name: String,
    origin: TableOrigin,
    checksum: OnceLock<String>,
    path: Option<PathBuf>,
    bytes: Bytes,
    /// The stamp of the mapped file; `None` if the bytes are in memory of this process.
    stamp: Option<FileStamp>,
    /// The length, or the length that a planned table would have.
    planned: u64,
}

impl LookupTable {
    /// A table that is planned and not built.
    pub(super) fn planned(identity: String, name: String, planned: u64) -> Self {
        Self { planned, ..Self::own(identity, name, TableOrigin::Built { seconds: 0.0 }, Vec::new()) }
    }

    /// The length, or the length that a planned table would have.
    pub(super) fn planned_bytes(&self) -> u64 {
        self.planned
    }

    /// A table on the heap.
    pub(super) fn own(identity: String, name: String, origin: TableOrigin, bytes: Vec<u8>) -> Self {
        let planned = bytes.len() as u64;
        let bytes = Bytes::Own(bytes.into_boxed_slice());
        Self { identity, name, origin, checksum: OnceLock::new(), path: None, bytes, stamp: None, planned }
    }

    /// A table in the file at `path`, checked to have `checksum`.
    pub(super) fn mapped(
        (identity, name): (String, String),
        origin: TableOrigin,
        checksum: String,
        path: PathBuf,
        (bytes, stamp): (Mmap, Option<FileStamp>),
    ) -> Self {
        let planned = bytes.len() as u64;
        let bytes = Bytes::Mapped(bytes);
        Self { identity, name, origin, checksum: checksum.into(), path: Some(path), bytes, stamp, planned }
    }

    /// The same table with another origin.
    pub(super) fn with_origin(self, origin: TableOrigin) -> Self {
        Self { origin, ..self }
    }

    /// The identity of the table: see [`TableSpec::identity`].
    #[must_use]
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// The name of the table: see [`TableSpec::name`].
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The BLAKE3 checksum in hexadecimal digits, computed now if the table was never in a file.
    #[must_use]
    pub fn checksum(&self) -> &str {
        self.checksum.get_or_init(|| table_hash(&self.bytes).to_string())
    }

    /// How this process obtained it.
    #[must_use]
    pub fn origin(&self) -> TableOrigin {
        self.origin
    }

    /// Prefetches the memory of the byte at `at`.
    #[inline]
    pub fn fetch(&self, at: usize) {
        tilebench_core::prefetch(&self.bytes, at);
    }

    /// The file that it was loaded from; `None` if it is in memory only.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether the mapped file was written since it was checked, so that look-ups may have been wrong.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        let is_sound = || table_hash(&self.bytes).to_string() == self.checksum();
        self.stamp.as_ref().is_some_and(|stamp| stamp.is_broken(is_sound))
    }

    /// The length of the file, header included; 0 if it is in memory only.
    #[must_use]
    pub fn bytes_on_disk(&self) -> u64 {
        if self.path.is_some() { (HEADER + self.bytes.len()) as u64 } else { 0 }
    }
}

impl Deref for LookupTable {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}
