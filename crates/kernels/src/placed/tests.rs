//! Vectors number placements as they are defined, and find what the recursion finds.

use proptest::prelude::*;
use tilebench_core::{Cost, Counters, Limits, Observer, Outcome, SearchContext, StopFlag};
use tilebench_heuristics::{PatternDatabases, Patterns, Tables, TrackedPatterns};
use tilebench_puzzle::{Generator, Goal, Op, Order, Puzzle, Size};

use super::numbers::{PATTERNS, SLOT_SHIFT, WAY_SHIFT, number};
use super::*;
use crate::grouped::{Groups, TUNING};
use crate::testing::{Lists as AnyLists, solve};
use tilebench_heuristics::PdbTable;
use tilebench_solvers::ida_star::Threads;

/// A permutation of `count` numbers by a seed.
fn shuffled(count: u8, mut seed: u64) -> Vec<u8> {
    let mut left: Vec<u8> = (0..count).collect();
    let mut all = Vec::new();
    while !left.is_empty() {
        all.push(left.swap_remove(usize::try_from(seed % left.len() as u64).unwrap()));
        seed = (seed / 16) ^ seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    all
}

/// Tiles 1 to 15 in patterns that end at `ends`.
fn parts(tiles: &[u8], ends: [usize; 3]) -> Vec<&[u8]> {
    let (mut parts, mut begin) = (Vec::new(), 0);
    for end in ends.into_iter().chain([15]) {
        if end > begin {
            parts.push(&tiles[begin..end]);
            begin = end;
        }
    }
    parts
}

proptest! {
    #[test]
    fn vectors_number_every_pattern_of_every_tile_as_placements_are_numbered(
        board_seed in any::<u64>(),
        seeds in prop::array::uniform2(any::<u64>()),
        ends in prop::sample::select(vec![[0, 0, 7], [0, 0, 8], [1, 4, 9], [5, 10, 0], [2, 8, 14], [0, 3, 10]]),
    ) {
        let Some(_) = Placed::with_tuning(TUNING) else { return Ok(()) };
        let tiles = seeds.map(|seed| shuffled(15, seed).iter().map(|tile| tile + 1).collect::<Vec<u8>>());
        let cells = |seed: u64| {
            let cells = shuffled(16, seed);
            core::array::from_fn(|cell| cells[cell])
        };
        let ways: Vec<Vec<PdbTable<'_>>> = (0..)
            .zip(&tiles)
            .map(|(way, tiles)| {
                let patterns = (0..).zip(parts(tiles, ends));
                patterns.map(|(at, tiles)| PdbTable { tiles, cells: cells(board_seed ^ way << 8 ^ at), table: &[] }).collect()
            })
            .collect();
        let Some(numbers) = Numbers::new(&ways) else { return Err(TestCaseError::fail("patterns that fit")) };
        let board = (0..).zip(shuffled(16, board_seed)).fold(0, |board, (cell, tile)| board | u64::from(tile) << (4 * cell));
        let inverse = node::inverse(board);
        for (way, patterns) in ways.iter().enumerate() {
            for (at, pattern) in patterns.iter().enumerate() {
                for &tile in pattern.tiles {
                    let word = kernel::tests::word(&numbers, inverse, u64::from(tile), way);
                    prop_assert_eq!(word & 0xFFFF_FFFF, number(pattern, inverse) as u64);
                    prop_assert_eq!(word >> SLOT_SHIFT & 31, 4 * (way * PATTERNS + at) as u64);
                    prop_assert_eq!(word >> WAY_SHIFT, way as u64);
                }
            }
        }
    }
}

#[derive(Default)]
struct Iterations(Vec<(Cost, Counters)>);

impl Observer for Iterations {
    fn iteration(&mut self, threshold: Cost, counters: &Counters) {
        self.0.push((threshold, Counters { peak_bytes: 0, ..*counters }));
    }
}

/// A board of a size, and what its tracked databases are looked up by.
struct Case {
    puzzle: Puzzle<u64>,
    databases: TrackedPatterns<8>,
}

impl Case {
    fn new((rows, cols): (usize, usize), goal: &Goal, patterns: &str) -> Self {
        let goal = goal.board(Size::new(rows, cols).unwrap()).unwrap();
        let puzzle = Puzzle::new(&goal, &Order::default()).unwrap();
        let patterns = Patterns::parse(patterns).unwrap();
        let databases = PatternDatabases::new(&puzzle, &patterns, &Tables::in_memory()).unwrap();
        let databases = TrackedPatterns::new(&puzzle, databases).unwrap();
        assert!(databases.pdb_tables(&puzzle).is_some());
        Self { puzzle, databases }
    }

    fn run(
        &self,
        lists: AnyLists<Puzzle<u64>, TrackedPatterns<8>>,
        start: u64,
        limits: Limits,
    ) -> (Outcome<Op>, Vec<(Cost, Counters)>) {
        let mut iterations = Iterations::default();
        let stop = StopFlag::new();
        let mut context = SearchContext { limits, stop: &stop, observer: &mut iterations, scratch: None };
        let crew = WorkerPool::new(Threads::ONE);
        let outcome = solve(lists, crew, &self.puzzle, &self.databases, start, &mut context);
        assert!(outcome.counters.peak_bytes <= limits.bytes, "{} bytes", outcome.counters.peak_bytes);
        let counters = Counters { peak_bytes: 0, ..outcome.counters };
        (Outcome { counters, ..outcome }, iterations.0)
    }

    /// Holds vectors, and groups one by one, to the recursion under `limits`.
    fn compare(&self, start: u64, limits: Limits, tuning: Tuning) {
        let plain = self.run(Vec::new(), start, limits);
        let one_by_one: AnyLists<_, _> = vec![Box::new(Groups::with_tuning(tuning))];
        for lists in [crate::engine::pdb_lists(tuning), one_by_one] {
            assert_eq!(self.run(lists, start, limits), plain);
        }
    }

    fn walk(&self, seed: u64, moves: usize) -> u64 {
        self.puzzle.state(&Generator::new(seed).walk(self.puzzle.goal(), moves)).unwrap()
    }
}

/// Sizes with partitions of theirs that have every tile.
const PARTITIONS: [((usize, usize), &str); 5] = [
    ((3, 3), "1,2,3,4/5,6,7,8+reflected"),
    ((3, 3), "1,2,3/4,5/6,7,8"),
    ((2, 4), "1,2,4/3,5,6,7"),
    ((3, 4), "1,2,5/3,4,7,8/6,9,10,11|2,3,6/1,4,5/7,8,9/10,11"),
    ((4, 4), "1,2,5/3,4,7,8/6,9,10,13/11,12,14,15+reflected"),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn vectors_find_the_same_path_with_the_same_counts_and_stop_at_the_same_node(
        (size, patterns) in prop::sample::select(PARTITIONS.to_vec()),
        goal in prop::sample::select(vec![Goal::BlankFirst, Goal::BlankLast]),
        (seed, moves) in (any::<u64>(), 0usize..44),
        (min_iteration, min_chunk, max_subtree) in (0u64..600, 1u64..300, 1u64..200),
        generated in prop_oneof![1u64..40_000, Just(200_000)],
    ) {
        let patterns = if matches!(goal, Goal::BlankFirst) { patterns } else { patterns.split('|').next().unwrap() };
        let case = Case::new(size, &goal, patterns);
        let limits = Limits { generated, ..Limits::NONE };
        case.compare(case.walk(seed, moves), limits, Tuning { min_iteration, min_chunk, min_split: min_chunk, max_subtree, min_unit: min_chunk });
    }
}

#[test]
fn every_node_limit_is_met_at_the_node_where_the_recursion_meets_it() {
    let case = Case::new((3, 3), &Goal::BlankFirst, "1,2,3,4/5,6,7,8+reflected");
    let start = case.walk(8, 200);
    let tuning = Tuning { min_iteration: 0, min_chunk: 8, min_split: 8, max_subtree: 16, min_unit: 8 };
    let last = case.run(Vec::new(), start, Limits::NONE).0.counters.generated + 5;
    assert!(last > 100, "{last}");
    for generated in 0..last {
        case.compare(start, Limits { generated, ..Limits::NONE }, tuning);
    }
}

#[test]
fn memory_that_leaves_no_room_for_lists_is_enough_for_the_recursion() {
    let case = Case::new((3, 3), &Goal::BlankFirst, "1,2,3,4/5,6,7,8+reflected");
    let start = case.walk(3, 200);
    let tuning = Tuning { min_iteration: 0, min_chunk: 64, min_split: 8, max_subtree: 16, min_unit: 8 };
    for bytes in [8_192, Lists::bytes(24) - 1, Lists::bytes(24) + 100_000] {
        case.compare(start, Limits { bytes, ..Limits::NONE }, tuning);
    }
}
