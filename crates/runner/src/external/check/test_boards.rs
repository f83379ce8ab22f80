//! The boards of the conformance set.

use anyhow::Result;
use tilebench_catalog::{
    Board, Configuration, Cost, Direction, Limits, NoObserver, OperatorOrder, SearchContext, StopFlag, Tables,
    Termination, prepare,
};

/// The kind of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardKind {
    /// The goal.
    Solved,
    /// A few moves away.
    Easy,
    /// The goal cannot be reached.
    Unsolvable,
    /// The end of a long random walk.
    Hard,
}

/// A board and its known answer.
#[derive(Clone, Debug)]
pub(super) struct TestBoard {
    /// Its name.
    pub(super) what: String,
    /// The kind of the board.
    pub(super) kind: BoardKind,
    /// The board.
    pub(super) board: Board,
    /// The length of a shortest path, if known.
    pub(super) optimal: Option<Cost>,
}

/// The lengths of the walks to easy boards.
const EASY_WALKS: [usize; 4] = [1, 5, 10, 16];

/// The length of the walk to the hard board.
const RANDOM_WALK: usize = 10_000;

/// The node limit for finding the optimal length of the hard board: one or two seconds.
const MAX_NODES: u64 = 50_000_000;

impl TestBoard {
    /// The optimal length as text.
    pub(super) fn moves(&self) -> String {
        self.optimal.map_or_else(|| "some".to_owned(), |optimal| optimal.to_string())
    }

    /// The text on a correct path of `length` moves.
    pub(super) fn describe(&self, length: Cost, wall_s: f64) -> String {
        match self.optimal {
            Some(optimal) if length == optimal => format!("{length} moves, which is optimal, in {wall_s:.2} s"),
            Some(optimal) => format!("{length} moves, while {optimal} are optimal, in {wall_s:.2} s"),
            None => format!("{length} moves in {wall_s:.2} s"),
        }
    }
}

/// The conformance set of `goal`.
pub(super) fn test_boards(goal: &Board) -> Result<Vec<TestBoard>> {
    let size = goal.size();
    let test = |what: String, kind, board, optimal| TestBoard { what, kind, board, optimal };
    let mut set = vec![test("already solved".to_owned(), BoardKind::Solved, goal.clone(), Some(0))];
    for moves in EASY_WALKS {
        let board = walk(goal, moves);
        let optimal = if size.is_packable() { Some(shortest(&board, goal)?) } else { None };
        let what = optimal.map_or_else(|| format!("a walk of {moves}"), |optimal| format!("{optimal} moves away"));
        set.push(test(what, BoardKind::Easy, board, optimal));
    }
    let board = walk(goal, EASY_WALKS[1]);
    let cells: Vec<usize> = (0..size.cells()).filter(|&cell| board.tiles()[cell] != 0).take(2).collect();
    set.push(test("unsolvable".to_owned(), BoardKind::Unsolvable, board.swapped(cells[0], cells[1]), None));
    let board = walk(goal, RANDOM_WALK);
    let optimal = shortest_within(&board, goal, MAX_NODES)?;
    set.push(test("hard, within 1 s".to_owned(), BoardKind::Hard, board, optimal));
    Ok(set)
}

/// The end of a walk that never undoes its last move; always the same.
fn walk(goal: &Board, moves: usize) -> Board {
    let mut board = goal.clone();
    let mut last: Option<Direction> = None;
    // A linear congruence (Knuth 1997, section 3.3.4): its high bits will do.
    let mut state: u64 = 1;
    for _ in 0..moves {
        let onward = |direction: &Direction| last.is_none_or(|last| *direction != last.opposite());
        let nexts: Vec<(Direction, Board)> = Direction::ALL
            .into_iter()
            .filter(onward)
            .filter_map(|direction| Some((direction, board.moved(direction)?)))
            .collect();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Every cell of a board of at least 2x2 has another neighbour.
        let at = usize::try_from(state >> 33).expect("31 bits") % nexts.len();
        last = Some(nexts[at].0);
        board = nexts[at].1.clone();
    }
    board
}

/// The length of a shortest path from an easy board.
fn shortest(board: &Board, goal: &Board) -> Result<Cost> {
    Ok(u32::try_from(path(board, goal)?.len())?)
}

/// The length of a shortest path from any board of at most 16 cells, if IDA* finds it within `nodes` nodes.
fn shortest_within(board: &Board, goal: &Board, nodes: u64) -> Result<Option<Cost>> {
    if goal.size().cells() > 16 {
        return Ok(None);
    }
    let configuration = Configuration::new("idastar", Some("linear-conflict"), &[])?;
    let search = prepare(&configuration, goal, &OperatorOrder::default(), &Tables::in_memory())?;
    let limits = Limits { generated: nodes, ..Limits::NONE };
    let answer = search.run(
        board,
        &mut SearchContext { limits, stop: &StopFlag::new(), observer: &mut NoObserver, scratch: None, seed: 0 },
    )?;
    Ok(if answer.end == Termination::Solved { Some(u32::try_from(answer.moves.len())?) } else { None })
}

/// A shortest path from an easy board.
pub(super) fn path(board: &Board, goal: &Board) -> Result<Vec<Direction>> {
    let configuration = Configuration::new("idastar", Some("manhattan"), &[])?;
    let search = prepare(&configuration, goal, &OperatorOrder::default(), &Tables::in_memory())?;
    let mut context = SearchContext {
        limits: Limits::NONE,
        stop: &StopFlag::new(),
        observer: &mut NoObserver,
        scratch: None,
        seed: 0,
    };
    let answer = search.run(board, &mut context)?;
    anyhow::ensure!(answer.end == Termination::Solved, "IDA* did not solve {board}");
    Ok(answer.moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebench_catalog::{Goal, Size};
    use tilebench_verify::is_reachable;

    #[test]
    fn every_size_has_boards_of_every_kind_and_one_unsolvable_board() {
        for (rows, cols) in [(2, 2), (2, 5), (3, 3), (4, 4), (5, 5), (6, 7)] {
            let goal = Goal::BlankLast.board(Size::new(rows, cols).unwrap()).unwrap();
            let set = test_boards(&goal).unwrap();
            assert_eq!(set.len(), 7);
            for test in &set {
                assert_eq!(is_reachable(&test.board, &goal), test.kind != BoardKind::Unsolvable, "{}", test.board);
            }
            assert_eq!(set[1].board, walk(&goal, 1));
            assert_ne!(set[6].board, goal);
            assert!(set[6].optimal.is_some() || rows * cols > 10, "{}", set[6].board);
        }
    }
}
