//! Solvability by counting inversions.
//!
//! Leave the blank out of the reading order. A move along a row does not change that order; a move along
//! a column takes one tile past `cols - 1` others. So the number of inversions keeps its parity if
//! `cols` is odd. If `cols` is even, the sum of the inversions and the blank's row keeps its parity. Every pair of
//! tiles is examined: half a million on the largest board, less than a millisecond.

use tilebench_puzzle::Board;

/// Whether `goal` can be reached from `board`.
#[must_use]
pub fn is_reachable(board: &Board, goal: &Board) -> bool {
    board.size() == goal.size() && parity_invariant(board) == parity_invariant(goal)
}

/// The parity that no move changes.
fn parity_invariant(board: &Board) -> usize {
    let cols = board.size().cols();
    let tiles: Vec<u16> = board.tiles().iter().copied().filter(|&tile| tile != 0).collect();
    let inversions: usize =
        tiles.iter().enumerate().map(|(at, tile)| tiles[at + 1..].iter().filter(|later| *later < tile).count()).sum();
    let blank_row = board.tiles().iter().position(|&tile| tile == 0).expect("boards have a blank") / cols;
    if cols.is_multiple_of(2) { (inversions + blank_row) % 2 } else { inversions % 2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebench_puzzle::{Direction, Goal, Size};

    #[test]
    fn moves_keep_the_parity_and_swapping_two_tiles_changes_it_on_every_size() {
        for size in Size::packable().chain([Size::new(6, 6).unwrap(), Size::new(2, 512).unwrap()]) {
            for goal in [Goal::BlankFirst, Goal::BlankLast] {
                let goal = goal.board(size).unwrap();
                let mut board = goal.clone();
                for step in 0..200 {
                    board = board.moved(Direction::ALL[(step * step + step / 7) % 4]).unwrap_or(board);
                    assert!(is_reachable(&board, &goal), "{board:?}");
                }
                let tiles: Vec<usize> = (0..size.cells()).filter(|&cell| board.tiles()[cell] != 0).collect();
                assert!(!is_reachable(&board.swapped(tiles[0], tiles[1]), &goal), "{board:?}");
            }
        }
    }

    #[test]
    fn boards_of_another_size_are_unreachable() {
        let board = |rows, cols| Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap();
        assert!(!is_reachable(&board(2, 3), &board(3, 2)));
    }
}
