//! Whole searches by A* and weighted A*, with each way to keep their lists, side by side.
//!
//! Measured is the processor time of the thread, the system's part of it for fresh memory included, so that
//! other programs matter less. A rate is expansions a second.

#![expect(clippy::expect_used, reason = "a bench may panic")]

use std::time::Duration;

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rustix::time::{ClockId, clock_gettime};
use tilebench_core::{Counters, Limits, NoObserver, SearchContext, StopFlag, Weight};
use tilebench_heuristics::manhattan;
use tilebench_puzzle::{Board, Goal, OperatorOrder, Puzzle, Size};
use tilebench_solvers::best_first::{self, Config, Priority, Queue};

/// The processor time of the thread.
struct ProcessorTime;

impl ProcessorTime {
    fn now() -> Duration {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::try_from(time).expect("a time since the thread began")
    }
}

impl Measurement for ProcessorTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        Self::now()
    }

    fn end(&self, start: Duration) -> Duration {
        Self::now().saturating_sub(start)
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        WallTime.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

/// Korf's boards 1, 55 and 2: with w = 1 the second fits into 16 MiB, the third into 512 MiB, whatever the lists.
const BOARDS: [(&str, &str, &str); 3] = [
    ("weighted A*, w = 2, Korf 1", "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "2"),
    ("A*, Korf 55", "13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11", "1"),
    ("A*, Korf 2", "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", "1"),
];

fn searches(criterion: &mut Criterion<ProcessorTime>) {
    let goal = Goal::BlankFirst.board(Size::new(4, 4).expect("a size")).expect("a goal");
    let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).expect("a board that fits");
    let heuristic = manhattan(&puzzle);
    let mut group = criterion.benchmark_group("best-first");
    group.sample_size(10);
    for (name, board, weight) in BOARDS {
        let start = puzzle.state(&Board::parse(board, None).expect("a board")).expect("a solvable board");
        let weight = weight.parse::<Weight>().expect("a weight");
        let heap = Config { priority: Priority::F(weight), ..Config::default() };
        let bucket = Config { queue: Queue::Bucket, ..heap };
        let stop = StopFlag::new();
        let search = |solve: &dyn Fn(&mut SearchContext<'_>) -> Counters| {
            solve(&mut SearchContext {
                limits: Limits::NONE,
                stop: &stop,
                observer: &mut NoObserver,
                scratch: None,
                seed: 0,
            })
            .expanded
        };
        let plain =
            |config| search(&|context| best_first::solve_plain(&puzzle, &heuristic, start, config, context).counters);
        let packed =
            |config| search(&|context| best_first::solve_packed(&puzzle, &heuristic, start, config, context).counters);
        let rows: [(&str, &dyn Fn() -> u64); 4] = [
            ("plain, heap", &|| plain(heap)),
            ("plain, bucket", &|| plain(bucket)),
            ("packed, heap", &|| packed(heap)),
            ("packed, bucket", &|| packed(bucket)),
        ];
        for (lists, run) in rows {
            group.throughput(Throughput::Elements(run()));
            group.bench_function(format!("{name}, {lists}"), |bencher| bencher.iter(run));
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(ProcessorTime);
    targets = searches
}
criterion_main!(benches);
