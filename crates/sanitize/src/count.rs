//! Counts in messages.

use std::fmt::Debug;

/// A count with a comma before every third digit.
///
/// ```
/// use tilebench_sanitize::count::grouped;
///
/// assert_eq!([0, 999, 1000, 36_302_808_031].map(grouped), ["0", "999", "1,000", "36,302,808,031"]);
/// ```
#[must_use]
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with its noun, which is passed in the singular and has an `s` in the plural.
///
/// ```
/// use tilebench_sanitize::count::counted;
///
/// assert_eq!([0, 1, 1234].map(|runs: usize| counted(runs, "run")), ["0 runs", "1 run", "1,234 runs"]);
/// ```
///
/// # Panics
///
/// If the count is negative, or is at least 2^64.
#[must_use]
pub fn counted<N: TryInto<u64, Error: Debug>>(count: N, noun: &str) -> String {
    let count = count.try_into().expect("a count is not negative and has at most 64 bits");
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}
