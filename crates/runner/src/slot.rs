//! Where runs are executed: in a thread of this process or in a worker.

use tilebench_catalog::Configuration;
use tilebench_isolate::program::{Command, CommandOutput};
use tilebench_record::{Run, Table};

use crate::task::Task;
use crate::trace::Trace;

/// A place for one run at a time.
pub(crate) trait Slot {
    /// Executes the search of `task`, which is `configuration`, and completes `run` by its result, which is unverified.
    fn search(&mut self, task: &Task<'_>, configuration: &Configuration, run: Run) -> Searched;

    /// Runs a program.
    ///
    /// # Errors
    ///
    /// If this slot cannot run any program.
    fn launch(&mut self, command: &Command) -> Result<CommandOutput, String>;
}

/// The unverified result of a search.
#[derive(Debug, Default)]
pub(crate) struct Searched {
    /// The record.
    pub(crate) run: Run,
    /// What it reported on its way.
    pub(crate) trace: Trace,
    /// Tables that were looked up for the first time.
    pub(crate) tables: Vec<Table>,
    /// Why this slot cannot execute any search.
    pub(crate) fault: Option<String>,
}
