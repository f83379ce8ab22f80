//! The four directions in which the blank moves, and move lists.

use core::fmt;

use crate::PuzzleError;

/// A direction in which the blank moves. The tile in its way moves in the opposite direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Towards the first row.
    Up,
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
    /// Towards the last row.
    Down,
}

impl Direction {
    /// All directions in the order of the experiments of Korf 1985: up, left, right, down.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// The direction that undoes this one.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
        }
    }

    /// The letter in move lists: `U`, `L`, `R` or `D`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Down => 'D',
        }
    }

    /// The direction of a letter, either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.letter() == letter.to_ascii_uppercase())
    }

    /// The cell reached from `cell` on a board of `rows` by `cols`, or `None` at the edge.
    #[must_use]
    pub const fn step_from(self, cell: usize, rows: usize, cols: usize) -> Option<usize> {
        match self {
            Self::Up if cell >= cols => Some(cell - cols),
            Self::Left if !cell.is_multiple_of(cols) => Some(cell - 1),
            Self::Right if cell % cols + 1 < cols => Some(cell + 1),
            Self::Down if cell + cols < rows * cols => Some(cell + cols),
            _ => None,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.letter())
    }
}

/// Writes moves of the blank as letters, `ULDR`.
pub fn format_moves(moves: impl IntoIterator<Item = Direction>) -> String {
    moves.into_iter().map(Direction::letter).collect()
}

/// Reads moves of the blank. White space is ignored.
///
/// # Errors
///
/// If a letter is not a direction.
pub fn parse_moves(text: &str) -> Result<Vec<Direction>, PuzzleError> {
    text.chars()
        .filter(|letter| !letter.is_whitespace())
        .enumerate()
        .map(|(at, letter)| Direction::from_letter(letter).ok_or(PuzzleError::InvalidMove { letter, position: at + 1 }))
        .collect()
}

/// The number of maximal runs of equal moves: the moves if several tiles of a line may be pushed together.
#[must_use]
pub fn count_move_runs(moves: &[Direction]) -> usize {
    moves.chunk_by(|one, next| one == next).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_and_its_opposite_cancel_on_every_cell() {
        for (rows, cols) in [(2, 2), (3, 5), (5, 3)] {
            for cell in 0..rows * cols {
                for direction in Direction::ALL {
                    if let Some(next) = direction.step_from(cell, rows, cols) {
                        assert_eq!(direction.opposite().step_from(next, rows, cols), Some(cell));
                    }
                }
            }
        }
    }

    #[test]
    fn move_lists_are_read_as_written_and_a_wrong_letter_is_reported_with_its_position() {
        let moves = parse_moves("UL dr").unwrap();
        assert_eq!(format_moves(moves), "ULDR");
        assert_eq!(parse_moves("ULX"), Err(PuzzleError::InvalidMove { letter: 'X', position: 3 }));
    }

    #[test]
    fn consecutive_equal_moves_count_once() {
        let runs = |text: &str| count_move_runs(&parse_moves(text).unwrap());
        assert_eq!([runs(""), runs("U"), runs("UUU"), runs("UULLU"), runs("ULUL")], [0, 1, 1, 3, 4]);
    }
}
