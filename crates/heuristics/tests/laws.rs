//! Every heuristic has the properties that it declares, on every state and edge of small boards.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::LazyLock;

use tilebench_core::{Blind, Cost, Domain as _, Heuristic, HeuristicExt, Prefetch, shortcut_defect};
use tilebench_heuristics::{
    ConflictCornerTiles, ConflictLastMoves, ConflictLastMovesCornerTiles, IncrementalPdbs, InversionDistance,
    LinearConflict, ManhattanCornerTiles, ManhattanLastMoves, ManhattanLastMovesCornerTiles, MultiplePdbs,
    PatternDatabases, PdbSpec, ReversedPairs, Sum, Tables, TileSum, TilesLeftOut, WalkingDistance, WalkingInversion,
    hamming, manhattan, manhattan_without,
};
use tilebench_puzzle::{Board, Generator, Goal, OperatorOrder, Puzzle, Size, Word};
use tilebench_testkit::{DeclaredProperties, Oracle, check_laws};

const CONSISTENT: DeclaredProperties = DeclaredProperties { admissible: true, consistent: true };
const INADMISSIBLE: DeclaredProperties = DeclaredProperties { admissible: false, consistent: false };

/// The goals on which the laws are checked: all shapes of up to nine cells, the blank in a corner,
/// on an edge and in the middle. Their distances are computed once for all tests.
static ORACLES: LazyLock<Vec<Oracle>> = LazyLock::new(|| {
    let sizes = [(3, 3), (2, 4), (4, 2), (2, 3)].map(|(rows, cols)| Size::new(rows, cols).unwrap());
    let corners =
        sizes.iter().flat_map(|size| [Goal::BlankFirst, Goal::BlankLast].map(|goal| goal.board(*size).unwrap()));
    let others = ["1 0 2 3 4 5 6 7 8", "1 2 3 4 0 5 6 7 8", "8 3 5 1 0 2 7 4 6"];
    corners.chain(others.map(|goal| Board::parse(goal, None).unwrap())).map(|goal| Oracle::new(&goal)).collect()
});

fn check<H: Heuristic<Puzzle<u64>>>(make: impl Fn(&Puzzle<u64>) -> H) {
    check_as(CONSISTENT, make);
}

fn check_as<H: Heuristic<Puzzle<u64>>>(declared: DeclaredProperties, make: impl Fn(&Puzzle<u64>) -> H) {
    for oracle in &*ORACLES {
        check_laws::<u64, H>(oracle, &make, declared);
    }
}

fn walking<W: Word>(puzzle: &Puzzle<W>) -> WalkingDistance {
    WalkingDistance::new(puzzle, &Tables::in_memory())
}

fn walking_inversion<W: Word>(puzzle: &Puzzle<W>) -> WalkingInversion {
    WalkingInversion::new(puzzle, &Tables::in_memory())
}

fn walking_and_pairs<W: Word>(puzzle: &Puzzle<W>) -> Sum<WalkingDistance, ReversedPairs> {
    Sum(walking(puzzle), ReversedPairs::new(puzzle))
}

#[test]
fn blind_is_consistent_and_incremental() {
    check(|_| Blind);
}

#[test]
fn hamming_is_consistent_and_incremental() {
    check::<TileSum>(hamming);
}

#[test]
fn manhattan_is_consistent_and_incremental() {
    check::<TileSum>(manhattan);
}

#[test]
fn manhattan_without_tiles_is_consistent_and_incremental() {
    check::<TileSum>(|puzzle| manhattan_without(puzzle, TilesLeftOut::UpTo(2)).unwrap());
    check::<TileSum>(|puzzle| manhattan_without(puzzle, TilesLeftOut::UpTo(5)).unwrap());
}

#[test]
fn manhattan_loses_the_distance_of_each_tile_left_out_until_it_is_blind() {
    for oracle in &*ORACLES {
        let puzzle = Puzzle::<u64>::new(oracle.goal(), &OperatorOrder::default()).unwrap();
        let tiles = oracle.goal().size().cells() - 1;
        let without = |left_out| manhattan_without(&puzzle, left_out).unwrap();
        let weakened: Vec<TileSum> = (0..=tiles).map(|last| without(TilesLeftOut::UpTo(last))).collect();
        let (full, none) = (manhattan(&puzzle), without(TilesLeftOut::All));
        for (board, _) in oracle.boards().iter().step_by(101) {
            let state = puzzle.state(board).unwrap();
            let estimates: Vec<Cost> = weakened.iter().map(|one| one.estimate(&puzzle, state)).collect();
            assert_eq!(estimates[0], full.estimate(&puzzle, state), "{board}");
            for tile in 1..=tiles {
                let [cell, goal] = [board, oracle.goal()].map(|board| usize::from(board.cells_of_tiles()[tile]));
                let distance = u32::try_from(board.size().distance(cell, goal)).unwrap();
                assert_eq!(estimates[tile - 1] - estimates[tile], distance, "{board}, tile {tile}");
            }
            assert_eq!([estimates[tiles], none.estimate(&puzzle, state)], [0, 0], "{board}");
        }
        assert!(manhattan_without(&puzzle, TilesLeftOut::UpTo(tiles + 1)).is_err());
    }
}

#[test]
fn linear_conflict_is_consistent_and_incremental() {
    check(LinearConflict::new);
}

#[test]
fn walking_distance_is_consistent_and_incremental() {
    check(walking);
}

#[test]
fn inversion_distance_is_consistent_and_incremental() {
    check(InversionDistance::new);
}

#[test]
fn walking_inversion_is_consistent_and_incremental() {
    check(walking_inversion);
}

#[test]
fn reversed_pairs_and_their_sums_are_incremental() {
    check_as(INADMISSIBLE, ReversedPairs::new);
    check_as(INADMISSIBLE, |puzzle| Sum(manhattan(puzzle), ReversedPairs::new(puzzle)));
    check_as(INADMISSIBLE, walking_and_pairs);
}

/// The number of boards that `make` overestimates, and the maximum excess.
fn overestimates<H: Heuristic<Puzzle<u64>>>(oracle: &Oracle, make: impl Fn(&Puzzle<u64>) -> H) -> (usize, u32) {
    let puzzle = Puzzle::<u64>::new(oracle.goal(), &OperatorOrder::default()).unwrap();
    let heuristic = make(&puzzle);
    let excess = |(board, distance): &(Board, u32)| {
        heuristic.estimate(&puzzle, puzzle.state(board).unwrap()).saturating_sub(*distance)
    };
    let excesses: Vec<u32> = oracle.boards().iter().map(excess).filter(|excess| *excess > 0).collect();
    (excesses.len(), excesses.into_iter().max().unwrap_or(0))
}

#[test]
fn sums_with_reversed_pairs_overestimate_the_reported_number_of_boards_of_the_8_puzzle() {
    for goal in [Goal::BlankFirst, Goal::BlankLast] {
        let oracle = Oracle::new(&goal.board(Size::new(3, 3).unwrap()).unwrap());
        assert_eq!(oracle.boards().len(), 181_440);
        assert_eq!(overestimates(&oracle, walking_and_pairs), (1_457, 12));
        assert_eq!(overestimates(&oracle, |puzzle| Sum(manhattan(puzzle), ReversedPairs::new(puzzle))), (7, 4));
    }
}

#[test]
fn the_maximum_on_each_axis_dominates_the_maximum_of_the_sums() {
    let oracle = Oracle::new(&Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap());
    let puzzle = Puzzle::<u64>::new(oracle.goal(), &OperatorOrder::default()).unwrap();
    let (walking, inversion) = (walking(&puzzle), InversionDistance::new(&puzzle));
    let both = walking_inversion(&puzzle);
    let mut above = 0;
    for (board, _) in oracle.boards() {
        let state = puzzle.state(board).unwrap();
        let larger = walking.estimate(&puzzle, state).max(inversion.estimate(&puzzle, state));
        assert!(both.estimate(&puzzle, state) >= larger, "{board}");
        above += u32::from(both.estimate(&puzzle, state) > larger);
    }
    assert!(above > 0, "it would be the plain maximum");
}

#[test]
fn last_moves_are_consistent_and_incremental() {
    check(ManhattanLastMoves::new);
    check(ConflictLastMoves::new);
}

#[test]
fn corner_tiles_are_consistent_and_incremental() {
    check(ManhattanCornerTiles::new);
    check(ConflictCornerTiles::new);
}

#[test]
fn last_moves_and_corner_tiles_together_are_consistent_and_incremental() {
    check(ManhattanLastMovesCornerTiles::new);
    check(ConflictLastMovesCornerTiles::new);
}

#[test]
fn the_wide_word_obeys_the_same_laws() {
    let oracle = Oracle::new(&Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap());
    check_laws::<u128, LinearConflict<u128>>(&oracle, LinearConflict::new, CONSISTENT);
    check_laws::<u128, TileSum>(&oracle, manhattan, CONSISTENT);
    check_laws::<u128, WalkingInversion>(&oracle, walking_inversion, CONSISTENT);
    check_laws::<u128, ReversedPairs>(&oracle, ReversedPairs::new, INADMISSIBLE);
}

/// On boards too large for an oracle: `step` equals `initial` along random walks, and each heuristic
/// dominates the one before it.
fn check_walks<W: Word>(size: Size) {
    let goal = Goal::BlankLast.board(size).unwrap();
    let puzzle = Puzzle::<W>::new(&goal, &OperatorOrder::default()).unwrap();
    let (weak, middle, strong) = (hamming(&puzzle), manhattan(&puzzle), LinearConflict::new(&puzzle));
    let mut generator = Generator::new(11);
    for _ in 0..30 {
        let board = generator.board(&goal);
        let state = puzzle.state(&board).unwrap();
        let estimates =
            [weak.estimate(&puzzle, state), middle.estimate(&puzzle, state), strong.estimate(&puzzle, state)];
        assert!(estimates.is_sorted(), "{board}: {estimates:?}");
        check_edges(&puzzle, state, &middle);
        check_edges(&puzzle, state, &strong);
        check_edges(&puzzle, state, &InversionDistance::new(&puzzle));
        check_edges(&puzzle, state, &ReversedPairs::new(&puzzle));
    }
    // Tables that take seconds are left out: those of 7x2, 6x3, 5x5 and their transposes.
    if ![14, 18, 25].contains(&size.cells()) || size.rows().max(size.cols()) == 9 {
        let tables = Tables::in_memory();
        let walking = WalkingDistance::new(&puzzle, &tables);
        let both = WalkingInversion::new(&puzzle, &tables);
        for _ in 0..30 {
            let state = puzzle.state(&generator.board(&goal)).unwrap();
            let weak = middle.estimate(&puzzle, state);
            assert!(weak <= walking.estimate(&puzzle, state), "{}", puzzle.board(state));
            check_edges(&puzzle, state, &walking);
            check_edges(&puzzle, state, &both);
        }
    }
}

fn check_edges<W: Word, H: Heuristic<Puzzle<W>>>(puzzle: &Puzzle<W>, start: W, heuristic: &H) {
    use tilebench_core::Domain;
    let mut state = start;
    let mut cache = heuristic.initial(puzzle, state);
    let mut parent_op = puzzle.root_op(state);
    for step in 0..100 {
        let ops = puzzle.ops(state, parent_op);
        let op = ops[(step * 5 + 3) % ops.len()];
        cache = heuristic.step(puzzle, cache, state, op);
        state = puzzle.apply(state, op);
        parent_op = op;
        assert_eq!(cache, heuristic.initial(puzzle, state), "{} after {op:?}", puzzle.board(state));
    }
}

#[test]
fn estimates_along_walks_equal_recomputation_on_every_size() {
    for size in Size::packable() {
        if size.cells() <= 16 {
            check_walks::<u64>(size);
        }
        check_walks::<u128>(size);
    }
}

#[test]
fn pattern_databases_are_admissible_and_incremental_with_every_look_up() {
    let tables = Tables::in_memory();
    let admissible = DeclaredProperties { admissible: true, consistent: false };
    for oracle in &*ORACLES {
        let size = oracle.goal().size();
        let mirrors = size.rows() == size.cols() && [0, 4, 8].contains(&oracle.goal().blank());
        let texts = match (size.cells(), mirrors) {
            (9, true) => vec!["1,2,3,4/5,6,7,8", "1,3,5+reflected+dual", "1,2,3,4,6/5,7,8|2,7/3,4+dual+random"],
            (9, false) => vec!["1,2,3,4/5,6,7,8", "1,3,5/2,4+dual"],
            (8, _) => vec!["1,2,5,6/3,4,7", "1,3/2,4/5,6+dual+random"],
            _ => vec!["1,2,3,4,5", "1,2,3/4,5+dual"],
        };
        for text in texts {
            let patterns = PdbSpec::parse(text).unwrap();
            check_laws::<u64, _>(
                oracle,
                |puzzle| PatternDatabases::new(puzzle, &patterns, &tables).unwrap(),
                admissible,
            );
        }
    }
}

#[test]
fn zero_aware_databases_are_admissible_consistent_and_incremental() {
    let tables = Tables::in_memory();
    let mut shapes = 0;
    for oracle in &*ORACLES {
        let size = oracle.goal().size();
        let texts = match size.cells() {
            9 => vec!["1,2,3,4/5,6,7,8", "1,3,5/2,4|2,7/3,4,6", "1,2,3,4,5,6,7,8"],
            8 => vec!["1,2,5,6/3,4,7", "1,3/2,4/5,6|1,2,3,4,5"],
            _ => vec!["1,2,3,4,5", "1,2,3/4,5"],
        };
        for text in texts {
            let patterns = PdbSpec::parse(&format!("{text}+zero-aware")).unwrap();
            let databases = |puzzle: &_| PatternDatabases::new(puzzle, &patterns, &tables).unwrap();
            check_laws::<u64, _>(oracle, databases, CONSISTENT);
            check_laws::<u64, _>(oracle, |puzzle| MultiplePdbs::new(databases(puzzle)).unwrap(), CONSISTENT);
            shapes += 1;
        }
    }
    assert!(shapes > 20, "{shapes}");
}

#[test]
fn zero_aware_databases_dominate_those_without_the_blank_and_are_exact_with_all_tiles() {
    let goal = Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap();
    let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
    let tables = Tables::in_memory();
    let make = |text: &str| PatternDatabases::new(&puzzle, &PdbSpec::parse(text).unwrap(), &tables).unwrap();
    let (plain, aware, all) = (make("4-4"), make("4-4+zero-aware"), make("8+zero-aware"));
    let mut above = 0;
    for (board, distance) in Oracle::new(&goal).boards() {
        let state = puzzle.state(board).unwrap();
        let [plain, aware, all] = [&plain, &aware, &all].map(|databases| databases.estimate(&puzzle, state));
        assert!(plain <= aware && aware <= all && all == *distance, "{board}: {plain}, {aware}, {all}");
        above += aware - plain;
    }
    assert!(above > 0);
}

#[test]
fn incremental_pdbs_have_the_values_of_the_databases() {
    let tables = Tables::in_memory();
    let check_size = |goal: &Goal, size: (usize, usize), text: &str| {
        let goal = goal.board(Size::new(size.0, size.1).unwrap()).unwrap();
        if goal.size().cells() <= 16 {
            check_incremental::<u64>(&goal, text, &tables);
        }
        check_incremental::<u128>(&goal, text, &tables);
    };
    check_size(&Goal::BlankFirst, (3, 3), "1,2,3,4/5,6,7,8+reflected");
    check_size(&Goal::BlankLast, (3, 3), "2,5,7/1,3,8|1,2,3/4,5,6");
    check_size(&Goal::BlankFirst, (2, 5), "1,2,5,6,9/3,4,7,8");
    check_size(&Goal::BlankLast, (5, 3), "1,4,9,12,14/2,3,7");
    check_size(&Goal::BlankFirst, (4, 4), "5-5-5+reflected");
    check_size(&Goal::BlankLast, (5, 5), "1,7,13,19/2,4,6,8+reflected");
    check_size(&Goal::BlankFirst, (3, 3), "1,2,3,4/5,6,7,8|1,2,3,4/5,6,8");
    check_size(&Goal::BlankFirst, (3, 3), "1,2,3,4/5,6,7,8+zero-aware+reflected");
    check_size(&Goal::BlankLast, (2, 5), "1,2,5,6/3,4,7,8|1,2,5,9+zero-aware");
    check_size(&Goal::BlankLast, (5, 3), "1,4,9,12/2,3,7+zero-aware");
    check_size(&Goal::BlankFirst, (4, 4), "1,4,5,9/2,3,6,7|1,4,5,9/10,11,14+zero-aware+reflected");
    check_size(&Goal::BlankLast, (5, 5), "1,7,13/19,24/2,4,6|1,7,13/2,4,8,12+zero-aware+reflected");
    check_size(&Goal::BlankFirst, (2, 8), "1,8,9/2,3,4+zero-aware");
}

#[test]
fn databases_of_many_partitions_have_the_maximum_of_the_databases_of_each() {
    let goal = Goal::BlankFirst.board(Size::new(5, 5).unwrap()).unwrap();
    let (tables, puzzle) = (Tables::in_memory(), Puzzle::<u128>::new(&goal, &OperatorOrder::default()).unwrap());
    let partitions = ["1,2,6/3,7,8/13,14", "1,2,6/4,9,14", "3,7,8/1,5", "13,14/23,24/4,9", "1,5/2,3", "6,7/8,9"];
    let make = |text: &str| PatternDatabases::new(&puzzle, &PdbSpec::parse(text).unwrap(), &tables).unwrap();
    for words in ["+reflected", "+zero-aware+reflected"] {
        let many = MultiplePdbs::new(make(&(partitions.join("|") + words))).unwrap();
        let each = partitions.map(|partition| make(&format!("{partition}{words}")));
        let generator = &mut Generator::new(5);
        let mut above = 0;
        for walk in 0..2_000 {
            let state = puzzle.state(&generator.walk(&goal, walk % 100)).unwrap();
            let value = many.estimate(&puzzle, state);
            assert_eq!(Some(value), each.iter().map(|each| each.estimate(&puzzle, state)).max(), "walk {walk}");
            above += value - manhattan(&puzzle).estimate(&puzzle, state);
        }
        assert!(above > 0);
    }
}

/// Walks with the incremental databases and compares them with the plain ones; every second step is prefetched.
fn check_incremental<W: Word>(goal: &Board, text: &str, tables: &Tables) {
    let puzzle = Puzzle::<W>::new(goal, &OperatorOrder::default()).unwrap();
    let patterns = PdbSpec::parse(text).unwrap();
    let databases = || PatternDatabases::new(&puzzle, &patterns, tables).unwrap();
    if let Ok(incremental) = IncrementalPdbs::new(&puzzle, databases()) {
        check_walk(&puzzle, text, &databases(), &incremental);
    } else {
        assert!(text.contains("zero-aware"), "{text}");
    }
    check_walk(&puzzle, text, &databases(), &MultiplePdbs::new(databases()).unwrap());
}

fn check_walk<W: Word, H: Prefetch<Puzzle<W>>>(
    puzzle: &Puzzle<W>,
    text: &str,
    plain: &PatternDatabases,
    incremental: &H,
) {
    let mut state = puzzle.state(puzzle.goal()).unwrap();
    let (mut root_op, mut cache) = (puzzle.root_op(state), incremental.initial(puzzle, state));
    let mut draws = 1u64;
    let mut states = Vec::new();
    for step in 0..4000 {
        states.push(state);
        assert_eq!(incremental.h(cache), plain.estimate(puzzle, state), "{text}, step {step}");
        assert_eq!(cache, incremental.initial(puzzle, state), "{text}, step {step}");
        let ops = puzzle.ops(state, root_op);
        draws = draws.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let op = ops[(draws >> 33) as usize % ops.len()];
        if step % 2 == 0 {
            cache = incremental.step(puzzle, cache, state, op);
        } else {
            let mut pending = H::Pending::default();
            incremental.begin(puzzle, &cache, state, op, &mut pending);
            while incremental.try_evaluate(puzzle, &cache, state, op, &mut pending, Cost::MAX).is_none() {}
            incremental.commit(puzzle, &mut cache, state, op, &pending);
        }
        (state, root_op) = (puzzle.apply(state, op), op);
    }
    assert_eq!(shortcut_defect(puzzle, incremental, &states), None);
}
