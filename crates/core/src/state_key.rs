//! Packed states as hash keys.

use core::fmt::Debug;

/// A packed state: ordered, and hashed without a seed, so that runs are deterministic.
pub trait StateKey: Copy + Eq + Ord + Debug + Send + Sync {
    /// The value of unused slots. No state packs to it.
    const VACANT: Self;

    /// The key as one integer of equal order, which is compared without branches.
    type Integer: Copy + Ord;

    /// The key as one integer of equal order.
    fn integer(self) -> Self::Integer;

    /// A hash whose high bits depend on all bits of the key.
    fn hash(self) -> u64;

    /// The bytes of a key in a file.
    const BYTES: usize;

    /// Writes the key to the first [`Self::BYTES`] of `bytes` in big-endian order, so that bytes are ordered as keys are.
    ///
    /// # Panics
    ///
    /// If `bytes` is too short.
    fn write(self, bytes: &mut [u8]);

    /// The key that was written to the first [`Self::BYTES`] of `bytes`.
    ///
    /// # Panics
    ///
    /// If `bytes` is too short.
    fn read(bytes: &[u8]) -> Self;
}

/// 2^64 divided by the golden ratio, odd (Knuth 1998, section 6.4).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Folds the 128-bit product of two words into one, which mixes high bits down as well as low bits
/// up.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    #[expect(clippy::cast_possible_truncation, reason = "both halves are wanted")]
    let folded = (product as u64) ^ ((product >> 64) as u64);
    folded
}

impl StateKey for u64 {
    const VACANT: Self = Self::MAX;

    type Integer = Self;

    #[inline]
    fn integer(self) -> Self {
        self
    }

    #[inline]
    fn hash(self) -> u64 {
        fold(self ^ 0xD1B5_4A32_D192_ED03, GOLDEN)
    }

    const BYTES: usize = 8;

    #[inline]
    fn write(self, bytes: &mut [u8]) {
        bytes[..8].copy_from_slice(&self.to_be_bytes());
    }

    #[inline]
    fn read(bytes: &[u8]) -> Self {
        let mut word = [0; 8];
        word.copy_from_slice(&bytes[..8]);
        Self::from_be_bytes(word)
    }
}

impl StateKey for [u64; 2] {
    const VACANT: Self = [u64::MAX; 2];

    type Integer = u128;

    #[inline]
    fn integer(self) -> u128 {
        u128::from(self[0]) << 64 | u128::from(self[1])
    }

    #[inline]
    fn hash(self) -> u64 {
        fold(self[0] ^ 0xD1B5_4A32_D192_ED03, GOLDEN).rotate_left(23)
            ^ fold(self[1] ^ 0x8CB9_2BA7_2F3D_8DD7, 0xABC9_8388_FB8F_AC03)
    }

    const BYTES: usize = 16;

    #[inline]
    fn write(self, bytes: &mut [u8]) {
        self[0].write(&mut bytes[..8]);
        self[1].write(&mut bytes[8..16]);
    }

    #[inline]
    fn read(bytes: &[u8]) -> Self {
        [u64::read(&bytes[..8]), u64::read(&bytes[8..16])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn keys_are_read_back_from_bytes_of_equal_order() {
        let words = [0, 1, 0xFF, 0x100, 0x0123_4567_89AB_CDEF, 1 << 63, u64::MAX - 1];
        let keys: Vec<[u64; 2]> = words.iter().flat_map(|&high| words.map(|low| [high, low])).collect();
        assert!(keys.is_sorted() && keys.is_sorted_by_key(|key| key.integer()));
        let mut before = [0; 16];
        for key in keys {
            let mut bytes = [0; 16];
            key.write(&mut bytes);
            assert_eq!(<[u64; 2]>::read(&bytes), key);
            assert_eq!(u64::read(&bytes), key[0]);
            assert!(key == [0, 0] || bytes > before, "{key:?}");
            before = bytes;
        }
    }

    #[test]
    fn neighbouring_keys_spread_over_the_high_bits() {
        let mut load = BTreeMap::<u64, u32>::new();
        for key in 0..1u64 << 16 {
            *load.entry(key.hash() >> 52).or_default() += 1;
            *load.entry([key, key].hash() >> 52 | 1 << 20).or_default() += 1;
        }
        let max_load = load.values().max().copied().unwrap_or(0);
        assert!(load.len() > 8000, "only {} of 8192 buckets are used", load.len());
        assert!(max_load < 64, "one bucket holds {max_load} of 65536 keys, 16 on average");
    }
}
