//! An invertible hash function.

use tilebench_core::StateCode;

/// A permutation of the numbers of a given number of bits, which spreads neighbouring numbers.
///
/// It applies two rounds of a product with an odd constant and an exclusive or of the upper half to the lower. Each step is
/// invertible, so the bucket given by the high bits and the remaining bits together determine the number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HashMixer<C> {
    /// All bits of a number.
    mask: C,
    /// Half of its bits, rounded up.
    half: u32,
    factor: C,
    inverse: C,
}

impl<C: StateCode> HashMixer<C> {
    /// The mapping of the numbers of `bits` bits, at least 1 and fewer than `C` has.
    pub(crate) fn new(bits: u32) -> Self {
        let mask = !(!C::ZERO << bits);
        // 2^64 divided by the golden ratio, and a prime of xxHash in the upper half.
        let factor = C::from_u64(0xC2B2_AE3D_27D4_EB4F) << (C::BITS / 2) ^ C::from_u64(0x9E37_79B9_7F4A_7C15);
        Self { mask, half: bits.div_ceil(2), factor, inverse: inverse(factor) }
    }

    /// The image of `number`.
    #[inline]
    pub(crate) fn mix(&self, number: C) -> C {
        self.folded(self.times(self.folded(self.times(number, self.factor)), self.factor))
    }

    /// The number whose image is `mixed`.
    #[inline]
    pub(crate) fn unmix(&self, mixed: C) -> C {
        self.times(self.folded(self.times(self.folded(mixed), self.inverse)), self.inverse)
    }

    #[inline]
    fn times(&self, number: C, factor: C) -> C {
        number.wrapping_mul(factor) & self.mask
    }

    /// Its own inverse, since no bit of the lower half is read.
    #[inline]
    fn folded(&self, number: C) -> C {
        number ^ number >> self.half
    }
}

/// The inverse of the odd `factor` modulo a power of two, by Newton's iteration: each step doubles the number of correct bits,
/// which are three initially.
fn inverse<C: StateCode>(factor: C) -> C {
    let mut inverse = factor;
    let mut right = 3;
    while right < C::BITS {
        inverse = inverse.wrapping_mul(C::from_u64(2).wrapping_sub(factor.wrapping_mul(inverse)));
        right *= 2;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn mixing_permutes_all_numbers_of_few_bits() {
        for bits in 1..14 {
            let mix = HashMixer::<u64>::new(bits);
            let mut taken = vec![false; 1 << bits];
            for number in 0..1u64 << bits {
                let mixed = mix.mix(number);
                assert_eq!(mix.unmix(mixed), number);
                assert!(!std::mem::replace(&mut taken[usize::try_from(mixed).unwrap()], true), "{number} of {bits}");
            }
        }
    }

    #[test]
    fn neighbours_spread_over_the_high_bits() {
        // Numbers that differ in their first or in their last cells.
        for shift in [0, 20, 44] {
            let mix = HashMixer::<u64>::new(60);
            let mut load = vec![0; 1 << 12];
            for number in 0..1u64 << 16 {
                load[usize::try_from(mix.mix(number << shift) >> 48).unwrap()] += 1;
            }
            let (used, fullest) = (load.iter().filter(|&&count| count > 0).count(), load.iter().max().unwrap());
            assert!(used > 4_000 && *fullest < 64, "{used} used, {fullest} in one");
        }
    }

    proptest! {
        #[test]
        fn unmixing_inverts_mixing_for_many_bits(number in any::<u128>(), bits in 1u32..128) {
            let mix = HashMixer::<u128>::new(bits);
            let number = number & !(!0 << bits);
            prop_assert_eq!(mix.unmix(mix.mix(number)), number);
            prop_assert!(mix.mix(number) >> (bits - 1) <= 1);
            let (bits, mix) = (bits.div_ceil(2).min(63), HashMixer::<u64>::new(bits.div_ceil(2).min(63)));
            let low = number.low_u64() & !(!0 << bits);
            prop_assert_eq!(mix.unmix(mix.mix(low)), low);
        }
    }
}
