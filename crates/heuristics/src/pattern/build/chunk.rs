//! The rows and the table that a thread writes.

use std::ops::Range;

use super::PlacementSearch;

/// The number of chunks, nearly.
const CHUNKS: usize = 512;

const PARTS: &str = "chunks are parts of the layer and of the table";

/// The last layer of a parity.
pub(super) struct Layer {
    /// The states: a row of bits per block and region.
    pub(super) rows: Vec<u64>,
    /// By row: whether it contains states.
    pub(super) is_filled: Vec<bool>,
}

impl Layer {
    /// A layer without states.
    pub(super) fn empty(rows: usize, row_words: usize) -> Self {
        Self { rows: vec![0; rows * row_words], is_filled: vec![false; rows] }
    }
}

/// The blocks of one chunk in the search of a layer, with everything that is written.
pub(super) struct Chunk<'a> {
    pub(super) blocks: Range<usize>,
    /// The parity of the layer, and so of the blocks that are searched.
    pub(super) parity: usize,
    /// The number of the first row among those of the parity.
    first_row: usize,
    /// The rows of the layer.
    rows: &'a mut [u64],
    is_filled: &'a mut [bool],
    /// The entries of the first region of each block, or of all regions if the table is not zero-aware.
    first_entries: &'a mut [u8],
    /// The entries of all other regions in a zero-aware table.
    other_entries: &'a mut [u8],
}

/// The parts of a chunk that belong to a block with a region.
pub(super) struct ChunkRow<'a> {
    /// The states of the layer, as bits.
    pub(super) states: &'a mut [u64],
    pub(super) is_filled: &'a mut bool,
    /// A part of the table.
    pub(super) entries: &'a mut [u8],
    /// The place in `entries` of the first permutation.
    pub(super) first_entry: usize,
}

impl<'a> Chunk<'a> {
    /// Divides the layer of a parity and the table.
    pub(super) fn all(
        search: &PlacementSearch<'_>,
        parity: usize,
        layer: &'a mut Layer,
        table: &'a mut [u8],
    ) -> Vec<Self> {
        let (blocks, permutations) = (search.regions.occupied.len(), search.ranking.permutations());
        let firsts = if search.zero_aware { blocks * permutations / 2 } else { table.len() };
        let (mut first_entries, mut other_entries) = table.split_at_mut(firsts);
        let (mut rows, mut is_filled, mut first_row) = (&mut layer.rows[..], &mut layer.is_filled[..], 0);
        // Even, so that the entries of a chunk are whole bytes.
        let length = blocks.div_ceil(CHUNKS).next_multiple_of(2);
        let chunk = |first| {
            let blocks = first..blocks.min(first + length);
            let of_parity = blocks.clone().filter(|block| search.parity(*block) == parity);
            let count: usize = of_parity.map(|block| usize::from(search.regions.count(block))).sum();
            let others = if search.zero_aware { search.other_rows(blocks.end) - search.other_rows(first) } else { 0 };
            first_row += count;
            Self {
                parity,
                first_row: first_row - count,
                rows: rows.split_off_mut(..count * search.row_words()).expect(PARTS),
                is_filled: is_filled.split_off_mut(..count).expect(PARTS),
                first_entries: first_entries.split_off_mut(..(blocks.len() * permutations).div_ceil(2)).expect(PARTS),
                other_entries: other_entries.split_off_mut(..others * permutations / 2).expect(PARTS),
                blocks,
            }
        };
        (0..blocks).step_by(length).map(chunk).collect()
    }

    /// The parts of a block of the chunk with a region.
    #[inline]
    pub(super) fn row(&mut self, search: &PlacementSearch<'_>, block: usize, region: u8) -> ChunkRow<'_> {
        let row = search.row(block, region) - self.first_row;
        let (entries, entry_row) = if search.zero_aware && region > 0 {
            let others = search.other_rows(block) - search.other_rows(self.blocks.start);
            (&mut *self.other_entries, others + usize::from(region) - 1)
        } else {
            (&mut *self.first_entries, block - self.blocks.start)
        };
        ChunkRow {
            states: &mut self.rows[row * search.row_words()..][..search.row_words()],
            is_filled: &mut self.is_filled[row],
            entries,
            first_entry: entry_row * search.ranking.permutations(),
        }
    }
}
