//! One fixed search, for `scripts/instructions.sh` to count the instructions of: `instructions NAME` prints how many
//! nodes were generated. With a second argument it searches from a board next to the goal, which measures the program
//! around the search. Without arguments it lists the names.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a program of its own, for one script")]

use tilebench_core::{Limits, NoObserver, SearchContext, StopFlag};
use tilebench_heuristics::{LinearConflict, NoTableObserver, PruningTable, TableSpec, manhattan};
use tilebench_kernels::{UnitDelta, batched};
use tilebench_puzzle::{Board, Goal, OperatorOrder, Puzzle};
use tilebench_solvers::best_first::{self, Config, Queue};
use tilebench_solvers::ida_star::{self, Kernel};
use tilebench_solvers::{ErasedHeuristic, Side, TypedHeuristic, bfs};

/// Korf 79, 540,860 nodes by IDA* with Manhattan distance, and one of the two hardest boards of 3x3.
const HARD: [&str; 2] = ["0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", "8 6 7 2 5 4 3 0 1"];
const NEAR: [&str; 2] = ["1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "1 0 2 3 4 5 6 7 8"];

/// From a board and the context to the nodes generated.
type Search = fn(&Puzzle<u64>, u64, &mut SearchContext<'_>) -> u64;

/// The searches by name, each with the index of its board.
const SEARCHES: [(&str, usize, Search); 14] = [
    ("idastar-manhattan-recursion", 0, |puzzle, start, context| {
        solve_ida_star(Kernel::Plain, puzzle, &manhattan(puzzle), start, context)
    }),
    ("idastar-manhattan-portable", 0, |puzzle, start, context| {
        solve_ida_star(Kernel::Portable, puzzle, &manhattan(puzzle), start, context)
    }),
    ("idastar-manhattan-recursion-prune-14", 0, |puzzle, start, context| {
        solve_pruned(Kernel::Plain, puzzle, &manhattan(puzzle), start, context)
    }),
    ("idastar-manhattan-portable-prune-14", 0, |puzzle, start, context| {
        solve_pruned(Kernel::Portable, puzzle, &manhattan(puzzle), start, context)
    }),
    ("idastar-linear-conflict-prune-14", 0, |puzzle, start, context| {
        solve_pruned(Kernel::Plain, puzzle, &LinearConflict::new(puzzle), start, context)
    }),
    ("idastar-linear-conflict", 0, |puzzle, start, context| {
        solve_ida_star(Kernel::Plain, puzzle, &LinearConflict::new(puzzle), start, context)
    }),
    ("astar-linear-conflict-heap", 0, |puzzle, start, context| {
        best_first::solve_packed(puzzle, &LinearConflict::new(puzzle), start, config(Queue::Heap), context)
            .counters
            .generated
    }),
    ("astar-linear-conflict-bucket", 0, |puzzle, start, context| {
        best_first::solve_packed(puzzle, &LinearConflict::new(puzzle), start, config(Queue::Bucket), context)
            .counters
            .generated
    }),
    ("astar-linear-conflict-plain-heap", 0, |puzzle, start, context| {
        best_first::solve_plain(puzzle, &LinearConflict::new(puzzle), start, config(Queue::Heap), context)
            .counters
            .generated
    }),
    ("astar-linear-conflict-plain-bucket", 0, |puzzle, start, context| {
        best_first::solve_plain(puzzle, &LinearConflict::new(puzzle), start, config(Queue::Bucket), context)
            .counters
            .generated
    }),
    ("astar-linear-conflict-plain-erased", 0, |puzzle, start, context| {
        let typed = TypedHeuristic::new(LinearConflict::new(puzzle), batched);
        best_first::solve_plain(puzzle, &ErasedHeuristic::new(&typed), start, config(Queue::Heap), context)
            .counters
            .generated
    }),
    ("astar-manhattan-plain-erased-3x3", 1, |puzzle, start, context| {
        let typed = TypedHeuristic::new(manhattan(puzzle), batched);
        best_first::solve_plain(puzzle, &ErasedHeuristic::new(&typed), start, config(Queue::Heap), context)
            .counters
            .generated
    }),
    ("astar-manhattan-plain-heap-3x3", 1, |puzzle, start, context| {
        best_first::solve_plain(puzzle, &manhattan(puzzle), start, config(Queue::Heap), context).counters.generated
    }),
    ("bfs-3x3", 1, |puzzle, start, context| bfs::solve(puzzle, start, context).counters.generated),
];

fn solve_ida_star<H: UnitDelta<Puzzle<u64>> + 'static>(
    kernel: Kernel,
    puzzle: &Puzzle<u64>,
    heuristic: &H,
    start: u64,
    context: &mut SearchContext<'_>,
) -> u64 {
    let side = Side { domain: puzzle, heuristic, root: start };
    let config = ida_star::Config { kernel, ..ida_star::Config::default() };
    ida_star::solve(side, &config, batched, context).counters.generated
}

/// The same without duplicate strings of up to 14 moves.
fn solve_pruned<H: UnitDelta<Puzzle<u64>> + 'static>(
    kernel: Kernel,
    puzzle: &Puzzle<u64>,
    heuristic: &H,
    start: u64,
    context: &mut SearchContext<'_>,
) -> u64 {
    let side = Side { domain: puzzle, heuristic, root: start };
    let automaton = PruningTable { size: puzzle.size(), depth: 14 }.build(&NoTableObserver);
    let config =
        ida_star::Config { kernel, prune: Some(14), automaton: Some(&automaton), ..ida_star::Config::default() };
    ida_star::solve(side, &config, batched, context).counters.generated
}

/// A* with this open list.
fn config(queue: Queue) -> Config {
    Config { queue, ..Config::default() }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(name) = arguments.next() else {
        for (name, ..) in SEARCHES {
            println!("{name}");
        }
        return;
    };
    let boards = if arguments.next().is_some() { NEAR } else { HARD };
    let found = SEARCHES.into_iter().find(|(other, ..)| *other == name);
    let (_, board, search) = found.expect("a name that is listed without arguments");
    let board = Board::parse(boards[board], None).expect("a board");
    let goal = Goal::BlankFirst.board(board.size()).expect("a goal");
    let puzzle = Puzzle::new(&goal, &OperatorOrder::default()).expect("a board that fits");
    let stop = StopFlag::new();
    let mut context =
        SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    println!("{}", search(&puzzle, puzzle.state(&board).expect("a solvable board"), &mut context));
}
