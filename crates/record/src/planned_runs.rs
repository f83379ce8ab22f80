//! The ids of the runs of a folder's plan: `plan.csv`.
//!
//! A folder keeps the rows of earlier plans, recorded under other limits, options or sets, as history. Readers of the
//! folder's runs see only those of the current plan, which this file names. Folders from before this file existed
//! show all their rows.

use std::collections::{BTreeSet, HashSet};
use std::io::Write;
use std::path::Path;

use crate::csv_row::{CsvRow as _, header_line};
use crate::schema::schema;
use crate::{Folder, RecordError, atomic_file, scan};

schema! {
    /// A run of the plan: a row of `plan.csv`.
    pub(crate) struct PlannedRun(
        "plan.csv", "One run of the current plan; rows of `runs.csv` with other names are of earlier plans.", 1
    ) {
        /// Name of a run: a hash of all that determines it.
        run_id: String,
    }
}

/// The runs of a folder's current plan.
#[derive(Debug)]
pub(crate) struct PlannedRuns(Option<HashSet<Box<str>>>);

impl PlannedRuns {
    /// Reads the plan of `folder`.
    pub(crate) fn read(folder: &Path) -> Result<Self, RecordError> {
        if !folder.join(PlannedRun::FILE).exists() {
            return Ok(Self(None));
        }
        let mut ids = HashSet::new();
        scan::each(folder, |run: PlannedRun| {
            ids.insert(run.run_id.into_boxed_str());
        })?;
        Ok(Self(Some(ids)))
    }

    /// Whether the run with the id `run_id` is of the plan; always true if the folder does not name the runs of its plan.
    pub(crate) fn contains(&self, run_id: &str) -> bool {
        self.0.as_ref().is_none_or(|ids| ids.contains(run_id))
    }

    /// Whether the folder names the runs of its plan.
    pub(crate) fn is_known(&self) -> bool {
        self.0.is_some()
    }
}

/// The runs of the plans of `folders` together, sorted; `None` if one of them does not name the runs of its plan.
pub(crate) fn union(folders: &[Folder]) -> Result<Option<BTreeSet<Box<str>>>, RecordError> {
    let plans = folders.iter().map(|folder| PlannedRuns::read(folder.path())).collect::<Result<Vec<_>, _>>()?;
    Ok(plans
        .into_iter()
        .map(|plan| plan.0)
        .collect::<Option<Vec<_>>>()
        .map(|plans| plans.into_iter().flatten().collect()))
}

/// Replaces the plan by one of the runs with these `ids`, in one step.
pub(crate) fn write<'a>(folder: &Path, ids: impl IntoIterator<Item = &'a str>) -> Result<(), RecordError> {
    atomic_file::replace_with(&folder.join(PlannedRun::FILE), |file| {
        file.write_all(&header_line::<PlannedRun>())?;
        ids.into_iter().try_for_each(|id| writeln!(file, "{id}"))
    })
}
