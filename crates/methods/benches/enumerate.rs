//! Counts of boards by distance: whole spaces in one bit per board, and the first depths of the 15-puzzle.

#![expect(clippy::expect_used, reason = "a bench may panic")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tilebench_core::{Limits, NoObserver, SearchContext, StopFlag};
use tilebench_methods::enumerate::{EnumerationMethod, count_states};
use tilebench_puzzle::{Goal, Metric, OperatorOrder, Puzzle, Size};

/// Counts the boards of a size within limits.
fn boards(size: (usize, usize), method: EnumerationMethod, metric: Metric, jobs: usize, limits: Limits) -> u64 {
    let goal = Goal::BlankFirst.board(Size::new(size.0, size.1).expect("a size")).expect("a goal");
    let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).expect("a board that fits");
    let start = puzzle.state(&goal).expect("the goal");
    let stop = StopFlag::new();
    let context = SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    let mut boards = 0;
    count_states(&puzzle, start, method, metric, jobs, &context, &mut |_, states| boards += states);
    boards
}

fn enumerate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("enumerate");
    group.sample_size(10);
    let in_memory = Limits { disk: 0, ..Limits::NONE };
    let on_disk = Limits { bytes: 64 << 20, depth: 23, ..Limits::NONE };
    for (name, size, method, metric, limits) in [
        ("ranked, 3x3", (3, 3), EnumerationMethod::Ranked, Metric::Single, in_memory),
        ("ranked, 3x4", (3, 4), EnumerationMethod::Ranked, Metric::Single, in_memory),
        (
            "frontier, 4x4 to depth 23, in memory",
            (4, 4),
            EnumerationMethod::Frontier,
            Metric::Single,
            Limits { depth: 23, ..in_memory },
        ),
        ("frontier, 4x4 to depth 23, 64 MiB and disk", (4, 4), EnumerationMethod::Frontier, Metric::Single, on_disk),
        ("ranked, 3x4, slides", (3, 4), EnumerationMethod::Ranked, Metric::Multi, in_memory),
        (
            "frontier, 4x4 to depth 12, slides, in memory",
            (4, 4),
            EnumerationMethod::Frontier,
            Metric::Multi,
            Limits { depth: 12, ..in_memory },
        ),
    ] {
        group.throughput(Throughput::Elements(boards(size, method, metric, 2, limits)));
        for jobs in [1, 2] {
            group.bench_function(format!("{name}, {jobs} threads"), |bencher| {
                bencher.iter(|| boards(size, method, metric, jobs, limits));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, enumerate);
criterion_main!(benches);
