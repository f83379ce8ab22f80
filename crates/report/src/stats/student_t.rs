//! Student's t distribution, by that of F: the square of t with n degrees of freedom is F with 1 and n.

use super::{fisher_f, normal};

/// With more degrees of freedom the normal quantile is the same to four digits.
const NEARLY_NORMAL: f64 = 1e5;

/// The value that |t| exceeds with probability `p`, with `freedom` degrees of freedom; NaN for a `p` that is not
/// between 0 and 1.
#[must_use]
pub fn two_sided_quantile(p: f64, freedom: f64) -> f64 {
    if !(p > 0.0 && p < 1.0) {
        return f64::NAN;
    }
    if freedom > NEARLY_NORMAL {
        return normal::quantile(1.0 - p / 2.0);
    }
    let exceeds = |t: f64| fisher_f::survival(t * t, 1.0, freedom) > p;
    let (mut low, mut high) = (0.0, 1.0);
    while exceeds(high) {
        high *= 2.0;
    }
    // Halved until the two ends are neighbours to about 15 digits.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if exceeds(middle) { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}
