//! Boards as people write them: a permutation of tiles on a rectangle.

use core::fmt;

use crate::{Direction, PuzzleError, Size};

/// A rectangle of tiles: each of 0 (the blank) to cells - 1 exactly once, in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    size: Size,
    /// Tiles in reading order; zero beyond the last cell.
    tiles: [u8; Size::MAX_CELLS],
}

impl Board {
    /// The board of `size` with `tiles` in reading order.
    ///
    /// # Errors
    ///
    /// Where the tiles are not a permutation of 0 to cells - 1.
    pub fn new(size: Size, tiles: &[u8]) -> Result<Self, PuzzleError> {
        if tiles.len() != size.cells() {
            return Err(PuzzleError::WrongCount { found: tiles.len(), size });
        }
        let mut seen = [false; Size::MAX_CELLS];
        let mut doubled = None;
        for (at, &tile) in tiles.iter().enumerate() {
            match seen[..size.cells()].get_mut(usize::from(tile)) {
                Some(seen) if *seen => doubled = doubled.or(Some(tile)),
                Some(seen) => *seen = true,
                None => return Err(PuzzleError::TooLarge { tile: u64::from(tile), place: at + 1, size }),
            }
        }
        if let Some(doubled) = doubled {
            let missing = (0u8..).zip(seen).find(|(_, seen)| !seen).map_or(0, |(tile, _)| tile);
            return Err(PuzzleError::Doubled { doubled, missing });
        }
        let mut all = [0; Size::MAX_CELLS];
        all[..tiles.len()].copy_from_slice(tiles);
        Ok(Self { size, tiles: all })
    }

    /// The board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tiles in reading order, 0 for the blank.
    #[must_use]
    pub fn tiles(&self) -> &[u8] {
        &self.tiles[..self.size.cells()]
    }

    /// The cell of every tile: entry t is the cell where tile t stands.
    #[must_use]
    pub fn cells_of_tiles(&self) -> [u8; Size::MAX_CELLS] {
        let mut cells = [0; Size::MAX_CELLS];
        for (cell, &tile) in (0u8..).zip(self.tiles()) {
            cells[usize::from(tile)] = cell;
        }
        cells
    }

    /// The blank's cell.
    #[must_use]
    pub fn blank(&self) -> usize {
        usize::from(self.cells_of_tiles()[0])
    }

    /// The board after the blank moved in `direction`, or `None` at the edge.
    #[must_use]
    pub fn moved(&self, direction: Direction) -> Option<Self> {
        let blank = self.blank();
        let to = direction.from(blank, self.size.rows(), self.size.cols())?;
        let mut board = *self;
        board.tiles.swap(blank, to);
        Some(board)
    }

    /// The board with the tiles in two cells exchanged.
    #[must_use]
    pub fn exchanged(&self, a: usize, b: usize) -> Self {
        let mut board = *self;
        board.tiles[..self.size.cells()].swap(a, b);
        board
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Board({} {self})", self.size)
    }
}
