//! The rows of a zero-aware table: one per set of occupied cells and region of the blank.
//!
//! A word per set of occupied cells holds the number of its first row and the region of every cell, so that a look-up reads
//! one cache line to find its row. Most sets leave one region free.

use tilebench_core::narrow;
use tilebench_puzzle::Size;

use super::blank_regions::{BlankRegions, OCCUPIED};
use super::placement_ranking::PlacementRanking;

/// The bits of the number of a region: building has a bit of a byte for each.
const REGION_BITS: u32 = 3;

/// The first bit of the regions: the number of a row has fewer.
const REGION_SHIFT: u32 = 32;

const _: () = assert!((REGION_SHIFT as usize) + (REGION_BITS as usize) * Size::WORD_CELLS <= u128::BITS as usize);

/// The rows of the tables of all patterns of a number of tiles, which do not depend on the pattern.
#[derive(Debug)]
pub(crate) struct BlankRows {
    /// By rank of the cell set: the number of the first row, and the regions of the cells.
    words: Vec<u128>,
    /// The number of rows times the number of permutations.
    entries: u64,
}

impl BlankRows {
    /// The rows for the cell sets of `ranking` on a board.
    pub(crate) fn new(size: Size, ranking: &PlacementRanking) -> Self {
        let regions = BlankRegions::new(size, ranking);
        let word = |(labels, first): (&[u8; Size::WORD_CELLS], &u32)| {
            let cells = (0..).zip(labels).filter(|(_, label)| **label != OCCUPIED);
            cells.fold(u128::from(*first), |word, (cell, &label)| {
                debug_assert!(u32::from(label) < 1 << REGION_BITS);
                word | u128::from(label) << (REGION_SHIFT + REGION_BITS * cell)
            })
        };
        let words = regions.labels.iter().zip(&regions.first).map(word).collect();
        let rows = regions.first.last().copied().unwrap_or_default();
        Self { words, entries: u64::from(rows) * ranking.permutations() as u64 }
    }

    /// The number of entries of a table.
    pub(crate) fn entries(&self) -> u64 {
        self.entries
    }

    /// The row for the cell set of a rank and the blank in a free cell.
    #[inline]
    pub(crate) fn row(&self, cell_set: usize, blank: u8) -> usize {
        let word = self.words[cell_set];
        let region = word >> (REGION_SHIFT + REGION_BITS * u32::from(blank)) & ((1 << REGION_BITS) - 1);
        narrow::<usize, _>(word & u128::from(u32::MAX), "a row has a number of 32 bits")
            + narrow::<usize, _>(region, "a region has three bits")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_region_of_every_cell_set_has_a_row_of_its_own() {
        for (rows, cols, tiles) in [(3, 3, 4), (2, 4, 3), (4, 4, 5), (5, 5, 3)] {
            let size = Size::new(rows, cols).unwrap();
            let ranking = PlacementRanking::new(size.cells(), tiles);
            let (regions, rows) = (BlankRegions::new(size, &ranking), BlankRows::new(size, &ranking));
            let mut seen = vec![false; usize::try_from(rows.entries()).unwrap() / ranking.permutations()];
            for (set, (&occupied, labels)) in regions.occupied.iter().zip(&regions.labels).enumerate() {
                for (cell, &label) in (0u8..).zip(labels).take(size.cells()) {
                    if occupied >> cell & 1 == 0 {
                        let row = rows.row(set, cell);
                        assert_eq!(row, regions.first[set] as usize + usize::from(label));
                        seen[row] = true;
                    }
                }
            }
            assert!(seen.iter().all(|seen| *seen));
        }
    }
}
