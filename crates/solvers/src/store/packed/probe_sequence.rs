//! The buckets in which a state may be.
//!
//! The high bits of the mixed number are the first bucket. The second probe is the other bucket of the same pair, adjacent
//! to the first. Further pairs follow from the remaining bits of the number.

use tilebench_core::StateCode;

/// The sequence of buckets in which the states of a table may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProbeSequence {
    /// The number of bits of a mixed number.
    pub(super) bits: u32,
    /// The binary logarithm of the number of buckets.
    pub(super) log: u32,
    /// The bits of a pair's number that a probe changes: at most the remaining bits of a state's number.
    strides: usize,
}

impl ProbeSequence {
    /// The sequence for numbers of `bits` bits and 2 to the power of `log` buckets.
    pub(super) fn new(bits: u32, log: u32) -> Self {
        Self { bits, log, strides: (1 << (log - 1).min(bits - log)) - 1 }
    }

    /// The first bucket of a mixed number.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a bucket's number has at most 29 bits")]
    pub(super) fn home<C: StateCode>(self, mixed: C) -> usize {
        (mixed >> (self.bits - self.log)).low_u64() as usize
    }

    /// The bucket of a probe, given the first bucket; or the first bucket, given the bucket of a probe. Reads the lowest bits
    /// of `mixed`: at most the bits of a pair's number, and at most the remaining bits.
    #[inline]
    pub(super) fn bucket<C: StateCode>(self, bucket: usize, mixed: C, probe: u32) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "masked to the number of a pair")]
        let stride = u64::from(probe >> 1).wrapping_mul(mixed.low_u64() | 1) as usize;
        bucket ^ (stride & self.strides) << 1 ^ (probe & 1) as usize
    }

    /// The mixed number whose remaining bits are `left`, and for which `probe` gives this bucket.
    #[inline]
    pub(super) fn mixed<C: StateCode>(self, bucket: usize, left: C, probe: u32) -> C {
        let home = self.bucket(bucket, left, probe);
        C::from_u64(home as u64) << (self.bits - self.log) | left
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::store::packed::slot::SlotLayout;

    proptest! {
        #[test]
        fn a_probe_is_its_own_inverse(left in any::<u64>(), log in 12u32..20, bucket in any::<usize>()) {
            let probes = ProbeSequence::new(60, log);
            let bucket = bucket & ((1 << log) - 1);
            for probe in 0..SlotLayout::<u64>::PROBES {
                let other = probes.bucket(bucket, left, probe);
                prop_assert!(other < 1 << log);
                prop_assert_eq!(probes.bucket(other, left, probe), bucket);
            }
            prop_assert_eq!(probes.bucket(bucket, left, 0), bucket);
            prop_assert_eq!(probes.bucket(bucket, left, 1), bucket ^ 1);
        }

        #[test]
        fn a_number_is_determined_by_any_of_its_buckets(mixed in 0u64..1 << 60, log in 12u32..20) {
            let probes = ProbeSequence::new(60, log);
            let left = mixed & ((1 << (60 - log)) - 1);
            for probe in 0..SlotLayout::<u64>::PROBES {
                let bucket = probes.bucket(probes.home(mixed), mixed, probe);
                prop_assert_eq!(probes.mixed(bucket, left, probe), mixed);
            }
        }
    }
}
