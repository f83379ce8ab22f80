//! Folders for temporary files.
//!
//! The folder of a worker is removed with the worker. If the program and its worker are killed together it stays, and the next
//! program removes it: a program holds a lock on each folder of its workers, which is released when the program ends, even if
//! it is killed.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// The environment variable that names the folder.
pub(crate) const VARIABLE: &str = "TILEBENCH_SCRATCH";

/// The prefix of the names of workers' folders.
const PREFIX: &str = "tilebench-worker-";

/// The folder in which temporary files are created: the one that is `named`, else that of the variable
/// `TILEBENCH_SCRATCH`, else the system's.
#[must_use]
pub fn scratch_folder(named: Option<&Path>) -> PathBuf {
    let variable = || env::var_os(VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from);
    named.map(Path::to_owned).or_else(variable).unwrap_or_else(env::temp_dir)
}

/// Creates and removes a file in `folder`.
///
/// # Errors
///
/// If the system refuses.
pub fn check_scratch(folder: &Path) -> io::Result<()> {
    tempfile::tempfile_in(folder).map(drop)
}

/// The folder of a worker, removed when it is dropped.
#[derive(Debug)]
pub(crate) struct WorkerScratch {
    folder: TempDir,
    /// Locked while it is open.
    _locked: File,
}

impl WorkerScratch {
    /// Creates a folder in `parent`, if possible.
    pub(crate) fn create(parent: &Path) -> Option<Self> {
        // Another program may remove the folder before it is locked.
        const TRIES: usize = 3;
        let create = || -> io::Result<Self> {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
            let file = File::open(folder.path())?;
            file.try_lock()?;
            Ok(Self { folder, _locked: file })
        };
        (0..TRIES).find_map(|_| create().ok())
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the workers' folders in `parent` whose programs have ended. Folders of other users stay.
pub(crate) fn sweep(parent: &Path) {
    for entry in parent.read_dir().into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        // Links are not followed.
        if is_ours
            && entry.file_type().is_ok_and(|kind| kind.is_dir())
            && let Some(_locked) = abandoned(&entry.path())
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The folder, locked, if no process holds it.
fn abandoned(folder: &Path) -> Option<File> {
    File::open(folder).ok().filter(|folder| folder.try_lock().is_ok())
}

/// Removes `folder` if it was created for a worker. The program that started the worker does so too, if it lives.
pub(crate) fn remove_if_worker(folder: &Path) {
    if folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX)) {
        let _ = fs::remove_dir_all(folder);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn only_worker_folders_of_ended_programs_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let living = WorkerScratch::create(place.path()).unwrap();
        let left = place.path().join(format!("{PREFIX}left"));
        let other = place.path().join("other");
        for folder in [&left, &other] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("file"), "").unwrap();
        }
        sweep(place.path());
        assert!(living.path().is_dir() && other.is_dir() && !left.exists());
        let path = living.path().to_owned();
        drop(living);
        assert!(!path.exists());
    }
}
