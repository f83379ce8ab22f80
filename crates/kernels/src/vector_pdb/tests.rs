//! The vector kernels rank placements by the definition, and their searches equal the recursion.

use proptest::prelude::*;
use tilebench_core::{Cost, Counters, Limits, Outcome, SearchContext, StopFlag, narrow};
use tilebench_heuristics::{IncrementalPdbs, PatternDatabases, PdbSpec, binomial, factorial};
use tilebench_puzzle::{Generator, Goal, Op, OperatorOrder, Puzzle, Size};

use super::rank_tables::{MAX_PATTERNS, PARTITION_SHIFT, SLOT_SHIFT};
use super::*;
use crate::grouped::{GroupedEngine, TUNING};
use crate::testing::{BatchEngines, IterationLog, TABLES, solve};
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

/// The rank of the placement of `pattern` with its tiles in the cells given by `inverse`, without vectors.
fn rank(pattern: &PdbTable<'_>, inverse: u64) -> usize {
    let cell = |tile: &u8| pattern.cells[(inverse >> (4 * tile) & 15) as usize];
    let mut cells: Vec<u8> = pattern.tiles.iter().map(cell).collect();
    let before = |at: usize| cells[..at].iter().filter(|other| **other < cells[at]).count() as u64;
    let arrangement: u64 = (0..cells.len()).map(|at| before(at) * factorial(at)).sum();
    cells.sort_unstable();
    let combination: u64 = cells.iter().zip(1..).map(|(&cell, at)| binomial(usize::from(cell), at)).sum();
    narrow(combination * factorial(cells.len()) + arrangement, "ranks index a table in memory")
}

/// Splits fifteen tiles into patterns that end at `ends`.
fn split_tiles(tiles: &[u8], ends: [usize; 3]) -> Vec<&[u8]> {
    let (mut patterns, mut begin) = (Vec::new(), 0);
    for end in ends.into_iter().chain([15]) {
        if end > begin {
            patterns.push(&tiles[begin..end]);
            begin = end;
        }
    }
    patterns
}

proptest! {
    #[test]
    fn vectors_rank_the_placements_of_every_pattern_by_the_definition(
        board_seed in any::<u64>(),
        seeds in prop::array::uniform2(any::<u64>()),
        ends in prop::sample::select(vec![[0, 0, 7], [0, 0, 8], [1, 4, 9], [5, 10, 0], [2, 8, 14], [0, 3, 10]]),
    ) {
        let Some(_) = VectorPdbEngine::with_tuning(TUNING) else { return Ok(()) };
        let tiles = seeds.map(|seed| shuffled(15, seed).iter().map(|tile| tile + 1).collect::<Vec<u8>>());
        let cells = |seed: u64| {
            let cells = shuffled(16, seed);
            core::array::from_fn(|cell| cells[cell])
        };
        let partitions: Vec<Vec<PdbTable<'_>>> = (0..)
            .zip(&tiles)
            .map(|(partition, tiles)| {
                let patterns = (0..).zip(split_tiles(tiles, ends));
                patterns.map(|(at, tiles)| PdbTable { tiles, cells: cells(board_seed ^ partition << 8 ^ at), table: &[] }).collect()
            })
            .collect();
        let Some(rank_tables) = RankTables::new(&partitions) else { return Err(TestCaseError::fail("patterns that fit")) };
        let board = (0..).zip(shuffled(16, board_seed)).fold(0, |board, (cell, tile)| board | u64::from(tile) << (4 * cell));
        let inverse = node::inverse(board);
        for (partition, patterns) in partitions.iter().enumerate() {
            for (at, pattern) in patterns.iter().enumerate() {
                for &tile in pattern.tiles {
                    let word = kernel::tests::word(&rank_tables, inverse, u64::from(tile), partition);
                    prop_assert_eq!(word & 0xFFFF_FFFF, rank(pattern, inverse) as u64);
                    prop_assert_eq!(word >> SLOT_SHIFT & 31, 4 * (partition * MAX_PATTERNS + at) as u64);
                    prop_assert_eq!(word >> PARTITION_SHIFT, partition as u64);
                }
            }
        }
    }
}

/// A puzzle and its tracked databases.
struct Case {
    puzzle: Puzzle<u64>,
    databases: IncrementalPdbs,
}

impl Case {
    fn new((rows, cols): (usize, usize), goal: &Goal, patterns: &str) -> Self {
        let goal = goal.board(Size::new(rows, cols).unwrap()).unwrap();
        let puzzle = Puzzle::new(&goal, &OperatorOrder::default()).unwrap();
        let patterns = PdbSpec::parse(patterns).unwrap();
        let databases = PatternDatabases::new(&puzzle, &patterns, &TABLES).unwrap();
        let databases = IncrementalPdbs::new(&puzzle, databases).unwrap();
        assert!(databases.pdb_tables(&puzzle).is_some());
        Self { puzzle, databases }
    }

    fn run(
        &self,
        engines: BatchEngines<Puzzle<u64>, IncrementalPdbs>,
        start: u64,
        limits: Limits,
    ) -> (Outcome<Op>, Vec<(Cost, Counters)>) {
        let mut iterations = IterationLog::default();
        let stop = StopFlag::new();
        let mut context = SearchContext { limits, stop: &stop, observer: &mut iterations, scratch: None, seed: 0 };
        let pool = WorkerPool::new(Threads::ONE);
        let outcome = solve(engines, pool, &self.puzzle, &self.databases, start, &mut context);
        assert!(outcome.counters.peak_bytes <= limits.bytes, "{} bytes", outcome.counters.peak_bytes);
        let counters = Counters { peak_bytes: 0, ..outcome.counters };
        (Outcome { counters, ..outcome }, iterations.0)
    }

    /// Compares vectors, and groups without vectors, with the recursion under `limits`.
    fn compare(&self, start: u64, limits: Limits, tuning: Tuning) {
        let plain = self.run(Vec::new(), start, limits);
        let without_vectors: BatchEngines<_, _> = vec![Box::new(GroupedEngine::with_tuning(tuning))];
        for engines in [crate::engine::pdb_engines(tuning), without_vectors] {
            assert_eq!(self.run(engines, start, limits), plain);
        }
    }

    fn walk(&self, seed: u64, moves: usize) -> u64 {
        self.puzzle.state(&Generator::new(seed).walk(self.puzzle.goal(), moves)).unwrap()
    }
}

/// Sizes with partitions of all of their tiles.
const TEST_PARTITIONS: [((usize, usize), &str); 5] = [
    ((3, 3), "1,2,3,4/5,6,7,8+reflected"),
    ((3, 3), "1,2,3/4,5/6,7,8"),
    ((2, 4), "1,2,4/3,5,6,7"),
    ((3, 4), "1,2,5/3,4,7,8/6,9,10,11|2,3,6/1,4,5/7,8,9/10,11"),
    ((4, 4), "1,2,5/3,4,7,8/6,9,10,13/11,12,14,15+reflected"),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn vectors_equal_the_recursion_in_path_counts_and_stopping_node(
        (size, patterns) in prop::sample::select(TEST_PARTITIONS.to_vec()),
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
fn every_node_limit_stops_at_the_same_node_as_the_recursion() {
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
fn the_recursion_replaces_vectors_under_a_small_memory_limit() {
    let case = Case::new((3, 3), &Goal::BlankFirst, "1,2,3,4/5,6,7,8+reflected");
    let start = case.walk(3, 200);
    let tuning = Tuning { min_iteration: 0, min_chunk: 64, min_split: 8, max_subtree: 16, min_unit: 8 };
    for bytes in [8_192, ThreadBuffers::bytes(24) - 1, ThreadBuffers::bytes(24) + 100_000] {
        case.compare(start, Limits { bytes, ..Limits::NONE }, tuning);
    }
}
