//! Replay of moves on a plain array.

use tilebench_core::Cost;
use tilebench_puzzle::{Board, Direction};

use crate::{VerifyError, is_reachable};

/// Replays `moves` of the blank from `board` and returns their number.
///
/// # Errors
///
/// If the goal is unreachable, a move leaves the board, or the moves do not end at `goal`.
pub fn check_path(board: &Board, goal: &Board, moves: &[Direction]) -> Result<Cost, VerifyError> {
    if board.size() != goal.size() {
        return Err(VerifyError::SizesDiffer { board: board.size(), goal: goal.size() });
    }
    if !is_reachable(board, goal) {
        return Err(VerifyError::Unreachable { board: board.to_string(), goal: goal.to_string() });
    }
    let end = replay(board, moves, |_| ())?;
    if end != goal.tiles() {
        let end: Vec<String> = end.iter().map(ToString::to_string).collect();
        return Err(VerifyError::NotAtGoal { moves: moves.len(), end: end.join(" "), goal: goal.to_string() });
    }
    Cost::try_from(moves.len()).map_err(|_| VerifyError::TooLong(moves.len()))
}

/// Replays `moves` of the blank from `board` and returns the sum of the costs of the tiles that moved: `costs` has the cost of each
/// tile.
///
/// # Errors
///
/// If a move leaves the board, or the cost exceeds 32 bits.
pub fn path_cost(board: &Board, moves: &[Direction], costs: &[Cost]) -> Result<Cost, VerifyError> {
    let mut cost = 0;
    replay(board, moves, |tile| cost += u64::from(costs[usize::from(tile)]))?;
    Cost::try_from(cost).map_err(|_| VerifyError::TooLong(moves.len()))
}

/// The number of slides of several tiles: a slide ends if the blank changes its direction.
///
/// # Errors
///
/// If the number exceeds 32 bits.
pub fn count_slides(moves: &[Direction]) -> Result<Cost, VerifyError> {
    let turns = moves.windows(2).filter(|pair| pair[0] != pair[1]).count();
    Cost::try_from(turns + usize::from(!moves.is_empty())).map_err(|_| VerifyError::TooLong(moves.len()))
}

/// The tiles after `moves`; each tile that moves is passed to `moved`.
fn replay(board: &Board, moves: &[Direction], mut moved: impl FnMut(u16)) -> Result<Vec<u16>, VerifyError> {
    let (rows, cols) = (board.size().rows(), board.size().cols());
    let mut tiles = board.tiles().to_vec();
    let blank = tiles.iter().position(|&tile| tile == 0).expect("boards have a blank");
    let (mut row, mut col) = (blank / cols, blank % cols);
    for (position, &direction) in (1..).zip(moves) {
        let (to_row, to_col) = match direction {
            Direction::Up => (row.wrapping_sub(1), col),
            Direction::Down => (row + 1, col),
            Direction::Left => (row, col.wrapping_sub(1)),
            Direction::Right => (row, col + 1),
        };
        if to_row >= rows || to_col >= cols {
            return Err(VerifyError::LeavesBoard { position, direction, row: row + 1, col: col + 1 });
        }
        moved(tiles[to_row * cols + to_col]);
        tiles[row * cols + col] = tiles[to_row * cols + to_col];
        tiles[to_row * cols + to_col] = 0;
        (row, col) = (to_row, to_col);
    }
    Ok(tiles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tilebench_puzzle::{Goal, Size, parse_moves};

    fn error_message(board: &str, moves: &str) -> String {
        let board = Board::parse(board, Some(Size::new(2, 3).unwrap())).unwrap();
        let goal = Goal::BlankFirst.board(board.size()).unwrap();
        check_path(&board, &goal, &parse_moves(moves).unwrap()).unwrap_err().to_string()
    }

    #[test]
    fn an_error_names_the_wrong_move_and_its_cell() {
        assert_eq!(error_message("1 2 0 3 4 5", "LUL"), "move 2 takes the blank U off the board from row 1, column 2");
        assert_eq!(error_message("1 2 0 3 4 5", "DD"), "move 2 takes the blank D off the board from row 2, column 3");
    }

    #[test]
    fn moves_that_do_not_end_at_the_goal_are_refused_with_the_tiles_at_their_end() {
        assert_eq!(
            error_message("1 2 0 3 4 5", "L"),
            "the moves, 1 in all, end at 1 0 2 3 4 5, which is not the goal 0 1 2 3 4 5"
        );
        assert_eq!(
            error_message("1 0 2 3 4 5", ""),
            "the moves, 0 in all, end at 1 0 2 3 4 5, which is not the goal 0 1 2 3 4 5"
        );
    }

    #[test]
    fn a_path_costs_the_sum_of_the_tiles_that_moved() {
        let board = Board::parse("1 2 0 3 4 5", Some(Size::new(2, 3).unwrap())).unwrap();
        // The blank moves past 2, 1 and 3.
        let moves = parse_moves("LLD").unwrap();
        assert_eq!(path_cost(&board, &moves, &[0, 1, 10, 100, 1000, 10_000]), Ok(111));
        assert!(path_cost(&board, &parse_moves("U").unwrap(), &[0; 6]).is_err());
    }

    #[test]
    fn moves_in_one_direction_are_one_slide() {
        let slides = |moves: &str| count_slides(&parse_moves(moves).unwrap());
        assert_eq!([slides(""), slides("U"), slides("UUU"), slides("UULLU")], [Ok(0), Ok(1), Ok(1), Ok(3)]);
    }

    #[test]
    fn an_unsolvable_board_is_refused_with_any_moves() {
        assert_eq!(
            error_message("0 2 1 3 4 5", ""),
            "the parity of the board 0 2 1 3 4 5 is wrong: no moves reach the goal 0 1 2 3 4 5"
        );
    }

    #[test]
    fn large_boards_are_replayed_like_small_ones() {
        for (rows, cols) in [(2, 13), (20, 20), (32, 32), (2, 512)] {
            let start = Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap();
            let moves =
                parse_moves(&["R".repeat(cols - 1), "D".repeat(rows - 1), "L".repeat(cols - 1)].concat()).unwrap();
            let end = moves.iter().try_fold(start.clone(), |board, &direction| board.moved(direction)).unwrap();
            assert_eq!(check_path(&start, &end, &moves), Ok(u32::try_from(moves.len()).unwrap()));
            assert!(check_path(&start, &end, &moves[1..]).is_err());
            assert!(check_path(&end, &start, &moves).is_err());
        }
    }

    #[test]
    fn a_goal_of_another_size_is_refused() {
        let goal = |rows, cols| Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap();
        let error = check_path(&goal(2, 3), &goal(3, 2), &[]).unwrap_err();
        assert_eq!(error.to_string(), "the board is 2x3 but the goal is 3x2");
    }

    /// A size, and moves that may leave the board.
    fn walks() -> impl Strategy<Value = (Size, Vec<Direction>)> {
        let sizes: Vec<Size> = Size::packable().collect();
        let directions = proptest::sample::select(Direction::ALL.to_vec());
        (proptest::sample::select(sizes), proptest::collection::vec(directions, 0..60))
    }

    proptest! {
        #[test]
        fn a_walk_is_accepted_if_and_only_if_every_move_stays_on_the_board((size, moves) in walks()) {
            let start = Goal::BlankLast.board(size).unwrap();
            let end = moves.iter().try_fold(start.clone(), |board, &direction| board.moved(direction));
            let checked = check_path(&start, end.as_ref().unwrap_or(&start), &moves);
            match end {
                Some(_) => prop_assert_eq!(checked, Ok(u32::try_from(moves.len()).unwrap())),
                None => prop_assert!(matches!(checked, Err(VerifyError::LeavesBoard { .. })), "{:?}", checked),
            }
        }

        #[test]
        fn a_walk_with_one_move_left_out_is_refused((size, moves) in walks(), at in any::<proptest::sample::Index>()) {
            let start = Goal::BlankLast.board(size).unwrap();
            let mut board = start.clone();
            let mut walked = Vec::new();
            for direction in moves {
                if let Some(next) = board.moved(direction) {
                    board = next;
                    walked.push(direction);
                }
            }
            prop_assume!(!walked.is_empty());
            walked.remove(at.index(walked.len()));
            // One move fewer leaves the blank on a cell of the other colour.
            prop_assert!(check_path(&start, &board, &walked).is_err());
        }
    }
}
