//! Groups count as the recursion does, whatever the chunk sizes.

use proptest::prelude::*;
use tilebench_core::{Cost, Counters, Limits, Outcome, SearchContext, StopFlag};
use tilebench_heuristics::{IncrementalPdbs, PatternDatabases, PdbSpec};
use tilebench_puzzle::{Generator, Goal, Op, OperatorOrder, Puzzle, Size};

use super::*;
use crate::testing::{BatchEngines, IterationLog, TABLES, assert_stops_at_once, hard_board, solve};
use crate::{KernelWord, engine};
use tilebench_solvers::ida_star::Threads;

/// Chunks so small that small searches cover every case.
const TINY: Tuning = Tuning { min_iteration: 0, min_chunk: 8, min_split: 8, max_subtree: 64, min_unit: 8 };

/// The events of an observer, and the result of a search without its bytes.
type SearchTrace = (Outcome<Op>, Vec<(Cost, Counters)>);

/// The engines for pattern databases with chunk sizes given by `tuning`.
fn engines<W: KernelWord>(tuning: Tuning) -> BatchEngines<Puzzle<W>, IncrementalPdbs> {
    engine::pdb_engines(tuning)
}

/// One thread.
fn one_thread() -> WorkerPool {
    WorkerPool::new(Threads::ONE)
}

/// A puzzle and its tracked databases.
struct Case<W: KernelWord> {
    puzzle: Puzzle<W>,
    databases: IncrementalPdbs,
}

impl<W: KernelWord> Case<W> {
    fn new((rows, cols): (usize, usize), goal: &Goal, order: &OperatorOrder, patterns: &str) -> Self {
        let goal = goal.board(Size::new(rows, cols).unwrap()).unwrap();
        let puzzle = Puzzle::new(&goal, order).unwrap();
        let patterns = PdbSpec::parse(patterns).unwrap();
        let databases = PatternDatabases::new(&puzzle, &patterns, &TABLES).unwrap();
        let databases = IncrementalPdbs::new(&puzzle, databases).unwrap();
        Self { puzzle, databases }
    }

    fn run(
        &self,
        engines: BatchEngines<Puzzle<W>, IncrementalPdbs>,
        start: W,
        limits: Limits,
        stop: &StopFlag,
    ) -> SearchTrace {
        let mut iterations = IterationLog::default();
        let mut context = SearchContext { limits, stop, observer: &mut iterations, scratch: None, seed: 0 };
        let outcome = solve(engines, one_thread(), &self.puzzle, &self.databases, start, &mut context);
        assert!(outcome.counters.peak_bytes <= limits.bytes, "{} bytes", outcome.counters.peak_bytes);
        let counters = Counters { peak_bytes: 0, ..outcome.counters };
        (Outcome { counters, ..outcome }, iterations.0)
    }

    /// Compares the groups with the recursion under `limits`.
    fn compare(&self, start: W, limits: Limits, tuning: Tuning) -> SearchTrace {
        let stop = StopFlag::new();
        let plain = self.run(Vec::new(), start, limits, &stop);
        let grouped = self.run(engines(tuning), start, limits, &stop);
        assert_eq!(grouped, plain);
        plain
    }

    /// A board some moves from the goal.
    fn walk(&self, seed: u64, moves: usize) -> W {
        self.puzzle.state(&Generator::new(seed).walk(self.puzzle.goal(), moves)).unwrap()
    }
}

/// Sizes with partitions of their tiles.
const PARTITIONS: [((usize, usize), &str); 4] = [
    ((3, 3), "1,2,3/4,5,6,7+reflected"),
    ((2, 4), "1,2,4/3,6"),
    ((3, 4), "1,2,5/3,4,7,8|2,3,6/9,10"),
    ((4, 4), "1,2,5/3,6,7"),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn groups_equal_the_recursion_in_path_counts_and_stopping_node(
        (size, patterns) in prop::sample::select(PARTITIONS.to_vec()),
        order in prop::sample::select(vec!["ULRD", "DRLU", "RULD"]),
        (seed, moves) in (any::<u64>(), 0usize..50),
        (min_iteration, min_chunk, max_subtree) in (0u64..600, 1u64..300, 1u64..200),
        generated in prop_oneof![1u64..40_000, Just(200_000)],
        depth in prop_oneof![Just(Cost::MAX), 0..50u32],
    ) {
        let case = Case::<u64>::new(size, &Goal::BlankFirst, &OperatorOrder::parse(order, 0).unwrap(), patterns);
        let limits = Limits { generated, depth, ..Limits::NONE };
        case.compare(case.walk(seed, moves), limits, Tuning { min_iteration, min_chunk, min_split: min_chunk, max_subtree, min_unit: min_chunk });
    }
}

#[test]
fn every_node_limit_stops_at_the_same_node_as_the_recursion() {
    let case = Case::<u128>::new((4, 4), &Goal::BlankLast, &OperatorOrder::default(), "1,2,5/3,6,7");
    let start = case.walk(8, 40);
    let last = case.compare(start, Limits::NONE, TINY).0.counters.generated + 5;
    assert!(last > 500, "{last}");
    for generated in (0..500).chain((500..last).step_by(23)).chain(last - 10..last) {
        case.compare(start, Limits { generated, ..Limits::NONE }, TINY);
    }
}

#[test]
fn groups_respect_the_memory_limit() {
    let case = Case::<u64>::new((4, 4), &Goal::BlankFirst, &OperatorOrder::default(), "1,2,5/3,6,7");
    let start = case.walk(3, 60);
    let engine_bytes = GroupedEngine::<Puzzle<u64>, IncrementalPdbs>::bytes();
    for bytes in [8_192, engine_bytes, engine_bytes + 100_000, 2 * engine_bytes] {
        case.compare(start, Limits { bytes, ..Limits::NONE }, TINY);
    }
}

#[test]
fn a_raised_stop_flag_stops_the_search_at_once() {
    let case = Case::<u64>::new((4, 4), &Goal::BlankFirst, &OperatorOrder::default(), "1,2,5/3,6,7");
    let start = case.puzzle.state(&hard_board()).unwrap();
    assert_stops_at_once(|context| solve(engines(TUNING), one_thread(), &case.puzzle, &case.databases, start, context));
}
