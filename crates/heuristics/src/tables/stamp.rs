//! Whether a mapped file still has the bytes that were checked.

use std::fs::{File, Metadata};
use std::io;
use std::time::SystemTime;

/// An open file and the marks that change when its bytes do. It is the file itself, whatever its name is by now: one
/// that is put in its place is another file.
#[derive(Debug)]
pub(super) struct Stamp {
    file: File,
    marks: Marks,
}

/// The marks by which a file system records changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Marks {
    length: u64,
    modified: Option<SystemTime>,
    /// When the bytes, the name or the rights were changed: this cannot be set back.
    changed: Option<(i64, i64)>,
}

impl Stamp {
    /// The marks of `file` now, before its bytes are checked.
    pub(super) fn of(file: File) -> io::Result<Self> {
        let marks = Marks::of(&file.metadata()?);
        Ok(Self { file, marks })
    }

    /// Whether the bytes were written since. If only the name or the rights may have changed, `is_sound` says whether the
    /// bytes are still right.
    pub(super) fn is_broken(&self, is_sound: impl FnOnce() -> bool) -> bool {
        // A file that cannot be asked any more has lost its disk or its server.
        let Ok(metadata) = self.file.metadata() else { return true };
        let now = Marks::of(&metadata);
        if now == self.marks {
            return false;
        }
        let is_written = (now.length, now.modified) != (self.marks.length, self.marks.modified);
        is_written || !is_sound()
    }
}

impl Marks {
    fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let changed = {
            use std::os::unix::fs::MetadataExt as _;
            Some((metadata.ctime(), metadata.ctime_nsec()))
        };
        #[cfg(not(unix))]
        let changed = None;
        Self { length: metadata.len(), modified: metadata.modified().ok(), changed }
    }
}
