//! The structures of best-first search: the open list's heap and buckets, the closed table in one search's use.

#![expect(clippy::expect_used, reason = "a bench may panic")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use tilebench_puzzle::{Generator, Goal, Order, Puzzle, Size};
use tilebench_solvers::best_first::Tie;
use tilebench_solvers::{BinaryHeap, BucketQueue, Entry, Open, Table};

fn puzzle() -> Puzzle<u64> {
    let goal = Goal::BlankFirst.board(Size::new(4, 4).expect("a size")).expect("a goal");
    Puzzle::new(&goal, &Order::default()).expect("a board that fits")
}

/// Packed random boards, the same in every run.
fn states(puzzle: &Puzzle<u64>, count: usize) -> Vec<u64> {
    let mut generator = Generator::new(1);
    (0..count).map(|_| puzzle.state(&generator.board(puzzle.goal())).expect("a solvable board")).collect()
}

/// Puts all keys on a list, at priorities and depths as those of a search, and takes them off.
fn push_and_pop<O: Open<u64>>(keys: &[u64]) {
    let mut open = O::new(Tie::LowG);
    for &key in keys {
        let order = ((key % 97) << 32) | (key % 61);
        assert!(open.reserve_one());
        while open.growth_for(order) > 0 {
            assert!(open.reserve_for(order));
        }
        open.push(Entry { order, key });
    }
    while let Some(key) = open.pop() {
        black_box(key);
    }
}

fn lists(criterion: &mut Criterion) {
    let puzzle = puzzle();
    let keys = states(&puzzle, 1 << 16);
    let mut group = criterion.benchmark_group("lists");
    group.throughput(Throughput::Elements(keys.len() as u64));
    group.bench_function("heap: push 65,536 and pop all", |bencher| {
        bencher.iter(|| push_and_pop::<BinaryHeap<u64>>(&keys));
    });
    group.bench_function("buckets: push 65,536 and pop all", |bencher| {
        bencher.iter(|| push_and_pop::<BucketQueue<u64>>(&keys));
    });
    group.bench_function("table: insert 65,536", |bencher| {
        bencher.iter_batched_ref(
            || Table::new(0u64),
            |table| keys.iter().filter(|&&key| table.insert(key, 1)).count(),
            BatchSize::LargeInput,
        );
    });
    let mut table = Table::new(0u64);
    for &key in &keys {
        table.insert(key, key);
    }
    group.bench_function("table: find 65,536", |bencher| {
        bencher
            .iter(|| keys.iter().filter_map(|&key| table.get(key)).fold(0u64, |sum, &found| sum.wrapping_add(found)));
    });
    group.finish();
}

criterion_group!(benches, lists);
criterion_main!(benches);
