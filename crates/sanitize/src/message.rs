//! Repeating a text in a message.

use std::fmt::{self, Write};

/// The most characters of a text that a message repeats.
const LONGEST: usize = 80;

/// Displays `text` as a message repeats it: on one line, with control characters escaped, and cut after 80 characters.
///
/// ```
/// use tilebench_sanitize::message::shown;
///
/// assert_eq!(shown("a\nb\u{1b}[2J").to_string(), r"a\nb\u{1b}[2J");
/// assert_eq!(shown(&"x".repeat(5_000)).to_string(), format!("{}…", "x".repeat(80)));
/// ```
#[must_use]
pub fn shown(text: &str) -> Shown<'_> {
    Shown { text, longest: LONGEST }
}

/// Displays all of `text` with control characters escaped: for a whole message, whose parts may repeat input.
#[must_use]
pub fn escaped(text: &str) -> Shown<'_> {
    Shown { text, longest: usize::MAX }
}

/// A text as a message repeats it: see [`shown`] and [`escaped`].
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    text: &'a str,
    longest: usize,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, letter) in self.text.chars().enumerate() {
            if at == self.longest {
                return out.write_char('…');
            }
            if is_invisible(letter) {
                write!(out, "{}", letter.escape_default())?;
            } else {
                out.write_char(letter)?;
            }
        }
        Ok(())
    }
}

/// Whether a terminal obeys the character, or shows nothing for it, or turns the text after it around.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_escaped_and_what_people_read_is_not() {
        assert_eq!(shown("\0\t\r\n\u{1b}\u{7f}\u{9b}").to_string(), r"\u{0}\t\r\n\u{1b}\u{7f}\u{9b}");
        assert_eq!(shown("\u{202e}gnp").to_string(), r"\u{202e}gnp");
        assert_eq!(shown("é ∞ 'a' \"b\" \\").to_string(), "é ∞ 'a' \"b\" \\");
    }

    #[test]
    fn a_text_of_80_characters_is_whole_and_a_longer_one_is_cut() {
        let text = "é".repeat(LONGEST);
        assert_eq!(shown(&text).to_string(), text);
        assert_eq!(shown(&format!("{text}é")).to_string(), format!("{text}…"));
        assert_eq!(escaped(&format!("{text}\n")).to_string(), format!("{text}\\n"));
    }
}
