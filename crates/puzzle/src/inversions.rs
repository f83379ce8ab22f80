//! The parity rule for solvability: inversions and the blank's row.
//!
//! Leave the blank out of the reading order; two tiles are an *inversion* if the greater comes first. A move along a
//! row leaves that order as it is. A move along a column takes one tile past `cols - 1` others, so it changes the
//! parity of the inversions if the width is even and keeps it if the width is odd. Hence a goal can be reached if
//! and only if the parity of the board's inversions is that of the goal's, after adding, on boards of even width
//! only, the number of rows between the blank and its goal row (Johnson and Story 1879).
//!
//! [`Board::reaches`] decides the same by the cycles of the permutation; tests check that both agree.

use crate::{Board, PuzzleError};

/// The values of a board and its goal that the parity rule uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inversions {
    /// The board's inversions.
    pub board: usize,
    /// The goal's inversions.
    pub goal: usize,
    /// The blank's row on the board, counted from the top, from 0.
    pub blank_row: usize,
    /// The blank's row in the goal, counted from the top, from 0.
    pub goal_blank_row: usize,
    /// Whether the rule adds rows, which it does if the width is even.
    pub rows_count: bool,
}

/// Two adjacent tiles, and the board after swapping them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdjacentSwap {
    /// The left and the right tile.
    pub tiles: (u16, u16),
    /// Their row, counted from the top, from 0.
    pub row: usize,
    /// The board after the swap.
    pub board: Board,
}

impl Inversions {
    /// Counts the inversions of `board` and `goal`.
    ///
    /// # Errors
    ///
    /// If the boards differ in size.
    pub fn count(board: &Board, goal: &Board) -> Result<Self, PuzzleError> {
        if board.size() != goal.size() {
            return Err(PuzzleError::SizesDiffer { board: board.size(), goal: goal.size() });
        }
        let cols = board.size().cols();
        Ok(Self {
            board: inversions(board),
            goal: inversions(goal),
            blank_row: board.blank() / cols,
            goal_blank_row: goal.blank() / cols,
            rows_count: cols.is_multiple_of(2),
        })
    }

    /// The rows between the blank and its row in the goal: counted from the bottom if the goal's
    /// blank is in the last row, from the top if it is in the first.
    #[must_use]
    pub fn rows_to_go(&self) -> usize {
        self.blank_row.abs_diff(self.goal_blank_row)
    }

    /// The board's inversions, with the rows to the goal row added if the width is even.
    #[must_use]
    pub fn sum(&self) -> usize {
        self.board + if self.rows_count { self.rows_to_go() } else { 0 }
    }

    /// Whether the goal can be reached.
    #[must_use]
    pub fn solvable(&self) -> bool {
        self.sum() % 2 == self.goal % 2
    }
}

impl AdjacentSwap {
    /// The first two tiles in reading order that are adjacent in a row. Swapping them turns a
    /// solvable board into an unsolvable one and the reverse: it changes the inversions by one.
    ///
    /// Every board has such tiles, since at most one of its two or more rows contains the blank.
    #[must_use]
    pub fn first(board: &Board) -> Option<Self> {
        let cols = board.size().cols();
        let tiles = board.tiles();
        let left =
            (0..tiles.len() - 1).find(|&cell| (cell + 1) % cols != 0 && tiles[cell] != 0 && tiles[cell + 1] != 0)?;
        Some(Self { tiles: (tiles[left], tiles[left + 1]), row: left / cols, board: board.swapped(left, left + 1) })
    }
}

/// The number of pairs of tiles of which the greater comes first.
fn inversions(board: &Board) -> usize {
    let tiles: Vec<u16> = board.tiles().iter().copied().filter(|&tile| tile != 0).collect();
    tiles.iter().enumerate().map(|(at, tile)| tiles[at + 1..].iter().filter(|later| *later < tile).count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Generator, Goal, Size};

    /// Checks the rule and the effect of the swap against the cycles of the permutation.
    fn check(board: &Board, goal: &Board) {
        let found = Inversions::count(board, goal).unwrap();
        assert_eq!(found.solvable(), board.reaches(goal), "{board} to {goal}");
        let swap = AdjacentSwap::first(board).unwrap();
        assert_ne!(swap.board.reaches(goal), board.reaches(goal), "{board} to {goal}");
        let (left, right) = swap.tiles;
        let cell_of = |board: &Board, tile: u16| usize::from(board.cells_of_tiles()[usize::from(tile)]);
        assert_eq!(cell_of(board, left) + 1, cell_of(board, right));
        assert_eq!(cell_of(board, left), cell_of(&swap.board, right));
        assert_eq!(cell_of(board, left) / board.size().cols(), swap.row);
        assert_eq!(cell_of(board, right) / board.size().cols(), swap.row);
    }

    fn arrangements(tiles: &[u16]) -> Vec<Vec<u16>> {
        if tiles.is_empty() {
            return vec![vec![]];
        }
        let with_first = |at: usize| {
            let mut rest = tiles.to_vec();
            let first = rest.remove(at);
            arrangements(&rest).into_iter().map(move |rest| [vec![first], rest].concat())
        };
        (0..tiles.len()).flat_map(with_first).collect()
    }

    #[test]
    fn the_rule_agrees_with_the_cycles_on_every_arrangement_of_2x3_and_3x2_for_goals_of_either_parity() {
        let all = arrangements(&[0, 1, 2, 3, 4, 5]);
        assert_eq!(all.len(), 720);
        for (rows, cols) in [(2, 3), (3, 2)] {
            let size = Size::new(rows, cols).unwrap();
            for goal in ["0 1 2 3 4 5", "1 2 3 4 5 0", "2 1 0 3 4 5", "1 0 2 3 5 4"] {
                let goal = Board::parse(goal, Some(size)).unwrap();
                for tiles in &all {
                    check(&Board::new(size, tiles).unwrap(), &goal);
                }
            }
        }
    }

    #[test]
    fn the_rule_agrees_with_the_cycles_on_random_boards_of_every_size() {
        let mut generator = Generator::new(5);
        for size in Size::packable() {
            for named in [Goal::BlankFirst, Goal::BlankLast] {
                let goal = named.board(size).unwrap();
                for _ in 0..20 {
                    let board = generator.board(&goal);
                    check(&board, &goal);
                    check(&board, &board.swapped(0, size.cells() - 1));
                    check(&AdjacentSwap::first(&board).unwrap().board, &goal);
                }
            }
        }
    }

    #[test]
    fn sam_loyds_exchange_of_14_and_15_is_one_inversion_and_is_undone() {
        let goal = Goal::BlankLast.board(Size::new(4, 4).unwrap()).unwrap();
        let board = goal.swapped(13, 14);
        let found = Inversions::count(&board, &goal).unwrap();
        assert_eq!((found.board, found.goal, found.rows_to_go(), found.rows_count), (1, 0, 0, true));
        assert!(!found.solvable());
        let swap = AdjacentSwap::first(&board).unwrap();
        assert_eq!((swap.tiles, swap.row), ((1, 2), 0));
        assert!(swap.board.reaches(&goal));
    }

    #[test]
    fn rows_are_added_only_if_the_width_is_even() {
        let goal = Goal::BlankLast.board(Size::new(4, 4).unwrap()).unwrap();
        let board = Board::parse("1 2 3 4 5 6 7 8 9 10 11 0 13 14 15 12", None).unwrap();
        let found = Inversions::count(&board, &goal).unwrap();
        assert_eq!((found.board, found.rows_to_go(), found.sum()), (3, 1, 4));
        let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap()).unwrap();
        let board = Board::parse("1 2 3 4 5 0 7 8 6", None).unwrap();
        let found = Inversions::count(&board, &goal).unwrap();
        assert_eq!((found.board, found.rows_to_go(), found.sum()), (2, 1, 2));
    }

    #[test]
    fn boards_of_different_sizes_are_refused() {
        let board = |rows, cols| Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap();
        let error = Inversions::count(&board(2, 3), &board(3, 2)).unwrap_err();
        assert_eq!(error.to_string(), "the board is 2x3 but the goal is 3x2");
    }
}
