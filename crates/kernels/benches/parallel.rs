//! IDA* with two threads compared with one on fixed 15-puzzles: Korf 4, 1, 14 and 88 of the Korf 100, and one of the boards
//! that need 80 moves. First both take turns, so that other load on the machine affects both alike: printed are the ratio of
//! their minimum times and the overhead of sharing in processor time. Tables are kept in the folder of the program
//! (`TILEBENCH_TABLES`, or the cache folder).

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a bench may panic, and prints its measurements")]

use std::fs;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tilebench_core::{Heuristic, Limits, NoObserver, SearchContext, StopFlag};
use tilebench_heuristics::{
    IncrementalPdbs, LinearConflict, NoTableObserver, PatternDatabases, PdbSpec, Tables, manhattan, tables,
};
use tilebench_kernels::{batched, grouped};
use tilebench_puzzle::{Board, Goal, OperatorOrder, Puzzle, Size};
use tilebench_solvers::Side;
use tilebench_solvers::ida_star::{self, EngineFactory, Threads};

/// With Manhattan distance 62,643,179 nodes, 276,361,933 and 1,369,596,778.
const KORF: [(&str, &str); 3] = [
    ("korf-4", "5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6"),
    ("korf-1", "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"),
    ("korf-14", "7 6 8 1 11 5 14 10 3 4 9 13 15 2 0 12"),
];

/// With linear conflict the other instances are solved too fast to measure the effect of threads.
const LINEAR_CONFLICT_BOARD: (&str, &str) = ("korf-88", "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4");

/// Its goal has the blank last.
const HARDEST: (&str, &str) = ("hardest-1", "0 11 9 13 12 15 10 14 3 7 6 2 4 8 5 1");

/// The variants take turns for at least this time and this number of turns: on a machine with other load only the
/// minimum time is reliable.
const MIN_DURATION: Duration = Duration::from_secs(15);
const MIN_TURNS: u32 = 5;

fn puzzle(goal: &Goal) -> Puzzle<u64> {
    let goal = goal.board(Size::new(4, 4).expect("a size")).expect("a goal");
    Puzzle::new(&goal, &OperatorOrder::default()).expect("a board that fits")
}

/// The processor time of this process until now, in hundredths of a second; zero if the system does not report it.
fn processor_time() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let times = stat.rsplit_once(") ").map_or("", |(_, rest)| rest).split(' ').skip(11).take(2);
    Duration::from_millis(10) * times.filter_map(|time| time.parse::<u32>().ok()).sum()
}

/// Compares one thread with two deterministic ones, and with two nondeterministic ones.
fn compare<H: Heuristic<Puzzle<u64>>>(
    criterion: &mut Criterion,
    name: &str,
    (puzzle, heuristic, engine): (&Puzzle<u64>, &H, EngineFactory<Puzzle<u64>, H>),
    (board, tiles): (&str, &str),
) {
    let start = puzzle.state(&Board::parse(tiles, None).expect("a board")).expect("a solvable board");
    let search = |count, deterministic| {
        let stop = StopFlag::new();
        let mut context =
            SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
        let threads = Threads { count, deterministic };
        let side = Side { domain: puzzle, heuristic, root: start };
        let config = ida_star::Config { threads, ..ida_star::Config::default() };
        ida_star::solve(side, &config, engine, &mut context).counters.generated
    };
    let nodes = search(1, true);
    assert_eq!(search(2, true), nodes, "the counts of two threads");
    let variants = [(1, true), (2, true), (2, false)];
    let mut min_times = variants.map(|_| Duration::MAX);
    let mut processor_times = variants.map(|_| Duration::ZERO);
    let (started, mut turns) = (Instant::now(), 0);
    while turns < MIN_TURNS || started.elapsed() < MIN_DURATION {
        turns += 1;
        for (at, (count, deterministic)) in variants.into_iter().enumerate() {
            let (processor_start, start) = (processor_time(), Instant::now());
            search(count, deterministic);
            min_times[at] = min_times[at].min(start.elapsed());
            processor_times[at] += processor_time().saturating_sub(processor_start);
        }
    }
    let [one, two, nondeterministic] = min_times.map(|time| time.as_secs_f64());
    let [one_processor, two_processor, _] = processor_times.map(|time| time.as_secs_f64());
    println!(
        "{name} {board}: {nodes} nodes, {one:.3} s alone, {two:.3} s by two: {:.2} times as fast, {:.3} of the \
         processor time; {:.2} times to the first goal found",
        one / two,
        two_processor / one_processor,
        one / nondeterministic
    );
    let mut group = criterion.benchmark_group(format!("parallel {name}"));
    group.sample_size(10).throughput(Throughput::Elements(nodes));
    for count in [1, 2] {
        group.bench_function(format!("{board} {count} threads"), |bencher| bencher.iter(|| search(count, true)));
    }
    group.finish();
}

fn by_manhattan(criterion: &mut Criterion) {
    let puzzle = puzzle(&Goal::BlankFirst);
    let heuristic = manhattan(&puzzle);
    for board in KORF {
        compare(criterion, "manhattan", (&puzzle, &heuristic, batched), board);
    }
}

fn by_linear_conflict(criterion: &mut Criterion) {
    let puzzle = puzzle(&Goal::BlankFirst);
    let heuristic = LinearConflict::new(&puzzle);
    for board in [KORF[2], LINEAR_CONFLICT_BOARD] {
        compare(criterion, "linear-conflict", (&puzzle, &heuristic, batched), board);
    }
}

fn by_patterns(criterion: &mut Criterion) {
    let puzzle = puzzle(&Goal::BlankLast);
    let tables = tables::default_folder()
        .map_or_else(Tables::in_memory, |folder| Tables::in_folder(folder, Box::new(NoTableObserver)));
    let patterns = PdbSpec::parse("7-8+reflected").expect("patterns");
    let databases = PatternDatabases::new(&puzzle, &patterns, &tables).expect("patterns of this board");
    let heuristic = IncrementalPdbs::new(&puzzle, databases).expect("regular look-ups");
    compare(criterion, "pdb-7-8+reflected", (&puzzle, &heuristic, grouped), HARDEST);
}

criterion_group!(benches, by_manhattan, by_linear_conflict, by_patterns);
criterion_main!(benches);
