//! The human strategy with every routing of the blank: all boards of small sizes, and random larger boards.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use tilebench_core::{Limits, NoObserver, SearchContext, StopFlag, Termination};
use tilebench_methods::TileLayout;
use tilebench_methods::strategy::{BlankRouting, solve_layout};
use tilebench_puzzle::{Board, Generator, Goal, Ranking, Size};

const ROUTINGS: [BlankRouting; 3] = [BlankRouting::Shortest, BlankRouting::Around, BlankRouting::Fixed];

/// Solves the board, replays the path of the blank on a plain array, and returns its length.
fn length(board: &Board, goal: &Board, routing: BlankRouting) -> usize {
    let (size, cols) = (board.size(), board.size().cols());
    let places = goal.cells_of_tiles();
    let goals = board.tiles().iter().map(|&tile| usize::from(places[usize::from(tile)])).collect();
    let layout = TileLayout { rows: size.rows(), cols, goals, blank_goal: goal.blank() };
    let stop = StopFlag::new();
    let context =
        SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    let outcome = solve_layout(&layout, routing, &context);
    assert_eq!(outcome.end, Termination::Solved);
    let mut tiles = board.tiles().to_vec();
    let mut blank = board.blank();
    for &to in &outcome.path {
        assert_eq!(size.distance(blank, to), 1, "{size} {board} for {goal}, {routing:?}: the blank jumps");
        tiles.swap(blank, to);
        blank = to;
    }
    assert_eq!(tiles, goal.tiles(), "{size} {board} for {goal}, {routing:?}: not solved");
    outcome.path.len()
}

/// Goals of `size` with the blank in each cell.
fn goals(size: Size) -> impl Iterator<Item = Board> {
    let first = Goal::BlankFirst.board(size).unwrap();
    (0..size.cells()).map(move |cell| first.swapped(0, cell))
}

/// Solves every board with each routing of the blank, for the goals whose blank is in a cell accepted by `goal`.
fn check_all(rows: usize, cols: usize, goal: impl Fn(usize) -> bool) {
    let size = Size::new(rows, cols).unwrap();
    for goal in goals(size).filter(|board| goal(board.blank())) {
        let ranking = Ranking::new(&goal).unwrap();
        for rank in 0..ranking.states() {
            let board = ranking.unrank(rank).unwrap();
            for routing in ROUTINGS {
                length(&board, &goal, routing);
            }
        }
    }
}

#[test]
fn every_board_of_four_to_eight_cells_is_solved_for_a_blank_in_every_cell() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
        check_all(rows, cols, |_| true);
    }
}

#[test]
fn every_board_of_3x3_is_solved_for_a_blank_in_a_corner_at_an_edge_and_in_the_middle() {
    check_all(3, 3, |blank| [0, 4, 5, 8].contains(&blank));
}

#[test]
fn random_boards_up_to_20x20_and_narrow_ones_are_solved_within_5_n_cubed_moves() {
    let squares = (4..=20).map(|side| (side, side));
    for (rows, cols) in squares.chain([(2, 30), (30, 2), (3, 17), (9, 4)]) {
        let size = Size::new(rows, cols).unwrap();
        let cells = size.cells();
        for blank in [0, cells - 1, cells / 2, cells / 2 + cols / 2] {
            let goal = Goal::BlankFirst.board(size).unwrap().swapped(0, blank);
            let mut generator = Generator::new(11);
            for _ in 0..(2_000 / cells).max(4) {
                let board = generator.board(&goal);
                let max_moves = 5 * rows.max(cols).pow(3);
                for routing in ROUTINGS {
                    let moves = length(&board, &goal, routing);
                    assert!(moves <= max_moves, "{size} {routing:?}: {moves} moves");
                }
            }
        }
    }
}

#[test]
fn the_ring_is_as_good_as_shortest_paths_and_the_fixed_rotation_is_longer() {
    let goal = Goal::BlankLast.board(Size::new(8, 8).unwrap()).unwrap();
    let mut generator = Generator::new(2);
    let boards: Vec<Board> = (0..100).map(|_| generator.board(&goal)).collect();
    let [shortest, around, fixed] =
        ROUTINGS.map(|routing| boards.iter().map(|board| length(board, &goal, routing)).sum::<usize>());
    // Neither routing looks further than one step of one tile, so either may be shorter in total.
    assert!(shortest != around && shortest.abs_diff(around) < shortest / 50, "{shortest} {around}");
    assert!(fixed > shortest.max(around) + shortest / 50, "{shortest} {around} {fixed}");
}
