//! The mean errors over the path to each node.
//!
//! The errors of the steps of a path telescope: their sums are f(n) - h(root) in cost and depth(n) + d(n) - d(root) in moves. Therefore
//!
//! f^(n) = f(n) + d(n) (f(n) - h(root)) / (d(root) - d(n)),
//!
//! which does not depend on the depth, so that nodes need no more memory. If d(n) >= d(root), the heuristic lost a move with every step,
//! and f^ is infinite.
//!
//! d^(n) = depth(n) d(n) / (d(root) - d(n)). Under unit costs depth(n) = g(n) = f(n) - d(n). Otherwise the depth is not known, and d^
//! stands for d(n) / (d(root) - d(n)), which has the order of d. Of equal values, the one with the least f counts.
//!
//! The fraction is rounded up to a multiple of 2^-20, which makes f^ greater, but never less than f.

use tilebench_core::Cost;

use super::{Corrected, Errors};
use crate::suboptimal::search::Estimates;

/// The binary digits after the point.
const DIGITS: u32 = 20;

/// h of the root, and d / (d(root) - d) for each d below d(root), in units of 2^-20.
#[derive(Debug)]
pub(super) struct PathErrors {
    h: Cost,
    is_unit_cost: bool,
    factors: Box<[u64]>,
}

/// The correction in units of 2^-20 / `scale`.
#[derive(Debug)]
pub(super) struct PathCorrection<'a> {
    errors: &'a PathErrors,
    scale: u32,
}

impl PathErrors {
    /// The errors of paths from a root with these estimates.
    pub(super) fn new(Estimates { h, d }: Estimates, is_unit_cost: bool) -> Self {
        let factor = |below: Cost| (u64::from(below) << DIGITS).div_ceil(u64::from(d - below));
        Self { h, is_unit_cost, factors: (0..d).map(factor).collect() }
    }
}

impl Errors for PathErrors {
    type Corrected<'a> = PathCorrection<'a>;

    fn correction(&self, scale: u32) -> PathCorrection<'_> {
        PathCorrection { errors: self, scale }
    }

    fn learn(&mut self, _: Estimates, _: Cost, _: Estimates) {}
}

impl Corrected for PathCorrection<'_> {
    #[inline]
    fn f(&self, f: Cost) -> u128 {
        u128::from(self.scale) * (u128::from(f) << DIGITS)
    }

    #[inline]
    fn d_hat(&self, f: Cost, d: Cost) -> u128 {
        let Some(&factor) = self.errors.factors.get(d as usize) else { return u128::MAX };
        let depth = if self.errors.is_unit_cost { f - d } else { 1 };
        (u128::from(depth) * u128::from(factor)) << 32 | u128::from(f)
    }

    #[inline]
    fn f_hat(&self, f: Cost, d: Cost) -> u128 {
        let Some(&factor) = self.errors.factors.get(d as usize) else { return u128::MAX };
        let error = u128::from(f.saturating_sub(self.errors.h)) * u128::from(factor);
        u128::from(self.scale) * ((u128::from(f) << DIGITS) + error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_errors_of_a_path_telescope() {
        let root = Estimates { h: 10, d: 10 };
        let path: [(Cost, Cost, Cost); 3] = [(1, 11, 11), (2, 10, 10), (3, 7, 7)];
        let (mut parent, mut sums) = (root, (0.0, 0.0));
        for (steps, (g, h, d)) in (1..).zip(path) {
            sums.0 += f64::from(h) + 1.0 - f64::from(parent.h);
            sums.1 += f64::from(d) + 1.0 - f64::from(parent.d);
            parent = Estimates { h, d };
            let (e, e_d) = (sums.0 / f64::from(steps), sums.1 / f64::from(steps));
            let errors = PathErrors::new(root, true);
            let f_hat = errors.correction(1).f_hat(g + h, d);
            if e_d >= 1.0 {
                assert_eq!(f_hat, u128::MAX);
                continue;
            }
            let d_hat = f64::from(d) / (1.0 - e_d);
            let expected = f64::from(g + h) + d_hat * e;
            assert!((f_hat as f64 / f64::from(1 << DIGITS) - expected).abs() < 1e-4, "{f_hat} {expected}");
            let measured = (errors.correction(1).d_hat(g + h, d) >> 32) as f64 / f64::from(1 << DIGITS);
            assert!((measured - d_hat).abs() < 1e-4, "{measured} {d_hat}");
        }
    }
}
