//! McNemar's test: do two configurations solve equally many of the same instances?
//!
//! *Assumes* that the instances are independent. Only the discordant pairs, solved by one alone, count.
//! *Exact*: two-sided binomial on these, not the chi-square approximation. *Reference*: McNemar 1947.

use crate::binomial;

/// Instances by who solved them, and the test of their split.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct McNemar {
    /// Solved by both.
    pub both: u64,
    /// Solved by the first alone.
    pub first: u64,
    /// Solved by the second alone.
    pub second: u64,
    /// Solved by none.
    pub none: u64,
    /// The two-sided probability of a split at least as uneven, 1 if no pair is discordant.
    pub p: f64,
}

/// Tests pairs of whether the first and whether the second solved an instance.
#[must_use]
pub fn mcnemar(pairs: impl IntoIterator<Item = (bool, bool)>) -> McNemar {
    let mut test = McNemar { both: 0, first: 0, second: 0, none: 0, p: 1.0 };
    for pair in pairs {
        *match pair {
            (true, true) => &mut test.both,
            (true, false) => &mut test.first,
            (false, true) => &mut test.second,
            (false, false) => &mut test.none,
        } += 1;
    }
    test.p = binomial::two_sided(test.first, test.second);
    test
}
