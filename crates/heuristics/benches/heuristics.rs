//! Heuristics on random 15-puzzle boards: from scratch, and from the parent's value. Walking distance also on 24-puzzle
//! boards, for which it uses another kind of table.

#![expect(clippy::expect_used, reason = "a bench may panic")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tilebench_core::{Domain, Heuristic, HeuristicExt};
use tilebench_heuristics::{
    ConflictCornerTiles, ConflictLastMoves, ConflictLastMovesCornerTiles, IncrementalPdbs, InversionDistance,
    LinearConflict, ManhattanCornerTiles, ManhattanLastMoves, PatternDatabases, PdbSpec, ReversedPairs, Sum, Tables,
    WalkingDistance, WalkingInversion, hamming, manhattan,
};
use tilebench_puzzle::{Generator, Goal, Op, OperatorOrder, Puzzle, Size, Word};

const STATES: usize = 1 << 12;

fn bench<H: Heuristic<Puzzle<u64>>>(criterion: &mut Criterion, name: &str, make: impl Fn(&Puzzle<u64>) -> H) {
    bench_on::<u64, H>(criterion, name, 4, make);
}

fn bench_on<W: Word, H: Heuristic<Puzzle<W>>>(
    criterion: &mut Criterion,
    name: &str,
    side: usize,
    make: impl Fn(&Puzzle<W>) -> H,
) {
    let goal = Goal::BlankFirst.board(Size::new(side, side).expect("a size")).expect("a goal");
    let puzzle = Puzzle::<W>::new(&goal, &OperatorOrder::default()).expect("a board that fits");
    let heuristic = make(&puzzle);
    let mut generator = Generator::new(1);
    let states: Vec<W> =
        (0..STATES).map(|_| puzzle.state(&generator.board(&goal)).expect("a solvable board")).collect();
    let steps: Vec<(W, H::Cache, Op)> = states
        .iter()
        .map(|&state| (state, heuristic.initial(&puzzle, state), puzzle.ops(state, puzzle.root_op(state))[0]))
        .collect();
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(STATES as u64));
    group.bench_function("from scratch", |bencher| {
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
    bench(criterion, "inversion-distance", InversionDistance::new);
    bench(criterion, "reversed-pairs", ReversedPairs::new);
    let tables = Tables::in_memory();
    bench(criterion, "walking-distance", |puzzle| WalkingDistance::new(puzzle, &tables));
    bench(criterion, "walking-inversion", |puzzle| WalkingInversion::new(puzzle, &tables));
    bench(criterion, "walking-distance+pairs", |puzzle| {
        Sum(WalkingDistance::new(puzzle, &tables), ReversedPairs::new(puzzle))
    });
    bench_on::<u128, _>(criterion, "walking-distance 5x5", 5, |puzzle| WalkingDistance::new(puzzle, &tables));
    for text in ["6-6-3", "6-6-3+reflected", "6-6-3+reflected+dual"] {
        let patterns = PdbSpec::parse(text).expect("patterns");
        bench(criterion, &format!("pdb-{text}"), |puzzle| {
            PatternDatabases::new(puzzle, &patterns, &tables).expect("patterns of this board")
        });
        if !text.ends_with("dual") {
            bench(criterion, &format!("pdb-{text} tracked"), |puzzle| {
                let databases = PatternDatabases::new(puzzle, &patterns, &tables).expect("patterns of this board");
                IncrementalPdbs::new(puzzle, databases).expect("regular look-ups")
            });
        }
    }
}

criterion_group!(benches, heuristics);
criterion_main!(benches);
