//! The placement of a pattern, updated along a path.
//!
//! The rank of a placement consists of the rank of its cell set and the rank of its permutation
//! ([`super::placement_ranking`]). A move changes two bits of the cell set. It changes the rank of the permutation
//! only if the tile passes other pattern tiles: none in a move along a row of the shape, and at most one
//! fewer than a row has cells in a move along a column.

use tilebench_core::narrow;
use tilebench_puzzle::{Op, Word};

use super::pattern_lookup::{PatternLookup, PdbTable, table_rank};
use super::placement_ranking::{FACTORIALS, MAX_PATTERN_TILES};

/// The maximum number of cells that a tile passes: boards of up to five rows and columns.
pub(super) const MAX_PASSED: usize = 4;

/// The placement of a pattern's tiles, and its entry in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PatternPlacement {
    /// The occupied cells of the shape.
    occupied: u32,
    /// The rank of the permutation.
    permutation: u16,
    /// Half of the excess over Manhattan distance.
    pub(super) half_excess: u8,
}

/// Updates the placement of one pattern by moves.
#[derive(Clone, Debug)]
pub(super) struct PlacementTracker {
    lookup: PatternLookup,
}

/// The change of the placement of a pattern by a move of one of its tiles.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RankDelta {
    /// The bits of the occupied cells that change.
    cell_flips: u32,
    /// The first bits, in the state, of the cells that the tile passes. Unused entries are the cell of the moved tile
    /// itself, which changes nothing.
    passed: [u8; MAX_PASSED],
}

/// By the tile that is passed: the change of the rank of the permutation.
pub(super) type PermutationDeltas = [i16; 32];

impl PlacementTracker {
    /// The tracker of a regular look-up.
    pub(super) fn new(lookup: PatternLookup) -> Self {
        Self { lookup }
    }

    /// The pattern's tiles, in the order of the ranking.
    pub(super) fn tiles(&self) -> &[u8] {
        self.lookup.tiles()
    }

    /// The table as data, for a board of at most 16 cells.
    pub(super) fn pdb_table(&self) -> PdbTable<'_> {
        self.lookup.pdb_table()
    }

    /// The change by `op`, the same for every tile of the pattern, on a board of `cells` cells and at most five rows
    /// and columns; and whether the move takes the tile to a lower cell of the shape.
    pub(super) fn rank_delta<W: Word>(&self, cells: usize, op: Op) -> (RankDelta, bool) {
        let first_bit = |cell: usize| -> u8 { narrow(cell * W::CELL_BITS as usize, "a state has at most 128 bits") };
        let [left, entered] = [op.to(), op.from()].map(|cell| self.lookup.cell(cell));
        let (low, high) = (left.min(entered), left.max(entered));
        let mut passed = [first_bit(op.to()); MAX_PASSED];
        let passed_cells = (0..cells).filter(|&cell| (low + 1..high).contains(&self.lookup.cell(cell)));
        for (slot, cell) in passed.iter_mut().zip(passed_cells) {
            *slot = first_bit(cell);
        }
        (RankDelta { cell_flips: 1 << left | 1 << entered, passed }, entered < left)
    }

    /// The changes of the permutation's rank if the tile with the index `place` in the pattern moves to a lower cell.
    pub(super) fn permutation_deltas(&self, place: usize) -> PermutationDeltas {
        let mut permutation_deltas = [0; 32];
        for (other, &tile) in self.tiles().iter().enumerate().filter(|(other, _)| *other != place) {
            // A digit of the Lehmer code counts the earlier tiles of the pattern in lower cells. An earlier tile no longer
            // counts for the moved tile; for a later tile, the moved tile counts now.
            permutation_deltas[usize::from(tile)] = if other < place { -factorial(place) } else { factorial(other) };
        }
        permutation_deltas
    }

    /// The look-up.
    #[inline]
    pub(super) fn lookup(&self) -> &PatternLookup {
        &self.lookup
    }

    /// The rank of a placement.
    #[inline]
    pub(super) fn rank(&self, placement: PatternPlacement) -> u32 {
        table_rank(self.lookup.rank(placement.occupied, u32::from(placement.permutation)))
    }

    /// The entry with this rank.
    #[inline]
    pub(super) fn half_excess(&self, rank: u32) -> u8 {
        self.lookup.entry(rank as usize)
    }

    /// Prefetches the memory of the entry.
    #[inline]
    pub(super) fn fetch(&self, rank: u32) {
        self.lookup.fetch(rank as usize);
    }
}

impl PatternPlacement {
    /// The placement of a word ([`PatternLookup::word_on_cells`]) with this entry.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    pub(super) fn from_word(word: u64, half_excess: u8) -> Self {
        let permutation = narrow(word >> 32, "a pattern has at most 8 tiles, and 8! is below 2^16");
        Self { occupied: word as u32, permutation, half_excess }
    }

    /// The placement after a move with these changes in `parent`. Its entry is still that of the parent.
    #[inline]
    pub(super) fn after_move<W: Word>(
        self,
        rank_delta: RankDelta,
        permutation_deltas: &PermutationDeltas,
        parent: W,
    ) -> Self {
        let mask = (1 << W::CELL_BITS) - 1;
        let change: i16 = rank_delta
            .passed
            .iter()
            .map(|&first| permutation_deltas[parent.bits_from(u32::from(first)) & mask & 31])
            .sum();
        Self {
            occupied: self.occupied ^ rank_delta.cell_flips,
            permutation: self.permutation.wrapping_add_signed(change),
            half_excess: self.half_excess,
        }
    }
}

fn factorial(tile: usize) -> i16 {
    narrow(FACTORIALS[tile], "the places of 8 tiles are at most 7, and 7! is below 2^15")
}

const _: () = assert!(MAX_PATTERN_TILES == 8, "the number of an arrangement has 16 bits");
