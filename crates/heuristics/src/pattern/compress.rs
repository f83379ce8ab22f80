//! A pattern's table in half a byte per placement.
//!
//! The moves of a tile have the parity of its distance, so a pattern's cost exceeds its Manhattan
//! distance by an even number: half of that excess is kept.

use rayon::prelude::*;
use tilebench_core::narrow;

use super::numbering::{MOST_TILES, Numbering, slots};
use super::shape::Shape;

/// The depth of placements that no move sequence reaches.
pub(super) const UNREACHED: u8 = u8::MAX;

/// The half excess that an entry can hold; larger ones are cut to it, which keeps them admissible.
const MOST: u8 = 15;

/// Depths as halves of their excess over Manhattan distance.
pub(super) fn compress(shape: &Shape, numbering: &Numbering, depths: &[Vec<u8>]) -> Vec<u8> {
    let tiles = numbering.tiles();
    let arrangements = numbering.arrangements();
    let slots: Vec<[u8; MOST_TILES]> = (0..arrangements).map(|number| slots(number, tiles)).collect();
    let occupied = numbering.all_occupied();
    let blocks_a_chunk = depths.first().expect("every pattern has a placement").len() / arrangements;
    let halves = |(chunk, depths): (usize, &Vec<u8>)| -> Vec<u8> {
        let mut excess = Vec::with_capacity(depths.len());
        for (block, depths) in (chunk * blocks_a_chunk..).zip(depths.chunks_exact(arrangements)) {
            let mut distances = [[0u8; MOST_TILES]; MOST_TILES];
            let cells = (0..shape.size.cells()).filter(|cell| occupied[block] >> cell & 1 == 1);
            for (slot, cell) in cells.enumerate() {
                for (tile, &goal) in shape.cells.iter().enumerate() {
                    let distance = shape.size.distance(cell, usize::from(goal));
                    distances[tile][slot] = narrow(distance, "boards have at most 25 cells");
                }
            }
            excess.extend(depths.iter().zip(&slots).map(|(&depth, slots)| {
                let apart: u8 = (0..tiles).map(|tile| distances[tile][usize::from(slots[tile])]).sum();
                // No state has an unreached placement; what its entry says is never asked.
                if depth == UNREACHED { 0 } else { ((depth - apart) / 2).min(MOST) }
            }));
        }
        excess
    };
    let chunks: Vec<Vec<u8>> = depths
        .par_iter()
        .enumerate()
        .map(|chunk| halves(chunk).chunks(2).map(|pair| pair[0] | pair.get(1).unwrap_or(&0) << 4).collect())
        .collect();
    chunks.concat()
}
