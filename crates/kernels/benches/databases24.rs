//! IDA* and breadth-first iterative-deepening A* on the 24-puzzle with 2, 4 and 14 look-ups of a state, without the blank and
//! zero-aware: nanoseconds per generated node are the inverse of the throughput printed. The tables, 2 GB in all, are those of the
//! cache folder, built on first use.

#![expect(clippy::expect_used, reason = "a bench may panic")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tilebench_core::{Limits, NoObserver, Outcome, Prefetch, SearchContext, StopFlag};
use tilebench_heuristics::{IncrementalPdbs, MultiplePdbs, NoTableObserver, PatternDatabases, PdbSpec, Tables, tables};
use tilebench_kernels::{AdditivePdbs, grouped};
use tilebench_puzzle::{Board, Goal, Op, OperatorOrder, Puzzle, Size};
use tilebench_solvers::ida_star::{self, Config};
use tilebench_solvers::{Side, bfida};

/// Instance 38 of Korf and Felner 2002, the easiest of the fifty.
const BOARD: &str = "10 3 24 12 0 7 8 11 14 21 22 23 2 1 9 17 18 6 20 4 13 15 5 19 16";

/// The number of look-ups of a state, and the databases.
const DATABASES: [(&str, &str); 6] = [
    ("2", "6-6-6-6+reflected"),
    ("2 zero-aware", "6-6-6-6+zero-aware+reflected"),
    ("4", "6-6-6-6|clausecker+reflected"),
    ("4 zero-aware", "6-6-6-6|clausecker+zero-aware+reflected"),
    ("14", "small+reflected"),
    ("14 zero-aware", "small+zero-aware+reflected"),
];

/// The first nodes of the search.
const LIMITS: Limits = Limits { generated: 2_000_000, ..Limits::NONE };

fn bench<H: Prefetch<Puzzle<u128>> + AdditivePdbs<Puzzle<u128>> + 'static>(
    criterion: &mut Criterion,
    look_ups: &str,
    puzzle: &Puzzle<u128>,
    heuristic: &H,
) {
    let root = puzzle.state(&Board::parse(BOARD, None).expect("a board")).expect("a solvable board");
    measure(criterion, "idastar 24-puzzle", look_ups, |context| {
        ida_star::solve(Side { domain: puzzle, heuristic, root }, &Config::default(), grouped, context)
    });
    measure(criterion, "bfidastar 24-puzzle", look_ups, |context| bfida::solve(puzzle, heuristic, root, context));
}

/// Measures the time of a search per generated node.
fn measure(
    criterion: &mut Criterion,
    group: &str,
    look_ups: &str,
    search: impl Fn(&mut SearchContext<'_>) -> Outcome<Op>,
) {
    let search = || {
        let stop = StopFlag::new();
        let observer = &mut NoObserver;
        search(&mut SearchContext { limits: LIMITS, stop: &stop, observer, scratch: None, seed: 0 }).counters.generated
    };
    let mut group = criterion.benchmark_group(group);
    group.sample_size(10).throughput(Throughput::Elements(search()));
    group.bench_function(look_ups, |bencher| bencher.iter(search));
    group.finish();
}

fn by_look_ups(criterion: &mut Criterion) {
    let goal = Goal::BlankFirst.board(Size::new(5, 5).expect("a size")).expect("a goal");
    let puzzle = Puzzle::<u128>::new(&goal, &OperatorOrder::default()).expect("a board that fits");
    for (look_ups, patterns) in DATABASES {
        let tables = tables::default_folder()
            .map_or_else(Tables::in_memory, |folder| Tables::in_folder(folder, Box::new(NoTableObserver)));
        let patterns = PdbSpec::parse(patterns).expect("patterns");
        let databases = PatternDatabases::new(&puzzle, &patterns, &tables).expect("patterns of this board");
        match IncrementalPdbs::new(&puzzle, databases) {
            Ok(incremental) => bench(criterion, look_ups, &puzzle, &incremental),
            Err(databases) => {
                let multiple = MultiplePdbs::new(databases).expect("regular look-ups of few patterns");
                bench(criterion, look_ups, &puzzle, &multiple);
            }
        }
    }
}

criterion_group!(benches, by_look_ups);
criterion_main!(benches);
