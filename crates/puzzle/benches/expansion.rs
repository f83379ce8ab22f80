//! Expansion of random boards: every operator but the inverse of the last one is applied, and the successor packed.

#![expect(clippy::expect_used, reason = "a bench may panic")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tilebench_core::Domain;
use tilebench_puzzle::{Generator, Goal, OperatorOrder, Puzzle, Size, Word};

/// The number of boards. It is large, so that branches on the blank's cell are not predictable.
const STATES: usize = 1 << 12;

fn bench<W: Word>(criterion: &mut Criterion, side: usize) {
    let goal = Goal::BlankFirst.board(Size::new(side, side).expect("a size")).expect("a goal");
    let puzzle = Puzzle::<W>::new(&goal, &OperatorOrder::default()).expect("a board that fits");
    let mut generator = Generator::new(1);
    let states: Vec<W> =
        (0..STATES).map(|_| puzzle.state(&generator.board(&goal)).expect("a solvable board")).collect();
    let expand = |state: W| {
        let ops = puzzle.ops(state, puzzle.root_op(state));
        for &op in ops {
            black_box(puzzle.pack(puzzle.apply(state, op)));
        }
        ops.len() as u64
    };
    let mut group = criterion.benchmark_group("expansion");
    group.throughput(Throughput::Elements(states.iter().map(|&state| expand(state)).sum()));
    group.bench_function(format!("{side}x{side}, successors"), |bencher| {
        bencher.iter(|| states.iter().map(|&state| expand(state)).sum::<u64>());
    });
    group.finish();
}

fn expansion(criterion: &mut Criterion) {
    bench::<u64>(criterion, 4);
    bench::<u128>(criterion, 5);
}

criterion_group!(benches, expansion);
criterion_main!(benches);
