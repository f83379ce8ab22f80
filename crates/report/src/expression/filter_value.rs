//! The values of columns and their comparison, with the semantics of the script of the page.

use std::borrow::Cow;
use std::cmp::Ordering;

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ComparisonOperator {
    Equal,
    Differs,
    Below,
    AtMost,
    Above,
    AtLeast,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FilterValue<'a> {
    /// A missing value.
    None,
    /// A number.
    Number(f64),
    /// A text.
    Text(Cow<'a, str>),
}

impl FilterValue<'_> {
    /// Whether it is missing; an empty text and NaN are missing.
    pub(crate) fn is_none(&self) -> bool {
        match self {
            Self::None => true,
            Self::Number(number) => number.is_nan(),
            Self::Text(text) => text.is_empty(),
        }
    }

    /// The number, or the number that the text can be parsed as (also `4/3`), otherwise NaN.
    pub(crate) fn number(&self) -> f64 {
        match self {
            Self::None => f64::NAN,
            Self::Number(number) => *number,
            Self::Text(text) => read(text).unwrap_or(f64::NAN),
        }
    }

    /// The value as text, empty if it is missing.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::None => Cow::Borrowed(""),
            Self::Number(number) => Cow::Owned(number_text(*number)),
            Self::Text(text) => Cow::Borrowed(text),
        }
    }

    /// The text in lower case.
    pub(super) fn lowercase(&self) -> String {
        self.text().to_lowercase()
    }
}

/// Whether the comparison of `a` with `b` holds.
pub(super) fn holds(comparison: ComparisonOperator, a: &FilterValue<'_>, b: &FilterValue<'_>) -> bool {
    if a.is_none() || b.is_none() {
        return false;
    }
    let is_number = |cell: &FilterValue<'_>| matches!(cell, FilterValue::Number(_));
    let order = match a.number().partial_cmp(&b.number()) {
        Some(order) if is_number(a) || is_number(b) => order,
        _ if is_number(a) != is_number(b)
            && !matches!(comparison, ComparisonOperator::Equal | ComparisonOperator::Differs) =>
        {
            return false;
        }
        // The order of JavaScript strings, which differs from that of bytes beyond the first 65,536 characters.
        _ => a.text().encode_utf16().cmp(b.text().encode_utf16()),
    };
    match comparison {
        ComparisonOperator::Equal => order == Ordering::Equal,
        ComparisonOperator::Differs => order != Ordering::Equal,
        ComparisonOperator::Below => order == Ordering::Less,
        ComparisonOperator::AtMost => order != Ordering::Greater,
        ComparisonOperator::Above => order == Ordering::Greater,
        ComparisonOperator::AtLeast => order != Ordering::Less,
    }
}

/// Whether JavaScript treats it as white space.
pub(super) fn is_space(letter: char) -> bool {
    letter == '\u{feff}' || (letter.is_whitespace() && letter != '\u{85}')
}

/// Parses `text` as a number or a ratio.
fn read(text: &str) -> Option<f64> {
    let text = text.trim_matches(is_space);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (top, bottom) = match text.split_once('/') {
        Some((top, bottom)) => (top, if digits(bottom) { bottom.parse().ok()? } else { return None }),
        None => (text, 1.0),
    };
    // Rust accepts more than the script of the page: signs, and the names of infinities and NaN.
    let is_digit = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-' | b'+');
    if top.starts_with('+') || !top.bytes().all(is_digit) {
        return None;
    }
    top.parse::<f64>().ok().map(|top| top / bottom)
}

/// A number as JavaScript formats it.
pub(crate) fn number_text(number: f64) -> String {
    let size = number.abs();
    if number.is_nan() {
        "NaN".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned()
    } else if size >= 1e21 || (size > 0.0 && size < 1e-6) {
        let text = format!("{number:e}");
        if size >= 1.0 { text.replace('e', "e+") } else { text }
    } else if size > 0.0 {
        format!("{number}")
    } else {
        "0".to_owned()
    }
}
