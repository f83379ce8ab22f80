//! Why a result folder could not be read or written.

use std::io;
use std::path::PathBuf;

use thiserror::Error;
use tilebench_sanitize::message::excerpt;
use tilebench_sanitize::threads::SpawnError;

/// Why a result folder could not be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The operating system refused a thread.
    #[error("{0}")]
    SpawnError(#[from] SpawnError),

    /// The operating system refused.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// The attempted operation, as a verb.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },

    /// The folder is not writable.
    #[error("cannot write in {}: {source}; choose another folder or change its permissions", folder.display())]
    NotWritable {
        /// The folder.
        folder: PathBuf,
        /// The system's reason.
        source: io::Error,
    },

    /// The folder does not exist.
    #[error("the folder {} does not exist: check its path; `tilebench run` writes to results/NAME by default", folder.display())]
    NoFolder {
        /// The folder.
        folder: PathBuf,
    },

    /// The folder contains no runs.
    #[error("{} has no runs.csv: is it a result folder?", folder.display())]
    NoRuns {
        /// The folder.
        folder: PathBuf,
    },

    /// Another program is appending to the folder.
    #[error(
        "{} is being written by another run: wait for it to end, or choose another folder",
        folder.display()
    )]
    Busy {
        /// The folder.
        folder: PathBuf,
    },

    /// The first line does not name the columns.
    #[error(
        "{}: line 1: column {number} is named '{}' instead of '{expected}'; restore the header, or move the \
         file away to start again",
        path.display(),
        excerpt(found)
    )]
    Header {
        /// The file.
        path: PathBuf,
        /// The column, counted from 1.
        number: usize,
        /// The column's name in the file; empty if the header ends before it.
        found: String,
        /// Its name.
        expected: &'static str,
    },

    /// The last line is incomplete: the program was killed or the machine failed while writing it.
    #[error(
        "{}: line {line} ends after {columns} of {expected} columns, cut off in the last; resuming the experiment moves \
         it aside and repeats its run (intact rows before it: {intact})",
        path.display()
    )]
    CutOff {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// The columns there are, the last perhaps in part.
        columns: usize,
        /// The columns there should be.
        expected: usize,
        /// The rows before it.
        intact: usize,
    },

    /// A quote that hides the rows after it.
    #[error(
        "{}: line {line} has a quote that is never closed, and whole rows follow it; correct that line, or delete it to \
         run its run again",
        path.display()
    )]
    Unclosed {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
    },

    /// A row with too few or too many columns.
    #[error(
        "{}: line {line} has {columns} columns, but the header has {expected}; correct that line, or delete it to run \
         its run again",
        path.display()
    )]
    Columns {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// The number of columns in the file.
        columns: usize,
        /// The columns there should be.
        expected: usize,
    },

    /// A cell with an invalid value for its column.
    #[error(
        "{}: line {line}: column {column} is '{}', not {kind}; correct that line, or delete it to run its run \
         again",
        path.display(),
        excerpt(value)
    )]
    Value {
        /// The file.
        path: PathBuf,
        /// The line on which the row begins, counted from 1.
        line: u64,
        /// The column's name.
        column: String,
        /// The content of the cell.
        value: String,
        /// The expected kind of value.
        kind: &'static str,
    },

    /// A file that can be read but not appended to, for its columns are a newer version's.
    #[error(
        "{} has {found} columns and this version writes {expected}: it can be read, but continue the experiment with \
         the newer program, or in another folder",
        path.display()
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// The number of columns in the file.
        found: usize,
        /// The columns this version writes.
        expected: usize,
    },

    /// A file that changed since it was first read.
    #[error("{} was changed while it was read: do that again", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },

    /// A manifest that is not one.
    #[error("{} cannot be read as a manifest: {source}", path.display())]
    Manifest {
        /// The file.
        path: PathBuf,
        /// The parse error and its position.
        source: serde_json::Error,
    },

    /// A manifest of a later version.
    #[error("{} has schema {found} and this version reads up to {known}: use a newer program", path.display())]
    Schema {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: u32,
        /// The newest schema that is known here.
        known: u32,
    },
}
