//! Runs in a thread of this process.

use tilebench_catalog::Configuration;
use tilebench_isolate::affinity::AffinityGuard;
use tilebench_isolate::memory;
use tilebench_isolate::program::{self, Launcher, ProgramCommand, ProgramOutput};
use tilebench_record::Run;

use crate::search::{SearchPlace, prepare_search, run_search};
use crate::slot::{RunResult, RunSlot};
use crate::task::Task;
use crate::units::UnitFolder;
use crate::watcher::Watcher;
use crate::worker::WorkerSlot;
use crate::{Searches, provenance};

/// A slot in a thread of this process.
#[derive(Debug)]
pub(crate) struct ThreadSlot<'a> {
    /// The searches prepared so far.
    pub(crate) searches: &'a Searches,
    /// Stops searches at their limits.
    pub(crate) watcher: &'a Watcher,
    /// Whether no other run is executed at the same time, so that the memory of the process is that of the run.
    pub(crate) alone: bool,
    /// The processors to pin searches to, one per thread of the widest run; empty if they are not pinned.
    pub(crate) processors: Vec<usize>,
    /// A worker that runs programs: if this process were killed, its own child programs would continue.
    pub(crate) programs: Option<WorkerSlot<'a>>,
    /// The folder of the work units of searches, if they are kept.
    pub(crate) units: Option<&'a UnitFolder>,
}

impl RunSlot for ThreadSlot<'_> {
    fn search(&mut self, task: &Task<'_>, configuration: &Configuration, mut run: Run) -> RunResult {
        let alone = self.alone && memory::reset_peak_rss();
        let Some(ready) = prepare_search(task, configuration, self.searches, &mut run) else {
            return RunResult { run, ..RunResult::default() };
        };
        let tables = if run.setup_s > 0.0 { provenance::tables(self.searches.tables()) } else { Vec::new() };
        let place = SearchPlace { processors: &self.processors, units: self.units };
        let trace = run_search(&*ready, task, configuration, &mut run, self.watcher, place, self.searches);
        run.peak_rss = if alone { memory::peak_rss() } else { None };
        RunResult { run, trace, tables, fault: None }
    }

    fn launch(&mut self, command: &ProgramCommand) -> Result<ProgramOutput, String> {
        if let Some(worker) = &mut self.programs {
            return worker.launch(command);
        }
        // The program's limits are enforced below, so this watch is for cancelling only.
        let watch = self.watcher.watch(None, None, 1);
        // A program inherits the processors of the thread that starts it.
        let _guard = self.processors.first().and_then(|&processor| AffinityGuard::pin_to(&[processor]));
        Ok(program::run(command, Launcher::default(), &|| watch.flag().raised().is_some()))
    }
}
