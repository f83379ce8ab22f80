//! Conversions to a narrower type that cannot fail.

use core::fmt::Display;

/// Converts `value` to a narrower type, in which it fits for the given reason: `narrow(bits, "words have at most 128 bits")`.
///
/// A value that does not fit would be truncated to another number, and a search or a table built on it would be silently
/// wrong. So this is an assertion without a default.
///
/// # Panics
///
/// If the value does not fit: then the reason is wrong.
#[inline]
#[track_caller]
#[must_use]
pub fn narrow<T, V: Copy + Display + TryInto<T>>(value: V, reason: &str) -> T {
    match value.try_into() {
        Ok(narrowed) => narrowed,
        Err(_) => does_not_fit(&value, reason),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn does_not_fit(value: &dyn Display, reason: &str) -> ! {
    panic!("{value} does not fit its type, although {reason}")
}

#[cfg(test)]
mod tests {
    use super::narrow;

    #[test]
    fn a_value_that_fits_is_the_same_number() {
        assert_eq!(narrow::<u8, _>(255usize, "bytes are below 256"), 255);
    }

    #[test]
    #[should_panic(expected = "256 does not fit its type, although bytes are below 256")]
    fn a_value_that_does_not_fit_is_an_assertion_and_not_a_default() {
        let _: u8 = narrow(256usize, "bytes are below 256");
    }
}
