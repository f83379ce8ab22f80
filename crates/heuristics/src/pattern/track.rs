//! A pattern's placement, followed along a path.
//!
//! The number of a placement is made of the cells that the pattern occupies and of the arrangement of
//! its tiles there ([`super::numbering`]). A move takes one tile from a cell to a neighbour: two bits
//! of the occupied cells change, and in the arrangement only the tile's order with those that it jumps
//! over, which in a move along a row of the table's shape are none, and along a column those in the
//! cells between, at most a row of them less one.

use tilebench_core::narrow;
use tilebench_puzzle::{Op, Word};

use super::lookup::Lookup;
use super::lookup::PdbTable;
use super::numbering::{FACTORIALS, MOST_TILES};

/// The maximum number of cells that a tile jumps over: boards of up to five rows and columns.
pub(super) const MOST_BETWEEN: usize = 4;

/// The placement of a pattern's tiles, as its table numbers it, and the table's entry for it.
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
}

/// The effect of a move of a tile on the placement of its pattern.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Jump {
    /// The bits of the occupied cells that change.
    flips: u32,
    /// The first bits, in the state, of the cells that are jumped over. The rest of the four are the cell of the
    /// moved tile itself, which changes nothing.
    between: [u8; MOST_BETWEEN],
}

/// By the tile that is jumped over: how the number of the arrangement changes.
pub(super) type Changes = [i16; 32];

impl Track {
    /// The track of a regular look-up.
    pub(super) fn new(lookup: Lookup) -> Self {
        Self { lookup }
    }

    /// The pattern's tiles, in the order in which they are numbered.
    pub(super) fn tiles(&self) -> &[u8] {
        self.lookup.tiles()
    }

    /// The pattern as data, on a board of at most 16 cells.
    pub(super) fn pattern(&self) -> PdbTable<'_> {
        self.lookup.pattern()
    }

    /// The effect of `op`, whichever tile of the pattern it moves, on a board of `cells` cells and at most five rows
    /// and columns; and whether it takes the tile to a lower cell of the table's shape.
    pub(super) fn jump<W: Word>(&self, cells: usize, op: Op) -> (Jump, bool) {
        let first_bit = |cell: usize| -> u8 { narrow(cell * W::CELL_BITS as usize, "a state has at most 128 bits") };
        let [left, entered] = [op.to(), op.from()].map(|cell| self.lookup.cell(cell));
        let (low, high) = (left.min(entered), left.max(entered));
        let mut between = [first_bit(op.to()); MOST_BETWEEN];
        let jumped = (0..cells).filter(|&cell| (low + 1..high).contains(&self.lookup.cell(cell)));
        for (slot, cell) in between.iter_mut().zip(jumped) {
            *slot = first_bit(cell);
        }
        (Jump { flips: 1 << left | 1 << entered, between }, entered < left)
    }

    /// The changes in the arrangement if the moved tile, at `place` of the pattern, jumps to a lower cell.
    pub(super) fn changes(&self, place: usize) -> Changes {
        let mut changes = [0; 32];
        for (other, &tile) in self.tiles().iter().enumerate().filter(|(other, _)| *other != place) {
            // A digit counts the earlier tiles of the pattern in lower cells: the other is not one of the
            // moved tile's any more, or the moved tile is now one of the other's.
            changes[usize::from(tile)] = if other < place { -factorial(place) } else { factorial(other) };
        }
        changes
    }

    /// The placement in a state with this inverse, and its entry.
    pub(super) fn root<W: Word>(&self, inverse: W) -> Placement {
        let (occupied, arrangement) = self.lookup.placement(inverse);
        let placement = Placement { occupied, arrangement, half: 0 };
        Placement { half: self.half(self.number(placement)), ..placement }
    }

    /// The number of a placement's entry: tables have at most 2^32.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "no table has more than 2^32 placements")]
    pub(super) fn number(&self, placement: Placement) -> u32 {
        self.lookup.number(placement.occupied, placement.arrangement) as u32
    }

    /// The entry with this number.
    #[inline]
    pub(super) fn half(&self, number: u32) -> u8 {
        self.lookup.entry(number as usize)
    }

    /// Prefetches the memory of the entry.
    #[inline]
    pub(super) fn fetch(&self, number: u32) {
        self.lookup.fetch(number as usize);
    }
}

impl Placement {
    /// The placement after `jump` in `parent`, with the `changes` of the moved tile; its entry is still the parent's.
    #[inline]
    pub(super) fn after<W: Word>(self, jump: Jump, changes: &Changes, parent: W) -> Self {
        let mask = (1 << W::CELL_BITS) - 1;
        let change: i16 =
            jump.between.iter().map(|&first| changes[parent.bits_from(u32::from(first)) & mask & 31]).sum();
        Self {
            occupied: self.occupied ^ jump.flips,
            arrangement: self.arrangement.wrapping_add_signed(change),
            half: self.half,
        }
    }
}

fn factorial(tile: usize) -> i16 {
    narrow(FACTORIALS[tile], "the places of 8 tiles are at most 7, and 7! is below 2^15")
}

const _: () = assert!(MOST_TILES == 8, "the number of an arrangement has 16 bits");
