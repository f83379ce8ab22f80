//! One fixed search, for `scripts/performance.sh` to simulate the caches and branches of: `misses NAME` prints how many
//! nodes were generated and expanded. `misses NAME small` searches a board of fewer nodes, and `misses NAME near` one that
//! is a move from the goal, which measures the program around the search, including the mapping of tables. Without arguments
//! it lists the names.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a program of its own, for one script")]

use tilebench_core::{Counters, Heuristic, Limits, NoObserver, SearchContext, StopFlag};
use tilebench_heuristics::{
    IncrementalPdbs, LinearConflict, NoTableObserver, PatternDatabases, PdbSpec, Tables, manhattan, tables,
};
use tilebench_kernels::{batched, grouped};
use tilebench_puzzle::{Board, Goal, OperatorOrder, Puzzle};
use tilebench_solvers::Side;
use tilebench_solvers::best_first::{self, Config, Queue};
use tilebench_solvers::ida_star::{self, EngineFactory, Kernel};

/// Korf 28, 31 and 88.
const LARGE: [&str; 3] = [
    "13 14 6 12 4 5 1 0 9 3 10 2 15 11 8 7",
    "12 8 15 13 1 0 5 4 6 3 2 11 9 7 14 10",
    "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4",
];
/// Korf 79.
const SMALL: &str = "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15";
const NEAR: &str = "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15";

/// From a board and the context to the counts.
type Search = fn(&Puzzle<u64>, u64, &mut SearchContext<'_>) -> Counters;

/// The searches by name, each with the index of its large board.
const SEARCHES: [(&str, usize, Search); 11] = [
    ("idastar manhattan, recursion", 0, |puzzle, start, context| {
        solve_ida_star(batched, Kernel::Plain, puzzle, &manhattan(puzzle), start, context)
    }),
    ("idastar manhattan, portable", 0, |puzzle, start, context| {
        solve_ida_star(batched, Kernel::Portable, puzzle, &manhattan(puzzle), start, context)
    }),
    ("idastar manhattan, avx2", 0, |puzzle, start, context| {
        solve_ida_star(batched, Kernel::Avx2, puzzle, &manhattan(puzzle), start, context)
    }),
    ("idastar linear-conflict, portable", 0, |puzzle, start, context| {
        solve_ida_star(batched, Kernel::Portable, puzzle, &LinearConflict::new(puzzle), start, context)
    }),
    ("idastar linear-conflict, avx2", 0, |puzzle, start, context| {
        solve_ida_star(batched, Kernel::Avx2, puzzle, &LinearConflict::new(puzzle), start, context)
    }),
    ("idastar pdb-6-6-3+reflected", 2, |puzzle, start, context| {
        solve_ida_star(grouped, Kernel::Auto, puzzle, &patterns(puzzle, "6-6-3+reflected"), start, context)
    }),
    ("idastar pdb-7-8+reflected", 2, |puzzle, start, context| {
        solve_ida_star(grouped, Kernel::Auto, puzzle, &patterns(puzzle, "7-8+reflected"), start, context)
    }),
    ("astar manhattan, plain, heap", 1, |puzzle, start, context| plain(Queue::Heap, puzzle, start, context)),
    ("astar manhattan, plain, bucket", 1, |puzzle, start, context| plain(Queue::Bucket, puzzle, start, context)),
    ("astar manhattan, packed, heap", 1, |puzzle, start, context| packed(Queue::Heap, puzzle, start, context)),
    ("astar manhattan, packed, bucket", 1, |puzzle, start, context| packed(Queue::Bucket, puzzle, start, context)),
];

fn solve_ida_star<H: Heuristic<Puzzle<u64>>>(
    engine: EngineFactory<Puzzle<u64>, H>,
    kernel: Kernel,
    puzzle: &Puzzle<u64>,
    heuristic: &H,
    start: u64,
    context: &mut SearchContext<'_>,
) -> Counters {
    let side = Side { domain: puzzle, heuristic, root: start };
    let config = ida_star::Config { kernel, ..ida_star::Config::default() };
    ida_star::solve(side, &config, engine, context).counters
}

fn plain(queue: Queue, puzzle: &Puzzle<u64>, start: u64, context: &mut SearchContext<'_>) -> Counters {
    let config = Config { queue, ..Config::default() };
    best_first::solve_plain(puzzle, &manhattan(puzzle), start, config, context).counters
}

fn packed(queue: Queue, puzzle: &Puzzle<u64>, start: u64, context: &mut SearchContext<'_>) -> Counters {
    let config = Config { queue, ..Config::default() };
    best_first::solve_packed(puzzle, &manhattan(puzzle), start, config, context).counters
}

/// Uses the tables of the cache folder, so that building them is not counted.
fn patterns(puzzle: &Puzzle<u64>, text: &str) -> IncrementalPdbs {
    let tables = tables::default_folder()
        .map_or_else(Tables::in_memory, |folder| Tables::in_folder(folder, Box::new(NoTableObserver)));
    let patterns = PdbSpec::parse(text).expect("patterns");
    let databases = PatternDatabases::new(puzzle, &patterns, &tables).expect("patterns of this board");
    IncrementalPdbs::new(puzzle, databases).expect("regular look-ups")
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(name) = arguments.next() else {
        for (name, ..) in SEARCHES {
            println!("{name}");
        }
        return;
    };
    let found = SEARCHES.into_iter().find(|(other, ..)| *other == name);
    let (_, board, search) = found.expect("a name that is listed without arguments");
    let tiles = match arguments.next().as_deref() {
        Some("small") => SMALL,
        Some("near") => NEAR,
        _ => LARGE[board],
    };
    let board = Board::parse(tiles, None).expect("a board");
    let goal = Goal::BlankFirst.board(board.size()).expect("a goal");
    let puzzle = Puzzle::new(&goal, &OperatorOrder::default()).expect("a board that fits");
    let stop = StopFlag::new();
    let mut context =
        SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    let counters = search(&puzzle, puzzle.state(&board).expect("a solvable board"), &mut context);
    println!("{} {}", counters.generated, counters.expanded);
}
