//! Making one run: search under limits wherever that is done, and record what is believed of it.

use tilebench_catalog::Configuration;
use tilebench_record::{Run, Status, Table};
use tilebench_verify::reachable;

use crate::affinity::Pin;
use crate::experiment::Program;
use crate::foreign::{self, Ended, Errand, Launcher, launch};
use crate::judge::judge;
use crate::search::{make_ready, search};
use crate::task::Task;
use crate::trace::Trace;
use crate::watcher::Watcher;
use crate::worker::WorkerSeat;
use crate::{Searches, broken_tables, memory, origin};

/// Where searches are made.
pub(crate) trait Seat {
    /// Makes the search of `task`, which is `configuration`, and fills in `run` what it says of itself.
    fn search(&mut self, task: &Task<'_>, configuration: &Configuration, run: Run) -> Searched;

    /// Runs a program.
    ///
    /// # Errors
    ///
    /// Where none can be run in this seat at all.
    fn launch(&mut self, errand: &Errand) -> Result<Ended, String>;
}

/// What a search said of itself.
#[derive(Debug, Default)]
pub(crate) struct Searched {
    /// The record, filled in as far as the search knows.
    pub(crate) run: Run,
    /// What it reported on its way.
    pub(crate) trace: Trace,
    /// Tables that were looked up for the first time.
    pub(crate) tables: Vec<Table>,
    /// Why no search can be made in this seat at all.
    pub(crate) fault: Option<String>,
}

/// A thread of this process.
#[derive(Debug)]
pub(crate) struct ThreadSeat<'a> {
    /// The searches made so far.
    pub(crate) searches: &'a Searches,
    /// Who stops searches.
    pub(crate) watcher: &'a Watcher,
    /// Whether no other run goes on beside this one, so that the process's memory is this run's.
    pub(crate) alone: bool,
    /// The processors that searches are kept on, as many as the widest has threads; none where they are not.
    pub(crate) processors: Vec<usize>,
    /// Who runs programs, where somebody can: a thread that is killed with its process leaves them behind.
    pub(crate) programs: Option<WorkerSeat<'a>>,
}

/// Makes the run of `task` in `seat`. A run that was cancelled comes back with that status.
pub(crate) fn attempt(task: &Task<'_>, seat: &mut dyn Seat) -> Searched {
    let mut run = task.record();
    if !reachable(&task.instance.board, task.goal_board) {
        run.status = Status::Unsolvable;
        "the goal cannot be reached: the parity is wrong".clone_into(&mut run.message);
        return Searched { run, ..Searched::default() };
    }
    let mut searched = match &task.solver.program {
        Program::Search(configuration) => seat.search(task, configuration, run),
        Program::Command(program) => foreign::make(run, task, program, seat),
    };
    judge(&mut searched.run, task);
    searched.trace.settle(&mut searched.run, task);
    searched
}

impl Seat for ThreadSeat<'_> {
    fn search(&mut self, task: &Task<'_>, configuration: &Configuration, mut run: Run) -> Searched {
        let alone = self.alone && memory::forget_peak();
        let Some(ready) = make_ready(task, configuration, self.searches, &mut run) else {
            return Searched { run, ..Searched::default() };
        };
        let tables = if run.setup_s > 0.0 { origin::tables(self.searches.tables()) } else { Vec::new() };
        let trace = search(&*ready, task, &mut run, self.watcher, &self.processors, self.searches.scratch());
        broken_tables::refuse(&mut run, configuration, task.goal_board, self.searches);
        run.peak_rss = if alone { memory::peak_rss() } else { None };
        Searched { run, trace, tables, fault: None }
    }

    fn launch(&mut self, errand: &Errand) -> Result<Ended, String> {
        if let Some(worker) = &mut self.programs {
            return worker.launch(errand);
        }
        // Whoever waits for the program holds its limits, so this watch is only told of cancelling.
        let watch = self.watcher.watch(None, None, 1);
        // A program begins with the processors of the thread that starts it.
        let _pin = self.processors.first().and_then(|&processor| Pin::to(&[processor]));
        Ok(launch(errand, Launcher::default(), watch.flag()))
    }
}
