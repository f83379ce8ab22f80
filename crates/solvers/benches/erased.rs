//! A* over the plain node store with a heuristic whose type is known and with one whose type is erased. Both take turns, so that
//! other programs slow both down alike; printed is the median of the ratios of a turn's times.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a bench may panic, and prints its ratio")]

use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tilebench_core::{Heuristic, Limits, NoObserver, SearchContext, StopFlag};
use tilebench_heuristics::{IncrementalPdbs, LinearConflict, PatternDatabases, PdbSpec, Tables, manhattan};
use tilebench_puzzle::{Board, Goal, OperatorOrder, Puzzle, Size};
use tilebench_solvers::best_first::{self, Config};
use tilebench_solvers::ida_star::recursive_engine;
use tilebench_solvers::{ErasedHeuristic, TypedHeuristic};

/// Korf's board 55.
const BOARD: &str = "13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11";

/// How often both take their turn.
const TURNS: usize = 101;

fn expanded<H: Heuristic<Puzzle<u64>>>(puzzle: &Puzzle<u64>, heuristic: &H, start: u64) -> u64 {
    let stop = StopFlag::new();
    let mut context =
        SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    best_first::solve_plain(puzzle, heuristic, start, Config::default(), &mut context).counters.expanded
}

fn compare<H: Heuristic<Puzzle<u64>> + Send + 'static>(
    criterion: &mut Criterion,
    name: &str,
    puzzle: &Puzzle<u64>,
    make: impl Fn() -> H,
) {
    let start = puzzle.state(&Board::parse(BOARD, None).expect("a board")).expect("a solvable board");
    let known = make();
    let typed = TypedHeuristic::new(make(), recursive_engine);
    let erased = ErasedHeuristic::new(&typed);
    let searches: [&dyn Fn() -> u64; 2] = [&|| expanded(puzzle, &known, start), &|| expanded(puzzle, &erased, start)];
    let nodes = searches[0]();
    assert_eq!(searches[1](), nodes, "both expand the same nodes");
    let seconds = |search: &dyn Fn() -> u64| {
        let begun = Instant::now();
        search();
        begun.elapsed().as_secs_f64()
    };
    let mut ratios = [0.0; TURNS];
    for ratio in &mut ratios {
        let typed = seconds(searches[0]);
        *ratio = seconds(searches[1]) / typed;
    }
    ratios.sort_by(f64::total_cmp);
    println!("{name}: {nodes} expansions, erased / typed: median of the ratios {:.3}", ratios[TURNS / 2]);
    let mut group = criterion.benchmark_group(format!("erased {name}"));
    group.sample_size(10).throughput(Throughput::Elements(nodes));
    group.bench_function("typed", |bencher| bencher.iter(searches[0]));
    group.bench_function("erased", |bencher| bencher.iter(searches[1]));
    group.finish();
}

fn heuristics(criterion: &mut Criterion) {
    let goal = Goal::BlankFirst.board(Size::new(4, 4).expect("a size")).expect("a goal");
    let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).expect("a board that fits");
    compare(criterion, "manhattan", &puzzle, || manhattan(&puzzle));
    compare(criterion, "linear-conflict", &puzzle, || LinearConflict::new(&puzzle));
    let tables = Tables::in_memory();
    compare(criterion, "pdb-5-5-5", &puzzle, || {
        let patterns = PdbSpec::parse("5-5-5").expect("patterns");
        let databases = PatternDatabases::new(&puzzle, &patterns, &tables).expect("patterns of this board");
        IncrementalPdbs::new(&puzzle, databases).expect("regular look-ups")
    });
}

criterion_group!(benches, heuristics);
criterion_main!(benches);
