//! The human strategy and the staged search on random 24-puzzle boards, per board, and the human strategy on a 64x64 board, per move.

#![expect(clippy::expect_used, reason = "a bench may panic")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tilebench_core::{Limits, NoObserver, SearchContext, StopFlag};
use tilebench_methods::TileLayout;
use tilebench_methods::staged::{self, StagePlan};
use tilebench_methods::strategy::{self, BlankRouting};
use tilebench_puzzle::{Generator, Goal, OperatorOrder, Puzzle, Size};

const BOARDS: usize = 100;

fn by_hand(criterion: &mut Criterion) {
    let goal = Goal::BlankFirst.board(Size::new(5, 5).expect("a size")).expect("a goal");
    let puzzle = Puzzle::<u128>::new(&goal, &OperatorOrder::default()).expect("a board that fits");
    let mut generator = Generator::new(1);
    let starts: Vec<u128> =
        (0..BOARDS).map(|_| puzzle.state(&generator.board(&goal)).expect("a solvable board")).collect();
    let stop = StopFlag::new();
    let mut observer = NoObserver;
    let mut context =
        SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut observer, scratch: None, seed: 0 };
    let mut group = criterion.benchmark_group("5x5");
    group.throughput(Throughput::Elements(BOARDS as u64));
    group.bench_function("strategy", |bencher| {
        bencher.iter(|| {
            starts
                .iter()
                .map(|&start| strategy::solve(&puzzle, start, BlankRouting::Shortest, &context).path.len())
                .sum::<usize>()
        });
    });
    group.sample_size(20);
    group.bench_function("staged, rows and columns", |bencher| {
        bencher.iter(|| {
            let solve = |&start| staged::solve(&puzzle, start, StagePlan::RowsColumns, &mut context).path.len();
            starts.iter().map(solve).sum::<usize>()
        });
    });
    group.finish();
}

fn large(criterion: &mut Criterion) {
    let goal = Goal::BlankFirst.board(Size::new(64, 64).expect("a size")).expect("a goal");
    let board = Generator::new(1).board(&goal);
    // Every tile's goal is the cell of its number.
    let goals = board.tiles().iter().map(|tile| usize::from(*tile)).collect();
    let layout = TileLayout { rows: 64, cols: 64, goals, blank_goal: 0 };
    let stop = StopFlag::new();
    let mut observer = NoObserver;
    let context = SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut observer, scratch: None, seed: 0 };
    let solve = || strategy::solve_layout(&layout, BlankRouting::Shortest, &context).path.len();
    let mut group = criterion.benchmark_group("64x64");
    group.sample_size(10).throughput(Throughput::Elements(solve() as u64));
    group.bench_function("strategy", |bencher| bencher.iter(solve));
    group.finish();
}

criterion_group!(benches, by_hand, large);
criterion_main!(benches);
