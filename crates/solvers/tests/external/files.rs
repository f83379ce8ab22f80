//! Limits, stops and the files that a search leaves behind.

use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use tilebench_core::{
    Cost, Counters, Domain, Heuristic, Limits, NoObserver, Observer, SearchContext, StopFlag, StopReason, Termination,
};
use tilebench_heuristics::{TileSum, manhattan};
use tilebench_puzzle::{Generator, Op, Puzzle};
use tilebench_solvers::best_first::Config;
use tilebench_solvers::external;

use super::{MIN_BYTES, goal, on_disk_in, puzzle};

/// A heuristic that does something at the expansion with a given number.
struct Interrupting<F> {
    of: TileSum,
    at: u64,
    expansions: AtomicU64,
    interrupt: F,
}

impl<F: Fn() + Sync> Heuristic<Puzzle<u64>> for Interrupting<F> {
    type Cache = <TileSum as Heuristic<Puzzle<u64>>>::Cache;

    fn initial(&self, domain: &Puzzle<u64>, state: u64) -> Self::Cache {
        if self.expansions.fetch_add(1, Ordering::Relaxed) == self.at {
            (self.interrupt)();
        }
        self.of.initial(domain, state)
    }

    fn step(&self, domain: &Puzzle<u64>, cache: Self::Cache, parent: u64, op: Op) -> Self::Cache {
        self.of.step(domain, cache, parent, op)
    }

    fn h(&self, cache: Self::Cache) -> Cost {
        Heuristic::<Puzzle<u64>>::h(&self.of, cache)
    }
}

/// A search that needs tens of thousands of expansions and, with the least memory, files for most.
fn hard(puzzle: &Puzzle<u64>) -> u64 {
    puzzle.state(&Generator::new(1).walk(&goal(4, 4), 120)).unwrap()
}

const TIGHT: Limits = Limits { bytes: MIN_BYTES, ..Limits::NONE };

fn files(scratch: &Path) -> usize {
    let folders = scratch.read_dir().unwrap().map(|entry| entry.unwrap().path());
    folders.map(|folder| folder.read_dir().unwrap().count()).sum()
}

#[test]
fn a_stopped_search_leaves_no_files() {
    let puzzle = puzzle(4, 4);
    let scratch = tempfile::tempdir().unwrap();
    for (reason, end) in [(StopReason::Time, Termination::TimeLimit), (StopReason::Cancel, Termination::Cancelled)] {
        let stop = StopFlag::new();
        let interrupt = || {
            assert!(files(scratch.path()) > 0, "there are files by now");
            stop.raise(reason);
        };
        let h = Interrupting { of: manhattan(&puzzle), at: 20_000, expansions: AtomicU64::new(0), interrupt };
        let mut context = SearchContext {
            limits: TIGHT,
            stop: &stop,
            observer: &mut NoObserver,
            scratch: Some(scratch.path()),
            seed: 0,
        };
        let outcome = external::solve(&puzzle, &h, hard(&puzzle), &Config::default(), &mut context);
        assert_eq!(outcome.end, end);
        assert!(outcome.counters.expanded <= 20_000 + SearchContext::POLL_INTERVAL);
        assert_eq!(scratch.path().read_dir().unwrap().count(), 0);
    }
}

#[test]
fn a_search_that_panics_leaves_no_files() {
    let puzzle = puzzle(4, 4);
    let scratch = tempfile::tempdir().unwrap();
    let interrupt = || {
        assert!(files(scratch.path()) > 0, "there are files by now");
        std::panic::resume_unwind(Box::new("on purpose"));
    };
    let h = Interrupting { of: manhattan(&puzzle), at: 20_000, expansions: AtomicU64::new(0), interrupt };
    let search = || on_disk_in(&puzzle, &h, hard(&puzzle), &Config::default(), TIGHT, scratch.path());
    let panic = catch_unwind(AssertUnwindSafe(search)).unwrap_err();
    assert_eq!(panic.downcast_ref(), Some(&"on purpose"));
    assert_eq!(scratch.path().read_dir().unwrap().count(), 0);
}

#[test]
fn a_search_that_fits_into_memory_creates_no_file() {
    let puzzle = puzzle(4, 4);
    let nowhere = Path::new("/nonexistent/folder");
    let stop = StopFlag::new();
    let mut context =
        SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: Some(nowhere), seed: 0 };
    let outcome = external::solve(&puzzle, &manhattan(&puzzle), hard(&puzzle), &Config::default(), &mut context);
    assert_eq!((outcome.end, outcome.counters.peak_disk), (Termination::Solved, 0));
}

/// The f-layers that are reported.
#[derive(Default)]
struct Layers(Vec<Cost>);

impl Observer for Layers {
    fn f_layer(&mut self, f: Cost, _: &Counters) {
        self.0.push(f);
    }
}

#[test]
fn the_f_layers_are_reported_from_h_of_the_start_to_the_cost() {
    let puzzle = puzzle(4, 4);
    let stop = StopFlag::new();
    let mut layers = Layers::default();
    let mut context =
        SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut layers, scratch: None, seed: 0 };
    let outcome = external::solve(&puzzle, &manhattan(&puzzle), hard(&puzzle), &Config::default(), &mut context);
    assert_eq!((layers.0.first().copied(), layers.0.last().copied()), (outcome.h0, outcome.path.len().try_into().ok()));
    assert!(layers.0.is_sorted_by(|before, after| before < after), "{:?}", layers.0);
}

#[test]
fn a_missing_scratch_folder_ends_the_search() {
    let puzzle = puzzle(4, 4);
    let nowhere = Path::new("/nonexistent/folder");
    let stop = StopFlag::new();
    let mut context =
        SearchContext { limits: TIGHT, stop: &stop, observer: &mut NoObserver, scratch: Some(nowhere), seed: 0 };
    let outcome = external::solve(&puzzle, &manhattan(&puzzle), hard(&puzzle), &Config::default(), &mut context);
    assert_eq!(outcome.end, Termination::DiskFailed(ErrorKind::NotFound));
    assert!(outcome.path.is_empty() && outcome.counters.generated > 1);
}

#[test]
fn disk_and_node_limits_are_kept_and_a_sufficient_limit_changes_nothing() {
    let puzzle = puzzle(4, 4);
    let h = manhattan(&puzzle);
    let scratch = tempfile::tempdir().unwrap();
    let search = |limits| on_disk_in(&puzzle, &h, hard(&puzzle), &Config::default(), limits, scratch.path());
    let free = search(TIGHT);
    assert_eq!(free.end, Termination::Solved);
    assert_eq!(search(Limits { disk: free.counters.peak_disk, ..TIGHT }), free);
    for disk in [0, 10_000, free.counters.peak_disk - 1] {
        assert_eq!(search(Limits { disk, ..TIGHT }).end, Termination::DiskLimit);
    }
    let stopped = search(Limits { generated: 50_000, ..TIGHT });
    assert_eq!(stopped.end, Termination::NodeLimit);
    assert!(stopped.counters.generated <= 50_000);
    assert_eq!(search(Limits { bytes: 1_000, ..Limits::NONE }).end, Termination::MemoryLimit);
    assert!(puzzle.is_goal(free.path.iter().fold(hard(&puzzle), |state, &op| puzzle.apply(state, op))));
}
