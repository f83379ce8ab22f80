//! One look-up in one pattern's table, and the table as data for kernels that look many boards up at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilebench_core::narrow;
use tilebench_puzzle::Word;

use super::numbering::{MOST_TILES, Numbering};
use super::shape::{Shape, Symmetry};
use crate::{LookupTable, Tables, Unsuited};

/// Larger tables than this many placements (a table of 2 GiB, some 12 GiB while it is built) are not
/// made.
const MOST_PLACEMENTS: u64 = 1 << 32;

/// What look-ups on one board are made from: the tables, and a numbering for each number of tiles,
/// shared so that it stays in the processor's cache.
#[derive(Debug)]
pub(crate) struct Sources<'a> {
    tables: &'a Tables,
    numberings: BTreeMap<usize, Arc<Numbering>>,
}

impl<'a> Sources<'a> {
    pub(crate) fn new(tables: &'a Tables) -> Self {
        Self { tables, numberings: BTreeMap::new() }
    }
}

/// The position of a pattern's tiles in a word, and the table of their costs.
///
/// The word lists for every tile its cell (regular look-ups) or for every cell its tile (dual
/// look-ups): `map` maps the listed cell to a cell of the table's shape.
#[derive(Clone, Debug)]
pub(crate) struct Lookup {
    table: Arc<LookupTable>,
    numbering: Arc<Numbering>,
    /// The places in the word, in the order of the shape's cells.
    places: [u8; MOST_TILES],
    map: [u8; 32],
}

impl Lookup {
    /// The look-up of the pattern with goal cells `cells`; `blank` is the goal's blank. `place`
    /// gives the place in the word of the entry of a goal cell, and `listed` maps an entry to the
    /// cell it stands for.
    pub(crate) fn new(
        shape: &Shape,
        symmetry: &Symmetry,
        cells: &[u8],
        place: impl Fn(u8) -> u8,
        listed: &Symmetry,
        sources: &mut Sources<'_>,
    ) -> Result<Self, Unsuited> {
        let numbering = sources.numberings.entry(cells.len()).or_insert_with(|| Arc::new(shape.numbering()));
        let numbering = Arc::clone(numbering);
        let count = numbering.placements();
        if count > MOST_PLACEMENTS {
            return Err(Unsuited(format!(
                "a pattern of {} tiles on a {} board has {count} placements, more than the {MOST_PLACEMENTS} of the \
                 largest table: use smaller patterns",
                cells.len(),
                shape.size
            )));
        }
        let mut places = [0; MOST_TILES];
        for &cell in cells {
            let turned = symmetry[usize::from(cell)];
            let at = shape.cells.iter().position(|known| *known == turned);
            let at = at.expect("the symmetry takes the cells to those of the shape");
            places[at] = place(cell);
        }
        let map = listed.map(|cell| symmetry[usize::from(cell)]);
        Ok(Self { table: sources.tables.get(shape), numbering, places, map })
    }

    /// Half the cost beyond Manhattan distance of the pattern's tiles as `word` lists them.
    #[inline]
    pub(crate) fn half_excess<W: Word>(&self, word: W) -> u64 {
        let number = self.numbering.number(|tile| self.map[word.tile(usize::from(self.places[tile])) & 31]);
        u64::from(self.entry(number))
    }

    /// The entry with this number.
    #[inline]
    pub(super) fn entry(&self, number: usize) -> u8 {
        self.table[number / 2] >> (number % 2 * 4) & 15
    }

    /// Prefetches the memory of the entry with this number.
    #[inline]
    pub(super) fn fetch(&self, number: usize) {
        self.table.fetch(number / 2);
    }

    /// The number of the placement in these cells of the shape, in this arrangement.
    #[inline]
    pub(super) fn number(&self, occupied: u32, arrangement: u16) -> usize {
        self.numbering.joined(occupied, u32::from(arrangement))
    }

    /// The occupied cells of the shape and the arrangement of the tiles that `word` lists.
    pub(super) fn placement<W: Word>(&self, word: W) -> (u32, u16) {
        let (occupied, arrangement) =
            self.numbering.placement(|tile| self.map[word.tile(usize::from(self.places[tile])) & 31]);
        (occupied, narrow(arrangement, "a pattern has at most 8 tiles, and 8! is below 2^16"))
    }

    /// The pattern as data, on a board of at most 16 cells.
    pub(super) fn pattern(&self) -> PdbTable<'_> {
        let cells = core::array::from_fn(|cell| self.map[cell] & 15);
        PdbTable { tiles: self.tiles(), cells, table: &self.table }
    }

    /// The pattern's tiles, in the order in which they are numbered.
    pub(super) fn tiles(&self) -> &[u8] {
        &self.places[..self.numbering.tiles()]
    }

    /// The cell of the shape that is the board's `cell`.
    pub(super) fn cell(&self, cell: usize) -> u8 {
        self.map[cell & 31]
    }
}

/// A set of tiles and the table of their cost beyond Manhattan distance.
///
/// The entry of a placement of k tiles is half a byte, the lower half first. Its number is `combination * k! + arrangement`:
/// of the occupied cells the sum of the binomial coefficients `choose(cell, i)`, `cell` being the i-th lowest, counted from
/// 1; and the sum over the tiles of `j!`, where j is the tile's place in the pattern, times how many earlier ones stand in
/// lower cells.
#[derive(Clone, Copy, Debug)]
pub struct PdbTable<'a> {
    /// At most eight, in the order in which they are numbered.
    pub tiles: &'a [u8],
    /// By cell of the board: the cell that it is for the table; below 16.
    pub cells: [u8; 16],
    /// The entries, two per byte.
    pub table: &'a [u8],
}
