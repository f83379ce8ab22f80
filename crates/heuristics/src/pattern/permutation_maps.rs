//! The permutations of a pattern's tiles after a move: the tile passes others in reading order.

use tilebench_core::narrow;

use super::placement_ranking::{FACTORIALS, MAX_PATTERN_TILES, permutation_rank, unrank_permutation};

/// By the slot that a tile leaves and the slot that it enters: the new rank of each permutation; empty if no rank changes. A tile
/// passes fewer others than a row has cells.
pub(crate) fn permutation_maps(tiles: usize, cols: usize) -> Vec<Vec<u16>> {
    let table = |from: usize, to: usize| -> Vec<u16> {
        if from == to || from.abs_diff(to) >= cols || from.max(to) >= tiles {
            return Vec::new();
        }
        let [from, to] = [from, to].map(|slot| narrow::<u8, _>(slot, "a pattern has at most 8 tiles"));
        let moved = |slot: u8| match slot {
            slot if slot == from => to,
            slot if from < slot && slot <= to => slot - 1,
            slot if to <= slot && slot < from => slot + 1,
            slot => slot,
        };
        let moved = |number| {
            let slots = unrank_permutation(number, tiles).map(moved);
            narrow(permutation_rank(&slots[..tiles]), "a pattern has at most 8 tiles, and 8! is below 2^16")
        };
        (0..FACTORIALS[tiles] as usize).map(moved).collect()
    };
    (0..MAX_PATTERN_TILES * MAX_PATTERN_TILES)
        .map(|pair| table(pair / MAX_PATTERN_TILES, pair % MAX_PATTERN_TILES))
        .collect()
}
