//! IDA* on fixed boards of the Korf 100: nanoseconds per generated node are the inverse of the
//! throughput printed. With Manhattan distance, linear conflict, walking and
//! inversion distance, and the heuristic of Korf and Taylor: every kernel that the processor supports, and the
//! recursion, unrolled and with operators looked up.

#![expect(clippy::expect_used, reason = "a bench may panic")]

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use tilebench_core::{Heuristic, Limits, NoObserver, Outcome, SearchContext, StopFlag, Weight};
use tilebench_heuristics::{
    ConflictLastMovesCornerTiles, IncrementalPdbs, InversionDistance, LinearConflict, PatternDatabases, PdbSpec,
    Tables, WalkingDistance, WalkingInversion, manhattan,
};
use tilebench_kernels::{UnitDelta, batched, grouped, is_available, plain};
use tilebench_puzzle::{Board, Goal, Op, OperatorOrder, Puzzle, Size};
use tilebench_solvers::Side;
use tilebench_solvers::ida_star::{self, EngineFactory, Kernel, solve_recursively};

/// Korf 79 (540,860 nodes with Manhattan distance), 2 (15,300,442) and 4 (62,643,179).
const BOARDS: [(&str, &str); 3] = [
    ("korf-79", "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15"),
    ("korf-2", "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6"),
    ("korf-4", "5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6"),
];

fn generated_nodes(search: impl FnOnce(&mut SearchContext<'_>) -> Outcome<Op>) -> u64 {
    let stop = StopFlag::new();
    search(&mut SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 })
        .counters
        .generated
}

fn puzzle() -> Puzzle<u64> {
    let goal = Goal::BlankFirst.board(Size::new(4, 4).expect("a size")).expect("a goal");
    Puzzle::new(&goal, &OperatorOrder::default()).expect("a board that fits")
}

/// One bench: a board with a kernel, or with the recursion that looks operators up.
fn bench<H: Heuristic<Puzzle<u64>>>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    (puzzle, heuristic): (&Puzzle<u64>, &H),
    (board, tiles): (&str, &str),
    engine: EngineFactory<Puzzle<u64>, H>,
    kernel: Option<Kernel>,
) {
    let start = puzzle.state(&Board::parse(tiles, None).expect("a board")).expect("a solvable board");
    let side = Side { domain: puzzle, heuristic, root: start };
    let search = || {
        generated_nodes(|context| match kernel {
            Some(kernel) => {
                let config = ida_star::Config { kernel, ..ida_star::Config::default() };
                ida_star::solve(side, &config, engine, context)
            }
            None => solve_recursively(side, Weight::ONE, context),
        })
    };
    group.throughput(Throughput::Elements(search()));
    let variant = match kernel {
        Some(Kernel::Plain) => "unrolled".to_owned(),
        Some(kernel) => kernel.to_string(),
        None => "looked up".to_owned(),
    };
    group.bench_function(format!("{board} {variant}"), |bencher| bencher.iter(search));
}

/// All boards with all kernels that the processor supports, and with the recursion that looks operators up.
fn bench_kernels<H: UnitDelta<Puzzle<u64>> + 'static>(
    criterion: &mut Criterion,
    name: &str,
    puzzle: &Puzzle<u64>,
    heuristic: &H,
) {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10);
    for board in BOARDS {
        for (_, kernel) in Kernel::ALL.iter().filter(|(_, kernel)| is_available(*kernel)) {
            bench(&mut group, (puzzle, heuristic), board, batched, Some(*kernel));
        }
        bench(&mut group, (puzzle, heuristic), board, batched, None);
    }
    group.finish();
}

fn by_manhattan(criterion: &mut Criterion) {
    let puzzle = puzzle();
    bench_kernels(criterion, "idastar manhattan", &puzzle, &manhattan(&puzzle));
}

fn by_linear_conflict(criterion: &mut Criterion) {
    let puzzle = puzzle();
    bench_kernels(criterion, "idastar linear-conflict", &puzzle, &LinearConflict::new(&puzzle));
}

fn by_axes(criterion: &mut Criterion) {
    let (puzzle, tables) = (puzzle(), Tables::in_memory());
    bench_kernels(criterion, "idastar walking-distance", &puzzle, &WalkingDistance::new(&puzzle, &tables));
    bench_kernels(criterion, "idastar inversion-distance", &puzzle, &InversionDistance::new(&puzzle));
    bench_kernels(criterion, "idastar walking-inversion", &puzzle, &WalkingInversion::new(&puzzle, &tables));
}

fn by_pairs(criterion: &mut Criterion) {
    let puzzle = puzzle();
    bench_kernels(criterion, "idastar korf-taylor", &puzzle, &ConflictLastMovesCornerTiles::<u64>::new(&puzzle));
}

/// The same tables with every placement ranked from scratch, with placements tracked incrementally, and with groups.
fn by_patterns(criterion: &mut Criterion) {
    let puzzle = puzzle();
    let patterns = PdbSpec::parse("6-6-3+reflected").expect("patterns");
    let tables = Tables::in_memory();
    let databases = || PatternDatabases::new(&puzzle, &patterns, &tables).expect("patterns of this board");
    let (untracked, tracked) = (databases(), IncrementalPdbs::new(&puzzle, databases()).expect("regular look-ups"));
    for (name, kernel) in [("followed", Kernel::Plain), ("by groups", Kernel::Auto)] {
        let mut group = criterion.benchmark_group(format!("idastar pdb-6-6-3+reflected {name}"));
        bench(&mut group, (&puzzle, &tracked), BOARDS[2], grouped, Some(kernel));
        group.finish();
    }
    let mut group = criterion.benchmark_group("idastar pdb-6-6-3+reflected from scratch");
    bench(&mut group, (&puzzle, &untracked), BOARDS[2], plain, Some(Kernel::Plain));
    group.finish();
}

criterion_group!(benches, by_manhattan, by_linear_conflict, by_axes, by_pairs, by_patterns);
criterion_main!(benches);
