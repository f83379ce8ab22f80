//! Nodes expanded in groups are counted as the recursion counts them, however an iteration is cut.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use tilebench_core::{Cost, Counters, Limits, Observer, Outcome, SearchContext, StopFlag, StopReason, Termination};
use tilebench_heuristics::{PatternDatabases, Patterns, Tables, TrackedPatterns};
use tilebench_puzzle::{Board, Generator, Goal, Op, Order, Puzzle, Size};

use super::*;
use crate::testing::{Lists, solve};
use crate::{KernelWord, engine};
use tilebench_solvers::ida_star::Threads;

/// Cuts so fine that small searches meet every case.
const TINY: Tuning = Tuning { min_iteration: 0, min_chunk: 8, min_split: 8, max_subtree: 64, min_unit: 8 };

/// The events of an observer, and the result of a search without its bytes.
type Seen = (Outcome<Op>, Vec<(Cost, Counters)>);

/// Groups whose chunks are cut as `tuning` says.
fn grouped<W: KernelWord>(tuning: Tuning) -> Lists<Puzzle<W>, TrackedPatterns<8>> {
    engine::pdb_lists(tuning)
}

/// One thread.
fn alone() -> WorkerPool {
    WorkerPool::new(Threads::ONE)
}

#[derive(Default)]
struct Iterations(Vec<(Cost, Counters)>);

impl Observer for Iterations {
    fn iteration(&mut self, threshold: Cost, counters: &Counters) {
        self.0.push((threshold, Counters { peak_bytes: 0, ..*counters }));
    }
}

/// A puzzle and its tracked databases.
struct Case<W: KernelWord> {
    puzzle: Puzzle<W>,
    databases: TrackedPatterns<8>,
}

impl<W: KernelWord> Case<W> {
    fn new((rows, cols): (usize, usize), goal: &Goal, order: &Order, patterns: &str) -> Self {
        let goal = goal.board(Size::new(rows, cols).unwrap()).unwrap();
        let puzzle = Puzzle::new(&goal, order).unwrap();
        let patterns = Patterns::parse(patterns).unwrap();
        let databases = PatternDatabases::new(&puzzle, &patterns, &Tables::in_memory()).unwrap();
        let databases = TrackedPatterns::new(&puzzle, databases).unwrap();
        Self { puzzle, databases }
    }

    fn run(&self, lists: Lists<Puzzle<W>, TrackedPatterns<8>>, start: W, limits: Limits, stop: &StopFlag) -> Seen {
        let mut iterations = Iterations::default();
        let mut context = SearchContext { limits, stop, observer: &mut iterations, scratch: None };
        let outcome = solve(lists, alone(), &self.puzzle, &self.databases, start, &mut context);
        assert!(outcome.counters.peak_bytes <= limits.bytes, "{} bytes", outcome.counters.peak_bytes);
        let counters = Counters { peak_bytes: 0, ..outcome.counters };
        (Outcome { counters, ..outcome }, iterations.0)
    }

    /// Holds the groups to the recursion under `limits`.
    fn compare(&self, start: W, limits: Limits, tuning: Tuning) -> Seen {
        let stop = StopFlag::new();
        let plain = self.run(Vec::new(), start, limits, &stop);
        let grouped = self.run(grouped(tuning), start, limits, &stop);
        assert_eq!(grouped, plain);
        plain
    }

    /// A board some moves from the goal.
    fn walk(&self, seed: u64, moves: usize) -> W {
        self.puzzle.state(&Generator::new(seed).walk(self.puzzle.goal(), moves)).unwrap()
    }
}

/// Sizes with partitions of theirs.
const PARTITIONS: [((usize, usize), &str); 4] = [
    ((3, 3), "1,2,3/4,5,6,7+reflected"),
    ((2, 4), "1,2,4/3,6"),
    ((3, 4), "1,2,5/3,4,7,8|2,3,6/9,10"),
    ((4, 4), "1,2,5/3,6,7"),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_group_of_look_ups_finds_the_same_path_with_the_same_counts_and_stops_at_the_same_node(
        (size, patterns) in prop::sample::select(PARTITIONS.to_vec()),
        order in prop::sample::select(vec!["ULRD", "DRLU", "RULD"]),
        (seed, moves) in (any::<u64>(), 0usize..50),
        (min_iteration, min_chunk, max_subtree) in (0u64..600, 1u64..300, 1u64..200),
        generated in prop_oneof![1u64..40_000, Just(200_000)],
        depth in prop_oneof![Just(Cost::MAX), 0..50u32],
    ) {
        let case = Case::<u64>::new(size, &Goal::BlankFirst, &Order::parse(order, 0).unwrap(), patterns);
        let limits = Limits { generated, depth, ..Limits::NONE };
        case.compare(case.walk(seed, moves), limits, Tuning { min_iteration, min_chunk, min_split: min_chunk, max_subtree, min_unit: min_chunk });
    }
}

#[test]
fn every_node_limit_is_met_at_the_node_where_the_recursion_meets_it() {
    let case = Case::<u128>::new((4, 4), &Goal::BlankLast, &Order::default(), "1,2,5/3,6,7");
    let start = case.walk(8, 40);
    let last = case.compare(start, Limits::NONE, TINY).0.counters.generated + 5;
    assert!(last > 500, "{last}");
    for generated in (0..500).chain((500..last).step_by(23)).chain(last - 10..last) {
        case.compare(start, Limits { generated, ..Limits::NONE }, TINY);
    }
}

#[test]
fn groups_are_used_only_where_the_memory_limit_leaves_room_for_them() {
    let case = Case::<u64>::new((4, 4), &Goal::BlankFirst, &Order::default(), "1,2,5/3,6,7");
    let start = case.walk(3, 60);
    let fixed = Groups::<Puzzle<u64>, TrackedPatterns<8>>::bytes();
    for bytes in [8_192, fixed, fixed + 100_000, 2 * fixed] {
        case.compare(start, Limits { bytes, ..Limits::NONE }, TINY);
    }
}

#[test]
fn a_flag_that_is_raised_stops_the_search_at_once() {
    let case = Case::<u64>::new((4, 4), &Goal::BlankFirst, &Order::default(), "1,2,5/3,6,7");
    // One of the hardest boards: hours of search.
    let board = Board::parse("15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0", None).unwrap();
    let start = case.puzzle.state(&board).unwrap();
    let stop = StopFlag::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            stop.raise(StopReason::Time);
        });
        let begun = Instant::now();
        let (outcome, iterations) = case.run(grouped(TUNING), start, Limits::NONE, &stop);
        assert_eq!((outcome.end, outcome.path.len()), (Termination::TimeLimit, 0));
        assert!(begun.elapsed() < Duration::from_mins(1));
        assert!(outcome.counters.generated > 10_000, "{:?}", outcome.counters);
        assert!(iterations.is_sorted_by_key(|(_, counters)| counters.generated));
    });
}
