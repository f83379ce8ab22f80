//! Repeating input in messages.

use std::fmt::{self, Write};

/// The maximum number of characters of a text that a message repeats.
const MAX_CHARS: usize = 80;

/// Displays `text` on one line, with control characters escaped, and cut after 80 characters.
///
/// ```
/// use tilebench_sanitize::message::excerpt;
///
/// assert_eq!(excerpt("a\nb\u{1b}[2J").to_string(), r"a\nb\u{1b}[2J");
/// assert_eq!(excerpt(&"x".repeat(5_000)).to_string(), format!("{}…", "x".repeat(80)));
/// ```
#[must_use]
pub fn excerpt(text: &str) -> EscapedText<'_> {
    EscapedText { text, max_chars: MAX_CHARS }
}

/// Displays all of `text` with control characters escaped. For a whole message, parts of which may repeat input.
#[must_use]
pub fn escaped(text: &str) -> EscapedText<'_> {
    EscapedText { text, max_chars: usize::MAX }
}

/// A text to be displayed with escapes: see [`excerpt`] and [`escaped`].
#[derive(Clone, Copy, Debug)]
pub struct EscapedText<'a> {
    text: &'a str,
    max_chars: usize,
}

impl fmt::Display for EscapedText<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, letter) in self.text.chars().enumerate() {
            if at == self.max_chars {
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

/// Whether the character controls the terminal, is invisible, or reverses the direction of the text after it.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_and_invisible_characters_are_escaped_and_printable_ones_are_not() {
        assert_eq!(excerpt("\0\t\r\n\u{1b}\u{7f}\u{9b}").to_string(), r"\u{0}\t\r\n\u{1b}\u{7f}\u{9b}");
        assert_eq!(excerpt("\u{202e}gnp").to_string(), r"\u{202e}gnp");
        assert_eq!(excerpt("é ∞ 'a' \"b\" \\").to_string(), "é ∞ 'a' \"b\" \\");
    }

    #[test]
    fn a_text_of_80_characters_is_displayed_whole_and_a_longer_one_is_cut() {
        let text = "é".repeat(MAX_CHARS);
        assert_eq!(excerpt(&text).to_string(), text);
        assert_eq!(excerpt(&format!("{text}é")).to_string(), format!("{text}…"));
        assert_eq!(escaped(&format!("{text}\n")).to_string(), format!("{text}\\n"));
    }
}
