//! Mid-ranks: equal values share the mean of their ranks.

/// Mid-ranks of some values.
#[derive(Debug)]
pub(super) struct Ranks {
    /// The rank of each value, from 1 for the smallest.
    pub(super) ranks: Vec<f64>,
    /// The number of values in each group of equal ones, in ascending order; 1 for a value that occurs once.
    pub(super) tie_sizes: Vec<usize>,
}

impl Ranks {
    /// The ranks of `values`, none of which may be NaN.
    pub(super) fn from_values(values: &[f64]) -> Self {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
        let mut ranks = vec![0.0; values.len()];
        let mut tie_sizes = Vec::new();
        let mut before = 0;
        for group in order.chunk_by(|&a, &b| values[a].total_cmp(&values[b]).is_eq()) {
            // The mean of before + 1, ..., before + the group's size.
            let rank = before as f64 + (group.len() + 1) as f64 / 2.0;
            for &index in group {
                ranks[index] = rank;
            }
            before += group.len();
            tie_sizes.push(group.len());
        }
        Self { ranks, tie_sizes }
    }
}

/// The sum of t³ - t over groups of t equal values, by which ties narrow the distribution of ranks.
pub(super) fn tie_term(tie_sizes: &[usize]) -> f64 {
    let term = |&size: &usize| (size as f64).powi(3) - size as f64;
    tie_sizes.iter().map(term).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_the_mean_of_their_ranks() {
        let Ranks { ranks, tie_sizes } = Ranks::from_values(&[3.0, 1.0, 3.0, 0.0, 3.0]);
        assert_eq!((ranks, tie_sizes.as_slice()), (vec![4.0, 2.0, 4.0, 1.0, 4.0], &[1, 1, 3][..]));
        assert_eq!(tie_term(&tie_sizes).to_bits(), 24.0_f64.to_bits());
    }
}
