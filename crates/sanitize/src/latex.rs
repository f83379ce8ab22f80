//! Text for LaTeX.

/// `text` on one line, with the special characters of LaTeX escaped.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    text.chars().for_each(|character| push(&mut escaped, character));
    escaped
}

/// Adds `character` to `text`, escaped if it is special in LaTeX. The end of a line becomes a space.
pub fn push(text: &mut String, character: char) {
    match character {
        '\n' | '\r' => text.push(' '),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => text.extend(['\\', character]),
        // After the end of a row a bracket would begin an option, and within an option it would end it.
        '[' => *text += "{[}",
        ']' => *text += "{]}",
        '~' => *text += "\\textasciitilde{}",
        '^' => *text += "\\textasciicircum{}",
        '\\' => *text += "\\textbackslash{}",
        '<' => *text += "\\textless{}",
        '>' => *text += "\\textgreater{}",
        '|' => *text += "\\textbar{}",
        '–' => *text += "--",
        '…' => *text += "\\ldots{}",
        'µ' => *text += "\\ensuremath{\\mu}",
        '×' => *text += "\\ensuremath{\\times}",
        '≤' => *text += "\\ensuremath{\\le}",
        '≥' => *text += "\\ensuremath{\\ge}",
        '²' => *text += "\\ensuremath{^2}",
        '³' => *text += "\\ensuremath{^3}",
        '\u{a0}' => text.push('~'),
        _ => text.push(character),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_of_latex_are_escaped() {
        assert_eq!(escaped("50% of a_b & 3 µs"), "50\\% of a\\_b \\& 3 \\ensuremath{\\mu}s");
        assert_eq!(escaped("[a\\b^2"), "{[}a\\textbackslash{}b\\textasciicircum{}2");
        assert_eq!(escaped("moves / n³"), "moves / n\\ensuremath{^3}");
    }
}
