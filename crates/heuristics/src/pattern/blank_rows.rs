//! The rows of a zero-aware table: one per set of occupied cells and region of the blank.
//!
//! A word per set of occupied cells contains the number of its first row and the number of its regions. Different sets have the same
//! regions, if occupied cells count as part of the largest one, so few are different: 3,377 for the 177,100 sets of six tiles
//! on 5x5. So the words of six tiles have 32 bits, and most of them stay in a cache of one MiB.

use std::collections::HashMap;

use tilebench_core::narrow;
use tilebench_puzzle::Size;

use super::blank_regions::{BlankRegions, OCCUPIED};
use super::placement_ranking::PlacementRanking;

/// The rows of the tables of all patterns of a number of tiles, which do not depend on the pattern.
#[derive(Debug)]
pub(crate) struct BlankRows {
    /// By rank of the cell set: the number of its first row, and above [`Self::row_bits`] the number of its regions.
    words: Words,
    row_bits: u32,
    /// By cell, and number of regions: the region of the cell, counted from the first row.
    regions: [Vec<u8>; Size::WORD_CELLS],
    /// The number of rows times the number of permutations.
    entries: u64,
}

/// Words of the size that they need.
#[derive(Debug)]
enum Words {
    Short(Vec<u32>),
    Long(Vec<u64>),
}

impl BlankRows {
    /// The rows for the cell sets of `ranking` on a board.
    pub(crate) fn new(size: Size, ranking: &PlacementRanking) -> Self {
        let BlankRegions { labels, first, .. } = BlankRegions::new(size, ranking);
        let rows = first.last().copied().unwrap_or_default();
        let row_bits = u32::BITS - rows.leading_zeros();
        let mut numbers = HashMap::new();
        let mut regions = [const { Vec::new() }; Size::WORD_CELLS];
        let words: Vec<u64> = labels
            .into_iter()
            .zip(first)
            .map(|(labels, first)| {
                let number = *numbers.entry(completed(labels)).or_insert_with_key(|labels| {
                    regions.iter_mut().zip(labels).for_each(|(regions, label)| regions.push(*label));
                    regions[0].len() as u64 - 1
                });
                u64::from(first) | number << row_bits
            })
            .collect();
        let short: Option<Vec<u32>> = words.iter().map(|word| u32::try_from(*word).ok()).collect();
        let words = short.map_or(Words::Long(words), Words::Short);
        Self { words, row_bits, regions, entries: u64::from(rows) * ranking.permutations() as u64 }
    }

    /// The number of entries of a table.
    pub(crate) fn entries(&self) -> u64 {
        self.entries
    }

    /// The row for the cell set of a rank and the blank in a free cell.
    #[inline]
    pub(crate) fn row(&self, cell_set: usize, blank: u8) -> usize {
        let word = match &self.words {
            Words::Short(words) => u64::from(words[cell_set]),
            Words::Long(words) => words[cell_set],
        };
        let first: usize = narrow(word & ((1 << self.row_bits) - 1), "a row has a number of 32 bits");
        let number: usize = narrow(word >> self.row_bits, "there are fewer regions than cell sets");
        first + usize::from(self.regions[usize::from(blank)][number])
    }
}

/// Labels of regions, with occupied cells as part of the largest region, so that fewer labels differ.
fn completed(labels: [u8; Size::WORD_CELLS]) -> [u8; Size::WORD_CELLS] {
    let mut cells = [0; Size::WORD_CELLS];
    labels.iter().filter(|label| **label != OCCUPIED).for_each(|label| cells[usize::from(*label)] += 1);
    let largest = (0u8..).zip(cells).max_by_key(|(_, cells)| *cells).map_or(0, |(label, _)| label);
    labels.map(|label| if label == OCCUPIED { largest } else { label })
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
