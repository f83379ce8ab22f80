//! The standard deviation of a sample, and the correlation of pairs.

use crate::mean;

/// The standard deviation of the population that `values` are a sample of (divided by n - 1), if there are at least two.
#[must_use]
pub fn standard_deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values).filter(|_| values.len() > 1)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// Pearson's correlation of `pairs`; none if either side is constant.
#[must_use]
pub fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let (left, right): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (mean_left, mean_right) = (mean(&left)?, mean(&right)?);
    let products = |value: fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|(left, right)| value(left - mean_left, right - mean_right)).sum()
    };
    let spread = (products(|left, _| left * left) * products(|_, right| right * right)).sqrt();
    (spread > 0.0).then(|| products(|left, right| left * right) / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: Option<f64>, expected: f64) {
        assert!(found.is_some_and(|found| (found - expected).abs() < 1e-12), "{found:?} is not {expected}");
    }

    #[test]
    fn means_and_deviations_are_those_of_a_sample() {
        // Deviations -3, -1, -1, -1, 0, 0, 2, 4: their squares sum to 32.
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        close(mean(&values), 5.0);
        close(standard_deviation(&values), (32.0f64 / 7.0).sqrt());
        close(standard_deviation(&[3.0, 3.0]), 0.0);
        assert_eq!((mean(&[]), standard_deviation(&[]), standard_deviation(&[1.0])), (None, None, None));
    }

    #[test]
    fn a_correlation_is_one_on_a_line_and_undefined_if_one_side_is_constant() {
        close(correlation(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]), 1.0);
        close(correlation(&[(1.0, 2.0), (2.0, 0.0)]), -1.0);
        // Deviations -1, 0, 1 and -1, 1, 0: 1 / sqrt(2 * 2).
        close(correlation(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)]), 0.5);
        assert_eq!(correlation(&[(0.0, 1.0), (0.0, 2.0)]), None);
        assert_eq!(correlation(&[]), None);
    }
}
