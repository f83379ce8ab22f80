//! States of the frontier: the tiles of all cells but the last, and the used operators.
//!
//! The tile of the last cell is the exclusive or of the other tiles and of all tiles, which is known. This leaves room for
//! four bits, one per direction, which are set for the directions of parents: 16 cells and the four bits fit into 64 bits.

use core::fmt::Debug;

use tilebench_core::{StateKey, narrow};

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

    /// The used operators, one bit per direction.
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

/// The moves on a rectangle, on packed states.
#[derive(Debug)]
pub(crate) struct MoveGenerator {
    cells: usize,
    /// The exclusive or of all tiles.
    tile_xor: usize,
    /// By the blank's cell: the directions in which it can move, one bit each.
    legal_moves: [usize; 25],
    /// By direction: the change of the blank's cell.
    cell_deltas: [isize; 4],
}

impl MoveGenerator {
    /// The directions are up, left, right and down, so that `3 - direction` is the opposite.
    pub(crate) fn new(rows: usize, cols: usize) -> Self {
        let cells = rows * cols;
        let mut legal_moves = [0; 25];
        for (cell, legal_moves) in legal_moves.iter_mut().enumerate().take(cells) {
            let (row, col) = (cell / cols, cell % cols);
            let directions = [row > 0, col > 0, col + 1 < cols, row + 1 < rows];
            *legal_moves = (0..4).map(|direction| usize::from(directions[direction]) << direction).sum();
        }
        let tile_xor = (0..cells).fold(0, |tile_xor, tile| tile_xor ^ tile);
        let col: isize = narrow(cols, "boards have at most 25 cells");
        Self { cells, tile_xor, legal_moves, cell_deltas: [-col, -1, 1, col] }
    }

    /// The number of boards of one parity class: half the factorial of the number of cells.
    pub(crate) fn states(&self) -> u128 {
        (3..=self.cells as u128).product()
    }

    /// The state of the board with the tile `tile_at(cell)` in each cell, without used operators.
    pub(crate) fn pack<W: FrontierWord>(&self, tile_at: impl Fn(usize) -> usize) -> W {
        (0..self.cells - 1).fold(W::VACANT, |word, cell| word.with(cell, tile_at(cell)))
    }

    /// Calls `each` with the successors of a state by operators that are not used.
    #[inline]
    pub(crate) fn expand<W: FrontierWord>(&self, state: W, mut each: impl FnMut(W)) {
        let tiles = state.tiles();
        let board = tiles.with(self.cells - 1, tiles.xor() ^ self.tile_xor);
        let blank = board.blank();
        let mut directions = self.legal_moves[blank] & !state.used_ops();
        while directions != 0 {
            let direction = directions.trailing_zeros() as usize & 3;
            directions &= directions - 1;
            let to = blank.wrapping_add_signed(self.cell_deltas[direction]);
            each(board.moved(blank, to).with_used_op(self.cells - 1, 3 - direction));
        }
    }
}
