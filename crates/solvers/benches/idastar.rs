//! IDA* on fixed boards of the Korf 100: nanoseconds a generated node are the inverse of the
//! throughput printed. The unrolled recursion beside the one that looks operators up.

#![expect(clippy::expect_used, reason = "a bench may panic")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tilebench_core::{Control, Heuristic, Limits, NoObserver, Outcome, StopFlag, Weight};
use tilebench_heuristics::{LinearConflict, manhattan};
use tilebench_puzzle::{Board, Goal, Op, Order, Puzzle, Size};
use tilebench_solvers::idastar::{solve, solve_plainly};

/// Korf 79 (540,860 nodes with Manhattan distance) and 2 (15,300,442).
const BOARDS: [(&str, &str); 2] =
    [("korf-79", "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15"), ("korf-2", "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6")];

fn with_control(search: impl FnOnce(&mut Control<'_>) -> Outcome<Op>) -> u64 {
    let stop = StopFlag::new();
    search(&mut Control { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver }).counters.generated
}

fn bench_heuristic<H: Heuristic<Puzzle<u64>>>(criterion: &mut Criterion, name: &str, make: fn(&Puzzle<u64>) -> H) {
    let goal = Goal::BlankFirst.board(Size::new(4, 4).expect("a size")).expect("a goal");
    let puzzle = Puzzle::<u64>::new(&goal, &Order::default()).expect("a board that fits");
    let heuristic = make(&puzzle);
    let mut group = criterion.benchmark_group(format!("idastar {name}"));
    group.sample_size(20);
    for (board, tiles) in BOARDS {
        let start = puzzle.state(&Board::parse(tiles, None).expect("a board")).expect("a solvable board");
        let nodes = with_control(|control| solve(&puzzle, &heuristic, start, Weight::ONE, control));
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("{board} unrolled"), |bencher| {
            bencher.iter(|| with_control(|control| solve(&puzzle, &heuristic, start, Weight::ONE, control)));
        });
        group.bench_function(format!("{board} looked up"), |bencher| {
            bencher.iter(|| with_control(|control| solve_plainly(&puzzle, &heuristic, start, Weight::ONE, control)));
        });
    }
    group.finish();
}

fn idastar(criterion: &mut Criterion) {
    bench_heuristic(criterion, "manhattan", manhattan);
    bench_heuristic(criterion, "linear-conflict", LinearConflict::new);
}

criterion_group!(benches, idastar);
criterion_main!(benches);
