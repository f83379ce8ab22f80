//! The look-up of one pattern in its table, and the table as data for kernels that look up many boards at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilebench_puzzle::Word;

use super::blank_rows::BlankRows;
use super::pattern_shape::{PatternShape, Symmetry};
use super::placement_ranking::{MAX_PATTERN_TILES, PlacementRanking};
use super::zero_aware_shape::ZeroAwareShape;
use crate::{LookupTable, Tables, UnsupportedBoard};

/// The maximum number of placements of a table (a table of 2 GiB, about 3 GiB while it is built).
const MAX_PLACEMENTS: u64 = 1 << 32;

/// The sources of look-ups on one board: the tables, and one ranking per number of tiles, which is shared so
/// that it stays in the cache of the processor.
#[derive(Debug)]
pub(crate) struct TableSources<'a> {
    tables: &'a Tables,
    zero_aware: bool,
    rankings: BTreeMap<usize, Arc<PlacementRanking>>,
    /// By number of tiles: the rows of zero-aware tables.
    rows: BTreeMap<usize, Arc<BlankRows>>,
}

impl<'a> TableSources<'a> {
    /// The sources of regular tables, or of zero-aware ones.
    pub(crate) fn new(tables: &'a Tables, zero_aware: bool) -> Self {
        Self { tables, zero_aware, rankings: BTreeMap::new(), rows: BTreeMap::new() }
    }
}

/// The position of a pattern's tiles in a word, and the table of their costs.
///
/// The word lists for every tile its cell (regular look-ups) or for every cell its tile (dual
/// look-ups): `map` maps the listed cell to a cell of the table's shape.
#[derive(Clone, Debug)]
pub(crate) struct PatternLookup {
    table: Arc<LookupTable>,
    ranking: Arc<PlacementRanking>,
    /// The rows of the table, if it is zero-aware.
    rows: Option<Arc<BlankRows>>,
    /// The fields of the word, in the order of the shape's cells.
    places: [u8; MAX_PATTERN_TILES],
    map: [u8; 32],
}

impl PatternLookup {
    /// The look-up of the pattern with the goal cells `cells`. `place` returns the field of the word for a
    /// goal cell, and `listed` maps the content of a field to a cell.
    pub(crate) fn new(
        shape: &PatternShape,
        symmetry: &Symmetry,
        cells: &[u8],
        place: impl Fn(u8) -> u8,
        listed: &Symmetry,
        sources: &mut TableSources<'_>,
    ) -> Result<Self, UnsupportedBoard> {
        let ranking = sources.rankings.entry(cells.len()).or_insert_with(|| Arc::new(shape.ranking()));
        let ranking = Arc::clone(ranking);
        let refuse_more = |count| {
            (count <= MAX_PLACEMENTS).then_some(()).ok_or_else(|| {
                UnsupportedBoard(format!(
                    "a pattern of {} tiles on a {} board has {count} placements, more than the {MAX_PLACEMENTS} of the \
                     largest table: use smaller patterns",
                    cells.len(),
                    shape.size
                ))
            })
        };
        // The regions of more placements would not be counted in reasonable time.
        refuse_more(ranking.placements())?;
        let rows = sources.zero_aware.then(|| {
            let rows =
                sources.rows.entry(cells.len()).or_insert_with(|| Arc::new(BlankRows::new(shape.size, &ranking)));
            Arc::clone(rows)
        });
        refuse_more(rows.as_ref().map_or(ranking.placements(), |rows| rows.entries()))?;
        let mut places = [0; MAX_PATTERN_TILES];
        for &cell in cells {
            let turned = symmetry[usize::from(cell)];
            let at = shape.cells.iter().position(|known| *known == turned);
            let at = at.expect("the symmetry takes the cells to those of the shape");
            places[at] = place(cell);
        }
        let map = listed.map(|cell| symmetry[usize::from(cell)]);
        let table = match &rows {
            Some(rows) => sources.tables.get(&ZeroAwareShape { shape: shape.clone(), entries: rows.entries() }),
            None => sources.tables.get(shape),
        };
        Ok(Self { table, ranking, rows, places, map })
    }

    /// Half the excess over Manhattan distance of the pattern's tiles as `word` lists them, with the blank in the cell `blank` of
    /// the board, which only zero-aware tables use.
    #[inline]
    pub(crate) fn half_excess<W: Word>(&self, word: W, blank: usize) -> u64 {
        u64::from(self.entry(self.rank_with_blank(self.placement(|place| word.tile(usize::from(place))), blank)))
    }

    /// Whether the table is zero-aware.
    pub(super) fn is_zero_aware(&self) -> bool {
        self.rows.is_some()
    }

    /// The placement with the content `listed` of each field.
    #[inline]
    pub(super) fn placement(&self, listed: impl Fn(u8) -> usize) -> Placement {
        self.placement_from_word(self.word(listed))
    }

    /// The occupied cells of the shape in the lower half, and the rank of the permutation in the upper half.
    #[inline]
    fn word(&self, listed: impl Fn(u8) -> usize) -> u64 {
        let (occupied, permutation) =
            self.ranking.cells_and_permutation(|tile| self.map[listed(self.places[tile]) & 31]);
        u64::from(occupied) | u64::from(permutation) << 32
    }

    /// The placement of a word of [`Self::word_on_cells`].
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    pub(super) fn placement_from_word(&self, word: u64) -> Placement {
        Placement(self.ranking.cell_set_rank(word as u32) as u64 | word & !u64::from(u32::MAX))
    }

    /// The rank of a placement with the blank in the cell `blank` of the board, which only zero-aware tables use.
    #[inline]
    pub(super) fn rank_with_blank(&self, placement: Placement, blank: usize) -> usize {
        let set = placement.cell_set();
        let row = self.rows.as_ref().map_or(set, |rows| rows.row(set, self.map[blank & 31]));
        row * self.ranking.permutations() + placement.permutation()
    }

    /// Whether both look up the same tiles in the same table in the same way.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.table.identity() == other.table.identity() && self.places == other.places && self.map == other.map
    }

    /// The entry with this rank.
    #[inline]
    pub(super) fn entry(&self, rank: usize) -> u8 {
        self.table[rank / 2] >> (rank % 2 * 4) & 15
    }

    /// Prefetches the memory of the entry with this rank.
    #[inline]
    pub(super) fn fetch(&self, rank: usize) {
        self.table.fetch(rank / 2);
    }

    /// The rank of the placement with these occupied cells of the shape and this rank of the permutation.
    #[inline]
    pub(super) fn rank(&self, occupied: u32, permutation: u32) -> usize {
        self.ranking.rank_from_parts(occupied, permutation)
    }

    /// The placement by the cells of all tiles.
    #[inline]
    pub(super) fn placement_on_cells(&self, cells: &[u8; 32]) -> Placement {
        self.placement_from_word(self.word_on_cells(cells))
    }

    /// The occupied cells of the shape in the lower half, and the rank of the permutation in the upper half, by the cells of all
    /// tiles.
    #[inline]
    pub(super) fn word_on_cells(&self, cells: &[u8; 32]) -> u64 {
        self.word(|tile| usize::from(cells[usize::from(tile) & 31]))
    }

    /// The table as data, for a board of at most 16 cells.
    pub(super) fn pdb_table(&self) -> PdbTable<'_> {
        let cells = core::array::from_fn(|cell| self.map[cell] & 15);
        PdbTable { tiles: self.tiles(), cells, table: &self.table }
    }

    /// The pattern's tiles, in the order of the ranking.
    #[inline]
    pub(super) fn tiles(&self) -> &[u8] {
        &self.places[..self.ranking.tiles()]
    }

    /// The cell of the shape for each cell of the board.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "only vectors use it"))]
    pub(super) fn map(&self) -> &[u8; 32] {
        &self.map
    }

    /// The cell of the shape for `cell` of the board.
    pub(super) fn cell(&self, cell: usize) -> u8 {
        self.map[cell & 31]
    }
}

/// The rank of the set of cells of a shape that a pattern's tiles occupy, and in the upper half that of the permutation of the tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Placement(u64);

impl Placement {
    /// The placement with the rank of the set in the lower half of `word`, and that of the permutation in the upper half.
    #[inline]
    pub(super) fn from_word(word: u64) -> Self {
        Self(word)
    }

    /// The rank of the set of cells.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    fn cell_set(self) -> usize {
        self.0 as u32 as usize
    }

    /// The rank of the permutation.
    #[inline]
    pub(super) fn permutation(self) -> usize {
        (self.0 >> 32) as usize
    }
}

/// The cell of each tile of a state, and that of the blank.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "boards in words have at most 25 cells")]
pub(super) fn cells_of_tiles<W: Word>(state: W, board_cells: usize) -> [u8; 32] {
    let mut cells = [0; 32];
    let cells_at_once = (usize::BITS / W::CELL_BITS) as usize;
    for first in (0..board_cells).step_by(cells_at_once) {
        let mut tiles = state.bits_from(W::CELL_BITS * first as u32);
        for cell in first..board_cells.min(first + cells_at_once) {
            cells[tiles & ((1 << W::CELL_BITS) - 1) & 31] = cell as u8;
            tiles >>= W::CELL_BITS;
        }
    }
    cells
}

/// A rank in 32 bits.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "no table has more than 2^32 entries")]
pub(super) fn table_rank(rank: usize) -> u32 {
    rank as u32
}

/// A set of tiles and the table of their excess over Manhattan distance.
///
/// The entry of a placement of k tiles is half a byte, the lower half first. Its rank is `cell_set_rank * k! +
/// permutation_rank`. The first is the sum over the occupied cells of `binomial(cell, i)`, `cell` being the i-th lowest,
/// counted from 1. The second is the sum over the tiles of `j! * n`, where j is the index of the tile in the pattern and n
/// the number of earlier tiles in lower cells.
#[derive(Clone, Copy, Debug)]
pub struct PdbTable<'a> {
    /// At most eight, in the order of the ranking.
    pub tiles: &'a [u8],
    /// By cell of the board: the cell for the table, below 16.
    pub cells: [u8; 16],
    /// The entries, two per byte.
    pub table: &'a [u8],
}
