//! Errors of files and folders of tables.

use std::io;
use std::path::PathBuf;

use thiserror::Error;
use tilebench_sanitize::message::excerpt;

/// The reason why a file is not the expected table. The message follows the path of the file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableFault {
    /// The file does not exist.
    #[error("the file does not exist")]
    Missing,
    /// Not a regular file: a folder or a pipe, for example.
    #[error("it is not a regular file")]
    NotAFile,
    /// An error of the operating system.
    #[error("it cannot be {0}: {1}")]
    Io(&'static str, #[source] io::Error),
    /// Shorter than a header.
    #[error("it ends within its header, after {0} of 4096 bytes")]
    Truncated(u64),
    /// A file of another kind.
    #[error("it does not begin with 'tilebench table'")]
    NotATable,
    /// Another version of the format.
    #[error("its format is '{}', and this program reads '{known}'", excerpt(found))]
    Format {
        /// The version of the file.
        found: String,
        /// The version that this program reads.
        known: &'static str,
    },
    /// A line of the header, counted from 1, without its key or its number.
    #[error("line {0} of its header is not '{1}'")]
    Line(usize, &'static str),
    /// The header was changed.
    #[error("its header's checksum is {found}, but its header says {}", excerpt(expected))]
    HeaderChecksum {
        /// The checksum of its lines.
        found: String,
        /// The value in the file.
        expected: String,
    },
    /// The end of the header is not blank.
    #[error("the end of its header is not blank")]
    Padding,
    /// The table of another specification.
    #[error("it is '{}', and not '{expected}'", excerpt(found))]
    Identity {
        /// The identity in the file.
        found: String,
        /// The identity of the specification.
        expected: String,
    },
    /// A wrong length.
    #[error("it has {found} bytes after its header, but should have {expected}")]
    Length {
        /// The length found.
        found: u64,
        /// The length in the header or in the specification.
        expected: u64,
    },
    /// The table was changed.
    #[error("its checksum is {found}, but its header says {}", excerpt(expected))]
    Checksum {
        /// The checksum of the table.
        found: String,
        /// The checksum in the header.
        expected: String,
    },
}

/// An error of a file or folder of tables. Each message names the path.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// A file that is not a valid table.
    #[error("{}: {fault}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The fault.
        fault: TableFault,
    },
    /// A folder whose files cannot be listed.
    #[error("cannot read the folder of tables {}: {source}; name another, or change its permissions", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

/// The reason why a built table is not stored.
#[derive(Debug, Error)]
pub(super) enum StoreError {
    #[error("its name '{0}' is not of letters, digits and '-' only")]
    Name(String),
    #[error("its identity has a line break, or is too long for a header of 4096 bytes")]
    Identity,
    #[error("its recipe declares {expected} bytes, but built {found}")]
    Length { expected: u64, found: u64 },
    #[error("cannot {0}: {1}")]
    Io(&'static str, #[source] io::Error),
    #[error("the bytes read back are not those written: {0}")]
    ReadBack(TableFault),
}
