//! The distribution of a heuristic's values over all boards, by the cell of the blank.

use tilebench_core::Cost;
use tilebench_heuristics::Tables;
use tilebench_puzzle::Board;

use super::TreeLevels;
use crate::board_values::{BoardSource, UniformBoards, ValueTally, tally_values};
use crate::{CatalogError, HeuristicSpec};

/// The number of boards with each value of a heuristic, by the cell of the blank: what Korf and others 2001 call its
/// equilibrium distribution, split so that it stays right about parity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EquilibriumDistribution {
    /// By cell and value: the number of boards with at most this value.
    up_to: Vec<Vec<u64>>,
}

impl EquilibriumDistribution {
    /// The distribution over `samples` boards drawn uniformly from those that reach `goal`. The boards are the
    /// same on any number of threads.
    ///
    /// # Errors
    ///
    /// If the heuristic does not support this board.
    pub fn sampled(
        heuristic: &HeuristicSpec,
        goal: &Board,
        tables: &Tables,
        samples: u64,
        seed: u64,
    ) -> Result<Self, CatalogError> {
        let boards = BoardSource::Random { of: &UniformBoards(goal), samples, seed };
        let none = || ValueCounts::none(goal.size().cells());
        Ok(Self::from_counts(tally_values(heuristic, goal, tables, &boards, &none)?))
    }

    /// The distribution over all boards that reach `goal`.
    ///
    /// # Errors
    ///
    /// If the heuristic does not support this board.
    pub fn exhaustive(heuristic: &HeuristicSpec, goal: &Board, tables: &Tables) -> Result<Self, CatalogError> {
        let none = || ValueCounts::none(goal.size().cells());
        Ok(Self::from_counts(tally_values(heuristic, goal, tables, &BoardSource::All, &none)?))
    }

    /// The fraction of the boards with the blank in `cell` whose value is at most `value`; 0 if there are no boards.
    #[must_use]
    pub fn share(&self, cell: usize, value: Cost) -> f64 {
        let Some((up_to, &all)) = self.up_to.get(cell).and_then(|up_to| Some((up_to, up_to.last()?))) else {
            return 0.0;
        };
        let count = up_to.get(value as usize).copied().unwrap_or(all);
        if all == 0 { 0.0 } else { count as f64 / all as f64 }
    }

    /// The predicted number of nodes that an iteration with `threshold` expands from the start of `levels`, which must
    /// reach down to the depth `threshold`.
    #[must_use]
    pub fn expanded(&self, levels: &TreeLevels, threshold: Cost) -> f64 {
        let at = |depth: Cost| -> f64 {
            levels.at(depth).iter().enumerate().map(|(cell, nodes)| nodes * self.share(cell, threshold - depth)).sum()
        };
        (0..=threshold).map(at).sum()
    }

    fn from_counts(counts: ValueCounts) -> Self {
        let sums = |values: Vec<u64>| {
            values.into_iter().scan(0, |sum, count| {
                *sum += count;
                Some(*sum)
            })
        };
        Self { up_to: counts.0.into_iter().map(|values| sums(values).collect()).collect() }
    }
}

/// By cell of the blank and value: the number of boards.
struct ValueCounts(Vec<Vec<u64>>);

impl ValueCounts {
    fn none(cells: usize) -> Self {
        Self(vec![Vec::new(); cells])
    }

    fn add_boards(&mut self, cell: usize, value: Cost, boards: u64) {
        let (values, value) = (&mut self.0[cell], value as usize);
        if values.len() <= value {
            values.resize(value + 1, 0);
        }
        values[value] += boards;
    }
}

impl ValueTally for ValueCounts {
    fn add(&mut self, board: &Board, value: Cost) {
        self.add_boards(board.blank(), value, 1);
    }

    fn merge(mut self, other: Self) -> Self {
        for (cell, values) in other.0.into_iter().enumerate() {
            for (value, boards) in (0..).zip(values) {
                self.add_boards(cell, value, boards);
            }
        }
        self
    }
}
