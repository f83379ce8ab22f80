//! Means, medians and quantiles.

/// The mean; none without values.
#[must_use]
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The median: the middle value, or the mean of the two middle values; none without values.
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    quantile_of_unsorted(&mut values.to_vec(), 0.5)
}

/// The `share`-quantile of `sorted`, interpolated linearly (definition 7 of Hyndman and Fan 1996); none without values.
#[must_use]
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let (index, fraction) = place_of(sorted.len(), share)?;
    let next = sorted.get(index + 1).copied();
    Some(interpolated(sorted[index], next, fraction))
}

/// As [`quantile`], of values in any order, which it reorders: a few quantiles of many values take less time than sorting.
pub(crate) fn quantile_of_unsorted(values: &mut [f64], share: f64) -> Option<f64> {
    let (index, fraction) = place_of(values.len(), share)?;
    let (_, &mut value, larger) = values.select_nth_unstable_by(index, f64::total_cmp);
    Some(interpolated(value, larger.iter().copied().min_by(f64::total_cmp), fraction))
}

/// The index of the value at or below a quantile of `count` sorted values, and the share of the way to the next value.
fn place_of(count: usize, share: f64) -> Option<(usize, f64)> {
    let place = share * count.checked_sub(1)? as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index of the values")]
    let index = place.floor() as usize;
    Some((index, place - index as f64))
}

fn interpolated(value: f64, next: Option<f64>, fraction: f64) -> f64 {
    match next {
        Some(next) if fraction > 0.0 => value + (next - value) * fraction,
        // An infinite neighbour does not matter.
        _ => value,
    }
}

/// The geometric mean; none without values, or if one is not above 0.
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
        assert_eq!(quantile(&[1.0, 2.0, f64::INFINITY], 0.5), Some(2.0));
    }

    #[test]
    fn quantiles_of_unsorted_values_equal_those_of_sorted_ones() {
        for count in 0..40_u32 {
            // Some values occur twice.
            let values: Vec<f64> = (0..count).map(|n| f64::from(n * 17 % 23) / 3.0).collect();
            let mut sorted = values.clone();
            sorted.sort_by(f64::total_cmp);
            for share in [0.0, 0.025, 1.0 / 3.0, 0.5, 0.975, 1.0] {
                assert_eq!(quantile_of_unsorted(&mut values.clone(), share), quantile(&sorted, share));
            }
        }
    }
}
