//! Boards: permutations of tiles on a rectangle.

use core::fmt;

use crate::{Direction, PuzzleError, Size, TileVec};

/// A rectangle of tiles: each of 0 (the blank) to cells - 1 exactly once, in reading order.
///
/// A board that fits into a word is cloned without allocation. Clones of a larger board share its tiles.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    size: Size,
    tiles: TileVec,
}

impl Board {
    /// The board of `size` with `tiles` in reading order.
    ///
    /// # Errors
    ///
    /// If the tiles are not a permutation of 0 to cells - 1.
    pub fn new(size: Size, tiles: &[u16]) -> Result<Self, PuzzleError> {
        if tiles.len() != size.cells() {
            return Err(PuzzleError::WrongCount { found: tiles.len(), size });
        }
        // One bit per tile, so that no board allocates.
        let mut seen = [0u64; Size::MAX_CELLS / 64];
        let mut duplicate = None;
        for (at, &tile) in tiles.iter().enumerate() {
            if usize::from(tile) >= size.cells() {
                return Err(PuzzleError::TileTooLarge { tile: u64::from(tile), position: at + 1, size });
            }
            let (word, bit) = (&mut seen[usize::from(tile / 64)], 1 << (tile % 64));
            if *word & bit != 0 {
                duplicate = duplicate.or(Some(tile));
            }
            *word |= bit;
        }
        if let Some(duplicate) = duplicate {
            return Err(PuzzleError::DuplicateTile { duplicate, missing: missing(&seen) });
        }
        Ok(Self { size, tiles: TileVec::new(tiles) })
    }

    /// The board of `size` with tiles 0, 1, 2 and so on in reading order.
    pub(crate) fn ascending(size: Size) -> Self {
        Self { size, tiles: TileVec::ascending(size) }
    }

    /// The board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tiles in reading order, 0 for the blank.
    #[must_use]
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// The cell of every tile: entry t is the cell of tile t.
    #[must_use]
    pub fn cells_of_tiles(&self) -> TileVec {
        let mut cells = TileVec::zeros(self.tiles.len());
        let entries = cells.to_mut();
        for (cell, &tile) in (0u16..).zip(self.tiles()) {
            entries[usize::from(tile)] = cell;
        }
        cells
    }

    /// The blank's cell.
    #[must_use]
    pub fn blank(&self) -> usize {
        blank(self.tiles())
    }

    /// The board after the blank moved in `direction`, or `None` at the edge.
    #[must_use]
    pub fn moved(&self, direction: Direction) -> Option<Self> {
        let blank = self.blank();
        let to = direction.step_from(blank, self.size.rows(), self.size.cols())?;
        Some(self.swapped(blank, to))
    }

    /// The board with the tiles in two cells swapped.
    #[must_use]
    pub fn swapped(&self, a: usize, b: usize) -> Self {
        let mut board = self.clone();
        board.swap(a, b);
        board
    }

    /// Swaps the tiles in two cells.
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        self.tiles.to_mut().swap(a, b);
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Board({} {self})", self.size)
    }
}

/// The smallest number whose bit is not set in `seen`.
fn missing(seen: &[u64; Size::MAX_CELLS / 64]) -> u16 {
    let is_missing = |tile: &u16| seen[usize::from(tile / 64)] & (1 << (tile % 64)) == 0;
    (0..=u16::MAX).find(is_missing).expect("if one tile is on the board twice, another is missing")
}

fn blank(tiles: &[u16]) -> usize {
    tiles.iter().position(|&tile| tile == 0).expect("a board has a blank")
}
