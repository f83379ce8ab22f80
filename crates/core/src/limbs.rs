//! Unsigned integers of several words, for states that do not fit into 128 bits.

use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::{StateCode, StateKey};

/// An unsigned integer of `N` words of 64 bits, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limbs<const N: usize>(pub [u64; N]);

/// The number of bits of a word, and the mask of a position in it.
const WORD: u32 = u64::BITS;

impl<const N: usize> Limbs<N> {
    /// The words of a shift by `bits`, and the bits of the rest.
    #[inline]
    fn parts(bits: u32) -> (usize, u32) {
        ((bits / WORD) as usize, bits % WORD)
    }

    /// The words whose pairs at equal places `combine` maps.
    #[inline]
    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self(core::array::from_fn(|at| combine(self.0[at], other.0[at])))
    }
}

impl<const N: usize> PartialOrd for Limbs<N> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Ord for Limbs<N> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> BitAnd for Limbs<N> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Limbs<N> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Limbs<N> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Limbs<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> Shl<u32> for Limbs<N> {
    type Output = Self;

    #[inline]
    fn shl(self, bits: u32) -> Self {
        let (words, bits) = Self::parts(bits);
        let word = |at: Option<usize>| at.map_or(0, |at| self.0[at]);
        Self(core::array::from_fn(|at| {
            let at = at.checked_sub(words);
            // The lower word is shifted in two steps: a shift by 64 bits is not defined.
            word(at) << bits | word(at.and_then(|at| at.checked_sub(1))) >> 1 >> (WORD - 1 - bits)
        }))
    }
}

impl<const N: usize> Shr<u32> for Limbs<N> {
    type Output = Self;

    #[inline]
    fn shr(self, bits: u32) -> Self {
        let (words, bits) = Self::parts(bits);
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        Self(core::array::from_fn(|at| word(at + words) >> bits | word(at + words + 1) << 1 << (WORD - 1 - bits)))
    }
}

impl<const N: usize> StateCode for Limbs<N> {
    #[expect(clippy::cast_possible_truncation, reason = "a state has few words")]
    const BITS: u32 = WORD * N as u32;
    const ZERO: Self = Self([0; N]);

    #[inline]
    fn from_u64(low: u64) -> Self {
        let mut words = [0; N];
        words[0] = low;
        Self(words)
    }

    #[inline]
    fn low_u64(self) -> u64 {
        self.0[0]
    }

    #[inline]
    fn wrapping_mul(self, other: Self) -> Self {
        let mut product = [0; N];
        for (low, &factor) in self.0.iter().enumerate() {
            let mut carry = 0;
            for (digit, &other) in product[low..].iter_mut().zip(&other.0) {
                (*digit, carry) = factor.carrying_mul_add(other, *digit, carry);
            }
        }
        Self(product)
    }

    #[inline]
    fn wrapping_sub(self, other: Self) -> Self {
        let mut borrow = false;
        Self(core::array::from_fn(|at| {
            let (difference, first) = self.0[at].overflowing_sub(other.0[at]);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            borrow = first || second;
            difference
        }))
    }

    #[inline]
    fn load(bytes: &[u8], index: usize) -> Self {
        Self(core::array::from_fn(|at| <u64 as StateCode>::load(bytes, index * N + at)))
    }

    #[inline]
    fn store(self, bytes: &mut [u8], index: usize) {
        for (at, word) in self.0.into_iter().enumerate() {
            StateCode::store(word, bytes, index * N + at);
        }
    }
}

impl<const N: usize> StateKey for Limbs<N> {
    const VACANT: Self = Self([u64::MAX; N]);

    type Integer = Self;

    #[inline]
    fn integer(self) -> Self {
        self
    }

    /// The hashes of the words, rotated and added, so that equal words at different places differ.
    #[inline]
    fn hash(self) -> u64 {
        self.0.iter().fold(0u64, |hash, &word| hash.rotate_left(23).wrapping_mul(5).wrapping_add(StateKey::hash(word)))
    }

    const BYTES: usize = 8 * N;

    #[inline]
    fn write(self, bytes: &mut [u8]) {
        for (word, bytes) in self.0.iter().rev().zip(bytes.chunks_exact_mut(8)) {
            word.write(bytes);
        }
    }

    #[inline]
    fn read(bytes: &[u8]) -> Self {
        Self(core::array::from_fn(|at| <u64 as StateKey>::read(&bytes[8 * (N - 1 - at)..])))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same number as 128 bits.
    fn wide(limbs: Limbs<2>) -> u128 {
        u128::from(limbs.0[1]) << 64 | u128::from(limbs.0[0])
    }

    fn limbs() -> impl Strategy<Value = Limbs<2>> {
        any::<[u64; 2]>().prop_map(Limbs)
    }

    proptest! {
        #[test]
        fn two_words_are_an_integer_of_128_bits(a in limbs(), b in limbs(), bits in 0u32..128) {
            let (left, right) = (wide(a), wide(b));
            prop_assert_eq!(wide(a & b), left & right);
            prop_assert_eq!(wide(a | b), left | right);
            prop_assert_eq!(wide(a ^ b), left ^ right);
            prop_assert_eq!(wide(!a), !left);
            prop_assert_eq!(wide(a << bits), left << bits);
            prop_assert_eq!(wide(a >> bits), left >> bits);
            prop_assert_eq!(wide(a.wrapping_mul(b)), left.wrapping_mul(right));
            prop_assert_eq!(wide(StateCode::wrapping_sub(a, b)), left.wrapping_sub(right));
            prop_assert_eq!(a.cmp(&b), left.cmp(&right));
        }

        #[test]
        fn an_integer_of_many_words_is_shifted_and_multiplied_word_by_word(words in any::<[u64; 6]>(), bits in 1u32..383) {
            let limbs = Limbs(words);
            prop_assert_eq!(limbs << bits >> bits, limbs & !(!Limbs::ZERO << (384 - bits)));
            prop_assert_eq!(limbs.wrapping_mul(Limbs::from_u64(1) << bits), limbs << bits);
            let mut bytes = [0; 96];
            limbs.store(&mut bytes, 1);
            prop_assert_eq!(Limbs::load(&bytes, 1), limbs);
        }

        #[test]
        fn keys_are_read_back_from_bytes_of_equal_order(a in any::<[u64; 3]>(), b in any::<[u64; 3]>()) {
            let mut bytes = [[0; 24]; 2];
            for (key, bytes) in [a, b].into_iter().zip(&mut bytes) {
                StateKey::write(Limbs(key), bytes);
                prop_assert_eq!(<Limbs<3> as StateKey>::read(bytes), Limbs(key));
            }
            prop_assert_eq!(Limbs(a).cmp(&Limbs(b)), bytes[0].cmp(&bytes[1]));
        }
    }

    #[test]
    fn equal_words_at_different_places_have_different_hashes() {
        let place = |at: usize| StateKey::hash(Limbs(core::array::from_fn::<u64, 6, _>(|word| u64::from(word == at))));
        let mut hashes: Vec<u64> = (0..6).map(place).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), 6);
    }
}
