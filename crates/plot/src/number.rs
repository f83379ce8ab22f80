//! The formatting of numbers.

pub use tilebench_sanitize::count::{counted, grouped};

/// A non-negative number with thousands separators and `decimals` decimals.
#[must_use]
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let (before, after) = text.split_once('.').map_or((text.as_str(), None), |(before, after)| (before, Some(after)));
    let before = before.parse().map_or_else(|_| before.to_owned(), grouped);
    after.map_or(before.clone(), |after| format!("{before}.{after}"))
}

/// A number for other programs: 12 significant digits, so that a mean shows no rounding error.
#[must_use]
pub fn plain(value: f64) -> String {
    format!("{value:.11e}").parse().map_or_else(|_| value.to_string(), |rounded: f64| rounded.to_string())
}

/// Like [`fixed`], for numbers that may be negative; a number that rounds to 0 has no sign.
#[must_use]
pub fn signed(value: f64, decimals: usize) -> String {
    let text = fixed(value.abs(), decimals);
    let is_zero = text.chars().all(|character| matches!(character, '0' | '.'));
    if value < 0.0 && !is_zero { format!("-{text}") } else { text }
}

/// A mean of counts: an integer if it is large, else with one decimal.
#[must_use]
pub fn mean(value: f64) -> String {
    // A value that would round up to 1000 has no decimals.
    fixed(value, usize::from(value < 999.95))
}

/// A time with three digits in a suitable unit: `12.3 µs`, `1.23 ms`, `45.6 s`, `1,234 s`.
#[must_use]
pub fn seconds(value: f64) -> String {
    if value <= 0.0 {
        return "0 s".to_owned();
    }
    // A value that would round up to 1000 of a unit is 1 of the next.
    let (scaled, unit) = match value {
        v if v < 0.999_5e-6 => (v * 1e9, "ns"),
        v if v < 0.999_5e-3 => (v * 1e6, "µs"),
        v if v < 0.999_5 => (v * 1e3, "ms"),
        v => (v, "s"),
    };
    let decimals = match scaled {
        v if v < 9.995 => 2,
        v if v < 99.95 => 1,
        _ => 0,
    };
    format!("{} {unit}", fixed(scaled, decimals))
}

/// A number of bytes in a suitable unit: `512 B`, `1.5 MiB`.
#[must_use]
pub fn bytes(value: u64) -> String {
    let mut scaled = value as f64;
    for unit in ["B", "KiB", "MiB", "GiB"] {
        if scaled < 1023.95 {
            return format!("{} {unit}", fixed(scaled, usize::from(unit != "B")));
        }
        scaled /= 1024.0;
    }
    format!("{} TiB", fixed(scaled, 1))
}

/// Like [`bytes`], for means.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bytes are counted")]
#[must_use]
pub fn mean_bytes(value: f64) -> String {
    bytes(value.round() as u64)
}

/// A number with about four digits and a suitable suffix: `3.0`, `999.9`, `36.30M`.
#[must_use]
pub fn compact(value: f64) -> String {
    // A value that would round up to 1000 of a unit is 1 of the next.
    let (scaled, unit) = match value {
        v if v >= 999.95e9 => return format!("{v:.3e}"),
        v if v >= 999.95e6 => (v / 1e9, "G"),
        v if v >= 999.95e3 => (v / 1e6, "M"),
        v if v >= 9_999.5 => (v / 1e3, "k"),
        v => return mean(v),
    };
    let decimals = match scaled {
        v if v < 9.9995 => 3,
        v if v < 99.995 => 2,
        _ => 1,
    };
    format!("{scaled:.decimals$}{unit}")
}

/// A number of any size with four significant digits: `0.03782`, `1.234e-7`, `1,234,567`.
#[must_use]
pub fn significant(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        v if v < 0.001 => format!("{value:.3e}"),
        v => {
            // A value that would round up to the next power of ten has one decimal less.
            let decimals = [(0.009_999_5, 6), (0.099_995, 5), (0.999_95, 4), (9.999_5, 3), (99.995, 2), (999.95, 1)];
            signed(value, decimals.iter().find(|(below, _)| v < *below).map_or(0, |(_, decimals)| *decimals))
        }
    }
}

/// A ratio with two to four significant digits: `1.3e-4`, `0.0060`, `0.276`, `1.0034`, `3.42`, `31.4`.
#[must_use]
pub fn factor(value: f64) -> String {
    match value {
        v if v < 0.001 => format!("{v:.1e}"),
        // The end of an interval that excludes 1 does not look like 1.
        v if v < 0.1 || (0.99..1.01).contains(&v) => fixed(v, 4),
        v if v < 1.1 => fixed(v, 3),
        v if v < 9.995 => fixed(v, 2),
        v if v < 99.95 => fixed(v, 1),
        v => compact(v),
    }
}

/// A tick label without trailing zeros: `1e-4`, `1`, `20`, `1k`, `2.5M`, `1G`.
#[must_use]
pub fn short(value: f64) -> String {
    let (scaled, unit) = match value.abs() {
        v if v > 0.0 && v < 1e-3 => return format!("{value:.1e}").replace(".0e", "e"),
        v if v >= 1e15 => return format!("{value:.0e}"),
        v if v >= 1e12 => (value / 1e12, "T"),
        v if v >= 1e9 => (value / 1e9, "G"),
        v if v >= 1e6 => (value / 1e6, "M"),
        v if v >= 1e3 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let text = format!("{scaled:.3}");
    format!("{}{unit}", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A tick label of a linear axis, written out with thousands separators up to a million.
#[must_use]
pub fn tick(value: f64) -> String {
    let size = value.abs();
    if size >= 1e6 || (size > 0.0 && size < 1e-3) {
        return if size < 1e-3 { format!("{value:e}") } else { short(value) };
    }
    let text = signed(value, 3);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A tick label for a time: `1 µs`, `20 ms`, `100 s`.
#[must_use]
pub fn short_seconds(value: f64) -> String {
    match value {
        v if v < 0.999e-6 => format!("{} ns", short(v * 1e9)),
        v if v < 0.999e-3 => format!("{} µs", short(v * 1e6)),
        v if v < 0.999 => format!("{} ms", short(v * 1e3)),
        v => format!("{} s", whole_or_short(v)),
    }
}

fn whole_or_short(value: f64) -> String {
    if value < 1000.0 { short(value) } else { fixed(value, 0) }
}

/// A probability with its relation sign: `= 0.031`, `< 0.001`.
#[must_use]
pub fn probability(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("= {p:.3}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        assert_eq!(fixed(1234.567, 2), "1,234.57");
        assert_eq!([-1234.5, -0.04, 0.25].map(|value| signed(value, 1)), ["-1,234.5", "0.0", "0.2"]);
        assert_eq!([999.94, 1000.4].map(mean), ["999.9", "1,000"]);
        let values = [3.0, 9_999.0, 9_999.9, 36_302_808.0, 999_960.0, 999_960_000.0, 1e12];
        assert_eq!(values.map(compact), ["3.0", "9,999", "10.00k", "36.30M", "1.000M", "1.000G", "1.000e12"]);
    }

    #[test]
    fn small_numbers_keep_four_digits() {
        let texts = [0.0, 1.4e-7, 0.001, 0.037_82, -0.5, 0.999_96, 3.0, 31.416, 999.96, 1_234_567.0].map(significant);
        let expected =
            ["0", "1.400e-7", "0.001000", "0.03782", "-0.5000", "1.000", "3.000", "31.42", "1,000", "1,234,567"];
        assert_eq!(texts, expected);
    }

    #[test]
    fn factors_have_two_digits_at_least() {
        let texts = [0.000_12, 0.006, 0.0221, 0.5, 1.003_4, 3.419, 9.996, 31.44, 12_345.0].map(factor);
        assert_eq!(texts, ["1.2e-4", "0.0060", "0.0221", "0.500", "1.0034", "3.42", "10.0", "31.4", "12.35k"]);
    }

    #[test]
    fn times_have_three_digits_and_a_suitable_unit() {
        let cases = [0.0, 0.000_012_34, 0.000_999_9, 0.012_34, 0.999_9, 1.234, 12.34, 123.4, 4321.0];
        let texts = ["0 s", "12.3 µs", "1.00 ms", "12.3 ms", "1.00 s", "1.23 s", "12.3 s", "123 s", "4,321 s"];
        assert_eq!(cases.map(seconds), texts);
    }

    #[test]
    fn bytes_have_binary_units() {
        assert_eq!([0, 1023, 1024, 1_572_864].map(bytes), ["0 B", "1,023 B", "1.0 KiB", "1.5 MiB"]);
    }

    #[test]
    fn tick_labels_have_no_superfluous_digits() {
        assert_eq!([0.0, 0.25, -5.0, 1500.0, 2e6].map(tick), ["0", "0.25", "-5", "1,500", "2M"]);
        let texts = ["0", "5e-5", "0.001", "1", "20", "1k", "2.5M", "1G", "100M"];
        assert_eq!([0.0, 5e-5, 0.001, 1.0, 20.0, 1000.0, 2.5e6, 1e9, 1e8].map(short), texts);
        assert_eq!([1e-6, 2e-2, 1.0, 100.0, 1e4].map(short_seconds), ["1 µs", "20 ms", "1 s", "100 s", "10,000 s"]);
    }
}
