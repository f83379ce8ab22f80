//! Friedman's test: do several configurations rank alike over the instances?
//!
//! *Assumes* independent instances, all of them tried by every configuration; within an instance only
//! the order counts. Equal values share mid-ranks. *Approximate*: the chi-square statistic with the
//! correction for ties (Conover 1999), and the F statistic of Iman and Davenport 1980, which is less
//! conservative. Two configurations are better compared by [`signed_rank`](crate::signed_rank).
//!
//! The *critical difference* is that of Nemenyi 1963 at the level 0.05, as in the diagrams of Demšar 2006: average
//! ranks that lie further apart differ. Its constant is the 0.95 quantile of the studentised range with infinite
//! degrees of freedom, divided by the square root of 2, for any number of configurations.
//!
//! *Reference*: Friedman 1937.

use crate::ranks::{Ranks, tie_term};
use crate::{chi_square, fisher_f, studentised_range};

/// The level of the critical difference.
const LEVEL: f64 = 0.05;

/// A Friedman test.
#[derive(Clone, Debug, PartialEq)]
pub struct Friedman {
    /// The number of instances.
    pub n: usize,
    /// The average rank of each configuration; 1 if it has the smallest value on every instance.
    pub average_ranks: Vec<f64>,
    /// The statistic, corrected for ties.
    pub chi_square: f64,
    /// Its probability under the null hypothesis, with one degree of freedom less than the number of configurations.
    pub p_chi_square: f64,
    /// The statistic of Iman and Davenport; infinite if every instance ranks alike.
    pub f: f64,
    /// Its probability under the null hypothesis.
    pub p_f: f64,
    /// Average ranks further apart than this differ at the level 0.05.
    pub critical_difference: f64,
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
        let Ranks { ranks, tie_sizes } = Ranks::from_values(values);
        for (sum, rank) in average_ranks.iter_mut().zip(ranks) {
            *sum += rank / n as f64;
        }
        ties += tie_term(&tie_sizes);
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
    let nemenyi = studentised_range::quantile(1.0 - LEVEL, k) / 2.0_f64.sqrt();
    let f = if alike { f64::INFINITY } else { (blocks - 1.0) * chi_square / left };
    Some(Friedman {
        n,
        average_ranks,
        chi_square,
        p_chi_square: chi_square::survival(chi_square, treatments - 1.0),
        f,
        p_f: fisher_f::survival(f, treatments - 1.0, (treatments - 1.0) * (blocks - 1.0)),
        critical_difference: nemenyi * (treatments * (treatments + 1.0) / (6.0 * blocks)).sqrt(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configurations_ranked_alike_on_every_instance_differ_with_probability_1() {
        let instances: Vec<Vec<f64>> = (0..10).map(|n: i32| (1..=3).map(|k| f64::from(n + k)).collect()).collect();
        let test = friedman(&instances).unwrap();
        assert!(test.f.is_infinite() && test.p_f.abs() < 1e-300);
        assert!((test.chi_square - 20.0).abs() < 1e-9, "n (k - 1) is the maximum: {test:?}");
        assert!(test.average_ranks.iter().zip([1.0, 2.0, 3.0]).all(|(found, rank)| (found - rank).abs() < 1e-12));
    }

    #[test]
    fn values_that_cannot_be_ranked_are_refused() {
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
    fn the_critical_difference_of_more_than_twenty_configurations_is_that_of_the_definition() {
        let instances = |k: i32| [1, 2, 3].map(|n| (0..k).map(|place| f64::from(place * n % 7)).collect::<Vec<_>>());
        // Harter 1960: 5.498 for 40 values; k (k + 1) / (6 n) is 40 * 41 / 18.
        let expected = 5.498 / 2.0_f64.sqrt() * (40.0_f64 * 41.0 / 18.0).sqrt();
        let found = friedman(&instances(40)).unwrap().critical_difference;
        assert!((found - expected).abs() < 0.01, "{found}, not {expected}");
    }
}
