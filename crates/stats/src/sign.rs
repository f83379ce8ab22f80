//! The sign test: is one of two paired values larger as often as the other?
//!
//! *Assumes* that the pairs are independent, and nothing about the size of the differences. Pairs without a difference
//! carry no information; they are left out, and their number is reported. *Exact*: two-sided binomial. *Reference*:
//! Arbuthnot 1710; Conover 1999.

use crate::binomial;

/// A sign test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignTest {
    /// The differences above 0.
    pub above: u64,
    /// The differences below 0.
    pub below: u64,
    /// The differences that are 0, which do not count.
    pub ties: u64,
    /// The two-sided probability of a split at least as uneven, 1 if no pair differs.
    pub p: f64,
}

/// Tests `differences`, one a pair.
#[must_use]
pub fn sign_test(differences: &[f64]) -> SignTest {
    let count = |holds: fn(f64) -> bool| differences.iter().filter(|&&difference| holds(difference)).count() as u64;
    let (above, below) = (count(|difference| difference > 0.0), count(|difference| difference < 0.0));
    let ties = differences.len() as u64 - above - below;
    SignTest { above, below, ties, p: binomial::two_sided(above, below) }
}
