//! The data for ranking placements with vectors: constants by partition and tile.

use tilebench_core::Memo;
use tilebench_heuristics::{PdbTable, binomial, factorial};

/// The maximum number of partitions.
pub(super) const MAX_PARTITIONS: usize = 2;
/// The maximum number of patterns of a partition.
pub(super) const MAX_PATTERNS: usize = 4;
/// The number of slots: each pattern of a heuristic has one; those of the second partition follow the first four.
pub(super) const SLOTS: usize = MAX_PARTITIONS * MAX_PATTERNS;
/// The maximum number of tiles of a pattern: each takes a byte of a word.
const MAX_TILES: usize = 8;

/// The look-up of a successor is a word: the index of the entry, its slot times four, and the partition.
pub(super) const SLOT_SHIFT: u32 = 32;
pub(super) const PARTITION_SHIFT: u32 = 40;

/// The constants of one partition, by tile.
#[derive(Clone, Debug)]
pub(super) struct PartitionTables {
    /// The first bits, in the inverse, of the cells of the pattern's tiles, one byte each; 0 for missing tiles.
    pub(super) places: [u64; 16],
    /// A byte for each tile of the pattern: 16 times the index of the map from its cell to one of the table. The top bit marks
    /// missing tiles.
    pub(super) maps: [u64; 16],
    /// The number of arrangements.
    pub(super) arrangements: [u64; 16],
    /// The number added: the slot and the partition, minus the terms of missing tiles.
    pub(super) addend: [u64; 16],
}

/// All constants.
#[derive(Clone, Debug)]
pub(super) struct RankTables<'a> {
    /// By partition; if there is only one, the second is not used.
    pub(super) partitions: [PartitionTables; MAX_PARTITIONS],
    pub(super) has_two_partitions: bool,
    /// The number of patterns of the first partition.
    patterns_of_first: usize,
    /// By slot and cell: the cell of the table.
    pub(super) maps: [u8; 128],
    /// `binomial(cell, rank + 1)` by rank times 16 plus cell: the low bytes and the high ones.
    pub(super) choose: [[u8; 128]; 2],
    /// By slot: the entries, two per byte; none if the slot is not used.
    tables: [&'a [u8]; SLOTS],
}

impl<'a> RankTables<'a> {
    /// The cell of a missing tile: above all others.
    pub(super) const MISSING: u8 = 0x8F;

    /// The constants of `partitions`, or `None` if there are too many or a pattern is too large.
    pub(super) fn new(partitions: &[Vec<PdbTable<'a>>]) -> Option<Self> {
        let fits = |pattern: &PdbTable<'_>| (1..=MAX_TILES).contains(&pattern.tiles.len());
        if !(1..=MAX_PARTITIONS).contains(&partitions.len())
            || !partitions.iter().all(|partition| partition.len() <= MAX_PATTERNS && partition.iter().all(fits))
        {
            return None;
        }
        let none = PartitionTables { places: [0; 16], maps: [0; 16], arrangements: [0; 16], addend: [0; 16] };
        let mut rank_tables = Self {
            partitions: [none.clone(), none],
            has_two_partitions: partitions.len() == 2,
            patterns_of_first: partitions[0].len(),
            maps: [0; 128],
            choose: [0, 1].map(|byte| core::array::from_fn(|at| binomial(at % 16, at / 16 + 1).to_le_bytes()[byte])),
            tables: [&[]; SLOTS],
        };
        for (partition, patterns) in partitions.iter().enumerate() {
            for (slot, pattern) in (partition * MAX_PATTERNS..).zip(patterns) {
                rank_tables.maps[16 * slot..][..16].copy_from_slice(&pattern.cells);
                rank_tables.tables[slot] = pattern.table;
                for &tile in pattern.tiles {
                    rank_tables.partitions[partition].set(usize::from(tile & 15), pattern, slot, partition);
                }
            }
        }
        Some(rank_tables)
    }

    /// The byte of the entry of the look-up `pending`.
    #[inline]
    pub(super) fn entry(&self, pending: u64) -> u64 {
        let (table, at) = self.place(pending);
        u64::from(table[at])
    }

    /// Prefetches the memory of the entry of the look-up `pending`.
    #[inline]
    pub(super) fn prefetch(&self, pending: u64) {
        let (table, at) = self.place(pending);
        tilebench_core::prefetch(table, at);
    }

    /// The table of a look-up and the index of its byte.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the index is the lower half of the word")]
    fn place(&self, pending: u64) -> (&'a [u8], usize) {
        let slot = (pending >> (SLOT_SHIFT + 2)) as usize % SLOTS;
        (self.tables[slot], pending as u32 as usize / 2)
    }

    /// Half of the excess of each pattern, four bits per slot, by the memo of the heuristic, which has no unused slots.
    #[inline]
    pub(super) fn halves(&self, memo: Memo) -> u64 {
        let memo = u64::from(memo);
        let first = 4 * self.patterns_of_first;
        memo & ((1 << first) - 1) | (memo >> first) << (4 * MAX_PATTERNS)
    }
}

impl PartitionTables {
    /// Sets the constants of a tile of `pattern`.
    fn set(&mut self, tile: usize, pattern: &PdbTable<'_>, slot: usize, partition: usize) {
        let tiles = pattern.tiles.len();
        let places = core::array::from_fn(|at| pattern.tiles.get(at).map_or(0, |tile| 4 * tile));
        self.places[tile] = u64::from_le_bytes(places);
        #[expect(clippy::cast_possible_truncation, reason = "slots are below eight")]
        let map = 16 * slot as u8;
        self.maps[tile] = u64::from_le_bytes(core::array::from_fn(|at| if at < tiles { map } else { map | 0x80 }));
        self.arrangements[tile] = factorial(tiles);
        // A missing tile counts all tiles of the pattern, and its rank is their number.
        let missing = (tiles..MAX_TILES).map(|at| {
            factorial(tiles) * binomial(usize::from(RankTables::MISSING) % 16, tiles + 1) + tiles as u64 * factorial(at)
        });
        let word = (slot as u64) << (SLOT_SHIFT + 2) | (partition as u64) << PARTITION_SHIFT;
        self.addend[tile] = word.wrapping_sub(missing.sum());
    }
}
