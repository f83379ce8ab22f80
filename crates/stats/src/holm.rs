//! Holm's correction: the probabilities of a family of tests, adjusted for their number.
//!
//! Rejecting every test whose adjusted p is at most a level keeps the chance of any false rejection at
//! most that level, whatever the dependence between the tests. The family is every test that is printed
//! together. *Reference*: Holm 1979.

/// The adjusted values of `ps`, in their order.
#[must_use]
pub fn holm(ps: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..ps.len()).collect();
    order.sort_by(|&a, &b| ps[a].total_cmp(&ps[b]));
    let mut adjusted = vec![1.0; ps.len()];
    let mut largest: f64 = 0.0;
    for (rank, place) in order.into_iter().enumerate() {
        // A larger p never has the smaller adjusted one.
        largest = largest.max(ps[place] * (ps.len() - rank) as f64).min(1.0);
        adjusted[place] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjusted_values_are_as_worked_out_by_hand() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-15, "{adjusted:?}");
        }
        assert!(holm(&[]).is_empty());
        assert!(holm(&[0.9, 0.8]).iter().all(|p| p.total_cmp(&1.0).is_eq()), "none is above 1");
    }
}
