//! The studentised range with infinite degrees of freedom: the range of k independent values of a standard normal
//! distribution, as in Nemenyi's test.
//!
//! By definition, the range is at most w with the probability k ∫ φ(z) (Φ(z) - Φ(z - w))^(k-1) dz, in which z is the largest
//! value. The integrand is smooth and vanishes at both ends, so the trapezoidal rule converges faster than any power of its
//! step; here it is exact to about 1e-14 up to thousands of values. The quantile inverts it by bisection.
//!
//! *Reference*: Harter 1960, whose tables the tests repeat. No permissively licensed crate has this distribution.

use std::f64::consts::PI;

use crate::normal;

/// The normal density is below 1e-18 outside.
const END: f64 = 9.0;
/// The number of steps of the trapezoidal rule between the ends.
const STEPS: u32 = 288;

/// The probability that the range of `count` values is at most `range`; NaN for fewer than two values.
#[must_use]
pub fn cdf(range: f64, count: usize) -> f64 {
    if count < 2 || range.is_nan() {
        return f64::NAN;
    }
    if range <= 0.0 {
        return 0.0;
    }
    let others = (count - 1) as f64;
    let step = 2.0 * END / f64::from(STEPS);
    let term = |place: u32| {
        let largest = f64::from(place) * step - END;
        let density = (-largest * largest / 2.0).exp() / (2.0 * PI).sqrt();
        density * (normal::cdf(largest) - normal::cdf(largest - range)).powf(others)
    };
    (count as f64 * step * (0..=STEPS).map(term).sum::<f64>()).min(1.0)
}

/// The range that is exceeded with probability 1 - `p`; infinite for 1, NaN outside and for fewer than two values.
#[must_use]
pub fn quantile(p: f64, count: usize) -> f64 {
    if p.is_nan() || !(0.0..=1.0).contains(&p) || count < 2 {
        return f64::NAN;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    // Both extreme values are within END of 0.
    let (mut low, mut high) = (0.0, 2.0 * END);
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return middle;
        }
        *(if cdf(middle, count) < p { &mut low } else { &mut high }) = middle;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_equal_the_published_tables() {
        // Harter 1960: the upper 5 % and 1 % points with infinite degrees of freedom.
        let five = [(2, 2.77), (3, 3.31), (5, 3.86), (10, 4.47), (15, 4.80), (20, 5.01), (40, 5.50), (60, 5.76)];
        let one = [(2, 3.64), (3, 4.12), (5, 4.60), (10, 5.16), (20, 5.65)];
        for (p, table) in [(0.95, &five[..]), (0.99, &one[..])] {
            for &(count, expected) in table {
                let found = quantile(p, count);
                assert!((found - expected).abs() <= 0.005, "{count} values at {p}: {found}, not {expected}");
            }
        }
        // Demšar 2006, table 5: divided by the square root of 2.
        let nemenyi = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164];
        for (count, expected) in (2..).zip(nemenyi) {
            let found = quantile(0.95, count) / 2.0_f64.sqrt();
            assert!((found - expected).abs() < 0.0011, "{count} values: {found}, not {expected}");
        }
    }

    #[test]
    fn the_range_of_two_values_is_a_normal_difference() {
        for range in [0.1, 1.0, 2.5, 4.0] {
            let difference = 1.0 - normal::two_sided(range / 2.0_f64.sqrt());
            assert!((cdf(range, 2) - difference).abs() < 1e-14, "{range}");
        }
    }

    #[test]
    fn the_quantile_inverts_the_distribution_function() {
        for count in [2, 7, 21, 300, 5000] {
            for p in [0.01, 0.5, 0.95, 0.999] {
                assert!((cdf(quantile(p, count), count) - p).abs() < 1e-12, "{count} values at {p}");
            }
        }
    }

    #[test]
    fn values_outside_are_nan_and_the_ends_are_0_and_infinite() {
        assert!(
            [quantile(-0.1, 3), quantile(1.1, 3), quantile(0.5, 1), cdf(1.0, 0)].iter().all(|value| value.is_nan())
        );
        assert!(quantile(1.0, 3).is_infinite() && cdf(-1.0, 3) <= 0.0 && cdf(40.0, 3) >= 1.0 - 1e-12);
    }
}
