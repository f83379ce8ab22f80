//! Additive pattern databases as data, for searches that look many boards up at once.

use crate::Slides;

/// An estimate that is Manhattan distance plus twice the largest sum, over ways, of the entries of a way's patterns, on a
/// board of at most 16 cells.
#[derive(Clone, Debug)]
pub struct Lookups<'a, S, Op> {
    /// The moves, and what they do to Manhattan distance.
    pub slides: Slides<S, Op>,
    /// By way. Every tile is in one pattern of each.
    pub ways: Vec<Vec<Pattern<'a>>>,
}

/// A set of tiles and the table of what they cost beyond Manhattan distance.
///
/// The entry of a placement of k tiles is half a byte, the lower half first. Its number is `combination * k! + arrangement`:
/// of the occupied cells the sum of the binomial coefficients `choose(cell, i)` where `cell` is the i-th lowest, counted from
/// 1; and the sum over the tiles of `j!`, where j is the tile's place in the pattern, times how many earlier ones stand in
/// lower cells.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<'a> {
    /// At most eight, in the order in which they are numbered.
    pub tiles: &'a [u8],
    /// By cell of the board: the cell that it is for the table; below 16.
    pub cells: [u8; 16],
    /// The entries, two a byte.
    pub table: &'a [u8],
}
