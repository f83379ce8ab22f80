//! On how few instances a mean hangs.

/// How many of the hardest are told.
pub(crate) const HARDEST: usize = 5;

/// The share that the greatest five of `values` have in their sum; none unless there are more, and a sum.
pub(crate) fn share(mut values: Vec<f64>) -> Option<f64> {
    if values.len() <= HARDEST {
        return None;
    }
    values.sort_by(|a, b| b.total_cmp(a));
    let sum: f64 = values.iter().sum();
    (sum > 0.0).then(|| values[..HARDEST].iter().sum::<f64>() / sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_five_greatest_are_held_against_all() {
        let values = vec![1.0, 10.0, 10.0, 1.0, 10.0, 50.0, 10.0, 8.0];
        assert!(share(values).is_some_and(|share| (share - 0.9).abs() < 1e-12));
        assert_eq!((share(vec![1.0; 5]), share(vec![0.0; 9])), (None, None));
    }
}
