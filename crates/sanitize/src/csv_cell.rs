//! Escaping of CSV cells that spreadsheets would run as formulas.
//!
//! A cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return and is not a number is written with a single
//! quote before it. A text that begins with single quotes and then with one of these characters gets another quote, so that every
//! text is read back unchanged.

use std::borrow::Cow;

/// The characters with which a formula begins.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// `text` as it is written into a cell.
#[must_use]
pub fn escape_cell(text: &str) -> Cow<'_, str> {
    if is_formula(text) && text.parse::<f64>().is_err() { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// The text that was written into a cell as `cell`.
#[must_use]
pub fn unescape_cell(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| is_formula(text)).unwrap_or(cell)
}

/// Whether a formula begins after the single quotes at the start of `text`.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(FORMULA)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_quoted_and_numbers_and_plain_texts_are_not() {
        for formula in ["=1+1", "+x", "-x", "@sum", "\tx", "\rx", "'=x", "-", "--1"] {
            assert_eq!(escape_cell(formula), format!("'{formula}"));
        }
        for plain in ["", "-1.5", "+3e5", "a=b", "'a", "it's", "'", "ULRD", "4/3"] {
            assert_eq!(escape_cell(plain), plain);
        }
    }

    #[test]
    fn every_text_is_read_back_unchanged() {
        for text in ["=1", "'=1", "''=1", "-1.5", "'-1.5", "a", "'", "''", "", "'a", "+", "\t"] {
            assert_eq!(unescape_cell(&escape_cell(text)), text);
        }
    }
}
