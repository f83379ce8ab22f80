//! Numbers and errors for people, and words for bash.

use std::collections::BTreeSet;

use anyhow::Error;
use tilebench_runner::keys::MAX_JOBS;
use tilebench_sanitize::message::excerpt;

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

/// The word as bash reads it back.
pub(crate) fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// A time that is not exact, in the unit that suits it.
pub(crate) fn approximate_duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.5 => "a second".to_owned(),
        s if s < 59.5 => format!("{s:.0} seconds"),
        s if s < 89.5 => "a minute".to_owned(),
        s if s < 99.5 * 60.0 => format!("{:.0} minutes", s / 60.0),
        s => format!("{:.0} hours", s / 3600.0),
    }
}

/// Reads `30s`, `10m` or `2h` as seconds.
pub(crate) fn parse_duration(text: &str) -> Result<f64, String> {
    let units = [('s', 1.0), ('m', 60.0), ('h', 3600.0)];
    let known =
        units.iter().find_map(|(unit, seconds)| Some((text.strip_suffix(*unit)?.parse::<f64>().ok()?, seconds)));
    match known {
        Some((count, seconds)) if count >= 0.0 && count.is_finite() => Ok(count * seconds),
        _ => Err("write a number with its unit, such as 30s, 10m or 2h".to_owned()),
    }
}

/// Reads a number of seconds above 0.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0 && seconds <= 1e9);
    seconds.ok_or_else(|| "use a number of seconds above 0 and at most 1e9".to_owned())
}

/// Reads a limit on nodes, moves or MiB: a whole number of at least 1.
pub(crate) fn limit(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|&limit| limit > 0).ok_or_else(|| "use a whole number of at least 1".to_owned())
}

/// Reads a number of parallel runs or threads.
pub(crate) fn jobs(text: &str) -> Result<usize, String> {
    let jobs = text.parse().ok().filter(|&jobs| (1..=MAX_JOBS).contains(&jobs));
    jobs.and_then(|jobs| usize::try_from(jobs).ok()).ok_or_else(|| format!("use a whole number from 1 to {MAX_JOBS}"))
}

/// Reads names separated by commas, and ranges of names that are numbers: `1-10,79`.
pub(crate) fn parse_ids(text: &str) -> Result<BTreeSet<String>, String> {
    const MAX_RANGE: u64 = 1_000_000;
    let mut ids = BTreeSet::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let range =
            part.split_once('-').and_then(|(from, to)| Some((from.parse::<u64>().ok()?, to.parse::<u64>().ok()?)));
        match range {
            Some((from, to)) if from <= to && to - from < MAX_RANGE => ids.extend((from..=to).map(|id| id.to_string())),
            Some(_) => return Err(format!("'{}' is not a range such as 1-10", excerpt(part))),
            None => _ = ids.insert(part.to_owned()),
        }
    }
    if ids.is_empty() { Err("name at least one instance, such as 1-10,79".to_owned()) } else { Ok(ids) }
}

/// A number of bytes in the largest unit that it fills.
pub(crate) fn bytes(count: u64) -> String {
    let unit = [("GiB", 30), ("MiB", 20), ("KiB", 10)].into_iter().find(|(_, shift)| count >> shift > 0);
    match unit {
        Some((name, shift)) => format!("{:.1} {name}", count as f64 / (1u64 << shift) as f64),
        None => format!("{count} bytes"),
    }
}

/// `text` in lines of at most `width` letters if its words are short enough, each preceded by `indent`.
pub(crate) fn wrapped(text: &str, indent: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("{indent}{word}")),
        }
    }
    lines.join("\n")
}

/// An error and its causes in one sentence; a cause that the error's own text contains is not repeated.
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
    fn a_cause_is_printed_once() {
        let error = Error::msg("disk full").context("cannot write x: disk full; make room").context("stopped");
        assert_eq!(sentence(&error), "stopped: cannot write x: disk full; make room");
    }

    #[test]
    fn durations_and_instance_ids_are_parsed_and_invalid_ones_are_reported() {
        let seconds = ["30s", "10m", "1.5h"].map(|text| parse_duration(text).unwrap().to_string());
        assert_eq!(seconds, ["30", "600", "5400"]);
        for wrong in ["10", "m", "-1s", "infs", "10 minutes"] {
            assert_eq!(
                parse_duration(wrong).unwrap_err(),
                "write a number with its unit, such as 30s, 10m or 2h",
                "{wrong}"
            );
        }
        assert_eq!(parse_ids("2-3, board7").unwrap().into_iter().collect::<Vec<_>>(), ["2", "3", "board7"]);
        assert_eq!(parse_ids("9-1").unwrap_err(), "'9-1' is not a range such as 1-10");
        assert_eq!(parse_ids(",").unwrap_err(), "name at least one instance, such as 1-10,79");
        assert_eq!(
            [0.2, 30.0, 60.0, 600.0, 7200.0].map(approximate_duration),
            ["a second", "30 seconds", "a minute", "10 minutes", "2 hours"]
        );
    }

    #[test]
    fn text_is_wrapped_between_words() {
        assert_eq!(wrapped("one two  three\nfour", "# ", 9), "# one two\n# three\n# four");
        assert_eq!(wrapped("unbreakable", "  ", 5), "  unbreakable");
    }

    #[test]
    fn consecutive_numbers_are_printed_as_a_range() {
        assert_eq!(ranges(&[1, 2, 3, 5, 7, 8]), "1-3,5,7-8");
        assert_eq!(ranges(&[4]), "4");
    }

    #[test]
    fn bytes_are_in_the_largest_unit_that_they_fill() {
        assert_eq!(bytes(1000), "1000 bytes");
        assert_eq!(bytes(3 << 19), "1.5 MiB");
    }
}
