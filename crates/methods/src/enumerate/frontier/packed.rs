//! States of the frontier: the tiles of all cells but the last, and which moves lead back.
//!
//! The last cell's tile is the missing one: the exclusive or of all tiles is known, so it is the
//! exclusive or of that and the others. That makes room for four bits, one per direction, which are set
//! for the directions of parents: 16 cells and the four bits fit into 64 bits.

use core::fmt::Debug;

use tilebench_core::{StateKey, narrow};

/// A word of tiles below, and of four bits at the top.
pub(crate) trait Packed: Copy + Eq + Debug + Send + Sync + 'static {
    /// The maximum number of cells of a board.
    const CELLS: usize;
    /// The bytes of a word in a file.
    const BYTES: usize = size_of::<Self>();
    /// No state, since all its cells would be the blank.
    const VACANT: Self;

    /// The word with `tile` put into the empty `cell`.
    fn with(self, cell: usize, tile: usize) -> Self;

    /// The word without the contents of `cell` and the cells above it, but with a way back.
    fn cut(self, cell: usize, back: usize) -> Self;

    /// The ways back, a bit a direction.
    fn backs(self) -> usize;

    /// The word without ways back.
    fn tiles(self) -> Self;

    /// The word with the ways back of another one of the same tiles too.
    fn joined(self, other: Self) -> Self;

    /// The exclusive or of the tiles of a word without ways back.
    fn xor(self) -> usize;

    /// The blank's cell: the first that is zero.
    fn blank(self) -> usize;

    /// The word after the tile in `to` moved to the blank's cell `from`.
    fn moved(self, from: usize, to: usize) -> Self;

    /// A number whose high bits depend on all of a word without ways back.
    fn hash(self) -> u64;

    /// Writes the word to `bytes`, of which there are [`Self::BYTES`].
    fn write(self, bytes: &mut [u8]);

    /// The word that was written to the first [`Self::BYTES`] of `bytes`.
    fn read(bytes: &[u8]) -> Self;
}

/// The methods that read the same for both words, of `$bits` a cell.
macro_rules! packed_methods {
    ($bits:literal) => {
        const VACANT: Self = 0;

        #[inline]
        fn with(self, cell: usize, tile: usize) -> Self {
            self | (tile as Self) << (cell * $bits)
        }

        #[inline]
        fn cut(self, cell: usize, back: usize) -> Self {
            self & ((1 << (cell * $bits)) - 1) | 1 << (Self::BITS as usize - 4 + back)
        }

        #[inline]
        fn backs(self) -> usize {
            (self >> (Self::BITS - 4)) as usize
        }

        #[inline]
        fn tiles(self) -> Self {
            self & (Self::MAX >> 4)
        }

        #[inline]
        fn joined(self, other: Self) -> Self {
            self | other
        }

        #[inline]
        fn blank(self) -> usize {
            // The lowest cell that borrows when one is taken from every cell is the lowest zero.
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
impl Packed for u64 {
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
impl Packed for u128 {
    const CELLS: usize = 25;

    packed_methods!(5);

    #[inline]
    fn xor(self) -> usize {
        // Eight cells each, then halves of that.
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

/// The moves of a rectangle, on packed states.
#[derive(Debug)]
pub(crate) struct Moves {
    cells: usize,
    /// The exclusive or of all tiles.
    all: usize,
    /// By the blank's cell: the directions in which it can move, a bit each.
    open: [usize; 25],
    /// By direction: how far the blank's cell changes.
    steps: [isize; 4],
}

impl Moves {
    /// The directions are up, left, right and down, so that `3 - direction` is the opposite.
    pub(crate) fn new(rows: usize, cols: usize) -> Self {
        let cells = rows * cols;
        let mut open = [0; 25];
        for (cell, open) in open.iter_mut().enumerate().take(cells) {
            let (row, col) = (cell / cols, cell % cols);
            let ways = [row > 0, col > 0, col + 1 < cols, row + 1 < rows];
            *open = (0..4).map(|direction| usize::from(ways[direction]) << direction).sum();
        }
        let all = (0..cells).fold(0, |all, tile| all ^ tile);
        let col: isize = narrow(cols, "boards have at most 25 cells");
        Self { cells, all, open, steps: [-col, -1, 1, col] }
    }

    /// The boards from which any one can be reached: half the factorial of the cells.
    pub(crate) fn states(&self) -> u128 {
        (3..=self.cells as u128).product()
    }

    /// The state of the board with `tile_at` in each cell, without ways back.
    pub(crate) fn pack<W: Packed>(&self, tile_at: impl Fn(usize) -> usize) -> W {
        (0..self.cells - 1).fold(W::VACANT, |word, cell| word.with(cell, tile_at(cell)))
    }

    /// Hands over the successors of a state, but for those behind its ways back.
    #[inline]
    pub(crate) fn expand<W: Packed>(&self, state: W, mut each: impl FnMut(W)) {
        let tiles = state.tiles();
        let board = tiles.with(self.cells - 1, tiles.xor() ^ self.all);
        let blank = board.blank();
        let mut ways = self.open[blank] & !state.backs();
        while ways != 0 {
            let direction = ways.trailing_zeros() as usize & 3;
            ways &= ways - 1;
            let to = blank.wrapping_add_signed(self.steps[direction]);
            each(board.moved(blank, to).cut(self.cells - 1, 3 - direction));
        }
    }
}
