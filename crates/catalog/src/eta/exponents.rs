//! The numbers of boards by the blank's cell and the exponent of b, from which estimates and their errors follow.

use std::collections::BTreeMap;

use tilebench_core::{Cost, narrow};
use tilebench_puzzle::{Board, TileVec};

use super::EtaEstimate;
use crate::board_values::ValueTally;

/// The number of boards by the blank's cell and the exponent e, for terms b^-e. These are counts, so the order in which threads
/// add boards does not change an estimate.
pub(super) struct ExponentCounts {
    /// The goal cells of the tiles if the exponent is the excess of the value over Manhattan distance, else `None`.
    goal_cells: Option<TileVec>,
    boards: BTreeMap<(usize, i32), u64>,
}

impl ExponentCounts {
    /// Counts by value.
    pub(super) fn of_values() -> Self {
        Self { goal_cells: None, boards: BTreeMap::new() }
    }

    /// Counts by the excess of the value over Manhattan distance.
    pub(super) fn of_excess(goal: &Board) -> Self {
        Self { goal_cells: Some(goal.cells_of_tiles()), boards: BTreeMap::new() }
    }

    /// The number of boards.
    pub(super) fn total(&self) -> u64 {
        self.boards.values().sum()
    }

    /// The mean of `scale` times the weight of the blank's cell times b^-e.
    pub(super) fn estimate(&self, scale: f64, weights: &[f64], b: f64) -> EtaEstimate {
        let total = self.total() as f64;
        let terms = || {
            self.boards
                .iter()
                .map(|(&(cell, exponent), &boards)| (scale * weights[cell] * b.powi(-exponent), boards as f64))
        };
        let sum: f64 = terms().map(|(term, boards)| term * boards).sum();
        let mean = sum / total;
        let squares: f64 = terms().map(|(term, boards)| (term - mean).powi(2) * boards).sum();
        EtaEstimate {
            value: mean,
            standard_error: (squares / (total - 1.0).max(1.0) / total).sqrt(),
            largest_share: terms().map(|(term, _)| term).fold(0.0, f64::max) / sum,
        }
    }
}

/// The reason why values and distances fit into 32 bits.
const BELOW: &str = "estimates of boards of words are far below 2^31";

impl ValueTally for ExponentCounts {
    fn add(&mut self, board: &Board, value: Cost) {
        let size = board.size();
        let distance = |(cell, &tile): (usize, &u16)| match &self.goal_cells {
            Some(goal_cells) if tile != 0 => size.distance(cell, goal_cells[usize::from(tile)].into()),
            _ => 0,
        };
        let distance: usize = board.tiles().iter().enumerate().map(distance).sum();
        let exponent = narrow::<i32, _>(value, BELOW) - narrow::<i32, _>(distance, BELOW);
        *self.boards.entry((board.blank(), exponent)).or_default() += 1;
    }

    fn merge(mut self, other: Self) -> Self {
        for (key, boards) in other.boards {
            *self.boards.entry(key).or_default() += boards;
        }
        self
    }
}
