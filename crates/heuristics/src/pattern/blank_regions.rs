//! The regions of cells in which the blank can move, for every set of cells occupied by a pattern.

use tilebench_core::narrow;
use tilebench_puzzle::Size;

use super::pattern_shape;
use super::placement_ranking::PlacementRanking;

/// The label of an occupied cell.
pub(crate) const OCCUPIED: u8 = u8::MAX;

/// The regions of free cells, for every set of occupied cells.
#[derive(Debug)]
pub(crate) struct BlankRegions {
    /// By rank of the cell set: its occupied cells.
    pub(crate) occupied: Vec<u32>,
    /// By rank of the cell set, and cell: the region of the cell. The largest region is the first.
    pub(crate) labels: Vec<[u8; Size::WORD_CELLS]>,
    /// By rank of the cell set: the index of its first region among all regions; one more entry at the end.
    pub(crate) first: Vec<u32>,
}

impl BlankRegions {
    pub(crate) fn new(size: Size, ranking: &PlacementRanking) -> Self {
        let neighbours: Vec<u32> = (0..size.cells()).map(|cell| pattern_shape::neighbours(size, cell)).collect();
        let occupied = ranking.all_cell_sets();
        let mut labels = Vec::with_capacity(occupied.len());
        let mut first = Vec::with_capacity(occupied.len() + 1);
        let mut regions = 0;
        for &occupied in &occupied {
            let (label, count) = label(occupied, &neighbours);
            labels.push(label);
            first.push(regions);
            regions += count;
        }
        first.push(regions);
        Self { occupied, labels, first }
    }

    /// The number of regions of the cell set of a rank.
    pub(crate) fn count(&self, cell_set: usize) -> u8 {
        narrow(self.first[cell_set + 1] - self.first[cell_set], "there are fewer regions than cells")
    }
}

/// The region of every free cell, and the number of regions. The largest region is the first, then all others in the order of their
/// lowest cells.
fn label(occupied: u32, neighbours: &[u32]) -> ([u8; Size::WORD_CELLS], u32) {
    let mut labels = [OCCUPIED; Size::WORD_CELLS];
    let mut left = !occupied & ((1u32 << neighbours.len()) - 1);
    let mut regions = Vec::new();
    while left != 0 {
        let mut region = left & left.wrapping_neg();
        let mut edge = region;
        while edge != 0 {
            let cell = edge.trailing_zeros() as usize;
            edge &= edge - 1;
            let found = neighbours[cell] & left & !region;
            region |= found;
            edge |= found;
        }
        left &= !region;
        regions.push(region);
    }
    // Stable, so that the order of all other regions is kept.
    let largest = regions.iter().map(|region| region.count_ones()).max();
    regions.sort_by_key(|region| Some(region.count_ones()) != largest);
    for (label, region) in (0..).zip(&regions) {
        let cells = labels.iter_mut().zip(0..).filter(|(_, cell)| region >> cell & 1 == 1);
        cells.for_each(|(cell, _)| *cell = label);
    }
    (labels, narrow(regions.len(), "there are fewer regions than cells"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_the_cells_reachable_from_each_cell() {
        for (rows, cols, tiles) in [(3, 3, 4), (2, 4, 3), (4, 4, 2), (2, 2, 1)] {
            let size = Size::new(rows, cols).unwrap();
            let regions = BlankRegions::new(size, &PlacementRanking::new(size.cells(), tiles));
            for (occupied, labels) in regions.occupied.iter().zip(&regions.labels) {
                for cell in 0..size.cells() {
                    if occupied >> cell & 1 == 1 {
                        assert_eq!(labels[cell], OCCUPIED);
                        continue;
                    }
                    let same = (0..size.cells()).filter(|other| labels[*other] == labels[cell]);
                    assert_eq!(
                        same.fold(0, |bits, cell| bits | 1 << cell),
                        pattern_shape::region(size, *occupied, cell)
                    );
                }
            }
        }
    }
}
