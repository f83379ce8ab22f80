//! The ranking is one-to-one, and its moves are those of the puzzle.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tilebench_core::{Domain, Limits, SearchBudget, StopFlag, StopReason};
use tilebench_puzzle::{Board, Generator, Goal, Grid, OperatorOrder, Puzzle, Size, Word};

use super::frontier::{FrontierWord, MoveGenerator, PackedBoard, SlideGenerator, SuccessorGenerator};
use super::sequence_ranking::{SequenceRanking, lehmer_rank, unrank_sequence};
use super::vertical_move::{VerticalDirection, VerticalMove};
use super::*;

fn puzzle<W: Word>(rows: usize, cols: usize, blank: usize) -> Puzzle<W> {
    let size = Size::new(rows, cols).unwrap();
    let mut tiles: Vec<u16> = (1..).take(size.cells() - 1).collect();
    tiles.insert(blank, 0);
    Puzzle::new(&Board::new(size, &tiles).unwrap(), &OperatorOrder::default()).unwrap()
}

#[test]
fn every_board_of_small_sizes_has_a_unique_rank() {
    for (rows, cols, blank) in [(2, 2, 3), (2, 3, 0), (3, 2, 2), (2, 4, 5), (4, 2, 0), (3, 3, 4)] {
        let puzzle = puzzle::<u64>(rows, cols, blank);
        let sequences = SequenceRanking::new(&puzzle);
        let mut numbers = BTreeSet::new();
        let stop = StopFlag::new();
        let context = SearchContext {
            limits: Limits::NONE,
            stop: &stop,
            observer: &mut tilebench_core::NoObserver,
            scratch: None,
            seed: 0,
        };
        let start = puzzle.state(puzzle.goal()).unwrap();
        tilebench_solvers::layers::visit_layers(&puzzle, start, &context, &mut |_, layer| {
            for &key in layer {
                let (cell, number) = sequences.rank(&puzzle, puzzle.unpack(key));
                assert!((number as u128) < sequences.sequences_per_cell());
                assert!(numbers.insert((cell, number)), "{key:x} has the number of another");
            }
        })
        .unwrap();
        assert_eq!(numbers.len() as u128, sequences.sequences_per_cell() * (rows * cols) as u128);
        assert_eq!(sequences.rank(&puzzle, start), (blank, 0));
    }
}

/// Compares every move from `state` with the tables of the ranked method.
fn check_moves<W: Word>(puzzle: &Puzzle<W>, tables: &[[VerticalMove; 2]], state: W) {
    let sequences = SequenceRanking::new(puzzle);
    let stop = StopFlag::new();
    let budget = SearchBudget { limits: Limits::NONE, stop: &stop };
    let (cell, number) = sequences.rank(puzzle, state);
    let words = usize::try_from(sequences.sequences_per_cell().div_ceil(64)).unwrap();
    for &op in puzzle.ops(state, puzzle.root_op(state)) {
        let (to, expected) = sequences.rank(puzzle, puzzle.apply(state, op));
        if to.abs_diff(cell) == 1 {
            assert_eq!(expected, number, "a horizontal move");
            continue;
        }
        let (mut from, mut into) = (vec![0; words], vec![0; words]);
        bitmap::set(&mut from, number);
        let table = &tables[to.min(cell)][usize::from(to > cell)];
        table.apply(&from, &mut into, sequences.parity(cell), &budget).unwrap();
        let mut found = Vec::new();
        bitmap::for_each_set(&into, 0, words * 64, |bit| found.push(bit));
        assert_eq!(found, [expected], "from cell {cell} to {to}");
    }
}

fn tables(rows: usize, cols: usize) -> Vec<[VerticalMove; 2]> {
    let table = |first| {
        [VerticalDirection::Up, VerticalDirection::Down]
            .map(|direction| VerticalMove::new(rows * cols - 1, first, cols, direction))
    };
    (0..(rows - 1) * cols).map(table).collect()
}

#[test]
fn moves_change_ranks_as_in_the_puzzle() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (5, 2)] {
        let tables = tables(rows, cols);
        let mut generator = Generator::new(7);
        for blank in [0, 1, rows * cols - 1] {
            let puzzle = puzzle::<u64>(rows, cols, blank);
            for _ in 0..60 {
                check_moves(&puzzle, &tables, puzzle.state(&generator.board(puzzle.goal())).unwrap());
            }
        }
    }
}

#[test]
fn enumerations_stop_on_request_and_at_the_node_limit() {
    let puzzle = puzzle::<u64>(3, 3, 0);
    let stop = StopFlag::new();
    stop.raise(StopReason::Time);
    for (method, limits, expected) in [
        (EnumerationMethod::Ranked, Limits::NONE, Termination::TimeLimit),
        (EnumerationMethod::Frontier, Limits::NONE, Termination::TimeLimit),
        (EnumerationMethod::Ranked, Limits { generated: 1, ..Limits::NONE }, Termination::NodeLimit),
    ] {
        let context =
            SearchContext { limits, stop: &stop, observer: &mut tilebench_core::NoObserver, scratch: None, seed: 0 };
        let start = puzzle.state(puzzle.goal()).unwrap();
        for metric in Metric::ALL {
            let counted = count_states(&puzzle, start, method, metric, 2, &context, &mut |_, _| ());
            assert_eq!(counted.end, expected);
        }
    }
}

#[test]
fn moves_of_the_frontier_are_those_of_the_puzzle_without_used_operators() {
    fn check<P: FrontierWord, W: Word>(size: Size) {
        let goal = Goal::BlankFirst.board(size).unwrap();
        let puzzle = Puzzle::<W>::new(&goal, &OperatorOrder::default()).unwrap();
        let moves = MoveGenerator::new(size.rows(), size.cols());
        let board = PackedBoard::new(size.cells());
        let pack = |state: W| board.pack::<P>(|cell| puzzle.tile_at(state, cell));
        let mut generator = Generator::new(3);
        for _ in 0..50 {
            let state = puzzle.state(&generator.board(&goal)).unwrap();
            let successors = |parent_op| {
                let ops = puzzle.ops(state, parent_op);
                ops.iter().map(|&op| pack(puzzle.apply(state, op))).collect::<Vec<_>>()
            };
            let mut expanded = Vec::new();
            moves.expand(pack(state), |successor: P| expanded.push(successor));
            let boards: Vec<P> = expanded.iter().map(|successor| successor.tiles()).collect();
            assert_eq!(boards, successors(puzzle.root_op(state)));
            for (&op, &successor) in puzzle.ops(state, puzzle.root_op(state)).iter().zip(&expanded) {
                let behind = puzzle.apply(state, op);
                let mut onward = Vec::new();
                moves.expand(successor, |state: P| onward.push(state.tiles()));
                let ops = puzzle.ops(behind, op);
                assert_eq!(onward, ops.iter().map(|&op| pack(puzzle.apply(behind, op))).collect::<Vec<_>>());
                let mut bytes = vec![0; P::BYTES];
                successor.write(&mut bytes);
                assert_eq!(P::read(&bytes), successor);
            }
        }
    }
    for size in Size::packable() {
        if size.cells() <= 16 {
            check::<u64, u64>(size);
        }
        check::<u128, u128>(size);
    }
}

/// The states that runs of equal moves reach from `state` along the row, or along the column.
fn slides<W: Word>(puzzle: &Puzzle<W>, state: W, is_row: bool) -> BTreeSet<W> {
    let mut reached = BTreeSet::new();
    for &first in puzzle.ops(state, puzzle.root_op(state)) {
        let (direction, mut op, mut slid) = (first.direction(), first, state);
        if (first.from().abs_diff(first.to()) == 1) != is_row {
            continue;
        }
        loop {
            slid = puzzle.apply(slid, op);
            reached.insert(slid);
            let Some(&next) = puzzle.ops(slid, op).iter().find(|next| next.direction() == direction) else { break };
            op = next;
        }
    }
    reached
}

#[test]
fn slides_of_the_frontier_are_runs_of_equal_moves_and_a_slide_along_the_line_of_the_last_is_left_out() {
    for size in Size::packable().filter(|size| size.cells() <= 16) {
        let goal = Goal::BlankFirst.board(size).unwrap();
        let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
        let generator = SlideGenerator::new(size.rows(), size.cols());
        let board = PackedBoard::new(size.cells());
        let pack = |state: u64| board.pack::<u64>(|cell| puzzle.tile_at(state, cell));
        let packed = |states: BTreeSet<u64>| states.into_iter().map(pack).collect::<BTreeSet<u64>>();
        let mut boards = Generator::new(4);
        for _ in 0..50 {
            let state = puzzle.state(&boards.board(&goal)).unwrap();
            let mut expanded = Vec::new();
            generator.expand(pack(state), |successor: u64| expanded.push(successor));
            assert_eq!(expanded.len() as u64, generator.max_successors());
            let [row, column] = [true, false].map(|is_row| packed(slides(&puzzle, state, is_row)));
            let tiles = expanded.iter().map(|successor| successor.tiles()).collect::<BTreeSet<u64>>();
            assert_eq!(tiles, &row | &column);
            for successor in expanded {
                // A neighbour along the row is expanded along its column only.
                let mut onward = BTreeSet::new();
                generator.expand(successor, |state: u64| {
                    assert!(onward.insert(state.tiles()), "a state is generated once");
                });
                let len = if row.contains(&successor.tiles()) { size.rows() } else { size.cols() };
                assert_eq!(onward.len(), len - 1);
                assert!(onward.is_disjoint(&tiles) && !onward.contains(&pack(state)));
                let copy = generator.excluding(successor).unwrap();
                assert!(generator.is_excluded(copy.merged(successor)) && !generator.is_excluded(successor));
            }
        }
    }
}

proptest! {
    #[test]
    fn unranking_a_sequence_inverts_its_rank(all in 3..13_usize, parity in 0..2_usize, seed in any::<u64>()) {
        let codes: u64 = (3..=all as u64).product();
        let number = usize::try_from(seed % codes).unwrap();
        let tiles = unrank_sequence(number, all, parity);
        prop_assert_eq!(lehmer_rank(&tiles, all, all - 2), number);
        let inversions = (0..all).flat_map(|at| (at + 1..all).map(move |later| (at, later)));
        prop_assert_eq!(inversions.filter(|&(at, later)| tiles[at] > tiles[later]).count() % 2, parity);
        prop_assert_eq!(tiles.iter().collect::<BTreeSet<_>>().len(), all);
    }
}
