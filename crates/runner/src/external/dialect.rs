//! The notation of boards and moves of an external program.

use tilebench_catalog::{Board, Direction};
use tilebench_sanitize::message::excerpt;

/// How boards are written for a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoardText {
    /// The separator of two tiles of a row.
    pub(crate) separator: String,
    /// The separator of two rows, if it differs from that of tiles.
    pub(crate) row_separator: Option<String>,
    /// The blank.
    pub(crate) blank: String,
}

impl Default for BoardText {
    fn default() -> Self {
        Self { separator: " ".to_owned(), row_separator: None, blank: "0".to_owned() }
    }
}

impl BoardText {
    /// The tiles of `board` in reading order.
    pub(crate) fn write(&self, board: &Board) -> String {
        let tile = |&tile: &u16| if tile == 0 { self.blank.clone() } else { tile.to_string() };
        let row = |row: &[u16]| row.iter().map(tile).collect::<Vec<_>>().join(&self.separator);
        let rows: Vec<String> = board.tiles().chunks(board.size().cols()).map(row).collect();
        rows.join(self.row_separator.as_ref().unwrap_or(&self.separator))
    }
}

/// How a program writes moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dialect {
    /// The names of up, down, left and right.
    pub(crate) names: [String; 4],
    /// Whether they are the directions of the tile that moves, which are the opposite of the blank's.
    pub(crate) of_tile: bool,
    /// Whether the last move comes first.
    pub(crate) reversed: bool,
}

/// The directions in the order of [`Dialect::names`].
const DIRECTIONS: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

impl Default for Dialect {
    fn default() -> Self {
        Self { names: ["U", "D", "L", "R"].map(str::to_owned), of_tile: false, reversed: false }
    }
}

impl Dialect {
    /// Reads moves as the program writes them: single letters with or without separators, or words with separators.
    /// Case is ignored unless the names differ in case only.
    ///
    /// # Errors
    ///
    /// If the text contains anything else.
    pub(crate) fn read(&self, text: &str) -> Result<Vec<Direction>, String> {
        let single = self.names.iter().all(|name| name.chars().count() == 1);
        let words: Vec<String> = if single {
            text.chars().filter(|&letter| self.is_name(letter) || !is_between(letter)).map(String::from).collect()
        } else {
            text.split(is_between).filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        let mut moves =
            words.iter().enumerate().map(|(at, word)| self.direction(at, word)).collect::<Result<Vec<_>, _>>()?;
        if self.reversed {
            moves.reverse();
        }
        Ok(moves)
    }

    fn is_name(&self, letter: char) -> bool {
        self.names.iter().any(|name| name.starts_with(letter))
    }

    fn direction(&self, at: usize, word: &str) -> Result<Direction, String> {
        let exact = self.names.iter().position(|name| name == word);
        let found = exact.or_else(|| self.names.iter().position(|name| name.to_lowercase() == word.to_lowercase()));
        let direction = found.map(|at| DIRECTIONS[at]).ok_or_else(|| {
            format!(
                "'{}' at position {} of its moves is not one of {}: set letters to the program's names of the moves",
                excerpt(word),
                at + 1,
                self.names.join(", ")
            )
        })?;
        Ok(if self.of_tile { direction.opposite() } else { direction })
    }
}

/// Separators between moves.
fn is_between(letter: char) -> bool {
    letter.is_whitespace() || ",;:-–>→|/.[](){}'\"".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tilebench_catalog::{Size, format_moves};

    fn dialect(names: [&str; 4]) -> Dialect {
        Dialect { names: names.map(str::to_owned), ..Dialect::default() }
    }

    #[test]
    fn boards_are_written_in_the_notation_of_the_program() {
        let board = Board::parse("1 2 3 4 5 0", Size::new(2, 3).ok()).unwrap();
        let text = |separator: &str, row: Option<&str>, blank: &str| {
            let row_separator = row.map(str::to_owned);
            BoardText { separator: separator.to_owned(), row_separator, blank: blank.to_owned() }.write(&board)
        };
        assert_eq!(BoardText::default().write(&board), "1 2 3 4 5 0");
        assert_eq!(text(",", None, "_"), "1,2,3,4,5,_");
        assert_eq!(text(" ", Some("\n"), "x"), "1 2 3\n4 5 x");
    }

    #[test]
    fn letters_words_and_numbers_are_read_with_or_without_separators() {
        let moves = |dialect: &Dialect, text: &str| dialect.read(text).map(format_moves);
        let house = Dialect::default();
        assert_eq!(moves(&house, "UDlr"), Ok("UDLR".to_owned()));
        assert_eq!(moves(&house, "[\"U\", \"D\"] -> L\n"), Ok("UDL".to_owned()));
        assert_eq!(moves(&dialect(["0", "1", "2", "3"]), "0, 1 23"), Ok("UDLR".to_owned()));
        assert_eq!(moves(&dialect(["u", "U", "l", "L"]), "uUlL"), Ok("UDLR".to_owned()));
        assert_eq!(moves(&dialect(["-", "|", "<", ">"]), "- > |"), Ok("URD".to_owned()));
        assert_eq!(moves(&dialect(["up", "down", "left", "right"]), "Up, down; LEFT-right"), Ok("UDLR".to_owned()));
        let tile = Dialect { of_tile: true, reversed: true, ..Dialect::default() };
        assert_eq!(moves(&tile, "UUL"), Ok("RDD".to_owned()));
    }

    #[test]
    fn an_unknown_move_is_refused_with_its_position() {
        assert_eq!(
            Dialect::default().read("UDX").unwrap_err(),
            "'X' at position 3 of its moves is not one of U, D, L, R: set letters to the program's names of the moves"
        );
        assert!(
            dialect(["up", "down", "left", "right"])
                .read("up upright")
                .unwrap_err()
                .starts_with("'upright' at position 2")
        );
    }

    proptest! {
        #[test]
        fn moves_written_in_any_letters_are_read_back(
            path in proptest::collection::vec(0..4usize, 0..40), of_tile: bool, reversed: bool, between in "[ ,;]{0,2}",
        ) {
            let dialect = Dialect { of_tile, reversed, ..dialect(["N", "S", "W", "E"]) };
            let moves: Vec<Direction> = path.iter().map(|&at| DIRECTIONS[at]).collect();
            let letter = |direction: &Direction| {
                let written = if of_tile { direction.opposite() } else { *direction };
                dialect.names[DIRECTIONS.iter().position(|&known| known == written).unwrap()].clone()
            };
            let mut written: Vec<String> = moves.iter().map(letter).collect();
            if reversed {
                written.reverse();
            }
            prop_assert_eq!(dialect.read(&written.join(&between)), Ok(moves));
        }
    }
}
