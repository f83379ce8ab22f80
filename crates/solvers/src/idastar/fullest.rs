//! The fullest of the stacks that an iteration's nodes wait on, one for each site.

/// The most sites.
pub(super) const MOST_SITES: usize = 256;

/// The site with the most nodes, the last of several, and how many they are, of the `counts` of at most [`MOST_SITES`] sites:
/// signed, because that is what the oldest vectors compare, and below 2^23.
#[inline]
#[expect(clippy::cast_possible_wrap, clippy::cast_possible_truncation, reason = "256")]
#[expect(clippy::cast_sign_loss, reason = "counts are not negative")]
pub(super) fn fullest(counts: &[i32]) -> (usize, usize) {
    const SITES: i32 = MOST_SITES as i32;
    // One number for both, so that the largest is found without a branch.
    let keys = counts.iter().zip(0..).map(|(&count, site)| count * SITES + site);
    let most = keys.fold(0, i32::max);
    ((most % SITES) as usize, (most / SITES) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_the_fullest_stacks_is_named_with_its_count() {
        assert_eq!(fullest(&[0, 3, 7, 7, 2]), (3, 7));
        assert_eq!(fullest(&[5]), (0, 5));
    }

    #[test]
    fn of_empty_stacks_the_count_is_zero() {
        assert_eq!(fullest(&[0; 64]).1, 0);
    }

    #[test]
    fn the_largest_counts_and_sites_are_told_apart() {
        let mut counts = [i32::from(u16::MAX); MOST_SITES];
        counts[MOST_SITES - 1] += 1;
        assert_eq!(fullest(&counts), (MOST_SITES - 1, 1 << 16));
    }
}
