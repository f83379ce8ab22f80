//! The fullest of the stacks that an iteration's nodes wait on, one for each site.

/// The maximum number of sites.
pub(crate) const MAX_CONTEXTS: usize = 256;

/// The site with the most nodes, the last of several, and how many they are, of the `counts` of at most [`MAX_CONTEXTS`] sites:
/// signed, because that is what the oldest vectors compare, and below 2^23.
#[inline]
#[expect(clippy::cast_possible_wrap, clippy::cast_possible_truncation, reason = "256")]
#[expect(clippy::cast_sign_loss, reason = "counts are not negative")]
pub(crate) fn longest_stack(counts: &[i32]) -> (usize, usize) {
    const CONTEXTS: i32 = MAX_CONTEXTS as i32;
    // One number for both, so that the largest is found without a branch.
    let keys = counts.iter().zip(0..).map(|(&count, site)| count * CONTEXTS + site);
    let most = keys.fold(0, i32::max);
    ((most % CONTEXTS) as usize, (most / CONTEXTS) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_the_fullest_stacks_is_named_with_its_count() {
        assert_eq!(longest_stack(&[0, 3, 7, 7, 2]), (3, 7));
        assert_eq!(longest_stack(&[5]), (0, 5));
    }

    #[test]
    fn of_empty_stacks_the_count_is_zero() {
        assert_eq!(longest_stack(&[0; 64]).1, 0);
    }

    #[test]
    fn the_largest_counts_and_sites_are_told_apart() {
        let mut counts = [i32::from(u16::MAX); MAX_CONTEXTS];
        counts[MAX_CONTEXTS - 1] += 1;
        assert_eq!(longest_stack(&counts), (MAX_CONTEXTS - 1, 1 << 16));
    }
}
