//! External A*: its guarantees under any memory limit, its counts compared with the search in memory,
//! and the removal of its files.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod against_memory;
mod files;
mod graphs;
mod recording;

use std::path::Path;

use tilebench_core::{Domain, Heuristic, Limits, NoObserver, Outcome, SearchContext, StopFlag};
use tilebench_puzzle::{Board, Goal, OperatorOrder, Puzzle, Size};
use tilebench_solvers::best_first::{self, Config, TieBreak};
use tilebench_solvers::external;

/// The smallest memory limit that suffices for the searches of these tests.
const MIN_BYTES: u64 = 256 << 10;

fn goal(rows: usize, cols: usize) -> Board {
    Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap()
}

fn puzzle(rows: usize, cols: usize) -> Puzzle<u64> {
    Puzzle::new(&goal(rows, cols), &OperatorOrder::default()).unwrap()
}

fn with_tie(tie: TieBreak) -> Config {
    Config { tie, ..Config::default() }
}

/// Runs external A* within limits and checks that it leaves no file in `scratch`.
fn on_disk_in<D: Domain, H: Heuristic<D>>(
    domain: &D,
    h: &H,
    start: D::State,
    params: &Config,
    limits: Limits,
    scratch: &Path,
) -> Outcome<D::Op> {
    let stop = StopFlag::new();
    let mut context = SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: Some(scratch), seed: 0 };
    let outcome = external::solve(domain, h, start, params, &mut context);
    assert!(outcome.counters.peak_bytes <= limits.bytes && outcome.counters.peak_disk <= limits.disk);
    assert_eq!(scratch.read_dir().unwrap().count(), 0, "files are left");
    outcome
}

/// The same with a memory limit of `bytes`.
fn on_disk<D: Domain, H: Heuristic<D>>(
    domain: &D,
    h: &H,
    start: D::State,
    params: &Config,
    bytes: u64,
) -> Outcome<D::Op> {
    let scratch = tempfile::tempdir().unwrap();
    on_disk_in(domain, h, start, params, Limits { bytes, ..Limits::NONE }, scratch.path())
}

/// A* in memory.
fn in_memory<D: Domain, H: Heuristic<D>>(
    domain: &D,
    h: &H,
    start: D::State,
    params: &Config,
    bytes: u64,
) -> Outcome<D::Op> {
    let stop = StopFlag::new();
    let limits = Limits { bytes, ..Limits::NONE };
    let mut context = SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    best_first::solve_plain(domain, h, start, *params, &mut context)
}
