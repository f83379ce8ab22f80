//! A byte per partition, for all partitions at once: sums of excesses, or sets of partitions.
//!
//! Sums over the patterns of a partition are below 2^8: at most twelve patterns of two tiles or more, each with at most 15.

use super::pdb_spec::MAX_PARTITIONS;

/// The number of the last partition.
const LAST: i16 = 15;

const _: () = assert!(LAST as usize + 1 == MAX_PARTITIONS);

/// A byte per partition. In a set, the byte of a member is 255, and that of any other is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PartitionSums([u8; MAX_PARTITIONS]);

impl PartitionSums {
    /// The set of all partitions.
    pub(super) const ALL: Self = Self([u8::MAX; MAX_PARTITIONS]);

    /// Adds a member to a set.
    pub(super) fn set(&mut self, partition: usize) {
        self.0[partition] = u8::MAX;
    }

    /// Removes a member from a set.
    pub(super) fn clear(&mut self, partition: usize) {
        self.0[partition] = 0;
    }

    /// Whether the set contains a partition.
    pub(super) fn contains(&self, partition: usize) -> bool {
        self.0[partition] != 0
    }

    /// Adds all members of `other` to a set.
    #[inline]
    pub(super) fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(byte, other)| *byte |= other);
    }

    /// Adds `change`, in two's complement, to the sums of `members`.
    #[inline]
    pub(super) fn add(&mut self, change: u8, members: &Self) {
        self.0.iter_mut().zip(&members.0).for_each(|(sum, member)| *sum = sum.wrapping_add(change & member));
    }

    /// The largest sum of `members`; 0 if there are none.
    #[inline]
    pub(super) fn largest(&self, members: &Self) -> u8 {
        self.0.iter().zip(&members.0).fold(0, |largest, (sum, member)| largest.max(sum & member))
    }

    /// The partition with the largest sum, the first of several, of those that are not in `excluded`, which is not all.
    #[inline]
    pub(super) fn largest_except(&self, excluded: &Self) -> usize {
        // One key for both, so that the maximum is found without a branch.
        let keys = self.0.iter().zip(&excluded.0).zip(0i16..).map(|((&sum, &excluded), partition)| {
            let key = (i16::from(sum) + 1) * (LAST + 1) + (LAST - partition);
            if excluded == 0 { key } else { 0 }
        });
        usize::from((LAST - keys.fold(0, i16::max) % (LAST + 1)).unsigned_abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(values: &[u8]) -> PartitionSums {
        let mut sums = PartitionSums::default();
        sums.0[..values.len()].copy_from_slice(values);
        sums
    }

    fn set(members: &[usize]) -> PartitionSums {
        let mut set = PartitionSums::default();
        for &member in members {
            set.set(member);
        }
        set
    }

    #[test]
    fn only_members_are_changed_and_compared() {
        let mut values = sums(&[7, 180, 3, 9]);
        values.add(2u8.wrapping_neg(), &set(&[1, 3]));
        assert_eq!(values, sums(&[7, 178, 3, 7]));
        assert_eq!(values.largest(&set(&[0, 2])), 7);
        assert_eq!((values.largest(&PartitionSums::ALL), values.largest(&set(&[]))), (178, 0));
    }

    #[test]
    fn the_first_of_the_largest_sums_is_found_among_those_that_are_not_excluded() {
        let values = sums(&[7, 180, 3, 180]);
        assert_eq!(values.largest_except(&set(&[])), 1);
        assert_eq!(values.largest_except(&set(&[1])), 3);
        assert_eq!(values.largest_except(&set(&[1, 3])), 0);
        let mut all_but_the_last = PartitionSums::ALL;
        all_but_the_last.clear(15);
        assert_eq!(values.largest_except(&all_but_the_last), 15, "a sum of 0");
    }
}
