//! The escaping of text for LaTeX, except formulas of display names.

use tilebench_sanitize::latex;

use crate::table_view::FORMULA;

/// `text` on one line, with the special characters of LaTeX escaped outside of formulas.
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
            _ => latex::push(&mut escaped, character),
        }
    }
    escaped
}
