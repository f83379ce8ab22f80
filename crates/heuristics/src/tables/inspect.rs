//! Lists the content of a folder for people: no recipe is needed.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::file::Opened;
use super::folder::EXTENSION;
use super::{Header, TableError};

/// A file in a folder of tables.
#[derive(Debug)]
#[non_exhaustive]
pub struct Listed {
    /// Its name without the extension.
    pub name: String,
    /// The path of the file.
    pub path: PathBuf,
    /// The length of the file, header included.
    pub bytes_on_disk: u64,
    /// What its header says, if the header is sound and the file has the length it says; else why not.
    /// The table itself is not read.
    pub header: Result<Header, TableError>,
}

/// The `*.table` files in `folder`, by name; none if there is no such folder.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn list(folder: &Path) -> Result<Vec<Listed>, TableError> {
    let mut listed = match paths(folder) {
        Ok(paths) => paths.into_iter().map(Listed::of).collect(),
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(source) => return Err(TableError::Folder { path: folder.to_owned(), source }),
    };
    listed.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(listed)
}

/// Checks all of the table in the file at `path`: header, length and every byte.
///
/// # Errors
///
/// If anything is wrong with it.
pub fn verify_file(path: &Path) -> Result<Header, TableError> {
    let opened = Opened::open(path).and_then(|opened| {
        let header = opened.header.clone();
        opened.table(false).map(|_| header)
    });
    opened.map_err(|fault| TableError::Unfit { path: path.to_owned(), fault })
}

fn paths(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    paths.filter(|path| path.as_ref().map_or(true, |path| path.extension() == Some(OsStr::new(EXTENSION)))).collect()
}

impl Listed {
    fn of(path: PathBuf) -> Self {
        let header = Opened::open(&path).map(|opened| opened.header);
        Self {
            name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            bytes_on_disk: fs::metadata(&path).map_or(0, |file| file.len()),
            header: header.map_err(|fault| TableError::Unfit { path: path.clone(), fault }),
            path,
        }
    }
}
