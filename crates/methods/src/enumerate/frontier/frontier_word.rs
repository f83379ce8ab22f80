//! States of the frontier: the tiles of all cells but the last, and the used operators.
//!
//! The tile of the last cell is the exclusive or of the other tiles and of all tiles, which is known. This leaves room for
//! four bits, which are set for the operators by which parents are reached: 16 cells and the four bits fit into 64 bits.

use core::fmt::Debug;

use tilebench_core::StateKey;

/// A word with the tiles in the low bits, and the used operators in the top four bits.
pub(crate) trait FrontierWord: Copy + Eq + Debug + Send + Sync + 'static {
    /// The maximum number of cells of a board.
    const CELLS: usize;
    /// The number of bytes of a word in a file.
    const BYTES: usize = size_of::<Self>();
    /// Not a state: all its cells would contain the blank.
    const VACANT: Self;

    /// The word with `tile` put into the empty `cell`.
    fn with(self, cell: usize, tile: usize) -> Self;

    /// The word without the contents of `cell` and the cells above it, with the used operator `used_op`.
    fn with_used_op(self, cell: usize, used_op: usize) -> Self;

    /// The used operators, one bit each.
    fn used_ops(self) -> usize;

    /// The word without used operators.
    fn tiles(self) -> Self;

    /// The word with the used operators of both words, which have the same tiles.
    fn merged(self, other: Self) -> Self;

    /// The exclusive or of the tiles of a word without used operators.
    fn xor(self) -> usize;

    /// The blank's cell: the first that is zero.
    fn blank(self) -> usize;

    /// The word after the tile in `to` moved to the blank's cell `from`.
    fn moved(self, from: usize, to: usize) -> Self;

    /// A hash whose high bits depend on all bits of a word without used operators.
    fn hash(self) -> u64;

    /// Writes the word to `bytes`, which has the length [`Self::BYTES`].
    fn write(self, bytes: &mut [u8]);

    /// Reads the word from the first [`Self::BYTES`] of `bytes`.
    fn read(bytes: &[u8]) -> Self;
}

/// The methods whose source is the same for both words, with `$bits` bits per cell.
macro_rules! packed_methods {
    ($bits:literal) => {
        const VACANT: Self = 0;

        #[inline]
        fn with(self, cell: usize, tile: usize) -> Self {
            self | (tile as Self) << (cell * $bits)
        }

        #[inline]
        fn with_used_op(self, cell: usize, used_op: usize) -> Self {
            self & ((1 << (cell * $bits)) - 1) | 1 << (Self::BITS as usize - 4 + used_op)
        }

        #[inline]
        fn used_ops(self) -> usize {
            (self >> (Self::BITS - 4)) as usize
        }

        #[inline]
        fn tiles(self) -> Self {
            self & (Self::MAX >> 4)
        }

        #[inline]
        fn merged(self, other: Self) -> Self {
            self | other
        }

        #[inline]
        fn blank(self) -> usize {
            // Subtracting one from every cell borrows in every zero cell; the lowest cell that borrows is the lowest zero.
            let ones = const {
                let mut ones: Self = 0;
                let mut cell = 0;
                while cell < Self::CELLS {
                    ones |= 1 << (cell * $bits);
                    cell += 1;
                }
                ones
            };
            let tops = ones << ($bits - 1);
            ((self.wrapping_sub(ones) & !self & tops).trailing_zeros() / $bits) as usize
        }

        #[inline]
        fn moved(self, from: usize, to: usize) -> Self {
            let tile = (self >> (to * $bits)) & ((1 << $bits) - 1);
            self ^ (tile << (to * $bits)) ^ (tile << (from * $bits))
        }

        #[inline]
        fn write(self, bytes: &mut [u8]) {
            bytes.copy_from_slice(&self.to_le_bytes());
        }

        #[inline]
        fn read(bytes: &[u8]) -> Self {
            let mut word = [0; size_of::<Self>()];
            word.copy_from_slice(&bytes[..size_of::<Self>()]);
            Self::from_le_bytes(word)
        }
    };
}

#[expect(clippy::cast_possible_truncation, reason = "a few bits are left")]
impl FrontierWord for u64 {
    const CELLS: usize = 16;

    packed_methods!(4);

    #[inline]
    fn xor(self) -> usize {
        let halves = self ^ self >> 32;
        let quarters = halves ^ halves >> 16;
        let pairs = quarters ^ quarters >> 8;
        (pairs ^ pairs >> 4) as usize & 15
    }

    #[inline]
    fn hash(self) -> u64 {
        StateKey::hash(self)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a few bits are left, or half of them wanted")]
impl FrontierWord for u128 {
    const CELLS: usize = 25;

    packed_methods!(5);

    #[inline]
    fn xor(self) -> usize {
        // Eight cells each, then halves of eight cells.
        let thirds = self ^ self >> 40 ^ self >> 80;
        let halves = thirds ^ thirds >> 20;
        let pairs = halves ^ halves >> 10;
        (pairs ^ pairs >> 5) as usize & 31
    }

    #[inline]
    fn hash(self) -> u64 {
        [self as u64, (self >> 64) as u64].hash()
    }
}
