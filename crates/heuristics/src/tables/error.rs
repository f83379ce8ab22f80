//! Errors of files and folders of tables.

use std::io;
use std::path::PathBuf;

use thiserror::Error;
use tilebench_sanitize::message::shown;

/// Why a file is not the table it should be, in words that follow its path.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// There is none.
    #[error("the file does not exist")]
    Missing,
    /// A folder, a pipe or the like.
    #[error("it is not a regular file")]
    NotAFile,
    /// The operating system refused.
    #[error("it cannot be {0}: {1}")]
    Io(&'static str, #[source] io::Error),
    /// Too short to have a header.
    #[error("it ends within its header, after {0} of 4096 bytes")]
    CutOff(u64),
    /// Another kind of file.
    #[error("it does not begin with 'tilebench table'")]
    Foreign,
    /// Another version of the format.
    #[error("its format is '{}', and this program reads '{known}'", shown(found))]
    Format {
        /// Its version.
        found: String,
        /// The version that this program reads.
        known: &'static str,
    },
    /// A line of the header, counted from 1, that does not have its key or its number.
    #[error("line {0} of its header is not '{1}'")]
    Line(usize, &'static str),
    /// The header was changed.
    #[error("its header's checksum is {found}, but its header says {}", shown(expected))]
    HeaderChecksum {
        /// The checksum of its lines.
        found: String,
        /// The value in the file.
        expected: String,
    },
    /// The header does not end as headers do.
    #[error("the end of its header is not blank")]
    Padding,
    /// The table of another recipe.
    #[error("it is '{}', and not '{expected}'", shown(found))]
    Identity {
        /// The identity in the file.
        found: String,
        /// The identity of the recipe.
        expected: String,
    },
    /// Too short, or too long.
    #[error("it has {found} bytes after its header, but should have {expected}")]
    Length {
        /// The value found.
        found: u64,
        /// The length in its header or in the recipe.
        expected: u64,
    },
    /// The table was changed.
    #[error("its checksum is {found}, but its header says {}", shown(expected))]
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
    /// A file that is not a sound table.
    #[error("{}: {fault}", path.display())]
    Unfit {
        /// The file.
        path: PathBuf,
        /// The fault.
        fault: Fault,
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

/// Why a table that was built is not kept.
#[derive(Debug, Error)]
pub(super) enum NotStored {
    #[error("its name '{0}' is not of letters, digits and '-' only")]
    Name(String),
    #[error("its identity has a line break, or is too long for a header of 4096 bytes")]
    Identity,
    #[error("its recipe declares {expected} bytes, but built {found}")]
    Length { expected: u64, found: u64 },
    #[error("cannot {0}: {1}")]
    Io(&'static str, #[source] io::Error),
    #[error("what was written is not what is read: {0}")]
    ReadBack(Fault),
}
