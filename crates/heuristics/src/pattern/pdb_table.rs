//! Pattern databases as data, for kernels that look many boards up at once.

/// A set of tiles and the table of what they cost beyond Manhattan distance.
///
/// The entry of a placement of k tiles is half a byte, the lower half first. Its number is `combination * k! + arrangement`:
/// of the occupied cells the sum of the binomial coefficients `choose(cell, i)` where `cell` is the i-th lowest, counted from
/// 1; and the sum over the tiles of `j!`, where j is the tile's place in the pattern, times how many earlier ones stand in
/// lower cells.
#[derive(Clone, Copy, Debug)]
pub struct PdbTable<'a> {
    /// At most eight, in the order in which they are numbered.
    pub tiles: &'a [u8],
    /// By cell of the board: the cell that it is for the table; below 16.
    pub cells: [u8; 16],
    /// The entries, two a byte.
    pub table: &'a [u8],
}
