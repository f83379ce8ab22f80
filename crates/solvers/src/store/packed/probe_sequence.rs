//! The buckets in which a state may be.
//!
//! The high bits of its mixed number are the first bucket. The second probe is the other bucket of the same pair, adjacent
//! to the first; then follow pairs given by the rest of the number.

use tilebench_core::StateCode;

/// The buckets of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProbeSequence {
    /// The bits of a number.
    pub(super) bits: u32,
    /// Two to the power of this are the buckets.
    pub(super) log: u32,
    /// The bits of the number of a pair that a probe changes: no more than are left of a state's number.
    strides: usize,
}

impl ProbeSequence {
    /// Of numbers of `bits` bits among 2 to the power of `log` buckets.
    pub(super) fn new(bits: u32, log: u32) -> Self {
        Self { bits, log, strides: (1 << (log - 1).min(bits - log)) - 1 }
    }

    /// The first bucket of a mixed number.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a bucket's number has at most 29 bits")]
    pub(super) fn home<C: StateCode>(self, mixed: C) -> usize {
        (mixed >> (self.bits - self.log)).low_u64() as usize
    }

    /// The bucket of a probe from the first one, and the first one from the bucket of a probe. Of `mixed` it
    /// reads the lowest bits, as many as a pair's number has; of numbers that leave fewer those that are left.
    #[inline]
    pub(super) fn bucket<C: StateCode>(self, bucket: usize, mixed: C, probe: u32) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "masked to the number of a pair")]
        let stride = u64::from(probe >> 1).wrapping_mul(mixed.low_u64() | 1) as usize;
        bucket ^ (stride & self.strides) << 1 ^ (probe & 1) as usize
    }

    /// The mixed number of which a probe found this bucket, and of which this is left.
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
        fn a_number_follows_from_any_of_its_buckets(mixed in 0u64..1 << 60, log in 12u32..20) {
            let probes = ProbeSequence::new(60, log);
            let left = mixed & ((1 << (60 - log)) - 1);
            for probe in 0..SlotLayout::<u64>::PROBES {
                let bucket = probes.bucket(probes.home(mixed), mixed, probe);
                prop_assert_eq!(probes.mixed(bucket, left, probe), mixed);
            }
        }
    }
}
