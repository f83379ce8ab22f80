//! The F distribution, by the incomplete beta function.
//!
//! The continued fraction of Press and others 2007, section 6.4, by the method of Lentz 1976. Relative
//! accuracy about 1e-11 up to some thousand degrees of freedom.

use libm::lgamma;

use crate::chi_square::away_from_zero;

/// The fraction needs some times the square root of the degrees of freedom.
const MOST_TERMS: u32 = 100_000;

/// The probability of a value of at least `value`, with `above` and `below` degrees of freedom.
#[must_use]
pub fn survival(value: f64, above: f64, below: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    if value.is_infinite() {
        return 0.0;
    }
    let whole = below + above * value;
    beta([below / 2.0, above / 2.0], [below / whole, above * value / whole]).clamp(0.0, 1.0)
}

/// The regularised incomplete beta function at `x`, given with `rest`, which is 1 - `x`: near 1 a difference would lose
/// its digits.
fn beta([a, b]: [f64; 2], [x, rest]: [f64; 2]) -> f64 {
    if x <= 0.0 || rest <= 0.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    let scale = (lgamma(a + b) - lgamma(a) - lgamma(b) + a * x.ln() + b * rest.ln()).exp();
    // The fraction converges fast below the mean; above it, its mirror does.
    if x < (a + 1.0) / (a + b + 2.0) { scale * fraction(a, b, x) / a } else { 1.0 - scale * fraction(b, a, rest) / b }
}

fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut product = d;
    for count in 1..MOST_TERMS {
        let m = f64::from(count);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut factor = 1.0;
        for term in [even, odd] {
            d = 1.0 / away_from_zero(1.0 + term * d);
            c = away_from_zero(1.0 + term / c);
            factor = c * d;
            product *= factor;
        }
        if (factor - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    product
}
