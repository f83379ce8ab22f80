//! Boards packed into words: four bits per cell in a `u64`, five in a `u128`.

use tilebench_core::{StateCode, StateKey};

use crate::Size;

/// An unsigned integer whose low bits are the first cell.
pub trait Word: StateCode + 'static {
    /// The form in which lists store the word. A `u128` is stored as two `u64`, which are aligned to 8
    /// bytes rather than 16.
    type Key: StateKey;

    /// Bits per cell.
    const CELL_BITS: u32;
    /// The maximum number of cells of a board in the word.
    const CELLS: usize;
    /// The conversion to `u64`, if the word has four bits per cell.
    const TO_NIBBLES: Option<fn(Self) -> u64>;

    /// The word with every cell zero.
    fn zero() -> Self;

    /// The word with `tile` put into the empty `cell`.
    #[must_use]
    fn with(self, cell: usize, tile: usize) -> Self;

    /// The tile in `cell`, below 32.
    fn tile(self, cell: usize) -> usize;

    /// The word with the content of `cell` xored with `difference`.
    #[must_use]
    fn with_xor(self, cell: usize, difference: usize) -> Self;

    /// The word after the tile in `to` moved to the blank's cell `from`.
    #[must_use]
    fn moved(self, from: usize, to: usize) -> Self;

    /// The first cell that contains zero.
    fn blank(self) -> usize;

    /// The exclusive or of the contents of all cells.
    fn cells_xor(self) -> usize;

    /// The low bits of `bits`, for words that contain something other than a board.
    fn from_bits(bits: u128) -> Self;

    /// The sum modulo the size of the word.
    #[must_use]
    fn wrapping_add(self, other: Self) -> Self;

    /// The word shifted right by `first` bits, truncated.
    fn bits_from(self, first: u32) -> usize;

    /// The stored form.
    fn key(self) -> Self::Key;

    /// The word whose stored form is `key`.
    fn from_key(key: Self::Key) -> Self;
}

/// The methods whose source is the same for both words.
macro_rules! word_methods {
    ($word:ty) => {
        fn zero() -> Self {
            0
        }

        fn with(self, cell: usize, tile: usize) -> Self {
            self | ((tile as Self) << shift(cell, Self::CELL_BITS))
        }

        #[inline]
        fn tile(self, cell: usize) -> usize {
            (self >> shift(cell, Self::CELL_BITS)) as usize & ((1 << Self::CELL_BITS) - 1)
        }

        #[inline]
        fn with_xor(self, cell: usize, difference: usize) -> Self {
            self ^ ((difference as Self) << shift(cell, Self::CELL_BITS))
        }

        #[inline]
        fn moved(self, from: usize, to: usize) -> Self {
            let tile = (self >> shift(to, Self::CELL_BITS)) & ((1 << Self::CELL_BITS) - 1);
            self ^ (tile << shift(to, Self::CELL_BITS)) ^ (tile << shift(from, Self::CELL_BITS))
        }

        fn from_bits(bits: u128) -> Self {
            bits as Self
        }

        #[inline]
        fn wrapping_add(self, other: Self) -> Self {
            self.wrapping_add(other)
        }

        #[inline]
        fn bits_from(self, first: u32) -> usize {
            self.wrapping_shr(first) as usize
        }

        #[inline]
        fn blank(self) -> usize {
            // Subtracting one from every cell borrows in every zero cell. The lowest cell that borrows and had its
            // top bit clear is the lowest zero; higher ones may be false positives.
            let ones = const { repeat_one::<{ Self::CELL_BITS }>(Self::CELLS) as Self };
            let tops = ones << (Self::CELL_BITS - 1);
            ((self.wrapping_sub(ones) & !self & tops).trailing_zeros() / Self::CELL_BITS) as usize
        }
    };
}

#[expect(clippy::cast_possible_truncation, reason = "masked to the bits of a cell, or split into halves")]
impl Word for u64 {
    type Key = Self;

    const CELL_BITS: u32 = 4;
    const CELLS: usize = 16;
    const TO_NIBBLES: Option<fn(Self) -> u64> = Some(|word| word);

    #[inline]
    fn cells_xor(self) -> usize {
        let word = self ^ self >> 32;
        let word = word ^ word >> 16;
        let word = word ^ word >> 8;
        (word ^ word >> 4) as usize & 15
    }

    word_methods!(u64);

    #[inline]
    fn key(self) -> Self {
        self
    }

    #[inline]
    fn from_key(key: Self) -> Self {
        key
    }
}

#[expect(clippy::cast_possible_truncation, reason = "masked to the bits of a cell, or split into halves")]
impl Word for u128 {
    type Key = [u64; 2];

    const CELL_BITS: u32 = 5;
    const CELLS: usize = Size::WORD_CELLS;
    const TO_NIBBLES: Option<fn(Self) -> u64> = None;

    #[inline]
    fn cells_xor(self) -> usize {
        let word = self ^ self >> 80;
        let word = word ^ word >> 40;
        let word = word ^ word >> 20;
        let word = word ^ word >> 10;
        (word ^ word >> 5) as usize & 31
    }

    word_methods!(u128);

    #[inline]
    fn key(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }

    #[inline]
    fn from_key(key: [u64; 2]) -> Self {
        Self::from(key[0]) | Self::from(key[1]) << 64
    }
}

/// The first bit of `cell`. The mask removes the overflow check of the shift; cells are below `Word::CELLS`.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "cells are below 25")]
const fn shift(cell: usize, bits: u32) -> u32 {
    (cell as u32 * bits) & if bits == 4 { 63 } else { 127 }
}

/// A one in each of `cells` cells of `BITS` bits.
const fn repeat_one<const BITS: u32>(cells: usize) -> u128 {
    let mut ones = 0;
    let mut cell = 0;
    while cell < cells {
        ones |= 1u128 << shift(cell, BITS);
        cell += 1;
    }
    ones
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Word>() {
        for cells in 4..=W::CELLS {
            for blank in 0..cells {
                let tiles: Vec<usize> = (0..cells)
                    .map(|cell| {
                        if cell == blank {
                            0
                        } else if cell == 0 {
                            blank
                        } else {
                            cell
                        }
                    })
                    .collect();
                let word = (0..cells).fold(W::zero(), |word, cell| word.with(cell, tiles[cell]));
                assert_eq!(word.blank(), blank);
                assert!((0..cells).all(|cell| word.tile(cell) == tiles[cell]));
                assert_eq!(word.cells_xor(), (0..cells).fold(0, |xor, tile| xor ^ tile));
                let other = (blank + 1) % cells;
                let moved = word.moved(blank, other);
                assert_eq!((moved.tile(blank), moved.tile(other)), (tiles[other], 0));
                assert_eq!(moved.blank(), other);
                assert_eq!(moved.moved(other, blank), word);
                assert_eq!(W::from_key(word.key()), word);
                assert_ne!(word.key(), W::Key::VACANT);
            }
        }
    }

    #[test]
    fn both_words_store_every_cell_and_find_the_blank() {
        check::<u64>();
        check::<u128>();
    }
}
