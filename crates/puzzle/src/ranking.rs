//! Ranking: the solvable boards of a size, numbered from 0 to (cells)!/2 - 1.
//!
//! A board is read as the cells of the blank, of tile 1, of tile 2 and so on, each given by how many
//! of the cells still free lie before it (a Lehmer code). The last two tiles can fill
//! the two cells that are left in two ways, and swapping them changes the permutation's parity but not
//! the blank's cell: exactly one of the two ways is solvable, so the code stops before them.

use tilebench_core::narrow;

use crate::{Board, PuzzleError, Size};

/// The ranking of the boards from which a goal can be reached.
#[derive(Clone, Debug)]
pub struct Ranking {
    goal: Board,
}

impl Ranking {
    /// The ranking of the boards from which `goal` can be reached.
    ///
    /// # Errors
    ///
    /// If the goal has more than [`Size::WORD_CELLS`] cells.
    pub fn new(goal: &Board) -> Result<Self, PuzzleError> {
        let size = goal.size();
        if !size.is_packable() {
            return Err(PuzzleError::DoesNotFit { size, cells: Size::WORD_CELLS });
        }
        Ok(Self { goal: goal.clone() })
    }

    /// The number of boards: half the factorial of the cells.
    #[must_use]
    pub fn states(&self) -> u128 {
        (3..=self.goal.size().cells() as u128).product()
    }

    /// The rank of `board`, below [`Self::states`].
    ///
    /// # Errors
    ///
    /// If the board has another size than the goal, or cannot reach it.
    pub fn rank(&self, board: &Board) -> Result<u128, PuzzleError> {
        if board.size() != self.goal.size() {
            return Err(PuzzleError::SizesDiffer { board: board.size(), goal: self.goal.size() });
        }
        if !board.reaches(&self.goal) {
            return Err(PuzzleError::Unsolvable(board.to_string()));
        }
        let cells = board.size().cells();
        let cells_of_tiles = board.cells_of_tiles();
        let mut free = u32::MAX;
        let mut rank = 0;
        for (tile, &cell) in cells_of_tiles[..cells - 2].iter().enumerate() {
            let before = (free & ((1 << cell) - 1)).count_ones();
            free &= !(1 << cell);
            rank = rank * (cells - tile) as u128 + u128::from(before);
        }
        Ok(rank)
    }

    /// The board of `rank`, or `None` if `rank` is too large.
    #[must_use]
    pub fn unrank(&self, rank: u128) -> Option<Board> {
        if rank >= self.states() {
            return None;
        }
        let size = self.goal.size();
        let cells = size.cells();
        let mut digits = [0; Size::WORD_CELLS];
        let mut rest = rank;
        for tile in (0..cells - 2).rev() {
            let base = (cells - tile) as u128;
            digits[tile] = narrow(rest % base, "a digit is below the number of cells");
            rest /= base;
        }
        let board = board_from_digits(size, digits);
        if board.reaches(&self.goal) {
            return Some(board);
        }
        let cells_of_tiles = board.cells_of_tiles();
        Some(board.swapped(usize::from(cells_of_tiles[cells - 2]), usize::from(cells_of_tiles[cells - 1])))
    }
}

/// The board with each tile in the free cell whose index is the tile's digit.
fn board_from_digits(size: Size, digits: [usize; Size::WORD_CELLS]) -> Board {
    let mut free: Vec<usize> = (0..size.cells()).collect();
    let mut tiles = [0u16; Size::WORD_CELLS];
    for (tile, digit) in (0u16..).zip(digits).take(size.cells()) {
        tiles[free.remove(digit)] = tile;
    }
    Board::new(size, &tiles[..size.cells()]).expect("every cell got a tile of its own")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Goal;
    use std::collections::BTreeSet;

    #[test]
    fn ranks_and_solvable_boards_of_small_sizes_correspond_one_to_one() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4)] {
            for goal in [Goal::BlankFirst, Goal::BlankLast] {
                let goal = goal.board(Size::new(rows, cols).unwrap()).unwrap();
                let ranking = Ranking::new(&goal).unwrap();
                let boards: BTreeSet<Board> = (0..ranking.states())
                    .map(|rank| {
                        let board = ranking.unrank(rank).unwrap();
                        assert!(board.reaches(&goal));
                        assert_eq!(ranking.rank(&board).unwrap(), rank);
                        board
                    })
                    .collect();
                assert_eq!(boards.len() as u128, ranking.states());
                assert_eq!(ranking.unrank(ranking.states()), None);
            }
        }
    }

    #[test]
    fn the_largest_boards_have_their_published_number_of_states() {
        let ranking = |rows, cols| Ranking::new(&Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap());
        let states = |rows, cols| ranking(rows, cols).unwrap().states();
        assert!(ranking(5, 6).is_err());
        assert_eq!(states(3, 3), 181_440);
        assert_eq!(states(4, 4), 10_461_394_944_000);
        assert_eq!(states(5, 5), 7_755_605_021_665_492_992_000_000);
    }
}
