//! Rectangles of tiles, for methods that place single tiles.

use tilebench_core::Domain;

/// A [`Domain`] whose states are rectangles of numbered tiles with one blank, each tile with one
/// goal cell.
///
/// Staged and constructive methods place single tiles, so they need the cell and the goal cell of
/// each tile; heuristic searches need only [`Domain`]. Cells are numbered in reading order from 0,
/// and tile 0 is the blank.
pub trait Grid: Domain {
    /// The number of rows.
    fn rows(&self) -> usize;

    /// The number of columns.
    fn cols(&self) -> usize;

    /// The tile in `cell`, 0 for the blank.
    fn tile_at(&self, state: Self::State, cell: usize) -> usize;

    /// The goal cell of `tile`.
    fn goal_cell(&self, tile: usize) -> usize;

    /// All operators of a blank in `cell`, in operator order.
    fn ops_at(&self, cell: usize) -> &[Self::Op];

    /// The cell to which `op` takes the blank.
    fn destination(&self, op: Self::Op) -> usize;

    /// The number of cells.
    fn cells(&self) -> usize {
        self.rows() * self.cols()
    }
}
