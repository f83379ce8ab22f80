//! Goals: the arrangement to be reached.

use core::fmt;

use crate::{Board, PuzzleError, Size};

/// The arrangement to be reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// 0 1 2 ... : the blank in the first cell, as in Korf's papers.
    BlankFirst,
    /// 1 2 ... 0: the blank in the last cell, as the puzzle is sold.
    BlankLast,
    /// Any arrangement.
    Explicit(Board),
}

impl Goal {
    /// The goal's arrangement on a board of `size`.
    ///
    /// # Errors
    ///
    /// If an explicit goal has another size.
    pub fn board(&self, size: Size) -> Result<Board, PuzzleError> {
        match self {
            Self::BlankFirst => Ok(Board::ascending(size)),
            Self::BlankLast => {
                let mut tiles = Board::ascending(size).tiles().to_vec();
                tiles.rotate_left(1);
                Board::new(size, &tiles)
            }
            Self::Explicit(goal) if goal.size() == size => Ok(goal.clone()),
            Self::Explicit(goal) => Err(PuzzleError::SizesDiffer { board: size, goal: goal.size() }),
        }
    }

    /// Reads `blank-first`, `blank-last`, or an arrangement (square unless `size` is given).
    ///
    /// # Errors
    ///
    /// If the text is none of these.
    pub fn parse(text: &str, size: Option<Size>) -> Result<Self, PuzzleError> {
        match text.trim() {
            "blank-first" => Ok(Self::BlankFirst),
            "blank-last" => Ok(Self::BlankLast),
            word if !word.contains(|letter: char| letter.is_ascii_digit()) => {
                Err(PuzzleError::InvalidGoal(word.to_owned()))
            }
            tiles => Board::parse(tiles, size).map(Self::Explicit),
        }
    }
}

/// In the form that [`Goal::parse`] reads: a name, or the tiles.
impl fmt::Display for Goal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BlankFirst => out.write_str("blank-first"),
            Self::BlankLast => out.write_str("blank-last"),
            Self::Explicit(board) => board.fmt(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_named_goals_differ_in_the_cell_of_the_blank() {
        let size = Size::new(2, 3).unwrap();
        assert_eq!(Goal::BlankFirst.board(size).unwrap().to_string(), "0 1 2 3 4 5");
        assert_eq!(Goal::BlankLast.board(size).unwrap().to_string(), "1 2 3 4 5 0");
    }

    #[test]
    fn goals_are_read_as_they_are_written() {
        for text in ["blank-first", "blank-last", "1 2 3 4 0 5 6 7 8"] {
            assert_eq!(Goal::parse(text, None).unwrap().to_string(), text);
        }
        let error = Goal::parse("blank-middle", None).unwrap_err();
        assert_eq!(
            error.to_string(),
            "'blank-middle' is not a goal: write blank-first, blank-last, or the tiles in order"
        );
    }
}
