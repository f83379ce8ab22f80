//! Several threads count, find and stop as one does, in every engine.

use proptest::prelude::*;
use tilebench_core::{
    Blind, Cost, Counters, Domain, Heuristic, Limits, NoObserver, Outcome, SearchContext, StopFlag, Termination, Weight,
};
use tilebench_heuristics::{IncrementalPdbs, InversionDistance, LinearConflict, PatternDatabases, PdbSpec, manhattan};
use tilebench_puzzle::{Board, Generator, Goal, Op, OperatorOrder, Puzzle, Size};

use tilebench_solvers::Side;
use tilebench_solvers::ida_star::{Kernel, RecursiveEngine, Threads, Tuning, WorkerPool, ida_star};

use crate::batched::BatchedEngine;
use crate::engine;
use crate::grouped::TUNING;
use crate::testing::{BatchEngines, IterationLog, TABLES, assert_stops_at_once, hard_board, solve, solve_plainly};

/// Chunks so small that small searches cover every case.
const TINY: Tuning = Tuning { min_iteration: 0, min_chunk: 64, min_split: 16, max_subtree: 20, min_unit: 32 };

/// The events of an observer, and the result of a search without its bytes.
type SearchTrace = (Outcome<Op>, Vec<(Cost, Counters)>);

/// Runs `search` under `limits`, checks that it respects them, and returns its trace.
fn trace(limits: Limits, search: impl FnOnce(&mut SearchContext<'_>) -> Outcome<Op>) -> SearchTrace {
    let mut iterations = IterationLog::default();
    let outcome = search(&mut SearchContext {
        limits,
        stop: &StopFlag::new(),
        observer: &mut iterations,
        scratch: None,
        seed: 0,
    });
    assert!(outcome.counters.peak_bytes <= limits.bytes, "{} bytes", outcome.counters.peak_bytes);
    assert!(outcome.counters.generated <= limits.generated.max(1), "{:?}", outcome.counters);
    (Outcome { counters: Counters { peak_bytes: 0, ..outcome.counters }, ..outcome }, iterations.0)
}

/// A pool that shares the recursion with chunk sizes given by `tuning`.
fn pool(count: usize, deterministic: bool, tuning: Tuning) -> WorkerPool {
    let mut pool = WorkerPool::new(Threads { count, deterministic });
    pool.recursion = tuning;
    pool
}

/// A board to be searched.
struct Case {
    puzzle: Puzzle<u64>,
    start: u64,
    limits: Limits,
}

impl Case {
    fn new((rows, cols): (usize, usize), order: &str, seed: u64, moves: usize) -> Self {
        let goal = Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap();
        let puzzle = Puzzle::new(&goal, &OperatorOrder::parse(order, 0).unwrap()).unwrap();
        let start = puzzle.state(&Generator::new(seed).walk(&goal, moves)).unwrap();
        Self { puzzle, start, limits: Limits::NONE }
    }

    /// With two tiles exchanged, so that the goal cannot be reached.
    fn unsolvable(self) -> Self {
        let cells = self.puzzle.goal().size().cells();
        let mut tiles: Vec<String> = (0..cells).map(|tile| tile.to_string()).collect();
        tiles.swap(cells - 1, cells - 2);
        let goal = Board::parse(&tiles.join(" "), Some(self.puzzle.goal().size())).unwrap();
        let other = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
        Self { start: other.state(other.goal()).unwrap(), ..self }
    }

    fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    fn search<H: Heuristic<Puzzle<u64>>>(
        &self,
        engines: BatchEngines<Puzzle<u64>, H>,
        pool: WorkerPool,
        heuristic: &H,
    ) -> SearchTrace {
        let Self { puzzle, start, limits } = self;
        trace(*limits, |context| solve(engines, pool, puzzle, heuristic, *start, context))
    }

    fn databases(&self) -> IncrementalPdbs {
        let patterns = PdbSpec::parse("1,2,4/3,5").unwrap();
        let databases = PatternDatabases::new(&self.puzzle, &patterns, &TABLES).unwrap();
        IncrementalPdbs::new(&self.puzzle, databases).unwrap()
    }

    /// For each engine: its name, the trace of one thread by recursion and that of `count` threads in the engine.
    fn all_traces(
        &self,
        count: usize,
        deterministic: bool,
        tuning: Tuning,
    ) -> Vec<(&'static str, SearchTrace, SearchTrace)> {
        let pool = || pool(count, deterministic, tuning);
        let one_thread = || WorkerPool::new(Threads::ONE);
        let manhattan = manhattan(&self.puzzle);
        let (linear_conflict, databases) = (LinearConflict::new(&self.puzzle), self.databases());
        let inversion_distance = InversionDistance::new(&self.puzzle);
        let batches = |kernel| vec![Box::new(BatchedEngine::with_tuning(kernel, tuning)) as _];
        let one_by_manhattan = self.search(Vec::new(), one_thread(), &manhattan);
        vec![
            ("batches", one_by_manhattan.clone(), self.search(batches(Kernel::Auto), pool(), &manhattan)),
            ("portable batches", one_by_manhattan, self.search(batches(Kernel::Portable), pool(), &manhattan)),
            (
                "groups",
                self.search(Vec::new(), one_thread(), &databases),
                self.search(engine::pdb_engines(tuning), pool(), &databases),
            ),
            (
                "recursion",
                self.search(Vec::new(), one_thread(), &linear_conflict),
                self.search(Vec::new(), pool(), &linear_conflict),
            ),
            (
                "batches with the codes of lines",
                self.search(Vec::new(), one_thread(), &linear_conflict),
                self.search(vec![Box::new(BatchedEngine::with_tuning(Kernel::Auto, tuning))], pool(), &linear_conflict),
            ),
            (
                "the recursion of another heuristic",
                self.search(Vec::new(), one_thread(), &inversion_distance),
                self.search(Vec::new(), pool(), &inversion_distance),
            ),
        ]
    }

    /// Compares several threads with one.
    fn compare(&self, count: usize, tuning: Tuning) {
        for (engine, one, several) in self.all_traces(count, true, tuning) {
            assert_eq!(several, one, "{engine}, {count} threads");
        }
    }

    fn weighted(&self, pool: WorkerPool, weight: Weight) -> SearchTrace {
        let Self { puzzle, start, limits } = self;
        let heuristic = manhattan(puzzle);
        let mut recursion = RecursiveEngine::new(Threads::ONE, weight);
        recursion.pool = pool;
        let side = Side { domain: puzzle, heuristic: &heuristic, root: *start };
        trace(*limits, |context| ida_star(side, weight, &mut recursion, context))
    }
}

const SIZES: [(usize, usize); 5] = [(4, 4), (4, 4), (3, 4), (3, 3), (2, 4)];

fn tunings() -> impl Strategy<Value = Tuning> {
    (1u64..2_000, 1u64..500, 1u64..500, 1u64..500).prop_map(|(min_chunk, min_split, max_subtree, min_unit)| Tuning {
        min_iteration: 0,
        min_chunk,
        min_split,
        max_subtree,
        min_unit,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn threads_equal_one_thread_in_path_counts_per_iteration_and_stopping_node(
        size in prop::sample::select(SIZES.to_vec()),
        order in prop::sample::select(vec!["ULRD", "DRLU", "RULD"]),
        (seed, moves) in (any::<u64>(), 0usize..60),
        count in prop::sample::select(vec![2usize, 3, 8]),
        tuning in tunings(),
        generated in prop_oneof![1u64..40_000, Just(200_000)],
        depth in prop_oneof![Just(Cost::MAX), 0..50u32],
    ) {
        let limits = Limits { generated, depth, ..Limits::NONE };
        Case::new(size, order, seed, moves).within(limits).compare(count, tuning);
    }

    #[test]
    fn threads_equal_one_thread_if_the_goal_is_unreachable(
        size in prop::sample::select(SIZES.to_vec()),
        count in prop::sample::select(vec![2usize, 3, 8]),
        tuning in tunings(),
        generated in prop_oneof![1u64..100_000, Just(u64::MAX)],
    ) {
        let limits = Limits { generated, depth: 22, ..Limits::NONE };
        Case::new(size, "ULRD", 0, 0).unsolvable().within(limits).compare(count, tuning);
    }

    #[test]
    fn weighted_threads_equal_one_thread(
        size in prop::sample::select(SIZES.to_vec()),
        (seed, moves) in (any::<u64>(), 0usize..90),
        count in prop::sample::select(vec![2usize, 3, 8]),
        tuning in tunings(),
        (num, den) in prop::sample::select(vec![(4u32, 3u32), (3, 2), (2, 1), (5, 1)]),
        generated in prop_oneof![1u64..40_000, Just(300_000)],
        depth in prop_oneof![Just(Cost::MAX), 0..60u32],
    ) {
        let case = Case::new(size, "ULRD", seed, moves).within(Limits { generated, depth, ..Limits::NONE });
        let weight = Weight::new(num, den).unwrap();
        let several = case.weighted(pool(count, true, tuning), weight);
        let heuristic = manhattan(&case.puzzle);
        let one = trace(case.limits, |context| {
            solve_plainly(&case.puzzle, &heuristic, case.start, weight, context)
        });
        prop_assert_eq!(several, one);
    }

    #[test]
    fn nondeterministic_threads_find_a_path_of_the_same_length_with_the_same_counts_of_complete_iterations(
        size in prop::sample::select(SIZES.to_vec()),
        (seed, moves) in (any::<u64>(), 0usize..60),
        count in prop::sample::select(vec![2usize, 3, 8]),
        tuning in tunings(),
    ) {
        let case = Case::new(size, "ULRD", seed, moves);
        for (engine, (one, iterations), (several, others)) in case.all_traces(count, false, tuning) {
            prop_assert_eq!((several.end, several.path.len()), (one.end, one.path.len()), "{}", engine);
            let complete = iterations.len().saturating_sub(1);
            prop_assert_eq!(&others[..complete], &iterations[..complete], "{}", engine);
            prop_assert_eq!(others.len(), iterations.len());
            let reached = several.path.iter().fold(case.start, |state, &op| case.puzzle.apply(state, op));
            prop_assert!(case.puzzle.is_goal(reached), "{}", engine);
        }
    }

    #[test]
    fn a_node_limit_bounds_the_sum_of_nondeterministic_threads(
        (seed, moves) in (any::<u64>(), 20usize..60),
        count in prop::sample::select(vec![2usize, 3, 8]),
        tuning in tunings(),
        generated in 1u64..20_000,
    ) {
        let case = Case::new((4, 4), "ULRD", seed, moves).within(Limits { generated, ..Limits::NONE });
        for (engine, _, (several, _)) in case.all_traces(count, false, tuning) {
            prop_assert!(matches!(several.end, Termination::Solved | Termination::NodeLimit), "{} {:?}", engine, several.end);
        }
    }
}

#[test]
fn every_node_limit_stops_threads_at_the_same_node_as_one_thread() {
    let case = Case::new((4, 4), "ULRD", 8, 36);
    let free = case.search(Vec::new(), WorkerPool::new(Threads::ONE), &manhattan(&case.puzzle)).0.counters.generated;
    assert!(free > 1_000, "{free}");
    for generated in (0..200).chain((200..free).step_by(97)).chain(free - 10..free + 5) {
        Case::new((4, 4), "ULRD", 8, 36).within(Limits { generated, ..Limits::NONE }).compare(3, TINY);
    }
}

#[test]
fn the_memory_limit_reduces_the_number_of_threads() {
    let case = || Case::new((4, 4), "ULRD", 3, 50);
    for bytes in [4_096, 100_000, 400_000, 1_000_000, 4_000_000, 100_000_000] {
        case().within(Limits { bytes, ..Limits::NONE }).compare(2, TINY);
    }
    let peak_bytes = |count, bytes| {
        let (puzzle, start) = (case().puzzle, case().start);
        let context = &mut SearchContext {
            limits: Limits { bytes, ..Limits::NONE },
            stop: &StopFlag::new(),
            observer: &mut NoObserver,
            scratch: None,
            seed: 0,
        };
        let pool = pool(count, true, TINY);
        solve(Vec::new(), pool, &puzzle, &LinearConflict::new(&puzzle), start, context).counters.peak_bytes
    };
    let (one, two, four) = (peak_bytes(1, u64::MAX), peak_bytes(2, u64::MAX), peak_bytes(4, u64::MAX));
    assert!(one < two && four - two == two - one, "{one} {two} {four}");
    assert_eq!((peak_bytes(4, four), peak_bytes(4, one + 1_000)), (four, one));
    assert!(peak_bytes(4, four - 1) < four, "the last iterations by one thread");
}

#[test]
fn threads_equal_one_thread_without_a_heuristic_on_a_board_of_five_columns() {
    let goal = Goal::BlankLast.board(Size::new(4, 5).unwrap()).unwrap();
    let puzzle = Puzzle::<u128>::new(&goal, &OperatorOrder::default()).unwrap();
    let start = puzzle.state(&Generator::new(5).walk(&goal, 12)).unwrap();
    let search = |pool| trace(Limits::NONE, |context| solve(Vec::new(), pool, &puzzle, &Blind, start, context));
    assert_eq!(search(pool(3, true, TINY)), search(WorkerPool::new(Threads::ONE)));
}

#[test]
fn a_raised_stop_flag_stops_all_threads_at_once() {
    let mut case = Case::new((4, 4), "ULRD", 0, 0);
    case.start = case.puzzle.state(&hard_board()).unwrap();
    let linear_conflict = LinearConflict::new(&case.puzzle);
    let manhattan = manhattan(&case.puzzle);
    for deterministic in [true, false] {
        let pool = || WorkerPool::new(Threads { count: 3, deterministic });
        assert_stops_at_once(|context| {
            let engines: BatchEngines<_, _> = vec![Box::new(BatchedEngine::new(Kernel::Auto).unwrap())];
            solve(engines, pool(), &case.puzzle, &manhattan, case.start, context)
        });
        assert_stops_at_once(|context| solve(Vec::new(), pool(), &case.puzzle, &linear_conflict, case.start, context));
    }
}

#[test]
fn threads_equal_one_thread_with_the_default_tuning() {
    // Korf 79: 540,860 nodes.
    let board = Board::parse("0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", None).unwrap();
    let mut case = Case::new((4, 4), "ULRD", 0, 0);
    case.start = case.puzzle.state(&board).unwrap();
    for count in [2, 8] {
        let pool = || WorkerPool::new(Threads { count, deterministic: true });
        for kernel in [Kernel::Plain, Kernel::Auto] {
            let engines = BatchedEngine::new(kernel).into_iter().map(|batches| Box::new(batches) as _).collect();
            assert_eq!(case.search(engines, pool(), &manhattan(&case.puzzle)).0.counters.generated, 540_860);
        }
        let one = case.search(engine::pdb_engines(TUNING), WorkerPool::new(Threads::ONE), &case.databases());
        assert_eq!(case.search(engine::pdb_engines(TUNING), pool(), &case.databases()), one);
    }
}
