//! Parts of sentences: factors with intervals, lists of names, numbers of things.

use crate::estimates::IntervalEstimate;
use crate::number::grouped;
use crate::stats::Interval;

/// The maximum number of names in a list.
const MAX_NAMED: usize = 4;

/// A value with its interval: `3.42 [3.11 to 3.77]`; a dash if there is no value.
pub(crate) fn estimate(estimate: IntervalEstimate, format: impl Fn(f64) -> String) -> String {
    let Some(value) = estimate.value else { return "–".to_owned() };
    match estimate.interval {
        Some(Interval { low, high, .. }) => format!("{} [{} to {}]", format(value), format(low), format(high)),
        None => format(value),
    }
}

/// Names in a list: `A, B and C`, or `A, B, C, D and 3 more`.
pub(crate) fn list(names: &[String]) -> String {
    let (shown, rest) = names.split_at(names.len().min(MAX_NAMED));
    let others = (!rest.is_empty()).then(|| format!("{} more", grouped(rest.len() as u64)));
    let parts: Vec<&str> = shown.iter().chain(&others).map(String::as_str).collect();
    match parts.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// `text` with a small letter at its start.
pub(super) fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// `text` with a capital letter at its start.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_of_names_is_cut() {
        let names: Vec<String> = ["A", "B", "C", "D", "E", "F"].map(str::to_owned).to_vec();
        assert_eq!(
            [0, 1, 2, 4, 6].map(|n| list(&names[..n])),
            ["", "A", "A and B", "A, B, C and D", "A, B, C, D and 2 more"]
        );
    }
}
