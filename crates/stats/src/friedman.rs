//! Friedman's test: do several configurations rank alike over the instances?
//!
//! *Assumes* independent instances, all of them tried by every configuration; within an instance only
//! the order counts. Equal values share mid-ranks. *Approximate*: the chi-square statistic with the
//! correction for ties (Conover 1999), and the F statistic of Iman and Davenport 1980, which is less
//! conservative. Two configurations are better compared by [`signed_rank`](crate::signed_rank).
//!
//! The *critical difference* is that of Nemenyi 1963 at the level 0.05, as in the diagrams of Demšar 2006: average
//! ranks that lie further apart differ. Its constants are the 0.95 quantiles of the studentised range with infinite
//! degrees of freedom, divided by the square root of 2.
//!
//! *Reference*: Friedman 1937.

use crate::ranks::{Ranks, tie_term};
use crate::{chi_square, fisher_f};

/// Of k = 2, 3, ..., 20 configurations. Made by `scripts/statistics-fixtures.py`.
const NEMENYI: [f64; 19] = [
    1.959_963_984_540,
    2.343_700_586_378,
    2.569_031_772_546,
    2.727_774_370_870,
    2.849_705_419_610,
    2.948_320_017_530,
    3.030_878_449_614,
    3.101_730_341_303,
    3.163_683_577_053,
    3.218_653_607_329,
    3.268_003_924_466,
    3.312_738_593_351,
    3.353_617_751_852,
    3.391_230_283_765,
    3.426_041_379_371,
    3.458_424_707_347,
    3.488_684_799_379,
    3.517_073_008_692,
    3.543_799_131_518,
];

/// A Friedman test.
#[derive(Clone, Debug, PartialEq)]
pub struct Friedman {
    /// The instances.
    pub n: usize,
    /// The average rank of each configuration; 1 is the least value throughout.
    pub average_ranks: Vec<f64>,
    /// The statistic, corrected for ties.
    pub chi_square: f64,
    /// Its probability under the null hypothesis, with a degree of freedom less than configurations.
    pub p_chi_square: f64,
    /// The statistic of Iman and Davenport; infinite if every instance ranks alike.
    pub f: f64,
    /// Its probability under the null hypothesis.
    pub p_f: f64,
    /// Average ranks further apart than this differ at the level 0.05; none above 20 configurations.
    pub critical_difference: Option<f64>,
}

/// Tests `instances`, each with one value per configuration, in the same order.
///
/// None with fewer than two instances or configurations, if an instance lacks a value or has a NaN, or if all values of
/// every instance are equal.
#[must_use]
pub fn friedman(instances: &[Vec<f64>]) -> Option<Friedman> {
    let (n, k) = (instances.len(), instances.first()?.len());
    let is_whole = |values: &Vec<f64>| values.len() == k && values.iter().all(|value| !value.is_nan());
    if n < 2 || k < 2 || !instances.iter().all(is_whole) {
        return None;
    }
    let mut average_ranks = vec![0.0; k];
    let mut ties = 0.0;
    for values in instances {
        let Ranks { ranks, groups } = Ranks::of(values);
        for (sum, rank) in average_ranks.iter_mut().zip(ranks) {
            *sum += rank / n as f64;
        }
        ties += tie_term(&groups);
    }
    let (blocks, treatments) = (n as f64, k as f64);
    let untied = 1.0 - ties / (blocks * (treatments.powi(3) - treatments));
    if untied < f64::EPSILON {
        return None;
    }
    let spread: f64 = average_ranks.iter().map(|rank| (rank - f64::midpoint(treatments, 1.0)).powi(2)).sum();
    let chi_square = 12.0 * blocks * spread / (treatments * (treatments + 1.0)) / untied;
    let left = blocks * (treatments - 1.0) - chi_square;
    // If all instances rank alike, the remainder is 0 apart from rounding.
    let alike = left < blocks * treatments * 1e-12;
    let f = if alike { f64::INFINITY } else { (blocks - 1.0) * chi_square / left };
    Some(Friedman {
        n,
        average_ranks,
        chi_square,
        p_chi_square: chi_square::survival(chi_square, treatments - 1.0),
        f,
        p_f: fisher_f::survival(f, treatments - 1.0, (treatments - 1.0) * (blocks - 1.0)),
        critical_difference: NEMENYI.get(k - 2).map(|q| q * (treatments * (treatments + 1.0) / (6.0 * blocks)).sqrt()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configurations_that_always_rank_alike_differ_without_doubt() {
        let instances: Vec<Vec<f64>> = (0..10).map(|n: i32| (1..=3).map(|k| f64::from(n + k)).collect()).collect();
        let test = friedman(&instances).unwrap();
        assert!(test.f.is_infinite() && test.p_f.abs() < 1e-300);
        assert!((test.chi_square - 20.0).abs() < 1e-9, "n (k - 1) is the most there can be: {test:?}");
        assert!(test.average_ranks.iter().zip([1.0, 2.0, 3.0]).all(|(found, rank)| (found - rank).abs() < 1e-12));
    }

    #[test]
    fn what_cannot_be_ranked_is_refused() {
        let refused: [&[Vec<f64>]; 5] = [
            &[],
            &[vec![1.0, 2.0]],
            &[vec![1.0], vec![2.0]],
            &[vec![1.0, 2.0], vec![1.0]],
            &[vec![1.0, 1.0], vec![2.0, 2.0]],
        ];
        assert!(refused.iter().all(|instances| friedman(instances).is_none()));
    }

    #[test]
    fn above_twenty_configurations_there_is_no_critical_difference() {
        let instances = |k: i32| [1, 2, 3].map(|n| (0..k).map(|place| f64::from(place * n % 7)).collect::<Vec<_>>());
        assert!(friedman(&instances(20)).is_some_and(|test| test.critical_difference.is_some()));
        assert!(friedman(&instances(21)).is_some_and(|test| test.critical_difference.is_none()));
    }
}
