//! Means, medians and quantiles.

/// The mean, if there is a value.
#[must_use]
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The value in the middle, the mean of two middles, if there is a value.
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    quantile(&sorted, 0.5)
}

/// The `share`-quantile of `sorted`, linear between neighbours (definition 7 of Hyndman and Fan 1996), if there is a value.
#[must_use]
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share * last as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place between 0 and last")]
    let below = place.floor() as usize;
    // Exactly, so that an infinite neighbour does not matter.
    if place <= below as f64 {
        return Some(sorted[below]);
    }
    let above = (below + 1).min(last);
    Some(sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64))
}

/// The geometric mean, if there is a value and all are above 0.
#[must_use]
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    if values.iter().any(|&value| value.is_nan() || value <= 0.0) {
        return None;
    }
    mean(&values.iter().map(|value| value.ln()).collect::<Vec<_>>()).map(f64::exp)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_geometric_mean_is_of_positive_numbers_only() {
        assert!(geometric_mean(&[1.0, 4.0, 16.0]).is_some_and(|mean| (mean - 4.0).abs() < 1e-12));
        assert_eq!([geometric_mean(&[]), geometric_mean(&[0.0, 1.0])], [None, None]);
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[3.0], 0.9), Some(3.0));
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0], 0.5), Some(2.5));
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 5.0], 0.75), Some(3.5));
    }
}
