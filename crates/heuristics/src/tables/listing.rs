//! Lists the tables of a folder, without their specifications.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::table_file::TableFile;
use super::table_folder::EXTENSION;
use super::{Header, TableError};

/// A file in a folder of tables.
#[derive(Debug)]
#[non_exhaustive]
pub struct TableListing {
    /// The name of the file without the extension.
    pub name: String,
    /// The path of the file.
    pub path: PathBuf,
    /// The length of the file, header included.
    pub bytes_on_disk: u64,
    /// The header, if it is valid and states the length of the file, or the fault. The table itself is not read.
    pub header: Result<Header, TableError>,
}

/// The `*.table` files in `folder`, by name; empty if the folder does not exist.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn list_tables(folder: &Path) -> Result<Vec<TableListing>, TableError> {
    let mut listed = match paths(folder) {
        Ok(paths) => paths.into_iter().map(TableListing::from_path).collect(),
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(source) => return Err(TableError::Folder { path: folder.to_owned(), source }),
    };
    listed.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(listed)
}

/// Checks the table in the file at `path`: header, length and every byte.
///
/// # Errors
///
/// If the check fails.
pub fn verify_file(path: &Path) -> Result<Header, TableError> {
    let opened = TableFile::open(path).and_then(|opened| {
        let header = opened.header.clone();
        opened.table(false).map(|_| header)
    });
    opened.map_err(|fault| TableError::Invalid { path: path.to_owned(), fault })
}

fn paths(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    paths.filter(|path| path.as_ref().map_or(true, |path| path.extension() == Some(OsStr::new(EXTENSION)))).collect()
}

impl TableListing {
    fn from_path(path: PathBuf) -> Self {
        let header = TableFile::open(&path).map(|opened| opened.header);
        Self {
            name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            bytes_on_disk: fs::metadata(&path).map_or(0, |file| file.len()),
            header: header.map_err(|fault| TableError::Invalid { path: path.clone(), fault }),
            path,
        }
    }
}
