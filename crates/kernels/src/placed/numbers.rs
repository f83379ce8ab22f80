//! The numbers of placements, as vectors need them: constants by way and tile.

use tilebench_core::narrow;
use tilebench_heuristics::{PdbTable, choose, factorial};

/// The maximum number of ways.
pub(super) const WAYS: usize = 2;
/// The maximum number of patterns of a way.
pub(super) const PATTERNS: usize = 4;
/// All patterns of a heuristic have a slot: those of the second way come behind the first four.
pub(super) const SLOTS: usize = WAYS * PATTERNS;
/// The maximum number of tiles of a pattern: each takes a byte of a word.
const TILES: usize = 8;

/// The look-up of a successor is a word: the number of the entry, its slot times four, and the way.
pub(super) const SLOT_SHIFT: u32 = 32;
pub(super) const WAY_SHIFT: u32 = 40;

/// The constants of one way, by tile.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The first bits, in the inverse, of the cells of the pattern's tiles, one byte each. Those that the pattern has not
    /// are at 0.
    pub(super) places: [u64; 16],
    /// A byte for each tile of the pattern: which map takes its cell to one of the table, times 16. The top bit says that
    /// the pattern has no such tile.
    pub(super) maps: [u64; 16],
    /// The number of arrangements.
    pub(super) arrangements: [u64; 16],
    /// The number added: the slot and the way, less the terms of tiles that are not in the pattern.
    pub(super) addend: [u64; 16],
}

/// All constants.
#[derive(Clone, Debug)]
pub(super) struct Numbers<'a> {
    /// By way; if there is only one, the second is not used.
    pub(super) ways: [Way; WAYS],
    pub(super) is_two: bool,
    /// By slot and cell: the cell of the table.
    pub(super) maps: [u8; 128],
    /// `choose(cell, rank + 1)` by rank times 16 plus cell: the low bytes and the high ones.
    pub(super) choose: [[u8; 128]; 2],
    patterns: [Option<PdbTable<'a>>; SLOTS],
}

impl<'a> Numbers<'a> {
    /// The cell of a tile that the pattern has not: above all others.
    pub(super) const BEHIND: u8 = 0x8F;

    /// The constants of `ways`, or `None` if they are too many, or patterns too large.
    pub(super) fn new(ways: &[Vec<PdbTable<'a>>]) -> Option<Self> {
        let fits = |pattern: &PdbTable<'_>| (1..=TILES).contains(&pattern.tiles.len());
        if !(1..=WAYS).contains(&ways.len()) || !ways.iter().all(|way| way.len() <= PATTERNS && way.iter().all(fits)) {
            return None;
        }
        let none = Way { places: [0; 16], maps: [0; 16], arrangements: [0; 16], addend: [0; 16] };
        let mut numbers = Self {
            ways: [none.clone(), none],
            is_two: ways.len() == 2,
            maps: [0; 128],
            choose: [0, 1].map(|byte| core::array::from_fn(|at| choose(at % 16, at / 16 + 1).to_le_bytes()[byte])),
            patterns: [None; SLOTS],
        };
        for (way, patterns) in ways.iter().enumerate() {
            for (slot, pattern) in (way * PATTERNS..).zip(patterns) {
                numbers.maps[16 * slot..][..16].copy_from_slice(&pattern.cells);
                numbers.patterns[slot] = Some(*pattern);
                for &tile in pattern.tiles {
                    numbers.ways[way].set(usize::from(tile & 15), pattern, slot, way);
                }
            }
        }
        Some(numbers)
    }

    /// The entry that is asked for by `asked`.
    #[inline]
    pub(super) fn entry(&self, asked: u64) -> u64 {
        let (table, at) = self.place(asked);
        u64::from(table[at])
    }

    /// Prefetches the memory of the entry of the look-up `asked`.
    #[inline]
    pub(super) fn prefetch(&self, asked: u64) {
        let (table, at) = self.place(asked);
        tilebench_core::prefetch(table, at);
    }

    /// The table and the byte of it.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the number is the lower half of the word")]
    fn place(&self, asked: u64) -> (&'a [u8], usize) {
        let slot = (asked >> (SLOT_SHIFT + 2)) as usize % SLOTS;
        (self.patterns[slot].map_or(&[], |pattern| pattern.table), asked as u32 as usize / 2)
    }

    /// By slot four bits: half of the excess of each pattern, with the tiles in the cells given by `inverse`, four bits
    /// per tile.
    pub(super) fn halves(&self, inverse: u64) -> u64 {
        let slots = self.patterns.iter().enumerate().filter_map(|(slot, pattern)| Some((slot, pattern.as_ref()?)));
        slots.fold(0, |halves, (slot, pattern)| {
            let number = number(pattern, inverse);
            halves | u64::from(pattern.table[number / 2] >> (number % 2 * 4) & 15) << (4 * slot)
        })
    }
}

impl Way {
    /// Sets what belongs to a tile of `pattern`.
    fn set(&mut self, tile: usize, pattern: &PdbTable<'_>, slot: usize, way: usize) {
        let tiles = pattern.tiles.len();
        let places = core::array::from_fn(|at| pattern.tiles.get(at).map_or(0, |tile| 4 * tile));
        self.places[tile] = u64::from_le_bytes(places);
        #[expect(clippy::cast_possible_truncation, reason = "slots are below eight")]
        let map = 16 * slot as u8;
        self.maps[tile] = u64::from_le_bytes(core::array::from_fn(|at| if at < tiles { map } else { map | 0x80 }));
        self.arrangements[tile] = factorial(tiles);
        // A tile that the pattern has not counts all that it has, and has their number as its rank.
        let behind = (tiles..TILES).map(|at| {
            factorial(tiles) * choose(usize::from(Numbers::BEHIND) % 16, tiles + 1) + tiles as u64 * factorial(at)
        });
        let word = (slot as u64) << (SLOT_SHIFT + 2) | (way as u64) << WAY_SHIFT;
        self.addend[tile] = word.wrapping_sub(behind.sum());
    }
}

/// The number of the placement of `pattern` with its tiles in the cells given by `inverse`: the plain form.
pub(super) fn number(pattern: &PdbTable<'_>, inverse: u64) -> usize {
    let cell = |tile: &u8| pattern.cells[(inverse >> (4 * tile) & 15) as usize];
    let mut cells: Vec<u8> = pattern.tiles.iter().map(cell).collect();
    let before = |at: usize| cells[..at].iter().filter(|other| **other < cells[at]).count() as u64;
    let arrangement: u64 = (0..cells.len()).map(|at| before(at) * factorial(at)).sum();
    cells.sort_unstable();
    let combination: u64 = cells.iter().zip(1..).map(|(&cell, at)| choose(usize::from(cell), at)).sum();
    narrow(combination * factorial(cells.len()) + arrangement, "placements number the entries of a table in memory")
}
