//! Boards as text: tiles in reading order, `0` the blank, separated by spaces, commas or slashes.

use core::fmt;

use crate::{Board, PuzzleError, Size};

impl Board {
    /// Reads a board of `size`, or a square one if no size is given.
    ///
    /// # Errors
    ///
    /// If something is not a number, the number of tiles is wrong, or a tile is missing, duplicate or too
    /// large.
    pub fn parse(text: &str, size: Option<Size>) -> Result<Self, PuzzleError> {
        let words: Vec<&str> = text.split([' ', ',', '/', '\t', '\n', '\r']).filter(|word| !word.is_empty()).collect();
        let numbers = (1..)
            .zip(&words)
            .map(|(position, word)| {
                word.parse::<u64>().map_err(|_| PuzzleError::NotANumber { text: (*word).to_owned(), position })
            })
            .collect::<Result<Vec<_>, _>>()?;
        let size = match size {
            Some(size) => size,
            None => Size::square(numbers.len())?,
        };
        if numbers.len() != size.cells() {
            return Err(PuzzleError::WrongCount { found: numbers.len(), size });
        }
        let tiles = (1..)
            .zip(numbers)
            .map(|(position, tile)| u16::try_from(tile).map_err(|_| PuzzleError::TileTooLarge { tile, position, size }))
            .collect::<Result<Vec<_>, _>>()?;
        Self::new(size, &tiles)
    }

    /// The board as a rectangle of right-aligned numbers, one line per row, the blank as a dot.
    #[must_use]
    pub fn diagram(&self) -> String {
        let width = (self.size().cells() - 1).to_string().len().max(2);
        let rows = self.tiles().chunks(self.size().cols()).map(|row| {
            let cell = |tile: u16| if tile == 0 { ".".to_owned() } else { tile.to_string() };
            let cells = row.iter().map(|&tile| format!("{:>width$}", cell(tile)));
            cells.collect::<Vec<_>>().join(" ")
        });
        rows.collect::<Vec<_>>().join("\n")
    }
}

/// The tiles in reading order, separated by spaces.
impl fmt::Display for Board {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, tile) in self.tiles().iter().enumerate() {
            let space = if at == 0 { "" } else { " " };
            write!(out, "{space}{tile}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Generator, Goal};

    fn message(text: &str, size: Option<(usize, usize)>) -> String {
        let size = size.map(|(rows, cols)| Size::new(rows, cols).unwrap());
        Board::parse(text, size).unwrap_err().to_string()
    }

    #[test]
    fn separators_are_free_and_the_size_is_square_unless_given() {
        let spaces = Board::parse("1 2 3 4 5 6 7 8 0", None).unwrap();
        for text in ["1,2,3,4,5,6,7,8,0", "1 2 3/4 5 6/7 8 0", "1, 2, 3,\n4 5 6\t7 8 0 "] {
            assert_eq!(Board::parse(text, None).unwrap(), spaces);
        }
        let flat = Board::parse("1 2 3 4 5 0", Size::new(2, 3).ok()).unwrap();
        assert_eq!(flat.size().to_string(), "2x3");
        assert_eq!(flat.diagram(), " 1  2  3\n 4  5  .");
    }

    #[test]
    fn the_largest_boards_are_read_as_they_are_written() {
        for (rows, cols) in [(2, 13), (20, 20), (32, 32)] {
            let size = Size::new(rows, cols).unwrap();
            let board = Generator::new(5).board(&Goal::BlankLast.board(size).unwrap());
            assert_eq!(Board::parse(&board.to_string(), Some(size)).unwrap(), board);
        }
        let size = Size::new(2, 52).unwrap();
        assert!(Goal::BlankFirst.board(size).unwrap().diagram().starts_with("  .   1   2 "));
        assert!(Goal::BlankFirst.board(size).unwrap().diagram().ends_with(" 99 100 101 102 103"));
    }

    #[test]
    fn errors_of_boards_are_one_sentence() {
        assert_eq!(
            message("1 2 x 0", None),
            "'x' at place 3 of the board is not a number: write the tiles as numbers, 0 for the blank"
        );
        assert_eq!(message("1 2 3", Some((2, 2))), "the board has 3 numbers, but 2x2 needs 4");
        assert_eq!(message("", None), "0 numbers do not form a square board: pass its rows and columns");
        assert_eq!(message("1 2 3 0 4", None), "5 numbers do not form a square board: pass its rows and columns");
        assert_eq!(message("1 2 2 0", None), "tile 2 is on the board twice, and tile 3 is missing");
        assert_eq!(
            message("1 2 300 0", None),
            "tile 300 at place 3 is too large: a 2x2 board has tiles 1 to 3 and the blank 0"
        );
        assert_eq!(
            message("1 2 70000 0", None),
            "tile 70000 at place 3 is too large: a 2x2 board has tiles 1 to 3 and the blank 0"
        );
        assert_eq!(
            message("1 2 4 0", None),
            "tile 4 at place 3 is too large: a 2x2 board has tiles 1 to 3 and the blank 0"
        );
    }
}
