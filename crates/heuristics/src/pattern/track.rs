//! A pattern's placement, followed along a path.
//!
//! The number of a placement is made of the cells that the pattern occupies and of the arrangement of
//! its tiles there ([`super::numbering`]). A move takes one tile from a cell to a neighbour: two bits
//! of the occupied cells change, and in the arrangement only the tile's order with those that it jumps
//! over, which in a move along a row of the table's shape are none, and along a column those in the
//! cells between, at most a row of them less one.

use tilebench_core::Grid as _;
use tilebench_puzzle::{Op, Puzzle, Word};

use super::lookup::Lookup;
use super::numbering::{FACTORIALS, MOST_TILES};

/// The most cells that a tile jumps over: boards of up to five rows and columns.
pub(super) const MOST_BETWEEN: usize = 4;

/// Where a pattern's tiles are, as its table numbers it, and what it says of that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Placement {
    /// The occupied cells of the table's shape.
    occupied: u32,
    /// The number of the arrangement.
    arrangement: u16,
    /// Half of the excess over Manhattan distance.
    pub(super) half: u8,
}

/// How moves change the placement of one pattern.
#[derive(Clone, Debug)]
pub(super) struct Track {
    lookup: Lookup,
    /// By operator.
    moves: Box<[Jump; Op::COUNT]>,
    /// By the moved tile's place in the pattern, then by the tile that it jumps over: how the number of
    /// the arrangement changes where the move goes to a lower cell.
    changes: [[i16; 32]; MOST_TILES],
}

/// What a move does to a placement whichever tile it moves.
#[derive(Clone, Copy, Debug, Default)]
struct Jump {
    /// The bits of the occupied cells that change.
    flips: u32,
    /// The board's cells that are jumped over. What is left of the four is the cell of the moved tile itself,
    /// which changes nothing.
    between: [u8; MOST_BETWEEN],
    /// 1 to a lower cell of the table's shape, -1 to a higher one.
    sign: i16,
}

impl Track {
    /// The track of a regular look-up on the board of `puzzle`, of at most five rows and columns.
    pub(super) fn new<W: Word>(puzzle: &Puzzle<W>, lookup: Lookup) -> Self {
        let cells = 0..puzzle.cells();
        let mut moves = Box::new([Jump::default(); Op::COUNT]);
        for op in cells.clone().flat_map(|cell| puzzle.ops_at(cell)) {
            let [left, entered] = [op.to(), op.from()].map(|cell| lookup.cell(cell));
            let (low, high) = (left.min(entered), left.max(entered));
            let mut between = [small(op.to()); MOST_BETWEEN];
            let jumped = cells.clone().filter(|&cell| (low + 1..high).contains(&lookup.cell(cell)));
            for (slot, cell) in between.iter_mut().zip(jumped) {
                *slot = small(cell);
            }
            let sign = if entered < left { 1 } else { -1 };
            moves[op.index()] = Jump { flips: 1 << left | 1 << entered, between, sign };
        }
        let mut changes = [[0; 32]; MOST_TILES];
        let tiles = lookup.tiles();
        for (moved, changes) in changes.iter_mut().enumerate().take(tiles.len()) {
            for (other, &tile) in tiles.iter().enumerate().filter(|(other, _)| *other != moved) {
                // A digit counts the earlier tiles of the pattern in lower cells: the other is no longer one of
                // the moved tile's, or the moved tile is now one of the other's.
                changes[usize::from(tile)] = if other < moved { -factorial(moved) } else { factorial(other) };
            }
        }
        Self { lookup, moves, changes }
    }

    /// The placement in a state with this inverse, and its entry.
    pub(super) fn root<W: Word>(&self, inverse: W) -> Placement {
        let (occupied, arrangement) = self.lookup.placement(inverse);
        let placement = Placement { occupied, arrangement, half: 0 };
        Placement { half: self.half(self.number(placement)), ..placement }
    }

    /// The placement after `op` moved the tile at `place` of the pattern in `parent`; its entry is still the
    /// parent's.
    #[inline]
    pub(super) fn moved<W: Word>(&self, placement: Placement, parent: W, op: Op, place: usize) -> Placement {
        let jump = &self.moves[op.index()];
        let changes = &self.changes[place & (MOST_TILES - 1)];
        let change: i16 = jump.between.iter().map(|&cell| changes[parent.tile(usize::from(cell)) & 31]).sum();
        Placement {
            occupied: placement.occupied ^ jump.flips,
            arrangement: placement.arrangement.wrapping_add_signed(jump.sign * change),
            half: placement.half,
        }
    }

    /// The number of a placement's entry.
    #[inline]
    pub(super) fn number(&self, placement: Placement) -> usize {
        self.lookup.number(placement.occupied, placement.arrangement)
    }

    /// The entry with this number.
    #[inline]
    pub(super) fn half(&self, number: usize) -> u8 {
        self.lookup.entry(number)
    }

    /// Asks for the memory in which the entry is.
    #[inline]
    pub(super) fn fetch(&self, number: usize) {
        self.lookup.fetch(number);
    }
}

/// At most 7!.
fn factorial(tile: usize) -> i16 {
    i16::try_from(FACTORIALS[tile]).unwrap_or(0)
}

/// Cells are below 25.
fn small(cell: usize) -> u8 {
    u8::try_from(cell).unwrap_or(0)
}
