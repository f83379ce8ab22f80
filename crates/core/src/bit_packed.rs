//! States as numbers of few bits.

use core::fmt::Debug;
use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::Domain;

/// An unsigned integer type for the numbers of states: `u64`, or `u128` if that is too small.
pub trait StateCode:
    Copy
    + Ord
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bits of the integer.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;

    /// The integer with these low bits; all others are 0.
    fn from_u64(low: u64) -> Self;

    /// The low bits.
    fn low_u64(self) -> u64;

    /// The product modulo two to the power of [`Self::BITS`].
    #[must_use]
    fn wrapping_mul(self, other: Self) -> Self;

    /// The difference modulo two to the power of [`Self::BITS`].
    #[must_use]
    fn wrapping_sub(self, other: Self) -> Self;

    /// The integer that was [stored](Self::store) at index `index` of the integers in `bytes`.
    ///
    /// # Panics
    ///
    /// If `bytes` is too short.
    fn load(bytes: &[u8], index: usize) -> Self;

    /// Writes the integer at index `index` of the integers in `bytes`, in native byte order.
    ///
    /// # Panics
    ///
    /// If `bytes` is too short.
    fn store(self, bytes: &mut [u8], index: usize);
}

/// A [`Domain`] that numbers its states and operators with few bits, so that a state's number and its search data fit into
/// one word of a hash table.
pub trait BitPacked: Domain {
    /// The type of a state's number.
    type Code: StateCode;

    /// The number of bits of an operator's number.
    const OP_BITS: u32;

    /// The number of bits of a state's number.
    fn code_bits(&self) -> u32;

    /// The number of a state. Different states have different numbers.
    fn encode(&self, state: Self::State) -> Self::Code;

    /// The state whose number is `code`.
    fn decode(&self, code: Self::Code) -> Self::State;

    /// The rank of the state numbered `code` in the order by which published programs break ties between states. The rank of a rank is
    /// the number again.
    #[inline]
    fn rank(&self, code: Self::Code) -> Self::Code {
        code
    }

    /// The number of an operator. Different operators that lead to one state have different numbers.
    fn op_number(op: Self::Op) -> u32;

    /// The operator numbered `number` that leads to `state`.
    fn incoming_op(&self, state: Self::State, number: u32) -> Self::Op;
}

/// The methods whose source is equal for both integers.
macro_rules! impl_state_code {
    ($word:ty, $low:expr) => {
        impl StateCode for $word {
            const BITS: u32 = Self::BITS;
            const ZERO: Self = 0;

            #[inline]
            fn from_u64(low: u64) -> Self {
                Self::from(low)
            }

            #[inline]
            fn low_u64(self) -> u64 {
                $low(self)
            }

            #[inline]
            fn wrapping_mul(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }

            #[inline]
            fn wrapping_sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline]
            fn load(bytes: &[u8], index: usize) -> Self {
                let mut word = [0; size_of::<Self>()];
                word.copy_from_slice(&bytes[index * size_of::<Self>()..][..size_of::<Self>()]);
                Self::from_ne_bytes(word)
            }

            #[inline]
            fn store(self, bytes: &mut [u8], index: usize) {
                bytes[index * size_of::<Self>()..][..size_of::<Self>()].copy_from_slice(&self.to_ne_bytes());
            }
        }
    };
}

impl_state_code!(u64, core::convert::identity);
impl_state_code!(u128, low);

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the low half is wanted")]
fn low(word: u128) -> u64 {
    word as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_loaded_as_they_were_stored() {
        let mut bytes = [0; 64];
        for at in 0..8 {
            (0x0123_4567_89AB_CDEF ^ at as u64).store(&mut bytes, at);
        }
        assert!((0..8).all(|at| u64::load(&bytes, at) == 0x0123_4567_89AB_CDEF ^ at as u64));
        (u128::MAX / 3).store(&mut bytes, 2);
        assert_eq!(u128::load(&bytes, 2), u128::MAX / 3);
        assert_eq!(u64::load(&bytes, 3), 0x0123_4567_89AB_CDEC);
    }

    #[test]
    fn products_wrap_and_low_bits_are_truncated() {
        assert_eq!(<u64 as StateCode>::wrapping_mul(u64::MAX, u64::MAX), 1);
        assert_eq!(<u128 as StateCode>::wrapping_mul(u128::MAX, 2), u128::MAX - 1);
        assert_eq!((u128::from(7u64) << 64 | 5).low_u64(), 5);
        assert_eq!(<u128 as StateCode>::from_u64(9), 9);
    }
}
