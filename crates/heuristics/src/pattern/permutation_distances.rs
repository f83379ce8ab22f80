//! The Manhattan distances of all permutations of a pattern's tiles on a set of cells.
//!
//! A distance is the sum of a few entries of small tables: one per group of tiles, by the slots of these tiles. To set the cells, the
//! tables are filled; this happens once per block and layer, so they have to be small.

use tilebench_core::narrow;

use super::pattern_shape::PatternShape;
use super::placement_ranking::{FACTORIALS, MAX_PATTERN_TILES, unrank_permutation};

/// The bits of a slot.
const SLOT_BITS: u32 = 3;

/// By rank of the permutation: the slots of all tiles, the first tile in the lowest [`SLOT_BITS`].
#[derive(Debug)]
pub(super) struct PermutationSlots(Vec<u32>);

impl PermutationSlots {
    pub(super) fn new(tiles: usize) -> Self {
        let packed = |permutation: usize| {
            let slots = unrank_permutation(permutation, tiles);
            slots[..tiles].iter().rev().fold(0, |packed, slot| packed << SLOT_BITS | u32::from(*slot))
        };
        Self((0..FACTORIALS[tiles] as usize).map(packed).collect())
    }

    /// The distances on a set of cells, which is set before they are read.
    pub(super) fn distances(&self) -> PermutationDistances<'_> {
        PermutationDistances { slots: &self.0, first: [0; 512], middle: [0; 512], last: [0; 64] }
    }
}

/// The Manhattan distances of all permutations on one set of cells.
#[derive(Debug)]
pub(super) struct PermutationDistances<'a> {
    slots: &'a [u32],
    /// By the slots of the first three tiles: the sum of their distances.
    first: [u8; 512],
    /// By the slots of the next three tiles.
    middle: [u8; 512],
    /// By the slots of the last two tiles.
    last: [u8; 64],
}

impl PermutationDistances<'_> {
    /// Sets the cells.
    pub(super) fn set_cells(&mut self, shape: &PatternShape, occupied: u32) {
        let mut distances = [[0u8; MAX_PATTERN_TILES]; MAX_PATTERN_TILES];
        let cells = (0..shape.size.cells()).filter(|cell| occupied >> cell & 1 == 1);
        for (slot, cell) in cells.enumerate() {
            for (of_tile, goal) in distances.iter_mut().zip(&shape.cells) {
                of_tile[slot] = narrow(shape.size.distance(cell, usize::from(*goal)), "boards have at most 25 cells");
            }
        }
        let pair = |low: usize| -> [u8; 64] {
            std::array::from_fn(|slots| distances[low][slots % 8] + distances[low + 1][slots / 8])
        };
        add_tile(&pair(0), distances[2], &mut self.first);
        add_tile(&pair(3), distances[5], &mut self.middle);
        self.last = pair(6);
    }

    /// The distance of the permutation of a rank.
    #[inline]
    pub(super) fn of(&self, permutation: usize) -> u8 {
        let slots = self.slots[permutation] as usize;
        self.first[slots % 512] + self.middle[slots >> 9 & 511] + self.last[slots >> 18 & 63]
    }
}

/// Fills the table of three tiles from that of two and the distances of the third.
fn add_tile(two: &[u8; 64], third: [u8; MAX_PATTERN_TILES], three: &mut [u8; 512]) {
    for (three, distance) in three.as_chunks_mut::<64>().0.iter_mut().zip(third) {
        *three = two.map(|two| two + distance);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebench_puzzle::Size;

    #[test]
    fn distances_are_those_of_every_permutation() {
        let patterns: [((usize, usize), &[u8]); 4] =
            [((3, 4), &[0]), ((3, 3), &[1, 2, 7]), ((4, 4), &[1, 2, 5, 6, 9]), ((5, 5), &[0, 3, 4, 8, 9, 20, 21, 23])];
        for ((rows, cols), cells) in patterns {
            let size = Size::new(rows, cols).unwrap();
            let (shape, _) = PatternShape::new(size, cells, u8::try_from(size.cells() - 1).unwrap());
            let ranking = shape.ranking();
            let slots = PermutationSlots::new(cells.len());
            let mut distances = slots.distances();
            for occupied in ranking.all_cell_sets().into_iter().step_by(1_009) {
                distances.set_cells(&shape, occupied);
                let places: Vec<usize> = (0..25).filter(|cell| occupied >> cell & 1 == 1).collect();
                for permutation in (0..ranking.permutations()).step_by(7) {
                    let slots = unrank_permutation(permutation, cells.len());
                    let cells = slots.map(|slot| places[usize::from(slot).min(places.len() - 1)]);
                    let apart =
                        shape.cells.iter().zip(cells).map(|(goal, cell)| size.distance(cell, usize::from(*goal)));
                    assert_eq!(usize::from(distances.of(permutation)), apart.sum::<usize>());
                }
            }
        }
    }
}
