//! Packed lists: the same search as with plain ones, in less memory.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod against_plain;
mod graphs;
mod limits;
#[path = "../external/recording.rs"]
mod recording;

use tilebench_core::{BitPacked, Domain, Heuristic, Limits, NoObserver, Outcome, SearchContext, StopFlag};
use tilebench_puzzle::{Board, Goal, OperatorOrder, Puzzle, Size};
use tilebench_solvers::best_first::{self, Config, TieBreak};

fn goal(rows: usize, cols: usize) -> Board {
    Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap()
}

fn puzzle(rows: usize, cols: usize) -> Puzzle<u64> {
    Puzzle::new(&goal(rows, cols), &OperatorOrder::default()).unwrap()
}

fn with_tie(tie: TieBreak) -> Config {
    Config { tie, ..Config::default() }
}

/// A search with packed lists within limits.
fn packed_within<D: BitPacked, H: Heuristic<D>>(
    domain: &D,
    h: &H,
    start: D::State,
    params: &Config,
    limits: Limits,
) -> Outcome<D::Op> {
    let stop = StopFlag::new();
    let outcome = best_first::solve_packed(
        domain,
        h,
        start,
        *params,
        &mut SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 },
    );
    assert!(outcome.counters.peak_bytes <= limits.bytes, "{:?} within {limits:?}", outcome.counters);
    outcome
}

/// A search with packed lists.
fn packed<D: BitPacked, H: Heuristic<D>>(domain: &D, h: &H, start: D::State, params: &Config) -> Outcome<D::Op> {
    packed_within(domain, h, start, params, Limits::NONE)
}

/// A search with plain lists.
fn plain<D: Domain, H: Heuristic<D>>(domain: &D, h: &H, start: D::State, params: &Config) -> Outcome<D::Op> {
    let stop = StopFlag::new();
    let mut context =
        SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    best_first::solve_plain(domain, h, start, *params, &mut context)
}
