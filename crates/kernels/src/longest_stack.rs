//! The longest of the stacks of an iteration, one for each context.

/// The maximum number of contexts.
pub(crate) const MAX_CONTEXTS: usize = 256;

/// The context with the largest of `counts`, the last of several, and that count. `counts` has at most [`MAX_CONTEXTS`] items;
/// they are signed, because older vector instructions compare signed numbers only, and below 2^23.
#[inline]
#[expect(clippy::cast_possible_wrap, clippy::cast_possible_truncation, reason = "256")]
#[expect(clippy::cast_sign_loss, reason = "counts are not negative")]
pub(crate) fn longest_stack(counts: &[i32]) -> (usize, usize) {
    const CONTEXTS: i32 = MAX_CONTEXTS as i32;
    // One key for both, so that the maximum is found without a branch.
    let keys = counts.iter().zip(0..).map(|(&count, context)| count * CONTEXTS + context);
    let max_key = keys.fold(0, i32::max);
    ((max_key % CONTEXTS) as usize, (max_key / CONTEXTS) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_the_longest_stacks_is_returned_with_its_count() {
        assert_eq!(longest_stack(&[0, 3, 7, 7, 2]), (3, 7));
        assert_eq!(longest_stack(&[5]), (0, 5));
    }

    #[test]
    fn empty_stacks_have_a_count_of_zero() {
        assert_eq!(longest_stack(&[0; 64]).1, 0);
    }

    #[test]
    fn maximal_counts_and_contexts_are_distinguished() {
        let mut counts = [i32::from(u16::MAX); MAX_CONTEXTS];
        counts[MAX_CONTEXTS - 1] += 1;
        assert_eq!(longest_stack(&counts), (MAX_CONTEXTS - 1, 1 << 16));
    }
}
