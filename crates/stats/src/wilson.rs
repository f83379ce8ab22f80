//! The interval of a share: Wilson's score interval.
//!
//! *Estimates* the range of the share of instances that would be solved. *Assumes* independent instances. Unlike the normal
//! approximation it stays between 0 and 1, and is not empty if all or none are solved. *Reference*: Wilson 1927.

use crate::bootstrap::{Interval, IntervalMethod};
use crate::normal;

/// The interval at `level` of the share of `solved` in `n`; none if `n` is 0.
#[must_use]
pub fn wilson_interval(solved: u64, n: u64, level: f64) -> Option<Interval> {
    if n == 0 {
        return None;
    }
    let (share, n) = (solved as f64 / n as f64, n as f64);
    let z = normal::quantile(f64::midpoint(1.0, level));
    let middle = share + z * z / (2.0 * n);
    let far = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let end = |value: f64| (value / (1.0 + z * z / n)).clamp(0.0, 1.0);
    Some(Interval { low: end(middle - far), high: end(middle + far), method: IntervalMethod::Wilson })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_contains_the_share_and_is_symmetric_in_solved_and_unsolved() {
        let ends = |solved, n| wilson_interval(solved, n, 0.95).map(|interval| [interval.low, interval.high]).unwrap();
        // Newcombe 1998, table I, method 3: 81 of 263, 15 of 148, 0 of 20 and 1 of 29.
        for (solved, n, expected) in [
            (81, 263, [0.2553, 0.3662]),
            (15, 148, [0.0624, 0.1605]),
            (0, 20, [0.0000, 0.1611]),
            (1, 29, [0.0061, 0.1718]),
        ] {
            let found = ends(solved, n);
            assert!(found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 6e-5), "{found:?}");
            let [low, high] = ends(n - solved, n);
            assert!((low - (1.0 - found[1])).abs() < 1e-12 && (high - (1.0 - found[0])).abs() < 1e-12);
        }
        assert!(wilson_interval(0, 0, 0.95).is_none());
    }
}
