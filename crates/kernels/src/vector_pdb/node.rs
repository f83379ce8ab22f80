//! A node as three words: its board, its inverse, and its values.
//!
//! The board has four bits per cell, the blank as zero; the inverse has four bits per tile, its cell. The values, from the
//! lowest bit on: by slot, half of the excess of its pattern, four bits each; Manhattan distance; the number of moves that
//! the threshold allows from there; and the subtree of the chunk that the node is in.

use crate::grouped::Subtrees;

/// The first bit of Manhattan distance: eight bits.
pub(super) const MANHATTAN_SHIFT: u32 = 32;
/// The first bit of the allowance, which is the threshold minus g: eight bits.
pub(super) const ALLOWANCE_SHIFT: u32 = 40;
/// The first bit of the subtree: sixteen bits.
pub(super) const SUBTREE_SHIFT: u32 = 48;

const _: () = assert!(Subtrees::MAX_COUNT <= 1 << (u64::BITS - SUBTREE_SHIFT));

/// The largest threshold.
pub(super) const MAX_ALLOWANCE: u32 = 255;

/// The inverse of `board`.
pub(super) fn inverse(board: u64) -> u64 {
    let cells = (0..16).map(|cell| (cell, board >> (4 * cell) & 15)).filter(|(_, tile)| *tile > 0);
    cells.fold(0, |inverse, (cell, tile)| inverse | cell << (4 * tile))
}

/// The word of values of a node with this estimate.
pub(super) fn info(halves: u64, h: u32, allowance: u32, subtree: u32) -> u64 {
    let sum = |slots: u64| (0..4).map(|slot| slots >> (4 * slot) & 15).sum::<u64>();
    let max_sum = sum(halves).max(sum(halves >> 16));
    let manhattan = u64::from(h) - 2 * max_sum;
    halves
        | manhattan << MANHATTAN_SHIFT
        | u64::from(allowance) << ALLOWANCE_SHIFT
        | u64::from(subtree) << SUBTREE_SHIFT
}

/// The subtree of a node with these values.
#[inline]
pub(super) fn subtree(info: u64) -> u32 {
    u32::from((info >> SUBTREE_SHIFT) as u16)
}
