//! The `[execution]` table: the conditions under which runs are executed. It does not affect counts.

use anyhow::{Result, bail};

use super::keys::EXECUTION;
use super::table_reader::TableReader;
use super::toml_node::TomlNode;
use crate::{IsolationMode, Schedule, physical_cores};

/// The values of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// `None` if the table does not contain it.
    pub(crate) jobs: Option<usize>,
    pub(crate) isolation: IsolationMode,
    pub(crate) cgroups: bool,
    pub(crate) schedule: Schedule,
    pub(crate) pin: bool,
    /// `None` if the table does not contain it.
    pub(crate) checkpoint: Option<bool>,
}

impl Settings {
    /// The number of parallel runs if a run has at most `threads` threads: one per `threads` cores,
    /// unless the table sets it.
    ///
    /// # Errors
    ///
    /// If runs of several threads are to be executed in parallel in one process.
    pub(crate) fn jobs(&self, threads: usize) -> Result<usize> {
        let is_one_process = self.isolation == IsolationMode::Thread && threads > 1;
        match self.jobs {
            Some(jobs @ 2..) if is_one_process => bail!(
                "execution.jobs is {jobs}, but a solver has {threads} threads, and the processor time of such a run is \
                 known only if its process executes no other run: write jobs = 1 or isolation = \"process\""
            ),
            Some(jobs) => Ok(jobs),
            None if is_one_process => Ok(1),
            None => Ok((physical_cores() / threads).max(1)),
        }
    }
}

/// Reads the table; `node` is `None` if the file does not contain it.
pub(crate) fn read(node: Option<&TomlNode>) -> Result<Settings> {
    let execution =
        node.map_or_else(|| Ok(TableReader::absent(&EXECUTION)), |node| TableReader::new(node, &EXECUTION))?;
    let jobs = execution.count("jobs")?;
    Ok(Settings {
        jobs: jobs.map(|jobs| usize::try_from(jobs).expect("the row of jobs allows no more than a usize holds")),
        isolation: match execution.choice("isolation")? {
            "thread" => IsolationMode::Thread,
            _ => IsolationMode::Process,
        },
        cgroups: execution.flag("cgroups")?,
        schedule: match execution.choice("schedule")? {
            "plan" => Schedule::Plan,
            _ => Schedule::Random,
        },
        pin: execution.flag("pin")?,
        checkpoint: execution.optional_flag("checkpoint")?,
    })
}
