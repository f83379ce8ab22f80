//! A board of any size, for methods that do not search.

use tilebench_core::{Outcome, SearchContext};
use tilebench_puzzle::Grid;
use tilebench_solvers::Options;

/// The current cell and the goal cell of every tile. The board must be solvable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileLayout {
    /// The number of rows, at least 2.
    pub rows: usize,
    /// The number of columns, at least 2.
    pub cols: usize,
    /// By cell: the goal cell of its tile, the blank included.
    pub goals: Vec<usize>,
    /// The goal cell of the blank.
    pub blank_goal: usize,
}

impl TileLayout {
    /// The layout of `state`.
    pub fn from_state<D: Grid>(domain: &D, state: D::State) -> Self {
        Self {
            rows: domain.rows(),
            cols: domain.cols(),
            goals: (0..domain.cells()).map(|cell| domain.goal_cell(domain.tile_at(state, cell))).collect(),
            blank_goal: domain.goal_cell(0),
        }
    }

    /// The blank's cell.
    ///
    /// # Panics
    ///
    /// If no cell has the blank's goal cell as its goal.
    #[must_use]
    pub fn blank(&self) -> usize {
        let blank = self.goals.iter().position(|&goal| goal == self.blank_goal);
        blank.expect("the blank is on the board")
    }
}

/// A method without packed states: from a layout to the cells that the blank enters.
pub type AnySizeSolver = fn(&TileLayout, &Options, &SearchContext<'_>) -> Outcome<usize>;
