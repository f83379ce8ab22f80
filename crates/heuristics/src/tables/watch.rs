//! Notification of what happens to tables.

use std::path::Path;

/// What happens to a table.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A table is going to be built, because none is kept.
    Building {
        /// Its name.
        name: &'a str,
        /// Its length.
        bytes: u64,
    },
    /// How far building is, in units of the builder's own.
    Progress {
        /// Done so far.
        done: u64,
        /// All there is to do.
        of: u64,
    },
    /// It is built.
    Built {
        /// Its name.
        name: &'a str,
        /// How long that took.
        seconds: f64,
    },
    /// Another process is building it: this one waits, and loads the result.
    Waiting {
        /// Its name.
        name: &'a str,
    },
    /// A file that should be the table is not. It is going to be replaced.
    Rejected {
        /// The file.
        path: &'a Path,
        /// The reason, in words that follow its path.
        reason: &'a str,
    },
    /// The table that was built could not be stored: it is used from memory, and built again by the next process.
    NotStored {
        /// The file it would be.
        path: &'a Path,
        /// Why not.
        reason: &'a str,
    },
}

/// Receives the events of tables.
pub trait Watch: Send + Sync {
    /// Something happened.
    fn event(&self, event: &Event<'_>);
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoWatch;

impl Watch for NoWatch {
    fn event(&self, _: &Event<'_>) {}
}
