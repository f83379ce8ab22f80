//! Heuristics on random 15-puzzle boards: from nothing, and from the parent's value.

#![expect(clippy::expect_used, reason = "a bench may panic")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tilebench_core::{Domain, Heuristic};
use tilebench_heuristics::{
    ConflictCornerTiles, ConflictLastMoves, ConflictLastMovesCornerTiles, LinearConflict, ManhattanCornerTiles,
    ManhattanLastMoves, hamming, manhattan,
};
use tilebench_puzzle::{Generator, Goal, Op, Order, Puzzle, Size};

const STATES: usize = 1 << 12;

fn bench<H: Heuristic<Puzzle<u64>>>(criterion: &mut Criterion, name: &str, make: fn(&Puzzle<u64>) -> H) {
    let goal = Goal::BlankFirst.board(Size::new(4, 4).expect("a size")).expect("a goal");
    let puzzle = Puzzle::<u64>::new(&goal, &Order::default()).expect("a board that fits");
    let heuristic = make(&puzzle);
    let mut generator = Generator::new(1);
    let states: Vec<u64> =
        (0..STATES).map(|_| puzzle.state(&generator.board(&goal)).expect("a solvable board")).collect();
    let steps: Vec<(u64, H::Cache, Op)> = states
        .iter()
        .map(|&state| (state, heuristic.root(&puzzle, state), puzzle.ops(state, puzzle.arrival(state))[0]))
        .collect();
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(STATES as u64));
    group.bench_function("from nothing", |bencher| {
        bencher.iter(|| states.iter().map(|&state| heuristic.estimate(&puzzle, state)).sum::<u32>());
    });
    group.bench_function("from the parent", |bencher| {
        bencher.iter(|| {
            let values = steps.iter().map(|&(state, cache, op)| heuristic.h(heuristic.step(&puzzle, cache, state, op)));
            values.sum::<u32>()
        });
    });
    group.finish();
}

fn heuristics(criterion: &mut Criterion) {
    bench(criterion, "hamming", hamming);
    bench(criterion, "manhattan", manhattan);
    bench(criterion, "linear-conflict", LinearConflict::new);
    bench(criterion, "manhattan+last-moves", ManhattanLastMoves::new);
    bench(criterion, "manhattan+corner-tiles", ManhattanCornerTiles::new);
    bench(criterion, "linear-conflict+last-moves", ConflictLastMoves::new);
    bench(criterion, "linear-conflict+corner-tiles", ConflictCornerTiles::new);
    bench(criterion, "korf-taylor", ConflictLastMovesCornerTiles::new);
}

criterion_group!(benches, heuristics);
criterion_main!(benches);
