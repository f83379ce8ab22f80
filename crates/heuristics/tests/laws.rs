//! Every heuristic is what it declares, on every state and edge of small boards.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use tilebench_core::{Blind, Heuristic};
use tilebench_heuristics::{
    ConflictCornerTiles, ConflictLastMoves, ConflictLastMovesCornerTiles, LinearConflict, ManhattanCornerTiles,
    ManhattanLastMoves, TileSum, hamming, manhattan,
};
use tilebench_puzzle::{Board, Generator, Goal, Order, Puzzle, Size, Word};
use tilebench_testkit::{Declared, Oracle, check_laws};

const CONSISTENT: Declared = Declared { admissible: true, consistent: true };

/// The goals on which the laws are checked: all shapes of up to nine cells, the blank in a corner,
/// on an edge and in the middle.
fn oracles() -> Vec<Oracle> {
    let sizes = [(3, 3), (2, 4), (4, 2), (2, 3)].map(|(rows, cols)| Size::new(rows, cols).unwrap());
    let corners =
        sizes.iter().flat_map(|size| [Goal::BlankFirst, Goal::BlankLast].map(|goal| goal.board(*size).unwrap()));
    let others = ["1 0 2 3 4 5 6 7 8", "1 2 3 4 0 5 6 7 8", "8 3 5 1 0 2 7 4 6"];
    corners.chain(others.map(|goal| Board::parse(goal, None).unwrap())).map(|goal| Oracle::new(&goal)).collect()
}

fn check<H: Heuristic<Puzzle<u64>>>(make: impl Fn(&Puzzle<u64>) -> H) {
    for oracle in oracles() {
        check_laws::<u64, H>(&oracle, &make, CONSISTENT);
    }
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
fn linear_conflict_is_consistent_and_incremental() {
    check(LinearConflict::new);
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
    check(ConflictLastMovesCornerTiles::new);
}

#[test]
fn the_wide_word_obeys_the_same_laws() {
    let oracle = Oracle::new(&Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap());
    check_laws::<u128, LinearConflict>(&oracle, LinearConflict::new, CONSISTENT);
    check_laws::<u128, TileSum>(&oracle, manhattan, CONSISTENT);
}

/// On boards beyond any oracle: `step` equals `root` along random walks, and each heuristic
/// dominates the one before it.
fn check_walks<W: Word>(size: Size) {
    let goal = Goal::BlankLast.board(size).unwrap();
    let puzzle = Puzzle::<W>::new(&goal, &Order::default()).unwrap();
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
    }
}

fn check_edges<W: Word, H: Heuristic<Puzzle<W>>>(puzzle: &Puzzle<W>, start: W, heuristic: &H) {
    use tilebench_core::Domain;
    let mut state = start;
    let mut cache = heuristic.root(puzzle, state);
    let mut arrived_by = puzzle.arrival(state);
    for step in 0..100 {
        let ops = puzzle.ops(state, arrived_by);
        let op = ops[(step * 5 + 3) % ops.len()];
        cache = heuristic.step(puzzle, cache, state, op);
        state = puzzle.apply(state, op);
        arrived_by = op;
        assert_eq!(cache, heuristic.root(puzzle, state), "{} after {op:?}", puzzle.board(state));
    }
}

#[test]
fn estimates_along_walks_equal_recomputation_on_every_size() {
    for size in Size::all() {
        if size.cells() <= 16 {
            check_walks::<u64>(size);
        }
        check_walks::<u128>(size);
    }
}
