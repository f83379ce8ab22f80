//! The progress of searches in work units, for people.

use std::fmt;
use std::fs::DirEntry;
use std::io;
use std::path::Path;

use tilebench_catalog::{Cost, UnitPart, UnitParts};

use super::FOLDER;
use super::log::PartLogs;
use super::split_file::read_split;

/// The progress of a search in the last of its iterations that was cut into units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitProgress {
    /// The run.
    pub run_id: String,
    /// The threshold of the iteration.
    pub threshold: Cost,
    /// The number of its units.
    pub units: u64,
    /// The number of finished units.
    pub done: u64,
    /// The predicted number of nodes that are left; `None` if no unit was begun.
    pub nodes_left: Option<u64>,
}

/// The progress of the runs of a result folder that have work units, in the order of their names.
///
/// # Errors
///
/// If a file cannot be read.
pub fn unit_progress(results: &Path) -> io::Result<Vec<UnitProgress>> {
    let mut progress = Vec::new();
    for run in results.join(FOLDER).read_dir().into_iter().flatten() {
        let run = run?;
        let threshold = |iteration: io::Result<DirEntry>| iteration.ok()?.file_name().to_str()?.parse().ok();
        let thresholds = run.path().read_dir().into_iter().flatten().filter_map(threshold);
        let Some(threshold) = thresholds.max() else { continue };
        let folder = run.path().join(Cost::to_string(&threshold));
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
        let Some(split) = read_split(&folder).map_err(named)? else { continue };
        let mut parts = UnitParts::new(split);
        let add = |part: UnitPart| {
            if split.contains(part) {
                parts.add(part);
            }
        };
        PartLogs::new(&folder, "").read_new(add).map_err(named)?;
        progress.push(UnitProgress::new(run.file_name().to_string_lossy().into_owned(), threshold, &parts));
    }
    progress.sort_by(|a, b| a.run_id.cmp(&b.run_id));
    Ok(progress)
}

impl UnitProgress {
    /// The progress of an iteration.
    pub(super) fn new(run_id: String, threshold: Cost, parts: &UnitParts) -> Self {
        Self {
            run_id,
            threshold,
            units: parts.split().units(),
            done: parts.units_done(),
            nodes_left: parts.predicted_nodes_left(),
        }
    }
}

/// One line of progress.
impl fmt::Display for UnitProgress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { threshold, units, done, nodes_left, .. } = self;
        write!(out, "threshold {threshold}: {done} of {units} units done")?;
        // A prediction has few digits.
        nodes_left
            .filter(|_| done < units)
            .map_or(Ok(()), |nodes| write!(out, ", about {:.1e} nodes left", nodes as f64))
    }
}
