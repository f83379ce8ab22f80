//! The cells in which the blank can be among the tiles of a pattern, for every combination of occupied cells.

use tilebench_puzzle::Size;

use super::numbering::Numbering;
use super::shape;

/// The label of an occupied cell.
pub(crate) const OCCUPIED: u8 = u8::MAX;

/// The regions of free cells, for every combination of occupied cells.
#[derive(Debug)]
pub(crate) struct Regions {
    /// By combination: its occupied cells.
    pub(crate) occupied: Vec<u32>,
    /// By combination and cell: which of the combination's regions the cell is in.
    pub(crate) labels: Vec<[u8; Size::WORD_CELLS]>,
    /// By combination: the number of its first region among all; one more entry at the end.
    pub(crate) first: Vec<u32>,
}

impl Regions {
    pub(crate) fn new(size: Size, numbering: &Numbering) -> Self {
        let neighbours: Vec<u32> = (0..size.cells()).map(|cell| shape::neighbours(size, cell)).collect();
        let occupied = numbering.all_occupied();
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
}

/// The region of every free cell, and how many there are.
fn label(occupied: u32, neighbours: &[u32]) -> ([u8; Size::WORD_CELLS], u32) {
    let mut labels = [OCCUPIED; Size::WORD_CELLS];
    let mut left = !occupied & ((1u32 << neighbours.len()) - 1);
    let mut count = 0u8;
    while left != 0 {
        let mut region = left & left.wrapping_neg();
        let mut edge = region;
        while edge != 0 {
            let cell = edge.trailing_zeros() as usize;
            labels[cell] = count;
            edge &= edge - 1;
            let found = neighbours[cell] & left & !region;
            region |= found;
            edge |= found;
        }
        left &= !region;
        count += 1;
    }
    (labels, u32::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_what_wandering_from_each_cell_reaches() {
        for (rows, cols, tiles) in [(3, 3, 4), (2, 4, 3), (4, 4, 2), (2, 2, 1)] {
            let size = Size::new(rows, cols).unwrap();
            let regions = Regions::new(size, &Numbering::new(size.cells(), tiles));
            for (occupied, labels) in regions.occupied.iter().zip(&regions.labels) {
                for cell in 0..size.cells() {
                    if occupied >> cell & 1 == 1 {
                        assert_eq!(labels[cell], OCCUPIED);
                        continue;
                    }
                    let same = (0..size.cells()).filter(|other| labels[*other] == labels[cell]);
                    assert_eq!(same.fold(0, |bits, cell| bits | 1 << cell), shape::region(size, *occupied, cell));
                }
            }
        }
    }
}
