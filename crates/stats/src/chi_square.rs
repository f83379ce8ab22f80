//! The chi-square distribution, by the incomplete gamma function.
//!
//! The series below the mode and the continued fraction above it, as in Press and others 2007, section 6.2, the
//! fraction by the method of Lentz 1976. Relative accuracy about 1e-12 for up to some thousand degrees of freedom.

use libm::lgamma;

/// Both expansions need some times the square root of this many terms; far more than any test asks for.
const MOST_TERMS: u32 = 100_000;

/// The probability of a value of at least `value`, with `freedom` degrees of freedom.
#[must_use]
pub fn survival(value: f64, freedom: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    if value.is_infinite() {
        return 0.0;
    }
    let (shape, place) = (freedom / 2.0, value / 2.0);
    let scale = (shape * place.ln() - place - lgamma(shape)).exp();
    let tail = if place < shape + 1.0 { 1.0 - scale * series(shape, place) } else { scale * fraction(shape, place) };
    tail.clamp(0.0, 1.0)
}

fn series(shape: f64, place: f64) -> f64 {
    let mut term = 1.0 / shape;
    let mut sum = term;
    for count in 1..MOST_TERMS {
        term *= place / (shape + f64::from(count));
        sum += term;
        if term < sum * f64::EPSILON {
            break;
        }
    }
    sum
}

fn fraction(shape: f64, place: f64) -> f64 {
    let mut b = place + 1.0 - shape;
    let mut c = 1.0 / f64::MIN_POSITIVE;
    let mut d = 1.0 / b;
    let mut product = d;
    for count in 1..MOST_TERMS {
        let count = f64::from(count);
        let a = -count * (count - shape);
        b += 2.0;
        d = 1.0 / away_from_zero(a * d + b);
        c = away_from_zero(b + a / c);
        let factor = c * d;
        product *= factor;
        if (factor - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    product
}

/// `value`, or the smallest positive normal number if it vanishes, since Lentz's method divides by it.
pub(super) fn away_from_zero(value: f64) -> f64 {
    if value.abs() < f64::MIN_POSITIVE { f64::MIN_POSITIVE } else { value }
}
