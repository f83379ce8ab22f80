//! Tables, and the recipes by which they are built.

use core::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use memmap2::Mmap;

use super::hash::hash;
use super::header::HEADER;
use super::stamp::Stamp;
use crate::Watch;

/// All that decides the bytes of a table.
pub trait Recipe: Sync {
    /// The identity of the table, in one line: equal lines mean equal bytes, in every version of
    /// the program. `pattern 4x4 cells=1,2,3`.
    fn identity(&self) -> String;

    /// A short name for files and people, of letters, digits, `x` and `-`: `pattern-4x4-1-2-3`.
    fn name(&self) -> String;

    /// The length of the table.
    fn bytes(&self) -> u64;

    /// Computes the table, telling `watch` how far it is by [`Event::Progress`](crate::Event).
    ///
    /// Others wait for it, in this process and in others: it must not ask for the same table.
    fn build(&self, watch: &dyn Watch) -> Vec<u8>;
}

/// How a process came by a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Origin {
    /// This process built it.
    Built {
        /// How long building took, without storing.
        seconds: f64,
    },
    /// It was in the folder.
    Loaded {
        /// How long loading and checking took.
        seconds: f64,
    },
}

/// The bytes of a table. Both kinds are an address and a length, so that a look-up need not ask
/// which it is.
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
pub struct Table {
    identity: String,
    name: String,
    origin: Origin,
    checksum: OnceLock<String>,
    path: Option<PathBuf>,
    bytes: Bytes,
    /// Of the file that the bytes are mapped from, unless they are in memory of this process.
    stamp: Option<Stamp>,
    /// The length it has, or would have if it were made.
    planned: u64,
}

impl Table {
    /// A table that is not made.
    pub(super) fn planned(identity: String, name: String, planned: u64) -> Self {
        Self { planned, ..Self::own(identity, name, Origin::Built { seconds: 0.0 }, Vec::new()) }
    }

    /// The length it has, or would have if it were made.
    pub(super) fn planned_bytes(&self) -> u64 {
        self.planned
    }

    /// A table on the heap.
    pub(super) fn own(identity: String, name: String, origin: Origin, bytes: Vec<u8>) -> Self {
        let planned = bytes.len() as u64;
        let bytes = Bytes::Own(bytes.into_boxed_slice());
        Self { identity, name, origin, checksum: OnceLock::new(), path: None, bytes, stamp: None, planned }
    }

    /// A table in the file at `path`, checked to have `checksum`.
    pub(super) fn mapped(
        (identity, name): (String, String),
        origin: Origin,
        checksum: String,
        path: PathBuf,
        (bytes, stamp): (Mmap, Option<Stamp>),
    ) -> Self {
        let planned = bytes.len() as u64;
        let bytes = Bytes::Mapped(bytes);
        Self { identity, name, origin, checksum: checksum.into(), path: Some(path), bytes, stamp, planned }
    }

    /// The same table, come by in another way.
    pub(super) fn with_origin(self, origin: Origin) -> Self {
        Self { origin, ..self }
    }

    /// The identity of the table: see [`Recipe::identity`].
    #[must_use]
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// Its name: see [`Recipe::name`].
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its BLAKE3 checksum in hexadecimal digits, computed now if the table was never in a file.
    #[must_use]
    pub fn checksum(&self) -> &str {
        self.checksum.get_or_init(|| hash(&self.bytes).to_string())
    }

    /// How this process came by it.
    #[must_use]
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Prefetches the memory of the byte at `at`, so that reading it a little later does not wait.
    #[inline]
    pub fn fetch(&self, at: usize) {
        tilebench_core::prefetch(&self.bytes, at);
    }

    /// The file it is mapped from; none if it is in memory only.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether the file that it is mapped from was written since it was checked, so that look-ups may have been wrong.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        let is_sound = || hash(&self.bytes).to_string() == self.checksum();
        self.stamp.as_ref().is_some_and(|stamp| stamp.is_broken(is_sound))
    }

    /// The length of its file, header included; 0 if it is in memory only.
    #[must_use]
    pub fn bytes_on_disk(&self) -> u64 {
        if self.path.is_some() { (HEADER + self.bytes.len()) as u64 } else { 0 }
    }
}

impl Deref for Table {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}
