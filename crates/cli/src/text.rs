//! Numbers and errors for people.

use anyhow::Error;

/// A count with a comma before every third digit.
pub(crate) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1-3,5` for 1, 2, 3 and 5.
pub(crate) fn ranges(numbers: &[u64]) -> String {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let text = |(first, last)| if first == last { format!("{first}") } else { format!("{first}-{last}") };
    ranges.into_iter().map(text).collect::<Vec<_>>().join(",")
}

/// A number of bytes in the largest unit that it fills.
pub(crate) fn bytes(count: u64) -> String {
    let unit = [("GiB", 30), ("MiB", 20), ("KiB", 10)].into_iter().find(|(_, shift)| count >> shift > 0);
    match unit {
        Some((name, shift)) => format!("{:.1} {name}", count as f64 / (1u64 << shift) as f64),
        None => format!("{count} bytes"),
    }
}

/// An error and its causes in one sentence; a cause that the error tells itself is not told twice.
pub(crate) fn sentence(error: &Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_told_once() {
        let error = Error::msg("disk full").context("cannot write x: disk full; make room").context("stopped");
        assert_eq!(sentence(&error), "stopped: cannot write x: disk full; make room");
    }

    #[test]
    fn numbers_in_a_row_are_told_as_a_range() {
        assert_eq!(ranges(&[1, 2, 3, 5, 7, 8]), "1-3,5,7-8");
        assert_eq!(ranges(&[4]), "4");
    }

    #[test]
    fn counts_are_grouped_by_thousands_and_bytes_by_unit() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(540_860), "540,860");
        assert_eq!(grouped(36_302_808_031), "36,302,808,031");
        assert_eq!(bytes(1000), "1000 bytes");
        assert_eq!(bytes(3 << 19), "1.5 MiB");
    }
}
