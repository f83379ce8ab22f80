//! Tables that heuristics look up: built once, kept in a folder, mapped by every process that uses them.
//!
//! A [`Recipe`] says what a table is and how to build it; [`Tables::get`] finds the table in memory,
//! else in the folder, else builds it, stores it and maps the stored file. The builder's copy is then
//! dropped, and processes share the pages of small tables; they copy large ones into huge pages (module
//! `map`). It never fails: if the folder cannot be used, the table is used from memory and the
//! [`Watch`]er is notified.
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
//! The first line ends in the version of the format. `identity` and `bytes` are the recipe's; `blake3` is the checksum
//! of the table (BLAKE3: O'Connor and others 2020), and `header` that of the lines above it. `producer` is for people:
//! two versions of the program that build different bytes must give them different identities.
//!
//! # Guarantees
//!
//! - Nothing is trusted unread: before a table is handed out, the format, the identity, the length
//!   and the checksum of every byte are checked, padding included. A file that fails is reported
//!   ([`Event::Rejected`]), built again and replaced. The checksum guards against accidents, not
//!   against somebody who can write in the folder and compute BLAKE3.
//! - Nor is the file's name: it only says where to look. Recipes of one name and two identities get
//!   the right tables each, but replace each other's file.
//! - A file is whole or not there: it is written to a temporary file in the same folder, flushed to
//!   the disk and renamed. A crash leaves at most a `<name>.*.tmp`, which the next process that
//!   builds the table removes.
//! - One process builds: others that want the table meanwhile wait for the lock on `<name>.lock` (an
//!   empty file that stays) and load the table that was built. If the file system has no locks, each
//!   builds, and the last rename wins.
//!
//! # Limits of the guarantees
//!
//! A mapped table is the file. This program replaces files and never changes them in place, and
//! makes them read-only so that others do not by mistake; a table that is replaced or deleted while
//! mapped lives on until the last process lets go. But if another program overwrites a mapped file,
//! look-ups see the change unchecked (to the compiler, undefined behaviour), and if it truncates the
//! file, the next look-up behind its end kills the process (`SIGBUS`). The same holds of a disk or a
//! network folder that fails after the check. [`Tables::changed`] finds such tables by the marks of their files, and
//! [`Tables::copied`] has all tables copied to memory of the process before they are checked. Delete or rename tables at
//! will; do not edit them.

mod error;
mod file;
mod folder;
mod hash;
mod header;
mod inspect;
mod lock;
mod map;
mod stamp;
mod store;
mod table;
mod watch;

pub use error::{Fault, TableError};
pub use folder::default_folder;
pub use header::Header;
pub use inspect::{Listed, list, verify_file};
pub use store::{Tables, Used};
pub use table::{Origin, Recipe, Table};
pub use watch::{Event, NoWatch, Watch};
