//! The tokens of filters.

use std::fmt;

use super::filter_value::{is_space, number_text};

/// An error in a filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParseError {
    /// The number of characters before it.
    pub(crate) at: usize,
    /// The description of the error.
    pub(crate) message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "at character {}: {}", self.at + 1, self.message)
    }
}

/// The kind of a token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    /// `50`, `1_000`, `1.5e3`.
    Number(f64),
    /// A column, or `none`.
    Word(String),
    /// A text in quotes.
    Text(String),
    /// An operator or a bracket.
    Operator(&'static str),
    /// The end.
    End,
}

/// A token and its position.
#[derive(Clone, Debug)]
pub(super) struct Token {
    /// The number of characters before it.
    pub(super) at: usize,
    /// Its kind.
    pub(super) kind: TokenKind,
}

impl Token {
    /// The name in error messages.
    pub(super) fn name(&self) -> String {
        match &self.kind {
            TokenKind::Number(number) => format!("'{}'", number_text(*number)),
            TokenKind::Word(text) | TokenKind::Text(text) => format!("'{text}'"),
            TokenKind::Operator(mark) => format!("'{mark}'"),
            TokenKind::End => "the end".to_owned(),
        }
    }
}

/// The operators; those of two characters come first, since others are prefixes of them.
const OPERATORS: [&str; 18] =
    ["&&", "||", "==", "!=", "<=", ">=", "!~", "-", "+", "*", "/", "(", ")", "<", ">", "!", "~", "="];

/// The tokens of `text`, with the end.
pub(super) fn tokenize(text: &str) -> Result<Vec<Token>, ParseError> {
    let letters: Vec<char> = text.trim_end_matches(is_space).chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        if is_space(letters[at]) {
            at += 1;
            continue;
        }
        let (kind, taken) = first(&letters[at..]).map_err(|message| ParseError { at, message })?;
        tokens.push(Token { at, kind });
        at += taken;
    }
    tokens.push(Token { at: letters.len(), kind: TokenKind::End });
    Ok(tokens)
}

/// The first token of `letters`, and its length.
fn first(letters: &[char]) -> Result<(TokenKind, usize), String> {
    let letter = letters[0];
    let while_from = |from: usize, is_part: fn(char) -> bool| {
        from + letters[from..].iter().take_while(|&&letter| is_part(letter)).count()
    };
    let text = |from: usize, to: usize| letters[from..to].iter().collect::<String>();
    if letter.is_ascii_digit() {
        let end = number(letters, while_from(0, |letter| letter.is_ascii_digit() || letter == '_'));
        let digits = text(0, end).replace('_', "");
        return Ok((TokenKind::Number(digits.parse().unwrap_or(f64::NAN)), end));
    }
    if letter.is_ascii_alphabetic() || letter == '_' {
        let end = while_from(0, |letter| letter.is_ascii_alphanumeric() || letter == '_');
        return Ok((TokenKind::Word(text(0, end)), end));
    }
    if letter == '"' || letter == '\'' {
        let closing = letters[1..].iter().position(|&other| other == letter);
        let end = closing.ok_or_else(|| "this text has no closing quote".to_owned())? + 1;
        return Ok((TokenKind::Text(text(1, end)), end + 1));
    }
    let begins = |mark: &&&str| mark.chars().zip(letters).all(|(a, b)| a == *b) && mark.len() <= letters.len();
    let mark = OPERATORS.iter().find(begins).ok_or_else(|| format!("unexpected character '{letter}'"))?;
    Ok((TokenKind::Operator(mark), mark.len()))
}

/// The end of a number whose integer part ends at `end`: a point or an exponent counts only if a digit follows.
fn number(letters: &[char], mut end: usize) -> usize {
    let is_digit = |place: usize| letters.get(place).is_some_and(char::is_ascii_digit);
    let digits = |from: usize| from + letters[from..].iter().take_while(|letter| letter.is_ascii_digit()).count();
    if letters.get(end) == Some(&'.') && is_digit(end + 1) {
        end = digits(end + 1);
    }
    if matches!(letters.get(end), Some('e' | 'E')) {
        let sign = usize::from(matches!(letters.get(end + 1), Some('-' | '+')));
        if is_digit(end + 1 + sign) {
            end = digits(end + 1 + sign);
        }
    }
    end
}
