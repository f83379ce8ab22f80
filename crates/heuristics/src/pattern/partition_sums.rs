//! A byte per partition, for all partitions at once: sums of excesses, or sets of partitions.
//!
//! Sums over the patterns of a partition are below 255: at most twelve patterns of two tiles or more, each with at most 15.

use super::pdb_spec::MAX_PARTITIONS;

/// The bytes of a word.
const BYTES: usize = 8;

/// The words of a byte per partition.
const WORDS: usize = MAX_PARTITIONS / BYTES;

/// A one in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// A byte per partition, in words. In a set, the byte of a member is 255, and that of any other is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PartitionSums([u64; WORDS]);

impl PartitionSums {
    /// The set of all partitions.
    pub(super) const ALL: Self = Self([u64::MAX; WORDS]);

    /// The bits of the byte of a partition, in its word.
    fn byte(partition: usize) -> u64 {
        0xFF << (8 * (partition % BYTES))
    }

    /// Adds a member to a set.
    pub(super) fn set(&mut self, partition: usize) {
        self.0[partition / BYTES] |= Self::byte(partition);
    }

    /// Removes a member from a set.
    pub(super) fn clear(&mut self, partition: usize) {
        self.0[partition / BYTES] &= !Self::byte(partition);
    }

    /// Whether the set contains a partition.
    pub(super) fn contains(&self, partition: usize) -> bool {
        self.0[partition / BYTES] & Self::byte(partition) != 0
    }

    /// Adds all members of `other` to a set.
    #[inline]
    pub(super) fn join(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    /// Adds `after` minus `before` to the sums of `members`, which contain `before`: so no byte is carried into the next.
    #[inline]
    pub(super) fn replace(&mut self, before: u8, after: u8, members: &Self) {
        let change = u64::from(after).wrapping_sub(u64::from(before));
        for (word, members) in self.0.iter_mut().zip(&members.0) {
            *word = word.wrapping_add((members & ONES).wrapping_mul(change));
        }
    }

    /// The largest sum of `members`; 0 if there are none.
    #[inline]
    pub(super) fn largest(&self, members: &Self) -> u8 {
        Self(core::array::from_fn(|word| self.0[word] & members.0[word])).largest_byte()
    }

    /// The partition with the largest sum, the first of several, of those that are not in `excluded`, which is not all.
    #[inline]
    pub(super) fn largest_except(&self, excluded: &Self) -> usize {
        // One more than each sum, so that those that are excluded are smaller.
        let sums = Self(core::array::from_fn(|word| (self.0[word] + ONES) & !excluded.0[word]));
        let largest = ONES * u64::from(sums.largest_byte());
        let found = sums.0.map(|word| {
            let differing = word ^ largest;
            // The top bit of the lowest byte that is 0 is the lowest bit.
            differing.wrapping_sub(ONES) & !differing & (ONES << 7)
        });
        let bit = if found[0] == 0 { u64::BITS + found[1].trailing_zeros() } else { found[0].trailing_zeros() };
        bit as usize / 8
    }

    /// The largest byte.
    #[inline]
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "the compiler does not use the instructions, although every x86-64 has them")]
    fn largest_byte(self) -> u8 {
        #[inline]
        #[target_feature(enable = "sse2")]
        fn largest_byte(words: [u64; WORDS]) -> u8 {
            use core::arch::x86_64::{_mm_cvtsi128_si32, _mm_max_epu8, _mm_set_epi64x, _mm_srli_si128};
            let [low, high] = words.map(u64::cast_signed);
            let bytes = _mm_set_epi64x(high, low);
            let bytes = _mm_max_epu8(bytes, _mm_srli_si128::<8>(bytes));
            let bytes = _mm_max_epu8(bytes, _mm_srli_si128::<4>(bytes));
            let bytes = _mm_max_epu8(bytes, _mm_srli_si128::<2>(bytes));
            let bytes = _mm_max_epu8(bytes, _mm_srli_si128::<1>(bytes));
            _mm_cvtsi128_si32(bytes).to_le_bytes()[0]
        }
        // SAFETY: every x86-64 has SSE2.
        unsafe { largest_byte(self.0) }
    }

    /// The largest byte.
    #[inline]
    #[cfg(not(target_arch = "x86_64"))]
    fn largest_byte(self) -> u8 {
        self.0.map(u64::to_le_bytes).as_flattened().iter().copied().fold(0, u8::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(values: &[u8]) -> PartitionSums {
        let mut sums = PartitionSums::default();
        for (partition, &value) in values.iter().enumerate() {
            sums.0[partition / BYTES] |= u64::from(value) << (8 * (partition % BYTES));
        }
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
        values.replace(5, 3, &set(&[1, 3]));
        assert_eq!(values, sums(&[7, 178, 3, 7]));
        values.replace(3, 6, &set(&[1, 3, 15]));
        assert_eq!(values, sums(&[7, 181, 3, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]));
        values.replace(6, 3, &set(&[1, 3]));
        values.replace(3, 0, &set(&[15]));
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
        for partition in 0..MAX_PARTITIONS {
            let mut values = sums(&[9; MAX_PARTITIONS]);
            values.replace(0, 1, &set(&[partition]));
            assert_eq!((values.largest_except(&set(&[])), values.largest(&PartitionSums::ALL)), (partition, 10));
        }
    }
}
