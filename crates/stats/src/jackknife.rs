//! The standard error of a statistic's logarithm, by leaving out one instance at a time.
//!
//! *Estimates* how much the logarithm of a positive statistic varies between samples of as many instances: a relative
//! error. *Assumes* independent instances and a smooth statistic, such as a mean or a ratio of means, but not a median.
//! *Approximate*: first order in n, as is the bootstrap's. It uses no random draws, so the result does not depend on a
//! seed.
//!
//! *Reference*: Tukey 1958; Efron and Tibshirani 1993, chapter 11.

use crate::Statistic;

/// The standard error of the logarithm of `statistic`; none with fewer than two instances, or if a value is not above 0 or
/// all are alike.
#[must_use]
pub fn jackknife_log_error(statistic: &dyn Statistic) -> Option<f64> {
    let count = statistic.instances();
    let logarithms: Vec<f64> = (0..count).map(|place| statistic.without(place).ln()).collect();
    let n = count as f64;
    let mean = logarithms.iter().sum::<f64>() / n;
    let squares: f64 = logarithms.iter().map(|logarithm| (logarithm - mean).powi(2)).sum();
    let error = ((n - 1.0) / n * squares).sqrt();
    (count > 1 && error > 0.0 && error.is_finite()).then_some(error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mean, RatioOfMeans};

    #[test]
    fn it_is_near_the_standard_error_over_the_mean_and_knows_what_pairs_have_in_common() {
        let values: Vec<f64> = (0..200).map(|n: i32| f64::from(100 + n * 37 % 101)).collect();
        let mean = values.iter().sum::<f64>() / 200.0;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 199.0;
        let error = jackknife_log_error(&Mean::of(&values).unwrap()).unwrap();
        assert!((error / ((variance / 200.0).sqrt() / mean) - 1.0).abs() < 1e-4, "{error}");

        // The ratio of two quantities that rise and fall together is known far better than either.
        let pairs: Vec<(f64, f64)> = values.iter().map(|value| (2.0 * value + value.sqrt(), *value)).collect();
        assert!(jackknife_log_error(&RatioOfMeans::of(&pairs).unwrap()).unwrap() < error / 10.0);
    }

    #[test]
    fn where_nothing_varies_or_a_logarithm_is_missing_there_is_none() {
        for values in [vec![2.0; 9], vec![1.0], vec![0.0, 0.0, 4.0]] {
            assert_eq!(jackknife_log_error(&Mean::of(&values).unwrap()), None, "{values:?}");
        }
    }
}
