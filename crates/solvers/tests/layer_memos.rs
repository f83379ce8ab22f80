//! Layers that keep the memos of a heuristic, beside those of the same heuristic without memos.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use tilebench_core::{Counters, Heuristic, Limits, NoObserver, Outcome, SearchContext, StopFlag, Termination};
use tilebench_heuristics::{IncrementalPdbs, MultiplePdbs, NoTableObserver, PatternDatabases, PdbSpec, Tables};
use tilebench_puzzle::{Generator, Goal, Op, OperatorOrder, Puzzle, Size};
use tilebench_solvers::bfhs::Bfhs;
use tilebench_solvers::bfida::BfidaStar;
use tilebench_solvers::hybrid::AStarBfhs;
use tilebench_solvers::ida_star::recursive_engine;
use tilebench_solvers::{ErasedHeuristic, Options, Problem, SearchAlgorithm, TypedHeuristic};

type Domain = Puzzle<u64>;

fn run<A: SearchAlgorithm, H: Heuristic<Domain> + Send + 'static>(
    domain: &Domain,
    h: H,
    start: u64,
    limits: Limits,
) -> Outcome<Op> {
    let heuristic = TypedHeuristic::new(h, recursive_engine);
    let no_factory = |_: &Domain| Err("one direction".to_owned());
    let problem = Problem {
        domain,
        heuristic: &heuristic,
        erased: &ErasedHeuristic::new(&heuristic),
        heuristic_factory: &no_factory,
        start,
        automaton: None,
    };
    // Only A*+BFHS has this option.
    let options = Options::new(&[("astar-nodes".to_owned(), "50".to_owned())]);
    let stop = StopFlag::new();
    let mut context = SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    A::run(&problem, &options, &mut context)
}

/// Databases with and without memos lead to the same search; memos are within the memory limit.
fn check<A: SearchAlgorithm>() {
    let goal = Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap();
    let puzzle = Domain::new(&goal, &OperatorOrder::default()).unwrap();
    let tables = Tables::in_memory_with(Box::new(NoTableObserver));
    let patterns = PdbSpec::parse("1,2,3/4,5,6/7,8|1,4,7/2,5,8/3,6").unwrap();
    let databases = || PatternDatabases::new(&puzzle, &patterns, &tables).unwrap();
    let mut generator = Generator::new(7);
    let mut memo_bytes = 0;
    for _ in 0..10 {
        let start = puzzle.state(&generator.board(&goal)).unwrap();
        let plain = run::<A, _>(&puzzle, databases(), start, Limits::NONE);
        let incremental =
            |limits| run::<A, _>(&puzzle, IncrementalPdbs::new(&puzzle, databases()).unwrap(), start, limits);
        let multiple = |limits| run::<A, _>(&puzzle, MultiplePdbs::new(databases()).unwrap(), start, limits);
        for search in [&incremental as &dyn Fn(Limits) -> Outcome<Op>, &multiple] {
            let outcome = search(Limits::NONE);
            let peak_bytes = outcome.counters.peak_bytes;
            // A* may hold more than the layers.
            assert!(peak_bytes >= plain.counters.peak_bytes);
            memo_bytes += peak_bytes - plain.counters.peak_bytes;
            let without_bytes = |counters| Counters { peak_bytes: 0, ..counters };
            assert_eq!(without_bytes(outcome.counters), without_bytes(plain.counters));
            assert_eq!(outcome.path, plain.path);
            let enough = search(Limits { bytes: peak_bytes, ..Limits::NONE });
            assert_eq!((enough.end, enough.path), (Termination::Solved, outcome.path));
            let short = search(Limits { bytes: peak_bytes - 1, ..Limits::NONE });
            assert!(short.counters.peak_bytes < peak_bytes);
        }
    }
    assert!(memo_bytes > 0);
}

#[test]
fn bfidastar_searches_as_without_memos() {
    check::<BfidaStar>();
}

#[test]
fn bfhs_searches_as_without_memos() {
    check::<Bfhs>();
}

#[test]
fn astar_bfhs_searches_as_without_memos() {
    check::<AStarBfhs>();
}
