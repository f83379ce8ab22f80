//! Finds the slots of a bucket that contain a tag, and the empty ones.
//!
//! All slots are compared, since the end of a shorter loop could not be predicted. If the processor has AVX2, four slots are
//! compared at a time.

use tilebench_core::StateCode;

/// The number of slots of a bucket.
pub(super) const BUCKET: usize = 8;

/// Sets of slots of a bucket, one bit per slot, the first slot lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BucketMatches {
    /// The slots with the tag.
    pub(super) same: u32,
    /// The empty slots.
    pub(super) empty: u32,
}

/// The implementation of searching a bucket, chosen once per table.
#[derive(Clone, Copy, Debug)]
pub(super) struct BucketProbe {
    /// Whether AVX2 is used: true only if the processor has it and words are of 64 bits.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "there are no such vectors"))]
    is_by_vectors: bool,
}

impl BucketProbe {
    /// The fastest implementation for words of type `C`.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(clippy::extra_unused_type_parameters, reason = "there is one implementation only")
    )]
    pub(super) fn fastest<C: StateCode>() -> Self {
        #[cfg(target_arch = "x86_64")]
        let is_by_vectors = C::BITS == u64::BITS && is_x86_feature_detected!("avx2");
        #[cfg(not(target_arch = "x86_64"))]
        let is_by_vectors = false;
        Self { is_by_vectors }
    }

    /// The result for the words of a `bucket`, whose tag bits are those of `mask`.
    #[inline]
    #[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "support for vectors is detected at run time"))]
    #[cfg_attr(not(target_arch = "x86_64"), expect(clippy::unused_self, reason = "there is one implementation only"))]
    pub(super) fn probe<C: StateCode>(self, bucket: &[u8], mask: C, tag: C) -> BucketMatches {
        #[cfg(target_arch = "x86_64")]
        if self.is_by_vectors {
            // SAFETY: `is_by_vectors` is true only if the processor has AVX2.
            return unsafe { by_vectors(bucket, mask.low_u64(), tag.low_u64()) };
        }
        one_by_one(bucket, mask, tag)
    }
}

#[inline]
fn one_by_one<C: StateCode>(bucket: &[u8], mask: C, tag: C) -> BucketMatches {
    let mut matches = BucketMatches { same: 0, empty: 0 };
    for at in 0..BUCKET {
        let word = C::load(bucket, at) & mask;
        matches.same |= u32::from(word == tag) << at;
        matches.empty |= u32::from(word == C::ZERO) << at;
    }
    matches
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn by_vectors(bucket: &[u8], mask: u64, tag: u64) -> BucketMatches {
    use core::arch::x86_64::{
        _mm256_and_si256, _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_movemask_pd, _mm256_set_epi64x,
        _mm256_set1_epi64x, _mm256_setzero_si256,
    };
    let four = |first: usize| {
        let word = |at| u64::load(bucket, first + at).cast_signed();
        _mm256_and_si256(_mm256_set_epi64x(word(3), word(2), word(1), word(0)), _mm256_set1_epi64x(mask.cast_signed()))
    };
    let (low, high) = (four(0), four(BUCKET / 2));
    let equal = |tag| {
        let bits = |words| _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(words, tag))).cast_unsigned();
        bits(low) | bits(high) << (BUCKET / 2)
    };
    BucketMatches { same: equal(_mm256_set1_epi64x(tag.cast_signed())), empty: equal(_mm256_setzero_si256()) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_implementation_finds_the_slots_with_the_tag_and_the_empty_slots(
            (words, tag) in (prop::array::uniform8(prop_oneof![Just(0u64), 1u64..4, any::<u64>()]), 1u64..4),
            mask in prop_oneof![Just(u64::MAX), Just(3u64), any::<u64>()],
        ) {
            let bits = |is: &dyn Fn(u64) -> bool| (0..).zip(words).map(|(at, word)| u32::from(is(word & mask)) << at).sum();
            let matches = BucketMatches { same: bits(&|word| word == tag), empty: bits(&|word| word == 0) };
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
            prop_assert_eq!(BucketProbe { is_by_vectors: false }.probe(&bytes, mask, tag), matches);
            prop_assert_eq!(BucketProbe::fastest::<u64>().probe(&bytes, mask, tag), matches);
            let bytes: Vec<u8> = words.iter().flat_map(|word| u128::from(*word).to_ne_bytes()).collect();
            prop_assert_eq!(BucketProbe::fastest::<u128>().probe(&bytes, u128::from(mask), u128::from(tag)), matches);
        }
    }
}
