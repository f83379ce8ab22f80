//! The configurations of a result folder.

use std::path::Path;

use serde::Serialize;

use crate::experiment::ExperimentData;
use crate::metric::is_solved;

/// A configuration of a result folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConfigurationInfo {
    /// The name, which other commands accept.
    pub name: String,
    /// The instance sets that it was run on.
    pub sets: Vec<ConfigurationSetInfo>,
}

/// An instance set that a configuration was run on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConfigurationSetInfo {
    /// The set.
    pub set: String,
    /// The number of instances with a run, repeats folded.
    pub instances: usize,
    /// The number of instances that it solved.
    pub solved: usize,
}

/// The configurations of the result folder `dir`, in the experiment's order.
///
/// # Errors
///
/// If `dir` cannot be read.
pub fn configurations(dir: &Path) -> anyhow::Result<Vec<ConfigurationInfo>> {
    let experiment = ExperimentData::read(dir)?;
    let mut listed: Vec<(usize, ConfigurationInfo)> = Vec::new();
    for set in &experiment.sets {
        for one in &set.configurations {
            let solved = one.runs.iter().filter(|run| is_solved(run)).count();
            let of_set = ConfigurationSetInfo { set: set.name.clone(), instances: one.runs.len(), solved };
            match listed.iter_mut().find(|(_, known)| known.name == one.name) {
                Some((_, known)) => known.sets.push(of_set),
                None => listed.push((one.index, ConfigurationInfo { name: one.name.clone(), sets: vec![of_set] })),
            }
        }
    }
    listed.sort_by_key(|(index, _)| *index);
    Ok(listed.into_iter().map(|(_, listed)| listed).collect())
}
