//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::RecordError;

/// Replaces the file at `path` by one that contains `bytes`: a reader, and the next program after a power cut, finds
/// the old file or the new one, never a part.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), RecordError> {
    replace_with(path, |file| file.write_all(bytes))
}

/// The same with a file that holds what `write` writes.
pub(crate) fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), RecordError> {
    let failed = |source| RecordError::Io { doing: "write", path: path.to_owned(), source };
    let Some(name) = path.file_name() else { return Err(failed(io::ErrorKind::InvalidInput.into())) };
    let beside = path.with_file_name(format!(".{}.new", name.display()));
    // Left by a program that died, or put there by somebody else: it is replaced, and never opened.
    let _ = fs::remove_file(&beside);
    let mut file = BufWriter::new(File::create_new(&beside).map_err(failed)?);
    write(&mut file).and_then(|()| file.into_inner()?.sync_all()).map_err(failed)?;
    fs::rename(&beside, path).map_err(failed)?;
    sync_names(path);
    Ok(())
}

/// Syncs the directory entries of the folder of `path` to the disk, if the system supports that.
pub(crate) fn sync_names(path: &Path) {
    if cfg!(unix)
        && let Some(folder) = path.parent()
    {
        // Some file systems refuse this for folders; the file itself is safe without it.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}
