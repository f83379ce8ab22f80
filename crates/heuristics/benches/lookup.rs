//! Look-ups in tables, hot (a few boards repeatedly, whose entries stay in the nearest cache) and cold (a million
//! boards in turn, so that nearly every look-up waits for a farther cache or for memory), and the building of a
//! pattern's table.

#![expect(clippy::expect_used, reason = "a bench may panic")]

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use tilebench_core::{Heuristic, HeuristicExt};
use tilebench_heuristics::{PatternDatabases, PdbSpec, Tables, WalkingDistance};
use tilebench_puzzle::{Generator, Goal, OperatorOrder, Puzzle, Size, Word};

/// By name: the number of boards that are looked up in turn.
const TEMPERATURES: [(&str, usize); 2] = [("hot", 1 << 6), ("cold", 1 << 20)];

/// The number of boards that are looked up per iteration.
const LOOKED_UP: usize = 1 << 14;

fn puzzle<W: Word>(side: usize) -> Puzzle<W> {
    let goal = Goal::BlankFirst.board(Size::new(side, side).expect("a size")).expect("a goal");
    Puzzle::new(&goal, &OperatorOrder::default()).expect("a board that fits")
}

fn patterns(puzzle: &Puzzle<u64>, text: &str) -> PatternDatabases {
    let patterns = PdbSpec::parse(text).expect("patterns");
    PatternDatabases::new(puzzle, &patterns, &Tables::in_memory()).expect("patterns of this board")
}

fn bench<W: Word, H: Heuristic<Puzzle<W>>>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    puzzle: &Puzzle<W>,
    heuristic: &H,
) {
    let mut generator = Generator::new(1);
    for (temperature, count) in TEMPERATURES {
        let boards = (0..count).map(|_| generator.board(puzzle.goal()));
        let states: Vec<W> = boards.map(|board| puzzle.state(&board).expect("a solvable board")).collect();
        let mut turn = states.iter().cycle();
        group.bench_function(format!("{name}, {temperature}"), |bencher| {
            bencher.iter(|| turn.by_ref().take(LOOKED_UP).map(|&state| heuristic.estimate(puzzle, state)).sum::<u32>());
        });
    }
}

fn lookup(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("look-up");
    group.sample_size(20).throughput(Throughput::Elements(LOOKED_UP as u64));
    let small = puzzle::<u64>(4);
    for text in ["5-5-5", "6-6-3"] {
        bench(&mut group, &format!("pdb-{text}"), &small, &patterns(&small, text));
    }
    bench(&mut group, "walking-distance", &small, &WalkingDistance::new(&small, &Tables::in_memory()));
    let large = puzzle::<u128>(5);
    bench(&mut group, "walking-distance 5x5", &large, &WalkingDistance::new(&large, &Tables::in_memory()));
    group.finish();
}

fn build(criterion: &mut Criterion) {
    let puzzle = puzzle::<u64>(4);
    let mut group = criterion.benchmark_group("build");
    group.sample_size(10);
    for (text, placements) in [("1,2,3,4", 16 * 15 * 14 * 13), ("1,2,3,4,5", 16 * 15 * 14 * 13 * 12)] {
        group.throughput(Throughput::Elements(placements));
        group.bench_function(format!("tiles {text} on 4x4"), |bencher| bencher.iter(|| patterns(&puzzle, text)));
    }
    group.finish();
}

criterion_group!(benches, lookup, build);
criterion_main!(benches);
