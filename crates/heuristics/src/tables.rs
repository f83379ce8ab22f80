//! Tables that heuristics look up: built once, kept in a folder, mapped by every process that uses them.
//!
//! A [`TableSpec`] identifies a table and builds it. [`Tables::get`] finds the table in memory, else in
//! the folder, else builds it, stores it and maps the stored file. The copy of the builder is then
//! dropped. Processes share the pages of small tables, and copy large ones into huge pages (module
//! `memory_map`). [`Tables::get`] never fails: if the folder cannot be used, the table is used from
//! memory and the [`TableObserver`] is notified.
//!
//! # The file
//!
//! `<name>.table` is a header of 4096 bytes and the table's bytes, which therefore begin on a page.
//! The header is text, padded with spaces (`head -c 400` shows all of it):
//!
//! ```text
//! tilebench table 1
//! identity: pattern 4x4 cells=1,2,3
//! bytes: 43680
//! blake3: 9a29680c... (64 digits)
//! producer: tilebench-heuristics 0.1.0
//! header: ab3e5a50... (64 digits)
//! The table follows at byte 4096.
//! ```
//!
//! The first line ends in the version of the format. `identity` and `bytes` come from the specification;
//! `blake3` is the checksum of the table (BLAKE3: O'Connor and others 2020), and `header` is the checksum of the lines above it. `producer` is informative: two versions of
//! the program that build different bytes must use different identities.
//!
//! # Guarantees
//!
//! - Files are never trusted unread: before a table is returned, the format, the identity, the length
//!   and the checksum of every byte are checked, padding included. A file that fails is reported
//!   ([`TableEvent::Rejected`]), built again and replaced. The checksum protects against accidents, not
//!   against an attacker who can write in the folder and compute BLAKE3.
//! - The name of a file is not trusted either. Two specifications with the same name and different
//!   identities both get the right tables, but each replaces the file of the other.
//! - A file is complete or absent: it is written to a temporary file in the same folder, flushed to
//!   the disk and renamed. A crash leaves at most a `<name>.*.tmp`, which the next process that
//!   builds the table removes.
//! - One process builds: others that need the table wait for the lock on `<name>.lock` (an empty file
//!   that is never removed) and load the built table. If the file system has no locks, each process
//!   builds, and the last rename wins.
//!
//! # Limits of the guarantees
//!
//! A mapped table is the file. This program replaces files and never changes them in place, and makes
//! them read-only to prevent accidental changes. A table that is replaced or deleted while mapped remains
//! valid until the last process unmaps it. But if another program overwrites a mapped file, look-ups see
//! the change unchecked (undefined behaviour for the compiler), and if it truncates the file, the next
//! look-up behind its end kills the process (`SIGBUS`). The same holds for a disk or a network folder that
//! fails after the check. [`Tables::changed`] finds such tables by the times of their files, and
//! [`Tables::copied`] copies all tables to memory of the process before they are checked. Tables may be
//! deleted and renamed at any time, but must not be edited.

mod build_lock;
mod error;
mod file_stamp;
mod header;
mod listing;
mod lookup_table;
mod memory_map;
mod observer;
mod store;
mod table_file;
mod table_folder;
mod table_hash;

pub use error::{TableError, TableFault};
pub use header::Header;
pub use listing::{TableListing, list_tables, verify_file};
pub use lookup_table::{LookupTable, TableOrigin, TableSpec};
pub use observer::{NoTableObserver, TableEvent, TableObserver};
pub use store::{Tables, UsedTable};
pub use table_folder::default_folder;
