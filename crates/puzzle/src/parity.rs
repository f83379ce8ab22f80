//! Solvability: whether a board can reach a goal.
//!
//! A move swaps the blank with a tile, so it changes the parity of the arrangement as a
//! permutation; it also moves the blank by one cell. Hence the parity of the permutation that takes
//! one board to the other equals the parity of the distance between their blanks if one can be
//! reached from the other. Johnson and Story 1879 showed that
//! this is enough on every rectangle of at least 2x2 cells. The one exception is 2x2 itself, whose
//! twelve arrangements of a class are a ring, and a ring is connected. The permutation is followed
//! cycle by cycle, so the test visits every cell once.

use crate::{Board, Size};

impl Board {
    /// Whether `goal`, a board of the same size, can be reached from this board.
    #[must_use]
    pub fn reaches(&self, goal: &Self) -> bool {
        let size = self.size();
        if size != goal.size() {
            return false;
        }
        let goal_cells = goal.cells_of_tiles();
        // One bit per cell, so that no board allocates.
        let mut seen = [0u64; Size::MAX_CELLS / 64];
        let mut odd = size.distance(self.blank(), goal.blank()) % 2 == 1;
        // A cycle of length k is a product of k - 1 transpositions.
        for start in 0..size.cells() {
            let mut cell = start;
            let mut length = 0;
            while seen[cell / 64] & (1 << (cell % 64)) == 0 {
                seen[cell / 64] |= 1 << (cell % 64);
                cell = usize::from(goal_cells[usize::from(self.tiles()[cell])]);
                length += 1;
            }
            odd ^= length > 0 && length % 2 == 0;
        }
        !odd
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Direction, Goal};
    use std::collections::BTreeSet;

    /// All boards that moves reach from `goal`.
    fn reachable_boards(goal: &Board) -> BTreeSet<Board> {
        let mut reached = BTreeSet::from([goal.clone()]);
        let mut front = vec![goal.clone()];
        while let Some(board) = front.pop() {
            for next in Direction::ALL.into_iter().filter_map(|direction| board.moved(direction)) {
                if reached.insert(next.clone()) {
                    front.push(next);
                }
            }
        }
        reached
    }

    fn permutations(cells: u16) -> Vec<Vec<u16>> {
        if cells == 0 {
            return vec![vec![]];
        }
        let shorter = permutations(cells - 1);
        shorter
            .iter()
            .flat_map(|rest| {
                (0..cells).map(move |at| {
                    let mut longer = rest.clone();
                    longer.insert(usize::from(at), cells - 1);
                    longer
                })
            })
            .collect()
    }

    #[test]
    fn parity_decides_exactly_which_boards_are_reachable() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
            let size = Size::new(rows, cols).unwrap();
            for goal in [Goal::BlankFirst, Goal::BlankLast] {
                let goal = goal.board(size).unwrap();
                let reached = reachable_boards(&goal);
                for tiles in permutations(u16::try_from(size.cells()).unwrap()) {
                    let board = Board::new(size, &tiles).unwrap();
                    assert_eq!(board.reaches(&goal), reached.contains(&board), "{board}");
                }
            }
        }
    }

    #[test]
    fn swapping_two_tiles_makes_a_solvable_board_unsolvable() {
        for size in Size::packable().chain([Size::new(64, 64).unwrap(), Size::new(2, 2048).unwrap()]) {
            let goal = Goal::BlankFirst.board(size).unwrap();
            assert!(goal.reaches(&goal));
            assert!(!goal.swapped(1, 2).reaches(&goal), "{size}");
        }
    }
}
