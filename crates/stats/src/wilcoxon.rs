//! Wilcoxon's signed-rank test: are paired differences as often and as far above 0 as below?
//!
//! *Assumes* independent pairs, and under the null hypothesis differences symmetric about 0. To compare configurations,
//! pass logarithms of ratios, so that a ratio of 2 and one of a half are equally far from 0.
//!
//! *Zeros* are ranked and then left out (Pratt 1959), *ties* share mid-ranks. With at most [`MAX_EXACT`] differences that are
//! not 0 the distribution is *exact*, given the ties and zeros found: the sums of all sign patterns are counted by dynamic
//! programming on doubled ranks (Streitberg and Röhmel 1986), which agrees with Wilcoxon's tables without ties.
//! With more, the *normal approximation* with tie (Cureton 1967) and continuity correction is used.
//!
//! *Effect size*: the matched-pairs rank-biserial correlation (Kerby 2014), the share of rank sums
//! above 0 less the share below: 1 if every difference is above 0, -1 if every one is below.
//!
//! *Reference*: Wilcoxon 1945.

use crate::normal;
use crate::ranks::{Ranks, tie_term};

/// The maximum number of differences for the exact distribution: 2^50 sign patterns are still an exact `f64`.
const MAX_EXACT: usize = 50;

/// The maximum number of zeros for the exact distribution: zeros raise the ranks, and with them the table of sums.
const MAX_EXACT_ZEROS: usize = 1000;

/// A signed-rank test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedRank {
    /// The number of differences that are not 0.
    pub n: usize,
    /// The number of differences that are 0.
    pub zeros: usize,
    /// The sum of the ranks of the differences above 0.
    pub above: f64,
    /// The sum of the ranks of the differences below 0.
    pub below: f64,
    /// The two-sided probability of sums at least as far apart.
    pub p: f64,
    /// Whether `p` is exact; otherwise it is the normal approximation.
    pub is_exact: bool,
    /// The matched-pairs rank-biserial correlation.
    pub effect: f64,
}

/// Tests `differences`, one per pair; none if all differences are 0, or one is NaN.
#[must_use]
pub fn signed_rank(differences: &[f64]) -> Option<SignedRank> {
    if differences.iter().any(|difference| difference.is_nan()) {
        return None;
    }
    let sizes: Vec<f64> = differences.iter().map(|difference| difference.abs()).collect();
    let Ranks { ranks, tie_sizes } = Ranks::from_values(&sizes);
    let nonzero: Vec<(f64, f64)> =
        differences.iter().copied().zip(ranks).filter(|(difference, _)| difference.abs() > 0.0).collect();
    let (n, zeros) = (nonzero.len(), differences.len() - nonzero.len());
    if n == 0 {
        return None;
    }
    let sum = |holds: fn(f64) -> bool| nonzero.iter().filter(|pair| holds(pair.0)).map(|pair| pair.1).sum::<f64>();
    let (above, below) = (sum(|difference| difference > 0.0), sum(|difference| difference < 0.0));
    let is_exact = n <= MAX_EXACT && zeros <= MAX_EXACT_ZEROS;
    let p = if is_exact {
        exact(&nonzero.iter().map(|pair| pair.1).collect::<Vec<_>>(), above.min(below))
    } else {
        let ties = tie_term(if zeros > 0 { &tie_sizes[1..] } else { &tie_sizes });
        approximate(differences.len(), zeros, ties, above)
    };
    Some(SignedRank { n, zeros, above, below, p, is_exact, effect: (above - below) / (above + below) })
}

/// The share of sign patterns whose smaller sum of `ranks` is at most `smaller`.
fn exact(ranks: &[f64], smaller: f64) -> f64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "twice a mid-rank is a small integer")]
    let doubled = |rank: f64| (2.0 * rank).round() as usize;
    let ranks: Vec<usize> = ranks.iter().map(|&rank| doubled(rank)).collect();
    let mut patterns = vec![0.0_f64; ranks.iter().sum::<usize>() + 1];
    patterns[0] = 1.0;
    let mut reached = 0;
    for rank in ranks {
        reached += rank;
        for sum in (rank..=reached).rev() {
            patterns[sum] += patterns[sum - rank];
        }
    }
    let all: f64 = patterns.iter().sum();
    let tail: f64 = patterns[..=doubled(smaller)].iter().sum();
    (2.0 * tail / all).min(1.0)
}

/// The normal approximation for the sum `above`, of `all` differences of which `zeros` are 0.
fn approximate(all: usize, zeros: usize, ties: f64, above: f64) -> f64 {
    let sum = |n: usize| n as f64 * (n as f64 + 1.0);
    let squares = |n: usize| sum(n) * (2.0 * n as f64 + 1.0);
    let mean = (sum(all) - sum(zeros)) / 4.0;
    let variance = (squares(all) - squares(zeros) - ties / 2.0) / 24.0;
    let distance = ((above - mean).abs() - 0.5).max(0.0);
    normal::two_sided(distance / variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two-sided p by trying every sign pattern.
    fn by_brute_force(differences: &[f64]) -> f64 {
        let sizes: Vec<f64> = differences.iter().map(|difference| difference.abs()).collect();
        let Ranks { ranks, .. } = Ranks::from_values(&sizes);
        let centred = |is_above: &dyn Fn(usize) -> bool| {
            let nonzero = (0..sizes.len()).filter(|&place| sizes[place] > 0.0);
            nonzero.map(|place| if is_above(place) { ranks[place] } else { -ranks[place] }).sum::<f64>().abs()
        };
        let found = centred(&|place| differences[place] > 0.0);
        let patterns = 1_u32 << differences.len();
        let as_far = (0..patterns).filter(|pattern| centred(&|place| pattern >> place & 1 == 1) >= found - 1e-9);
        as_far.count() as f64 / f64::from(patterns)
    }

    #[test]
    fn the_exact_probability_is_the_share_of_all_sign_patterns() {
        let samples: [&[f64]; 5] = [
            &[1.0, 2.0, 3.0, 4.0, 5.0],
            &[-1.0, 2.0, -3.0, 4.0, 5.0, 6.5, 7.0, -8.0],
            &[0.0, 0.0, 1.0, -1.0, 2.0, 2.0, 2.0, -3.0],
            &[0.5, 0.5, 0.5, 0.5, -0.5, 0.0],
            &[1.0, -1.0],
        ];
        for sample in samples {
            let test = signed_rank(sample).unwrap();
            assert!(test.is_exact);
            assert!((test.p - by_brute_force(sample)).abs() < 1e-12, "{sample:?}: {test:?}");
        }
    }

    #[test]
    fn there_is_no_test_without_a_difference_and_the_effect_is_1_if_all_signs_agree() {
        assert_eq!([signed_rank(&[]), signed_rank(&[0.0, -0.0]), signed_rank(&[f64::NAN])], [None, None, None]);
        let effect = |sample: &[f64]| signed_rank(sample).map(|test| test.effect);
        assert_eq!([effect(&[0.0, 1.0, 2.0]), effect(&[-1.0])], [Some(1.0), Some(-1.0)]);
    }

    #[test]
    fn the_approximation_continues_the_exact_distribution() {
        let sample: Vec<f64> = (1..=50).map(|n: i32| f64::from(if n % 3 == 0 { -n } else { n })).collect();
        let exact = signed_rank(&sample).unwrap();
        let approximate = approximate(50, 0, 0.0, exact.above);
        assert!(exact.is_exact && (exact.p - approximate).abs() < 0.002, "{} and {approximate}", exact.p);
    }
}
