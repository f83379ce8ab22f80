//! The table of a pattern in half a byte per placement.
//!
//! The number of moves of a tile has the parity of its distance, so the cost of a pattern exceeds its
//! Manhattan distance by an even number. An entry is half of this excess.

use rayon::prelude::*;
use tilebench_core::narrow;

use super::pattern_shape::PatternShape;
use super::placement_ranking::{MAX_PATTERN_TILES, PlacementRanking, unrank_permutation};

/// The depth of unreachable placements.
pub(super) const UNREACHED: u8 = u8::MAX;

/// The maximum half excess of an entry. Larger ones are reduced to it, which keeps them admissible.
const MAX_HALF_EXCESS: u8 = 15;

/// The entries of a table: half of the excess of each depth over Manhattan distance. `rows` are the occupied cells of each row,
/// and `depths` are those of consecutive rows in each chunk. Of consecutive rows with the same occupied cells, the first stays in its
/// place, and all others follow after the rows of all chunks.
pub(super) fn compress(shape: &PatternShape, ranking: &PlacementRanking, rows: &[u32], depths: &[Vec<u8>]) -> Vec<u8> {
    let tiles = ranking.tiles();
    let permutations = ranking.permutations();
    let slots: Vec<[u8; MAX_PATTERN_TILES]> =
        (0..permutations).map(|number| unrank_permutation(number, tiles)).collect();
    let mut first_row = 0;
    let chunks: Vec<(&[u32], &Vec<u8>)> = depths
        .iter()
        .map(|depths| {
            let count = depths.len() / permutations;
            first_row += count;
            (&rows[first_row - count..first_row], depths)
        })
        .collect();
    let halves = |(rows, depths): &(&[u32], &Vec<u8>)| -> Vec<u8> {
        let mut excess = Vec::with_capacity(depths.len());
        for (occupied, depths) in rows.iter().zip(depths.chunks_exact(permutations)) {
            let mut distances = [[0u8; MAX_PATTERN_TILES]; MAX_PATTERN_TILES];
            let cells = (0..shape.size.cells()).filter(|cell| occupied >> cell & 1 == 1);
            for (slot, cell) in cells.enumerate() {
                for (tile, &goal) in shape.cells.iter().enumerate() {
                    let distance = shape.size.distance(cell, usize::from(goal));
                    distances[tile][slot] = narrow(distance, "boards have at most 25 cells");
                }
            }
            excess.extend(depths.iter().zip(&slots).map(|(&depth, slots)| {
                let apart: u8 = (0..tiles).map(|tile| distances[tile][usize::from(slots[tile])]).sum();
                // No state has an unreached entry, so it is never read.
                if depth == UNREACHED { 0 } else { ((depth - apart) / 2).min(MAX_HALF_EXCESS) }
            }));
        }
        excess
    };
    let pairs = |halves: &[u8]| halves.chunks(2).map(|pair| pair[0] | pair.get(1).unwrap_or(&0) << 4).collect();
    let (firsts, others): (Vec<Vec<u8>>, Vec<Vec<u8>>) = chunks
        .par_iter()
        .map(|chunk| {
            let (mut firsts, mut others) = (Vec::new(), Vec::new());
            let mut before = None;
            for (occupied, row) in chunk.0.iter().zip(halves(chunk).chunks_exact(permutations)) {
                let is_first = before.replace(*occupied) != Some(*occupied);
                if is_first { &mut firsts } else { &mut others }.extend_from_slice(row);
            }
            (pairs(&firsts), pairs(&others))
        })
        .unzip();
    [firsts, others].concat().concat()
}
