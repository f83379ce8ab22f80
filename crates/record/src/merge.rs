//! Joining the folders of one plan that was run in parts.
//!
//! Nothing is written until every folder was read and found to fit: the same plan, no run in two folders, and no two bounds of
//! one instance that differ. The output does not depend on the order in which the folders are given. Rows of runs that were run
//! again are kept, in their order. Memory holds only the position of each row: rows are read again when they are written.

pub(crate) mod bounds;
mod error;
mod index;
mod manifests;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::folder_lock::FolderLock;
use crate::{Bounds, Folder, Manifest, RecordError, RecordedBound, planned_runs};
pub use error::MergeError;
use index::MergeIndex;
pub(crate) use manifests::is_same_plan;

/// Folders of one plan, found to fit together.
#[derive(Debug)]
pub struct Merge {
    pub(crate) folders: Vec<Folder>,
    manifest: Manifest,
    index: MergeIndex,
}

impl Merge {
    /// Reads `folders`.
    ///
    /// # Errors
    ///
    /// If one cannot be read, they are not of one plan, or a run is in two of them.
    pub fn read(folders: &[Folder]) -> Result<Self, MergeError> {
        let mut parts = folders.iter().map(part).collect::<Result<Vec<_>, _>>()?;
        parts.sort_by_cached_key(|(folder, manifest)| {
            (manifest.shard.map(|shard| (shard.of, shard.number)), folder.path().to_owned())
        });
        let (folders, manifests): (Vec<Folder>, Vec<Manifest>) = parts.into_iter().unzip();
        let manifest = manifests::merged(&manifests).ok_or(MergeError::Nothing)?;
        for (other, its) in folders.iter().zip(&manifests) {
            if !is_same_plan(&manifest, its) {
                let (one, other) = (folders[0].path().to_owned(), other.path().to_owned());
                return Err(MergeError::OtherPlan { one, other });
            }
        }
        let mut index = MergeIndex::new(&manifest);
        for (folder, its) in folders.iter().zip(&manifests) {
            let runs = index.add(folder)?;
            let are_mixed = its.others > 0 && !folder.has_plan()?;
            if are_mixed || runs > its.runs_planned {
                let (folder, planned) = (folder.path().to_owned(), its.runs_planned);
                return Err(MergeError::Foreign { folder, runs, planned });
            }
        }
        index.sort();
        bounds::joined(&folders)?;
        Ok(Self { folders, manifest, index })
    }

    /// The manifest of the merged folder.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The number of runs.
    #[must_use]
    pub fn runs(&self) -> u64 {
        self.index.runs()
    }

    /// The folders whose last line was cut off; its run counts as missing.
    #[must_use]
    pub fn torn(&self) -> &[PathBuf] {
        self.index.torn()
    }

    /// Writes all rows to `out`, including those of runs that were run again. They are sorted by repeat, set,
    /// instance, solver and seed: the order of the plan, as far as instances are numbered in it.
    ///
    /// # Errors
    ///
    /// If `out` contains files or cannot be written, or a merged folder changed since it was read. Then nothing is left there.
    pub fn write(&self, out: &Path) -> Result<(), MergeError> {
        if out.read_dir().is_ok_and(|mut files| files.next().is_some()) {
            return Err(MergeError::NotEmpty { folder: out.to_owned() });
        }
        let existed = out.is_dir();
        let written = self.write_with(&bounds::joined(&self.folders)?, &BTreeMap::new(), out);
        // Some of the rows would look like a result. If the folder is busy, they are those of another program.
        if written.as_ref().is_err_and(|error| !matches!(error, MergeError::Record(RecordError::Busy { .. }))) {
            remove_written(out, existed);
        }
        written
    }

    /// Writes all rows and `bounds` to `out`. `judged_by` has the bounds by which configurations are judged, beyond those of
    /// the merged folders.
    pub(crate) fn write_with(
        &self,
        bounds: &[Bounds],
        judged_by: &BTreeMap<String, RecordedBound>,
        out: &Path,
    ) -> Result<(), MergeError> {
        let folder = Folder::open_or_create(out)?;
        let mut appender = folder.appender()?;
        self.index.each(|run, iterations, incumbents| appender.append_with_incumbents(run, iterations, incumbents))?;
        if let Some(ids) = planned_runs::union(&self.folders)? {
            folder.write_plan(ids.iter().map(AsRef::as_ref))?;
        }
        // Rows of earlier plans are not merged.
        let mut manifest = Manifest { others: 0, ..self.manifest.clone() };
        manifest.bounds.extend(judged_by.clone());
        folder.write_manifest(&manifest)?;
        appender.close()?;
        if !bounds.is_empty() {
            let mut log = folder.bounds_log()?;
            bounds.iter().try_for_each(|bounds| log.append(bounds))?;
        }
        Ok(())
    }
}

/// Removes the files of a folder that was empty, and the folder if it is new, unless another program has begun to write it. The error
/// that led here is the one to report.
fn remove_written(folder: &Path, existed: bool) {
    let Ok(_lock) = FolderLock::take(folder) else { return };
    for file in folder.read_dir().into_iter().flatten().flatten() {
        let _ = fs::remove_file(file.path());
    }
    if !existed {
        let _ = fs::remove_dir(folder);
    }
}

/// A folder with its manifest, which identifies its plan.
fn part(folder: &Folder) -> Result<(Folder, Manifest), MergeError> {
    match folder.manifest()? {
        Some(manifest) if manifest.plan_id.is_some() => Ok((folder.clone(), manifest)),
        _ => Err(MergeError::NoPlan { folder: folder.path().to_owned() }),
    }
}
