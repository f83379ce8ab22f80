//! Detects changes of a mapped file after its check.

use std::fs::{File, Metadata};
use std::io;
use std::time::SystemTime;

/// An open file, and the times and the length that change when its bytes change. A file that is later put at the same
/// path is another file.
#[derive(Debug)]
pub(super) struct FileStamp {
    file: File,
    times: FileTimes,
}

/// The length of a file and the times of its changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileTimes {
    length: u64,
    modified: Option<SystemTime>,
    /// When the bytes, the name or the permissions were changed. Programs cannot set this time back.
    changed: Option<(i64, i64)>,
}

impl FileStamp {
    /// The stamp of `file` now, before its bytes are checked.
    pub(super) fn new(file: File) -> io::Result<Self> {
        let times = FileTimes::from_metadata(&file.metadata()?);
        Ok(Self { file, times })
    }

    /// Whether the bytes were written since the stamp. If only the name or the permissions may have changed, `is_sound`
    /// returns whether the bytes are still right.
    pub(super) fn is_broken(&self, is_sound: impl FnOnce() -> bool) -> bool {
        // If the metadata cannot be read any more, the disk or the server is lost.
        let Ok(metadata) = self.file.metadata() else { return true };
        let now = FileTimes::from_metadata(&metadata);
        if now == self.times {
            return false;
        }
        let is_written = (now.length, now.modified) != (self.times.length, self.times.modified);
        is_written || !is_sound()
    }
}

impl FileTimes {
    fn from_metadata(metadata: &Metadata) -> Self {
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
