//! Board sizes.

use core::fmt;
use core::str::FromStr;

use crate::PuzzleError;

/// The size of a board: a rectangle from 2x2 up to 4,096 cells, which is 64x64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    rows: u16,
    cols: u16,
}

impl Size {
    /// The maximum number of cells of a board.
    pub const MAX_CELLS: usize = 4096;

    /// The maximum number of cells of a board that fits into a word. States of larger boards cannot be searched.
    pub const WORD_CELLS: usize = 25;

    /// The size of `rows` by `cols`.
    ///
    /// # Errors
    ///
    /// If a side is below 2, or there are more than [`Self::MAX_CELLS`] cells.
    pub fn new(rows: usize, cols: usize) -> Result<Self, PuzzleError> {
        let error = PuzzleError::InvalidSize { rows, cols };
        if rows < 2 || cols < 2 || rows.saturating_mul(cols) > Self::MAX_CELLS {
            return Err(error);
        }
        match (u16::try_from(rows), u16::try_from(cols)) {
            (Ok(rows), Ok(cols)) => Ok(Self { rows, cols }),
            _ => Err(error),
        }
    }

    /// The square board of `cells` cells.
    ///
    /// # Errors
    ///
    /// If `cells` is not a square number, or the square is not a valid board size.
    pub fn square(cells: usize) -> Result<Self, PuzzleError> {
        let side = cells.isqrt();
        if side * side != cells || side == 0 {
            return Err(PuzzleError::NotSquare { found: cells });
        }
        Self::new(side, side)
    }

    /// All sizes of boards that fit into a word, by rows and then columns.
    pub fn packable() -> impl Iterator<Item = Self> {
        let sides = 2..=Self::WORD_CELLS / 2;
        let sizes =
            sides.clone().flat_map(move |rows| sides.clone().filter_map(move |cols| Self::new(rows, cols).ok()));
        sizes.filter(|size| size.is_packable())
    }

    /// Whether boards of this size fit into a word.
    #[must_use]
    pub fn is_packable(self) -> bool {
        self.cells() <= Self::WORD_CELLS
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }

    /// The number of columns.
    #[must_use]
    pub fn cols(self) -> usize {
        usize::from(self.cols)
    }

    /// The number of cells, the blank's included.
    #[must_use]
    pub fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// The row of `cell`, cells being numbered in reading order.
    #[must_use]
    pub fn row(self, cell: usize) -> usize {
        cell / self.cols()
    }

    /// The column of `cell`.
    #[must_use]
    pub fn col(self, cell: usize) -> usize {
        cell % self.cols()
    }

    /// The mirror image of `cell` in the main diagonal of a square.
    #[must_use]
    pub fn transposed(self, cell: usize) -> usize {
        self.col(cell) * self.cols() + self.row(cell)
    }

    /// The Manhattan distance between two cells: rows apart plus columns apart.
    #[must_use]
    pub fn distance(self, a: usize, b: usize) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}x{}", self.rows, self.cols)
    }
}

impl FromStr for Size {
    type Err = PuzzleError;

    /// Reads `4x4`: rows, then columns.
    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let side = |part: &str| part.parse().unwrap_or(0);
        let (rows, cols) = text.split_once(['x', 'X']).map_or((0, 0), |(rows, cols)| (side(rows), side(cols)));
        Self::new(rows, cols)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packable_sizes_are_the_38_rectangles_from_2x2_to_25_cells() {
        let sizes: Vec<_> = Size::packable().collect();
        assert_eq!(sizes.len(), 38);
        assert!(sizes.iter().all(|size| size.rows() >= 2 && size.cols() >= 2 && size.cells() <= 25));
        assert!(!Size::new(13, 2).unwrap().is_packable());
    }

    #[test]
    fn the_sizes_are_the_rectangles_from_2x2_to_4096_cells() {
        for (rows, cols) in [(2, 2), (5, 6), (50, 50), (64, 64), (2, 2048), (1365, 3)] {
            assert_eq!(Size::new(rows, cols).map(Size::cells), Ok(rows * cols));
        }
        for (rows, cols) in [(1, 4), (4, 1), (64, 65), (2, 2049), (usize::MAX, 2), (0, 0)] {
            assert_eq!(Size::new(rows, cols), Err(PuzzleError::InvalidSize { rows, cols }));
        }
    }

    #[test]
    fn sizes_are_read_as_they_are_written() {
        for size in Size::packable() {
            assert_eq!(size.to_string().parse(), Ok(size));
        }
        assert!("4".parse::<Size>().is_err());
        assert!("4x".parse::<Size>().is_err());
    }
}
