//! The folder for the files of a worker's searches.
//!
//! It goes with the worker. If the runner and the worker are killed together it stays, so the next runner removes the
//! folders of runners that are dead. A runner holds a lock on each of its folders, which ends with it however it dies.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::TempDir;

/// How the names of these folders begin.
pub(super) const PREFIX: &str = "tilebench-worker-";

/// A worker's folder, until it is dropped.
#[derive(Debug)]
pub(super) struct Scratch {
    folder: TempDir,
    /// Locked for as long as it is open.
    _held: File,
}

impl Scratch {
    /// Makes a folder in `place`, if that can be done.
    pub(super) fn make(place: &Path) -> Option<Self> {
        // A sweep may come between the two steps, and then the folder is gone.
        const TRIES: usize = 3;
        let made = || -> io::Result<Self> {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(place)?;
            let held = File::open(folder.path())?;
            held.try_lock()?;
            Ok(Self { folder, _held: held })
        };
        (0..TRIES).find_map(|_| made().ok())
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the folders in `place` whose runners are dead. One that is somebody else's stays.
pub(super) fn sweep(place: &Path) {
    for entry in place.read_dir().into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        // Not where a link leads.
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_dir()) && is_left(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether nobody holds the folder.
fn is_left(folder: &Path) -> bool {
    File::open(folder).is_ok_and(|folder| folder.try_lock().is_ok())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn folders_of_dead_runners_are_removed_and_those_of_living_ones_and_of_others_stay() {
        let place = tempfile::tempdir().unwrap();
        let living = Scratch::make(place.path()).unwrap();
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
