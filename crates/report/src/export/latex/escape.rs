//! The escaping of text for LaTeX.

use crate::table_view::FORMULA;

/// `text` on one line, with the special characters of LaTeX escaped.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut is_formula = false;
    for character in text.chars() {
        match character {
            mark if FORMULA.contains(&mark) => {
                is_formula = mark == FORMULA[0];
                escaped.push('$');
            }
            '\u{a0}' if is_formula => escaped.push(' '),
            _ if is_formula => escaped.push(character),
            '\n' | '\r' => escaped.push(' '),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', character]),
            // After the end of a row a bracket would begin an option, and within an option it would end it.
            '[' => escaped += "{[}",
            ']' => escaped += "{]}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '\\' => escaped += "\\textbackslash{}",
            '<' => escaped += "\\textless{}",
            '>' => escaped += "\\textgreater{}",
            '|' => escaped += "\\textbar{}",
            '–' => escaped += "--",
            '…' => escaped += "\\ldots{}",
            'µ' => escaped += "\\ensuremath{\\mu}",
            '×' => escaped += "\\ensuremath{\\times}",
            '≤' => escaped += "\\ensuremath{\\le}",
            '≥' => escaped += "\\ensuremath{\\ge}",
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_of_latex_are_escaped() {
        assert_eq!(escape("50% of a_b & 3 µs"), "50\\% of a\\_b \\& 3 \\ensuremath{\\mu}s");
        assert_eq!(escape("[a\\b^2"), "{[}a\\textbackslash{}b\\textasciicircum{}2");
    }
}
