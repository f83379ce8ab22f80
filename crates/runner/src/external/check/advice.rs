//! Finding the convention of moves that do not reach the goal as they are read.

use tilebench_catalog::{Board, Direction, Goal};
use tilebench_verify::check_path;

use crate::external::Dialect;

/// Another interpretation of moves.
type MoveReading = fn(Direction) -> Direction;

/// The change after which all `refused` moves reach the goal, if a single one corrects them all.
pub(super) fn advice(dialect: &Dialect, goal: &Board, refused: &[(Board, Vec<Direction>)]) -> Option<String> {
    if refused.is_empty() {
        return None;
    }
    let is_solved_by = |reverse: bool, reading: MoveReading| {
        refused.iter().all(|(board, moves)| {
            let mut read: Vec<Direction> = moves.iter().map(|&direction| reading(direction)).collect();
            if reverse {
                read.reverse();
            }
            check_path(board, goal, &read).is_ok()
        })
    };
    let (whose, other) = if dialect.of_tile { ("blank's", "blank") } else { ("tile's", "tile") };
    let reversed = !dialect.reversed;
    let order = if reversed { "its last move comes first" } else { "its first move comes first" };
    if is_solved_by(false, Direction::opposite) {
        return Some(format!("its moves are the {whose}: write moves_of = \"{other}\""));
    }
    if is_solved_by(true, |direction| direction) {
        return Some(format!("{order}: write reversed = {reversed}"));
    }
    if is_solved_by(true, Direction::opposite) {
        return Some(format!(
            "its moves are the {whose}, and {order}: write moves_of = \"{other}\" and reversed = {reversed}"
        ));
    }
    if is_solved_by(false, upside_down) {
        return Some(format!(
            "its letters for up and down are swapped: write letters = {}",
            letters(dialect, [1, 0, 2, 3])
        ));
    }
    if is_solved_by(false, mirrored) {
        return Some(format!(
            "its letters for left and right are swapped: write letters = {}",
            letters(dialect, [0, 1, 3, 2])
        ));
    }
    if is_solved_by(false, transposed) {
        return Some(
            "its rows and columns are swapped: swap them in the program, or {rows} and {cols} in command".to_owned(),
        );
    }
    other_goal(goal, refused)
}

fn upside_down(direction: Direction) -> Direction {
    if matches!(direction, Direction::Up | Direction::Down) { direction.opposite() } else { direction }
}

fn mirrored(direction: Direction) -> Direction {
    if matches!(direction, Direction::Left | Direction::Right) { direction.opposite() } else { direction }
}

fn transposed(direction: Direction) -> Direction {
    match direction {
        Direction::Up => Direction::Left,
        Direction::Left => Direction::Up,
        Direction::Down => Direction::Right,
        Direction::Right => Direction::Down,
    }
}

/// The dialect's names in another order, as they are written in a file.
fn letters(dialect: &Dialect, order: [usize; 4]) -> String {
    let names = order.map(|at| dialect.names[at].as_str());
    if names.iter().all(|name| name.chars().count() == 1) {
        format!("{:?}", names.concat())
    } else {
        format!("{names:?}")
    }
}

/// If all moves lead to the other named goal, the program solves for that one.
fn other_goal(goal: &Board, refused: &[(Board, Vec<Direction>)]) -> Option<String> {
    let end = |(board, moves): &(Board, Vec<Direction>)| {
        moves.iter().try_fold(board.clone(), |board, &direction| board.moved(direction))
    };
    let ends: Vec<Board> = refused.iter().map(end).collect::<Option<_>>()?;
    let other = ends.first().filter(|first| *first != goal && ends.iter().all(|end| end == *first))?;
    let named = [Goal::BlankFirst, Goal::BlankLast]
        .into_iter()
        .find(|named| named.board(goal.size()).is_ok_and(|b| b == *other));
    let name = named.map_or_else(|| other.to_string(), |goal| goal.to_string());
    Some(format!("all its moves end at {name}: pass it {{goal}}, or choose instances with that goal"))
}
