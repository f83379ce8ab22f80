//! Weights on the heuristic, as exact ratios.

use core::fmt;
use core::str::FromStr;

use crate::{Cost, narrow};

/// The weight w of f = g + w h: an exact ratio of two integers, at least 1, in lowest terms.
///
/// Priorities are compared as integers, `den * g + num * h`, so no rounding decides a search.
///
/// ```
/// # use tilebench_core::Weight;
/// let w: Weight = "1.5".parse()?;
/// assert_eq!((w.num(), w.den()), (3, 2));
/// assert_eq!(w.f(10, 20), 2 * 10 + 3 * 20);
/// # Ok::<(), tilebench_core::WeightError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weight {
    num: u32,
    den: u32,
}

/// Why a text is not a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeightError {
    /// Neither a decimal number nor a ratio.
    NotANumber(String),
    /// The weight is below 1, so it bounds nothing.
    BelowOne(String),
    /// More digits than a priority can hold.
    TooPrecise(String),
}

impl fmt::Display for WeightError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // This crate depends on no other, so it escapes and shortens the text itself.
        let (Self::NotANumber(text) | Self::BelowOne(text) | Self::TooPrecise(text)) = self;
        let text: String = text.chars().take(80).flat_map(char::escape_debug).collect();
        match self {
            Self::NotANumber(_) => write!(out, "weight '{text}' is not a number: write it as 1.5 or 3/2"),
            Self::BelowOne(_) => write!(out, "weight {text} is below 1: use a weight of at least 1"),
            Self::TooPrecise(_) => {
                write!(out, "weight {text} needs a ratio of numbers over {}: use fewer digits", Weight::MAX_PART)
            }
        }
    }
}

impl core::error::Error for WeightError {}

impl Weight {
    /// The maximum numerator or denominator: with paths and estimates up to 2^16 moves, a priority stays below 2^31.
    pub const MAX_PART: u32 = 10_000;

    /// The weight 1, under which f = g + h.
    pub const ONE: Self = Self { num: 1, den: 1 };

    /// The weight `num / den`.
    ///
    /// # Errors
    ///
    /// If the ratio is below 1, or in lowest terms its numerator exceeds [`Self::MAX_PART`].
    pub fn new(num: u32, den: u32) -> Result<Self, WeightError> {
        let text = format!("{num}/{den}");
        if den == 0 {
            return Err(WeightError::NotANumber(text));
        }
        if num < den {
            return Err(WeightError::BelowOne(text));
        }
        let divisor = gcd(num, den);
        let weight = Self { num: num / divisor, den: den / divisor };
        if weight.num > Self::MAX_PART {
            return Err(WeightError::TooPrecise(text));
        }
        Ok(weight)
    }

    /// The numerator, in lowest terms.
    #[must_use]
    pub fn num(self) -> u32 {
        self.num
    }

    /// The denominator, in lowest terms.
    #[must_use]
    pub fn den(self) -> u32 {
        self.den
    }

    /// f = g + w h in units of 1 / den: `den * g + num * h`.
    #[inline]
    #[must_use]
    pub fn f(self, g: Cost, h: Cost) -> u32 {
        self.den * g + self.num * h
    }

    /// Whether a path of `length` moves is within this weight of the shortest, `optimal`.
    #[must_use]
    pub fn allows(self, length: Cost, optimal: Cost) -> bool {
        u64::from(length) * u64::from(self.den) <= u64::from(optimal) * u64::from(self.num)
    }
}

impl Default for Weight {
    fn default() -> Self {
        Self::ONE
    }
}

/// A decimal if it is short, else a ratio: `2`, `1.5`, `4/3`.
impl fmt::Display for Weight {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.num / self.den;
        let rest = self.num % self.den;
        if rest == 0 {
            return write!(out, "{whole}");
        }
        for (digits, scale) in [(1, 10), (2, 100), (3, 1000), (4, 10_000)] {
            if (rest * scale).is_multiple_of(self.den) {
                return write!(out, "{whole}.{:0digits$}", rest * scale / self.den);
            }
        }
        write!(out, "{}/{}", self.num, self.den)
    }
}

impl FromStr for Weight {
    type Err = WeightError;

    fn from_str(text: &str) -> Result<Self, WeightError> {
        let text = text.trim();
        let not_a_number = || WeightError::NotANumber(text.to_owned());
        if let Some(size) = text.strip_prefix('-')
            && size.parse::<f64>().is_ok()
        {
            return Err(WeightError::BelowOne(text.to_owned()));
        }
        if text.contains(|letter: char| !letter.is_ascii_digit() && !['.', '/'].contains(&letter)) {
            return Err(not_a_number());
        }
        let number = |part: &str| part.parse::<u32>().map_err(|_| not_a_number());
        let (num, den) = if let Some((num, den)) = text.split_once('/') {
            (number(num)?, number(den)?)
        } else {
            let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
            let rest = rest.trim_end_matches('0');
            if rest.len() > 4 {
                return Err(WeightError::TooPrecise(text.to_owned()));
            }
            let den = 10u32.pow(narrow(rest.len(), "longer fractions were refused"));
            let rest = if rest.is_empty() { 0 } else { number(rest)? };
            let num = number(whole)?.checked_mul(den).and_then(|num| num.checked_add(rest));
            (num.ok_or_else(|| WeightError::TooPrecise(text.to_owned()))?, den)
        };
        Self::new(num, den).map_err(|error| match error {
            WeightError::NotANumber(_) => not_a_number(),
            WeightError::BelowOne(_) => WeightError::BelowOne(text.to_owned()),
            WeightError::TooPrecise(_) => WeightError::TooPrecise(text.to_owned()),
        })
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_and_ratios_are_parsed_exactly_and_printed_back() {
        for (text, num, den) in
            [("1", 1, 1), ("1.5", 3, 2), ("1.25", 5, 4), ("4/3", 4, 3), ("200", 200, 1), ("1.0001", 10_001, 10_000)]
        {
            let parsed = text.parse::<Weight>();
            if num > Weight::MAX_PART {
                assert_eq!(parsed, Err(WeightError::TooPrecise(text.to_owned())));
                continue;
            }
            let weight = parsed.unwrap();
            assert_eq!((weight.num(), weight.den()), (num, den));
            assert_eq!(weight.to_string(), text);
        }
        assert_eq!("6/4".parse::<Weight>().unwrap().to_string(), "1.5");
        assert_eq!("2.50".parse::<Weight>().unwrap().to_string(), "2.5");
    }

    #[test]
    fn weights_below_one_and_invalid_texts_are_errors_with_the_given_text() {
        assert_eq!("0.5".parse::<Weight>(), Err(WeightError::BelowOne("0.5".to_owned())));
        assert_eq!("0".parse::<Weight>(), Err(WeightError::BelowOne("0".to_owned())));
        assert_eq!("-2".parse::<Weight>(), Err(WeightError::BelowOne("-2".to_owned())));
        for text in ["two", "", "1/0", "1.5.2", "1e3", "1.+5", "1.abcde"] {
            assert_eq!(text.parse::<Weight>(), Err(WeightError::NotANumber(text.to_owned())), "{text}");
        }
        assert_eq!("99999".parse::<Weight>(), Err(WeightError::TooPrecise("99999".to_owned())));
    }

    #[test]
    fn a_weight_allows_exactly_the_lengths_within_its_bound() {
        let weight: Weight = "1.5".parse().unwrap();
        assert!(weight.allows(75, 50));
        assert!(!weight.allows(76, 50));
    }
}
