//! Student's t distribution, and the interval of a mean that it gives.
//!
//! *Estimates* the mean of a population from a few values, such as one per session. *Assumes* that the values are
//! independent and about normal; the mean of logarithms of ratios is, even if single times are skewed. *Accuracy*: exact
//! under these assumptions for two values or more, whereas a bootstrap of fewer than about 20 values is too narrow.
//!
//! The square of a t value has an F distribution, from which the probability follows; the quantile inverts it by
//! bisection, to about 1e-11.
//!
//! *Reference*: Student 1908.

use crate::bootstrap::{Interval, Method};
use crate::means::mean;
use crate::{fisher_f, normal};

/// With more degrees of freedom, the quantile is the normal one to four digits.
const NEARLY_NORMAL: f64 = 1e5;

/// The probability of a value at least as far from 0 as `t`, with `freedom` degrees of freedom.
#[must_use]
pub fn two_sided(t: f64, freedom: f64) -> f64 {
    fisher_f::survival(t * t, 1.0, freedom)
}

/// The value that is exceeded with probability 1 - `p`, with `freedom` degrees of freedom; infinite for 0 and 1, not a
/// number outside.
#[must_use]
pub fn quantile(p: f64, freedom: f64) -> f64 {
    if p.is_nan() || !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if freedom > NEARLY_NORMAL {
        return normal::quantile(p);
    }
    // The smaller tail is used: a probability close to 1 has lost the digits of its complement.
    let (sign, outside) = if p < 0.5 { (-1.0, 2.0 * p) } else { (1.0, 2.0 * (1.0 - p)) };
    if outside <= 0.0 {
        return sign * f64::INFINITY;
    }
    let is_below = |t: f64| two_sided(t, freedom) > outside;
    let (mut low, mut high) = (0.0, 1.0);
    while is_below(high) {
        (low, high) = (high, high * 2.0);
    }
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return sign * middle;
        }
        *(if is_below(middle) { &mut low } else { &mut high }) = middle;
    }
}

/// The interval at `level` of the mean of the population that `values` are drawn from; none with fewer than two values,
/// or if one is not finite.
#[must_use]
pub fn mean_interval(values: &[f64], level: f64) -> Option<Interval> {
    let mean = mean(values).filter(|mean| mean.is_finite() && values.len() > 1)?;
    let freedom = (values.len() - 1) as f64;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / freedom;
    let half = quantile(f64::midpoint(1.0, level), freedom) * (variance / values.len() as f64).sqrt();
    Some(Interval { low: mean - half, high: mean + half, method: Method::StudentT })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_are_infinite_and_beyond_them_is_nothing() {
        let [least, most] = [0.0, 1.0].map(|p| quantile(p, 3.0));
        assert!(least.is_infinite() && least < 0.0 && most.is_infinite() && most > 0.0);
        assert!([-0.1, 1.1, f64::NAN].iter().all(|&p| quantile(p, 3.0).is_nan()));
    }

    #[test]
    fn one_value_has_no_interval_and_equal_values_one_without_width() {
        assert_eq!([mean_interval(&[], 0.95), mean_interval(&[1.0], 0.95)], [None, None]);
        assert_eq!(mean_interval(&[1.0, f64::INFINITY], 0.95), None);
        assert!(mean_interval(&[2.0; 5], 0.95).is_some_and(|found| found.low >= 2.0 && found.high <= 2.0));
    }
}
