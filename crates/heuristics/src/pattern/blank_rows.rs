//! The rows of a zero-aware table: one per set of occupied cells and region of the blank.
//!
//! The rows of all largest regions come first, in the order of the sets, since the blank is nearly always in the largest region.
//! Different sets have the same regions, if occupied cells count as part of the largest one, so few are different: 3,322 for the
//! 177,100 sets of six tiles on 5x5. So a look-up reads the number of a set's regions in two bytes, and rarely the number of a
//! row.

use std::collections::HashMap;

use tilebench_core::narrow;
use tilebench_puzzle::Size;

use super::blank_regions::{BlankRegions, OCCUPIED};
use super::placement_ranking::PlacementRanking;

/// The rows of the tables of all patterns of a number of tiles, which do not depend on the pattern.
#[derive(Debug)]
pub(crate) struct BlankRows {
    /// By rank of the cell set: the number of its regions.
    regions: Vec<u16>,
    /// By cell, and number of regions: the region of the cell, 0 if it is the largest.
    labels: [Vec<u8>; Size::WORD_CELLS],
    /// By rank of the cell set: the row before that of its second region.
    rows_of_others: Vec<u32>,
    /// The number of rows times the number of permutations.
    entries: u64,
}

impl BlankRows {
    /// The rows for the cell sets of `ranking` on a board.
    pub(crate) fn new(size: Size, ranking: &PlacementRanking) -> Self {
        let BlankRegions { labels: labels_by_set, first, .. } = BlankRegions::new(size, ranking);
        let mut numbers = HashMap::new();
        let mut labels = [const { Vec::new() }; Size::WORD_CELLS];
        let regions = labels_by_set.into_iter().map(|of_set| {
            let completed = of_set.map(|label| if label == OCCUPIED { 0 } else { label });
            *numbers.entry(completed).or_insert_with_key(|completed| {
                labels.iter_mut().zip(completed).for_each(|(labels, label)| labels.push(*label));
                narrow::<u16, _>(labels[0].len() - 1, "eight tiles on 5x5 leave 38,558 different regions")
            })
        });
        let regions: Vec<u16> = regions.collect();
        let sets: u32 = narrow(regions.len(), "25 cells have fewer than 2^25 sets");
        let rows_of_others = (0..sets).zip(&first).map(|(set, first)| sets - 1 + (first - set)).collect();
        let rows = first.last().copied().expect("there is a set of cells");
        Self { regions, labels, rows_of_others, entries: u64::from(rows) * ranking.permutations() as u64 }
    }

    /// The number of entries of a table.
    pub(crate) fn entries(&self) -> u64 {
        self.entries
    }

    /// The row for the cell set of a rank and the blank in a free cell.
    #[inline]
    pub(crate) fn row(&self, cell_set: usize, blank: u8) -> usize {
        match self.labels[usize::from(blank)][usize::from(self.regions[cell_set])] {
            0 => cell_set,
            label => self.rows_of_others[cell_set] as usize + usize::from(label),
        }
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
            let mut rows_of_regions = Vec::new();
            for (set, (&occupied, labels)) in regions.occupied.iter().zip(&regions.labels).enumerate() {
                for (cell, &label) in (0u8..).zip(labels).take(size.cells()) {
                    if occupied >> cell & 1 == 0 {
                        let row = rows.row(set, cell);
                        assert_eq!(label == 0, row == set, "the rows of the largest regions come first");
                        rows_of_regions.push((row, set, label));
                        seen[row] = true;
                    }
                }
            }
            assert!(seen.iter().all(|seen| *seen));
            rows_of_regions.sort_unstable();
            rows_of_regions.dedup();
            assert_eq!(rows_of_regions.len(), seen.len(), "regions have different rows");
            assert!(rows_of_regions[regions.occupied.len()..].is_sorted_by_key(|(_, set, label)| (*set, *label)));
        }
    }
}
