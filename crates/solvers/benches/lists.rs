//! The structures of best-first search: the open list's heap and buckets, the closed table in one search's use.

#![expect(clippy::expect_used, reason = "a bench may panic")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use tilebench_puzzle::{Generator, Goal, OperatorOrder, Puzzle, Size};
use tilebench_solvers::{BucketIndex, BucketList, OpenList, StateTable, TieBreak};

fn puzzle() -> Puzzle<u64> {
    let goal = Goal::BlankFirst.board(Size::new(4, 4).expect("a size")).expect("a goal");
    Puzzle::new(&goal, &OperatorOrder::default()).expect("a board that fits")
}

/// Packed random boards, the same in every run.
fn states(puzzle: &Puzzle<u64>, count: usize) -> Vec<u64> {
    let mut generator = Generator::new(1);
    (0..count).map(|_| puzzle.state(&generator.board(puzzle.goal())).expect("a solvable board")).collect()
}

/// Puts all keys on a list, at priorities and depths as those of a search, and takes them off.
fn push_and_take(open: &mut BucketList<u64>, keys: &[u64]) {
    for &key in keys {
        let order = ((key % 97) << 32) | (key % 61);
        while !open.push(order, key) {
            assert!(open.grow(order));
        }
    }
    let mut taken = Vec::new();
    while open.pop_batch(16, &mut taken).is_some() {
        black_box(&mut taken).clear();
    }
}

fn lists(criterion: &mut Criterion) {
    let puzzle = puzzle();
    let keys = states(&puzzle, 1 << 16);
    let mut group = criterion.benchmark_group("lists");
    group.throughput(Throughput::Elements(keys.len() as u64));
    group.bench_function("heap of buckets: push 65,536 and take all", |bencher| {
        bencher.iter(|| push_and_take(&mut BucketList::new(BucketIndex::Heap, TieBreak::LowG), &keys));
    });
    group.bench_function("array of buckets: push 65,536 and take all", |bencher| {
        bencher.iter(|| push_and_take(&mut BucketList::new(BucketIndex::Array, TieBreak::LowG), &keys));
    });
    group.bench_function("table: insert 65,536", |bencher| {
        bencher.iter_batched_ref(
            || StateTable::new(0u64),
            |table| keys.iter().filter(|&&key| table.insert(key, 1)).count(),
            BatchSize::LargeInput,
        );
    });
    let mut table = StateTable::new(0u64);
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
