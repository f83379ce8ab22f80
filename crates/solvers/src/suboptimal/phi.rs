//! Priorities of the form a + sqrt(b), compared without rounding, and the rule that expands the node of the least.

use core::cmp::Ordering;

use tilebench_core::Cost;

use super::least_key::LeastKey;
use super::search::{Choice, Estimates, Rule};
use crate::SearchDomain;

/// The number a + sqrt(b), with its integer part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surd {
    integer_part: u128,
    a: u128,
    b: u128,
}

impl Surd {
    pub(super) fn new(a: u128, b: u128) -> Self {
        Self { integer_part: a + b.isqrt(), a, b }
    }

    /// Compares numbers of equal integer part.
    #[cold]
    fn compare_fractions(self, other: Self) -> Ordering {
        if self.a > other.a {
            return other.compare_fractions(self).reverse();
        }
        // sqrt(b) against e + sqrt(d): squared, b - e^2 - d against 2 e sqrt(d), and squared again.
        let (e, d) = (other.a - self.a, other.b);
        let Some(rest) = self.b.checked_sub(e * e + d) else { return Ordering::Less };
        wide_product(rest, rest).cmp(&wide_product(4 * e * e, d))
    }
}

/// The product as two digits in base 2^128, the higher first.
fn wide_product(a: u128, b: u128) -> [u128; 2] {
    let halves = |number: u128| (number >> 64, number & u128::from(u64::MAX));
    let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
    let low = a_low * b_low;
    let (first, second) = (a_high * b_low, a_low * b_high);
    let middle = (low >> 64) + (first & u128::from(u64::MAX)) + (second & u128::from(u64::MAX));
    let high = a_high * b_high + (first >> 64) + (second >> 64) + (middle >> 64);
    [high, middle << 64 | low & u128::from(u64::MAX)]
}

impl PartialEq for Surd {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Surd {}

impl Ord for Surd {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match self.integer_part.cmp(&other.integer_part) {
            Ordering::Equal => self.compare_fractions(*other),
            order => order,
        }
    }
}

impl PartialOrd for Surd {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Least priority first, of equals the node of least h.
#[derive(Debug)]
pub(super) struct LeastPhi<F> {
    /// The priority of g and h. For each h, it must not fall as g rises.
    phi: F,
    groups: LeastKey<Surd>,
}

impl<F> LeastPhi<F> {
    pub(super) fn new(phi: F) -> Self {
        Self { phi, groups: LeastKey::new() }
    }
}

impl<D: SearchDomain, F: Fn(u128, u128) -> Surd> Rule<D> for LeastPhi<F> {
    fn group(estimates: Estimates) -> Cost {
        estimates.h
    }

    fn select(&mut self, choice: Choice<'_>) -> Option<usize> {
        let phi = &self.phi;
        self.groups.update(&choice, |f, h| phi(u128::from(f - h), u128::from(h))).map(|(at, _)| at)
    }

    fn bytes(&self) -> u64 {
        self.groups.bytes()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// a + sqrt(b) in units of 2^-40, rounded down.
    fn fixed_point(a: u64, b: u64) -> u128 {
        (u128::from(a) << 40) + (u128::from(b) << 80).isqrt()
    }

    proptest! {
        #[test]
        fn surds_are_ordered_as_their_values(a in 0u64..1 << 20, b in 0u64..1 << 40, c in 0u64..1 << 20, d in 0u64..1 << 40) {
            let order = Surd::new(a.into(), b.into()).cmp(&Surd::new(c.into(), d.into()));
            let [one, other] = [fixed_point(a, b), fixed_point(c, d)];
            if one.abs_diff(other) > 1 {
                prop_assert_eq!(order, one.cmp(&other));
            }
        }

        #[test]
        fn products_have_two_digits(a in any::<u64>(), b in any::<u64>(), shift in 0u32..64) {
            let [high, low] = wide_product(u128::from(a) << shift, u128::from(b) << 64);
            let product = u128::from(a) * u128::from(b);
            // Shifted by 64 + shift bits.
            prop_assert_eq!(low, product << shift << 64);
            prop_assert_eq!(high, product >> (64 - shift));
        }

        #[test]
        fn equal_numbers_of_different_form_are_equal(root in 0u64..1 << 30, a in 0u64..1 << 30, more in 1u64..1 << 20) {
            // a + root = (a + more) + (root - more), with squares below the roots.
            prop_assume!(more <= root);
            let [one, other] = [(a, root), (a + more, root - more)]
                .map(|(a, root)| Surd::new(a.into(), u128::from(root) * u128::from(root)));
            prop_assert_eq!(one.cmp(&other), Ordering::Equal);
        }
    }

    #[test]
    fn numbers_that_differ_by_less_than_a_double_can_hold_are_distinguished() {
        // With n = 2^60: sqrt(n^2 + 1) is larger than n by 2^-61.
        let n: u128 = 1 << 60;
        let [one, other] = [Surd::new(5, n * n + 1), Surd::new(4, (n + 1) * (n + 1))];
        assert_eq!(one.cmp(&other), Ordering::Greater);
        assert_eq!(other.cmp(&one), Ordering::Less);
        // 1 + sqrt(8) = 3.828..., 2 + sqrt(3) = 3.732...
        assert!(Surd::new(1, 8) > Surd::new(2, 3));
    }
}
