//! What can run the jobs of an experiment.

use anyhow::Result;

use super::job::Job;
use super::slurm;

/// A program that runs jobs on a cluster.
#[derive(Debug)]
pub(crate) struct Engine {
    /// Its name.
    pub(super) name: &'static str,
    /// The most tasks that an array may have, where that can be asked.
    pub(super) array_cap: fn() -> Option<usize>,
    /// Why nothing can be submitted from here.
    pub(super) ready: fn() -> Result<()>,
    /// The jobs of this name and place that have not ended, as far as that can be asked.
    pub(super) waiting: fn(&Job) -> Vec<String>,
    /// The bash script that submits the job.
    pub(super) script: fn(&Job) -> Result<String>,
}

/// Every engine.
const ENGINES: &[Engine] = &[slurm::ENGINE];

/// Finds an engine by its name.
pub(super) fn find(name: &str) -> Result<&'static Engine, String> {
    let names: Vec<&str> = ENGINES.iter().map(|engine| engine.name).collect();
    let found = ENGINES.iter().find(|engine| engine.name == name);
    found.ok_or_else(|| format!("there is {}; others call `tilebench run --shard` themselves", names.join(", ")))
}
