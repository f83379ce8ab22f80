//! The F distribution, by the incomplete beta function.
//!
//! The continued fraction of Press and others 2007, section 6.4, by the method of Lentz 1976. Relative
//! accuracy about 1e-11 up to some thousand degrees of freedom.

use libm::lgamma;

use crate::chi_square::away_from_zero;

/// The maximum number of terms. The fraction needs a small multiple of the square root of the degrees of freedom.
const MAX_TERMS: u32 = 100_000;

/// The probability of a value of at least `value`, with `numerator` and `denominator` degrees of freedom.
#[must_use]
pub fn survival(value: f64, numerator: f64, denominator: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    if value.is_infinite() {
        return 0.0;
    }
    let whole = denominator + numerator * value;
    beta([denominator / 2.0, numerator / 2.0], [denominator / whole, numerator * value / whole]).clamp(0.0, 1.0)
}

/// The regularised incomplete beta function at `x`, with `rest` = 1 - `x` as a parameter: near 1 a
/// subtraction would lose digits.
fn beta([a, b]: [f64; 2], [x, rest]: [f64; 2]) -> f64 {
    if x <= 0.0 || rest <= 0.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    let scale = (lgamma(a + b) - lgamma(a) - lgamma(b) + a * x.ln() + b * rest.ln()).exp();
    // The fraction converges fast below the mean; above it, the mirrored one does.
    if x < (a + 1.0) / (a + b + 2.0) { scale * fraction(a, b, x) / a } else { 1.0 - scale * fraction(b, a, rest) / b }
}

fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut product = d;
    for count in 1..MAX_TERMS {
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
