//! Files that are replaced in one step, so that readers find them complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::RecordError;

/// Replaces the file at `path` by one that contains `bytes`: a reader, and the next program after a power cut, finds
/// the old file or the new one, never a part.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), RecordError> {
    replace_with(path, |file| file.write_all(bytes))
}

/// As [`replace`], with a file that `write` writes.
pub(crate) fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), RecordError> {
    let failed = |source| RecordError::Io { doing: "write", path: path.to_owned(), source };
    let Some(name) = path.file_name() else { return Err(failed(io::ErrorKind::InvalidInput.into())) };
    let staged = path.with_file_name(format!(".{}.new", name.display()));
    // A leftover of a killed program, or a file of another user: it is removed, and never opened.
    let _ = fs::remove_file(&staged);
    let mut file = BufWriter::new(File::create_new(&staged).map_err(failed)?);
    let written = write(&mut file).and_then(|()| file.into_inner()?.sync_all());
    if let Err(source) = written.and_then(|()| fs::rename(&staged, path)) {
        // A part of a file must not keep a full disk full.
        let _ = fs::remove_file(&staged);
        return Err(failed(source));
    }
    sync_directory(path);
    Ok(())
}

/// Syncs the directory entries of the folder of `path` to the disk, if the system supports that.
pub(crate) fn sync_directory(path: &Path) {
    if cfg!(unix)
        && let Some(folder) = path.parent()
    {
        // Some file systems refuse this for folders; the file itself is safe without it.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}
