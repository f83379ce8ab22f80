//! A board of any size, for algorithms that search no states.

use tilebench_core::{Outcome, SearchContext};
use tilebench_puzzle::Grid;
use tilebench_solvers::Options;

/// The present and the goal cell of every tile. The board must be solvable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The rows, at least 2.
    pub rows: usize,
    /// The columns, at least 2.
    pub cols: usize,
    /// By cell: the goal cell of its tile, the blank included.
    pub goals: Vec<usize>,
    /// The goal cell of the blank.
    pub blank_goal: usize,
}

impl Layout {
    /// The layout of `state`.
    pub fn of<D: Grid>(domain: &D, state: D::State) -> Self {
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
    /// If nothing on the board belongs in the blank's goal cell.
    #[must_use]
    pub fn blank(&self) -> usize {
        let blank = self.goals.iter().position(|&goal| goal == self.blank_goal);
        blank.expect("the blank is on the board")
    }
}

/// A method that needs no packed states: from a layout to the cells that the blank enters.
pub type AnySize = fn(&Layout, &Options, &SearchContext<'_>) -> Outcome<usize>;
