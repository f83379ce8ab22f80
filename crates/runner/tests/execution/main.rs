//! Executing plans: which runs are recorded, which are run again, and which answers are rejected.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[cfg(unix)]
mod damaged_tables;
mod judging;
mod limits;
mod order;
mod resuming;

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;
use tilebench_runner::catalog::{
    Board, CatalogError, Configuration, Counters, Direction, Goal, Incumbent as FoundIncumbent, NoObserver,
    OperatorOrder, PreparedSearch, PuzzleError, SearchContext, SearchResult, StopFlag, StopReason, Tables, Termination,
    prepare,
};
use tilebench_runner::record::{Build, Folder, Incumbent, Proof, Run, Status};
use tilebench_runner::{Execution, ExecutionSummary, Experiment, Plan, Searches, execute, physical_cores, recheck};

/// A search that executes a function of a test.
struct Double<F>(F);

impl<F> PreparedSearch for Double<F>
where
    F: Fn(&Board, &mut SearchContext<'_>) -> SearchResult + Send + Sync,
{
    fn run(&self, board: &Board, context: &mut SearchContext<'_>) -> Result<SearchResult, PuzzleError> {
        Ok((self.0)(board, context))
    }
}

/// Searches that all do the same.
fn doubles(run: impl Fn(&Board, &mut SearchContext<'_>) -> SearchResult + Send + Sync + Clone + 'static) -> Searches {
    let prepare = move |_: &Configuration, _: &Board, _: &OperatorOrder, _: &Tables| {
        Ok(Box::new(Double(run.clone())) as Box<dyn PreparedSearch>)
    };
    Searches::new(Box::new(prepare), Tables::in_memory())
}

fn answer(end: Termination, moves: &[Direction]) -> SearchResult {
    let cost = (end == Termination::Solved).then(|| u32::try_from(moves.len()).unwrap());
    SearchResult {
        end,
        moves: moves.to_vec(),
        cost,
        h0: None,
        bound: None,
        counters: Counters { generated: 7, ..Counters::default() },
    }
}

/// A search that continues until it is stopped.
fn endless(_: &Board, context: &mut SearchContext<'_>) -> SearchResult {
    loop {
        match context.stop.raised() {
            Some(StopReason::Time) => return answer(Termination::TimeLimit, &[]),
            Some(StopReason::Cancel) => return answer(Termination::Cancelled, &[]),
            None => thread::sleep(Duration::from_micros(100)),
        }
    }
}

/// A folder with an experiment in it.
struct TestExperiment(TempDir);

impl TestExperiment {
    fn new(solvers: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let head = "name = 'x'\nexecution = { jobs = 2, isolation = 'thread' }\ninstances = ['walk:3x3:k=8:4']\n";
        fs::write(dir.path().join("x.toml"), format!("{head}{solvers}")).unwrap();
        Self(dir)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn plan(&self, settings: &[&str]) -> Plan {
        let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
        Plan::new(Experiment::load(&self.path().join("x.toml"), &settings).unwrap()).unwrap()
    }

    fn out(&self) -> std::path::PathBuf {
        self.path().join("out")
    }

    fn execute(&self, settings: &[&str], searches: &Searches) -> ExecutionSummary {
        self.cancellable(settings, searches, &Arc::default())
    }

    fn cancellable(&self, settings: &[&str], searches: &Searches, cancel: &Arc<StopFlag>) -> ExecutionSummary {
        let execution = Execution { cancel: Arc::clone(cancel), ..Execution::new(searches) };
        execute(&self.plan(settings), &self.out(), &execution).unwrap()
    }

    fn runs(&self) -> Vec<Run> {
        Folder::open(&self.out()).unwrap().runs().unwrap()
    }
}

const BFS: &str = "[[solver]]\nalgorithm = 'bfs'\n";
const TWO: &str = "[[solver]]\nalgorithm = 'idastar'\nheuristic = ['manhattan', 'blind']\n";
