//! Last moves and corner tiles, compared with their definition on plain boards and with published lengths of
//! shortest solutions.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod definition;

use definition::Definition;
use tilebench_core::{Cost, Domain, Heuristic, HeuristicExt};
use tilebench_heuristics::{
    ConflictCornerTiles, ConflictLastMoves, ConflictLastMovesCornerTiles, KorfTaylor, LinearConflict,
    ManhattanCornerTiles, ManhattanLastMoves, ManhattanLastMovesCornerTiles, manhattan,
};
use tilebench_puzzle::{Board, Generator, Goal, OperatorOrder, Puzzle, Size, Word};
use tilebench_testkit::{DeclaredProperties, Oracle, check_laws};

const CONSISTENT: DeclaredProperties = DeclaredProperties { admissible: true, consistent: true };

/// `parts`: whether the heuristic has conflicts, last moves and corner tiles.
fn check_definition<W: Word, H: Heuristic<Puzzle<W>>>(
    puzzle: &Puzzle<W>,
    boards: &[Board],
    parts: [bool; 3],
    heuristic: &H,
) {
    let definition = Definition::new(puzzle.goal());
    for board in boards {
        let value = heuristic.estimate(puzzle, puzzle.state(board).unwrap());
        let expected = definition.value(board, parts);
        assert_eq!(value, expected, "{board} to {}, {parts:?}", puzzle.goal());
    }
}

fn check_all_definitions<W: Word>(goal: &Board, boards: &[Board]) {
    let puzzle = Puzzle::<W>::new(goal, &OperatorOrder::default()).unwrap();
    check_definition(&puzzle, boards, [false, true, false], &ManhattanLastMoves::new(&puzzle));
    check_definition(&puzzle, boards, [false, false, true], &ManhattanCornerTiles::new(&puzzle));
    check_definition(&puzzle, boards, [false, true, true], &ManhattanLastMovesCornerTiles::new(&puzzle));
    check_definition(&puzzle, boards, [true, true, false], &ConflictLastMoves::new(&puzzle));
    check_definition(&puzzle, boards, [true, false, true], &ConflictCornerTiles::new(&puzzle));
    check_definition(&puzzle, boards, [true, true, true], &ConflictLastMovesCornerTiles::new(&puzzle));
}

/// Goals of `size` with the blank in each cell.
fn goals(size: Size) -> Vec<Board> {
    let first = Goal::BlankFirst.board(size).unwrap();
    (0..size.cells()).map(|cell| first.swapped(0, cell)).collect()
}

#[test]
fn on_small_boards_the_value_equals_the_definition_for_every_cell_of_the_goals_blank() {
    for (rows, cols, every) in [(2, 2, 1), (2, 3, 1), (3, 2, 1), (2, 4, 5), (4, 2, 5), (3, 3, 53)] {
        for goal in goals(Size::new(rows, cols).unwrap()) {
            let oracle = Oracle::new(&goal);
            let boards: Vec<Board> = oracle.boards().iter().map(|(board, _)| board.clone()).step_by(every).collect();
            check_all_definitions::<u64>(&goal, &boards);
        }
    }
}

/// Boards near `goal`: up to four pairs of tiles swapped, then a walk. Tiles in place beside wrong corners, and
/// conflicts in lines, are far more frequent than on random boards.
fn near(goal: &Board, generator: &mut Generator) -> Vec<Board> {
    let mut boards = Vec::new();
    for exchanges in [2, 2, 3, 4, 4] {
        let cells = generator.board(goal);
        let pairs = cells.tiles().chunks_exact(2).take(exchanges);
        let start = pairs.fold(goal.clone(), |board, pair| board.swapped(usize::from(pair[0]), usize::from(pair[1])));
        if start.reaches(goal) {
            boards.push(start.clone());
            boards.extend((1..40).map(|moves| generator.walk(&start, moves)));
        }
    }
    boards
}

#[test]
fn on_large_boards_the_value_equals_the_definition() {
    let mut generator = Generator::new(3);
    for (rows, cols) in [(4, 4), (3, 5), (5, 3), (2, 7), (7, 2)] {
        for goal in goals(Size::new(rows, cols).unwrap()) {
            check_all_definitions::<u64>(&goal, &near(&goal, &mut generator));
        }
    }
    for (rows, cols) in [(5, 5), (4, 6), (3, 8), (8, 3), (2, 12)] {
        for goal in goals(Size::new(rows, cols).unwrap()) {
            check_all_definitions::<u128>(&goal, &near(&goal, &mut generator));
        }
    }
}

fn check_all_laws(goal: &Board) {
    let oracle = Oracle::new(goal);
    check_laws::<u64, ManhattanLastMoves>(&oracle, KorfTaylor::new, CONSISTENT);
    check_laws::<u64, ManhattanCornerTiles>(&oracle, KorfTaylor::new, CONSISTENT);
    check_laws::<u64, ConflictLastMoves<u64>>(&oracle, KorfTaylor::new, CONSISTENT);
    check_laws::<u64, ConflictCornerTiles<u64>>(&oracle, KorfTaylor::new, CONSISTENT);
    check_laws::<u64, ConflictLastMovesCornerTiles<u64>>(&oracle, KorfTaylor::new, CONSISTENT);
}

#[test]
fn every_cell_of_the_goals_blank_gives_a_consistent_heuristic() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
        for goal in goals(Size::new(rows, cols).unwrap()) {
            check_all_laws(&goal);
        }
    }
}

/// Lines of five cells, of which two tiles beside corners and a third may be in conflict.
#[test]
fn all_boards_of_two_rows_and_five_columns_obey_the_laws() {
    check_all_laws(&goals(Size::new(2, 5).unwrap())[1]);
}

/// On every edge around `boards`: the step equals recomputation and the value changes by 1 or -1.
fn check_edges<W: Word, H: Heuristic<Puzzle<W>>>(goal: &Board, boards: &[Board], make: impl Fn(&Puzzle<W>) -> H) {
    let puzzle = Puzzle::<W>::new(goal, &OperatorOrder::default()).unwrap();
    let heuristic = make(&puzzle);
    for board in boards {
        let state = puzzle.state(board).unwrap();
        let cache = heuristic.initial(&puzzle, state);
        for &op in puzzle.ops(state, puzzle.root_op(state)) {
            let stepped = heuristic.step(&puzzle, cache, state, op);
            assert_eq!(stepped, heuristic.initial(&puzzle, puzzle.apply(state, op)), "{board} to {goal} after {op:?}");
            let (before, after) = (heuristic.h(cache), heuristic.h(stepped));
            assert_eq!(before.abs_diff(after), 1, "{board} to {goal}: from {before} to {after} by {op:?}");
        }
    }
}

#[test]
fn on_large_boards_every_move_changes_the_value_by_one() {
    let mut generator = Generator::new(5);
    for (rows, cols) in [(4, 4), (5, 5), (3, 5), (3, 6), (6, 4), (2, 9), (8, 3)] {
        for goal in goals(Size::new(rows, cols).unwrap()) {
            let boards = near(&goal, &mut generator);
            check_edges::<u128, ManhattanLastMoves>(&goal, &boards, KorfTaylor::new);
            check_edges::<u128, ManhattanCornerTiles>(&goal, &boards, KorfTaylor::new);
            check_edges::<u128, ConflictLastMoves<u128>>(&goal, &boards, KorfTaylor::new);
            check_edges::<u128, ConflictCornerTiles<u128>>(&goal, &boards, KorfTaylor::new);
            check_edges::<u128, ConflictLastMovesCornerTiles<u128>>(&goal, &boards, KorfTaylor::new);
        }
    }
}

/// Checks pairs of values of each board: the value of a heuristic, and the value of one that extends it.
fn chains<W: Word>(puzzle: &Puzzle<W>, boards: &[Board], check: impl Fn(&Board, [Cost; 2])) {
    let (plain, conflict) = (manhattan(puzzle), LinearConflict::new(puzzle));
    let (plain_last, plain_corners) = (ManhattanLastMoves::new(puzzle), ManhattanCornerTiles::new(puzzle));
    let (last, corners) = (ConflictLastMoves::new(puzzle), ConflictCornerTiles::new(puzzle));
    let all = ConflictLastMovesCornerTiles::new(puzzle);
    for board in boards {
        let state = puzzle.state(board).unwrap();
        let (plain, conflict) = (plain.estimate(puzzle, state), conflict.estimate(puzzle, state));
        let (plain_last, plain_corners) = (plain_last.estimate(puzzle, state), plain_corners.estimate(puzzle, state));
        let (last, corners) = (last.estimate(puzzle, state), corners.estimate(puzzle, state));
        let all = all.estimate(puzzle, state);
        let pairs = [[plain, plain_last], [plain, plain_corners], [plain_last, last], [plain_corners, corners]];
        pairs.into_iter().chain([[conflict, last], [conflict, corners], [last, all], [corners, all]]).for_each(
            |pair| {
                check(board, pair);
            },
        );
    }
}

#[test]
fn each_value_is_at_least_that_of_the_extended_heuristic_and_has_its_parity() {
    let mut generator = Generator::new(7);
    for size in [(4, 4), (5, 5), (3, 7)].map(|(rows, cols)| Size::new(rows, cols).unwrap()) {
        for goal in goals(size) {
            let boards: Vec<Board> =
                near(&goal, &mut generator).into_iter().chain((0..50).map(|_| generator.board(&goal))).collect();
            let puzzle = Puzzle::<u128>::new(&goal, &OperatorOrder::default()).unwrap();
            chains(&puzzle, &boards, |board, [lower, upper]| {
                assert!(lower <= upper && (upper - lower).is_multiple_of(2), "{board}: {lower}, {upper}");
            });
        }
    }
}

/// Three corners contain each other's tiles, 12 moves away in total; all other tiles are in place. The six tiles
/// beside the three corners must move. Of the endings, the one that moves tiles 1 and 2 last has the minimum: 2 is one of
/// the six. Tiles 15 and 3 are in conflict with their lines, but four of the six leave these lines.
#[test]
fn a_worked_example_has_its_values() {
    let goal = Goal::BlankFirst.board(Size::new(4, 4).unwrap()).unwrap();
    let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
    let board = Board::parse("0 1 2 12  4 5 6 7  8 9 10 11  15 13 14 3", None).unwrap();
    let state = puzzle.state(&board).unwrap();
    assert_eq!(manhattan(&puzzle).estimate(&puzzle, state), 12);
    assert_eq!(LinearConflict::new(&puzzle).estimate(&puzzle, state), 12 + 2 * 2);
    assert_eq!(ManhattanLastMoves::new(&puzzle).estimate(&puzzle, state), 12 + 2 * 2);
    assert_eq!(ManhattanCornerTiles::new(&puzzle).estimate(&puzzle, state), 12 + 2 * 6);
    assert_eq!(ConflictLastMoves::new(&puzzle).estimate(&puzzle, state), 12 + 2 * (2 + 2));
    assert_eq!(ConflictCornerTiles::new(&puzzle).estimate(&puzzle, state), 12 + 2 * 6);
    assert_eq!(ConflictLastMovesCornerTiles::new(&puzzle).estimate(&puzzle, state), 12 + 2 * (6 + 1));
}

/// Boards with the lengths of their shortest solutions, from the files of published instances.
fn published(file: &str, size: usize) -> Vec<(Board, Cost)> {
    let size = Size::new(size, size).unwrap();
    let rows = file.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    let fields = rows.map(|row| row.split(',').collect::<Vec<_>>());
    fields.map(|fields| (Board::parse(fields[1], Some(size)).unwrap(), fields[2].parse().unwrap())).collect()
}

#[test]
fn no_published_solution_is_shorter_than_a_value() {
    let sets = [
        (include_str!("../../../instances/korf100.csv"), 4, Goal::BlankFirst, 100),
        (include_str!("../../../instances/hardest17.csv"), 4, Goal::BlankLast, 17),
        (include_str!("../../../instances/korf-felner50.csv"), 5, Goal::BlankFirst, 50),
    ];
    for (file, side, goal, count) in sets {
        let goal = goal.board(Size::new(side, side).unwrap()).unwrap();
        let puzzle = Puzzle::<u128>::new(&goal, &OperatorOrder::default()).unwrap();
        let boards = published(file, side);
        assert_eq!(boards.len(), count);
        for (board, optimal) in boards {
            chains(&puzzle, &[board], |board, [_, value]| assert!(value <= optimal, "{board}: {value} of {optimal}"));
        }
    }
}
