//! Events of tables and their observers.

use std::path::Path;

/// An event of a table.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TableEvent<'a> {
    /// A table is about to be built, because it is not stored.
    Building {
        /// Its name.
        name: &'a str,
        /// Its length.
        bytes: u64,
    },
    /// The progress of building, in units of the builder.
    Progress {
        /// The units done so far.
        done: u64,
        /// All units.
        of: u64,
    },
    /// The table is built.
    Built {
        /// Its name.
        name: &'a str,
        /// The time that it took.
        seconds: f64,
    },
    /// Another process is building the table: this one waits, and loads the result.
    Waiting {
        /// Its name.
        name: &'a str,
    },
    /// A file is not the expected table. It is about to be replaced.
    Rejected {
        /// The file.
        path: &'a Path,
        /// The reason, as a text that follows the path.
        reason: &'a str,
    },
    /// The table could not be stored: it is used from memory, and the next process builds it again.
    NotStored {
        /// The path at which it should have been stored.
        path: &'a Path,
        /// The reason.
        reason: &'a str,
    },
}

/// Receives the events of tables.
pub trait TableObserver: Send + Sync {
    /// Called for every event.
    fn event(&self, event: &TableEvent<'_>);
}

/// Ignores all events.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTableObserver;

impl TableObserver for NoTableObserver {
    fn event(&self, _: &TableEvent<'_>) {}
}
