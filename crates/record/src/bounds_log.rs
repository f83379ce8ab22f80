//! The file `bounds.csv` of a folder, and how bounds are added to it.

use std::path::Path;

use crate::append_log::AppendLog;
use crate::folder_lock::FolderLock;
use crate::repair::repair;
use crate::{Bounds, Folder, RecordError, Repair, scan};

impl Folder {
    /// The bounds on the expansions of searches; empty without bounds.
    ///
    /// # Errors
    ///
    /// If there is a `bounds.csv` that cannot be read to its last byte.
    pub fn bounds(&self) -> Result<Vec<Bounds>, RecordError> {
        let mut bounds = Vec::new();
        scan::each(self.path(), |row| bounds.push(row))?;
        Ok(bounds)
    }

    /// Opens the folder for adding bounds.
    ///
    /// # Errors
    ///
    /// If `bounds.csv` has an invalid row before its last line, or another program is writing the folder.
    pub fn bounds_log(&self) -> Result<BoundsLog, RecordError> {
        BoundsLog::open(self.path())
    }
}

/// Adds bounds to a folder. At most one program adds to a folder.
#[derive(Debug)]
pub struct BoundsLog {
    log: AppendLog,
    recorded: Vec<Bounds>,
    repairs: Vec<Repair>,
    _lock: FolderLock,
}

impl BoundsLog {
    /// Opens the file in `folder` at its end; it is repaired if necessary.
    pub(crate) fn open(folder: &Path) -> Result<Self, RecordError> {
        let lock = FolderLock::take(folder)?;
        let mut recorded = Vec::new();
        let repairs = repair(folder, |row: Bounds| recorded.push(row))?;
        Ok(Self { log: AppendLog::open::<Bounds>(folder)?, recorded, repairs, _lock: lock })
    }

    /// The bounds that were recorded when the file was opened.
    #[must_use]
    pub fn recorded(&self) -> &[Bounds] {
        &self.recorded
    }

    /// The changes that were necessary before bounds could be added.
    #[must_use]
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// Adds a row, and syncs it to the disk.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn append(&mut self, bounds: &Bounds) -> Result<(), RecordError> {
        self.log.append(std::slice::from_ref(bounds))?;
        let (path, file) = self.log.handle()?;
        crate::syncer::sync(&path, &file)
    }
}
