//! Ranking of boards by the blank's cell and, within a cell, by the sequence of the other tiles.
//!
//! A board is the blank's cell and the other tiles in reading order. The sequence is ranked by its
//! Lehmer code (Lehmer 1960): digit i counts the later tiles that come before tile i in the goal's
//! sequence, the first digit the most significant one. The last two digits are left out: the last is 0,
//! and the one before follows from the parity of the sequence, which the blank's row determines.
//!
//! A horizontal move does not change the sequence, so it does not change the rank. A vertical move takes a tile past
//! `cols - 1` others, which changes `cols` consecutive digits in a way that depends only on these digits
//! (`vertical_move.rs`).

use tilebench_core::Termination;
use tilebench_puzzle::Grid;

/// The ranking of the boards of a rectangle from which one goal can be reached.
#[derive(Clone, Debug)]
pub(crate) struct SequenceRanking {
    pub(crate) cols: usize,
    /// The blank's cell in the goal.
    goal_blank: usize,
    /// By tile: its position in the goal's sequence.
    positions: Vec<usize>,
}

impl SequenceRanking {
    /// The ranking for the goal of `domain`, which has the rank 0 in its blank's cell.
    pub(crate) fn new<D: Grid>(domain: &D) -> Self {
        let goal_blank = domain.goal_cell(0);
        let position = |tile| {
            let cell = domain.goal_cell(tile);
            cell - usize::from(cell > goal_blank)
        };
        let positions = (0..domain.cells()).map(position).collect();
        Self { cols: domain.cols(), goal_blank, positions }
    }

    /// The number of tiles of a sequence.
    pub(crate) fn tiles(&self) -> usize {
        self.positions.len() - 1
    }

    /// The number of ranks per cell of the blank: half the factorial of the number of tiles.
    pub(crate) fn sequences_per_cell(&self) -> u128 {
        (3..=self.tiles() as u128).product()
    }

    /// The number of words of a bitmap with one bit for each rank of a cell.
    pub(crate) fn words(&self) -> Result<usize, Termination> {
        usize::try_from(self.sequences_per_cell().div_ceil(64)).map_err(|_| Termination::MemoryLimit)
    }

    /// The parity of all sequences with the blank in `cell`.
    pub(crate) fn parity(&self, cell: usize) -> usize {
        ((self.cols - 1) * (cell / self.cols).abs_diff(self.goal_blank / self.cols)) & 1
    }

    /// The blank's cell of a state that can reach the goal, and its rank there.
    pub(crate) fn rank<D: Grid>(&self, domain: &D, state: D::State) -> (usize, usize) {
        let tiles: Vec<usize> = (0..domain.cells()).map(|cell| domain.tile_at(state, cell)).collect();
        let blank = tiles.iter().position(|&tile| tile == 0).expect("the blank is on the board");
        let sequence: Vec<usize> = tiles.iter().filter(|&&tile| tile > 0).map(|&tile| self.positions[tile]).collect();
        (blank, lehmer_rank(&sequence, sequence.len(), sequence.len() - 2))
    }
}

/// The rank of the first `digits` of `values`, which are different numbers below `all`.
pub(crate) fn lehmer_rank(values: &[usize], all: usize, digits: usize) -> usize {
    let mut used = 0_u32;
    let mut code = 0;
    for (at, &value) in values[..digits].iter().enumerate() {
        let smaller = value - (used & ((1 << value) - 1)).count_ones() as usize;
        code = code * (all - at) + smaller;
        used |= 1 << value;
    }
    code
}

/// The first `digits` numbers below `all` of the rank `code`, and the sum of the digits of the Lehmer code.
pub(crate) fn lehmer_unrank(mut code: usize, all: usize, digits: usize) -> (Vec<usize>, usize) {
    let mut values = vec![0; digits];
    for at in (0..digits).rev() {
        values[at] = code % (all - at);
        code /= all - at;
    }
    let sum = values.iter().sum();
    let mut free: Vec<usize> = (0..all).collect();
    for value in &mut values {
        *value = free.remove(*value);
    }
    (values, sum)
}

/// The permutation of the numbers below `all` with this `parity` and the rank `code`.
pub(crate) fn unrank_sequence(code: usize, all: usize, parity: usize) -> Vec<usize> {
    let (mut values, sum) = lehmer_unrank(code, all, all - 2);
    let mut rest = (0..all).filter(|value| !values.contains(value)).collect::<Vec<_>>();
    if sum & 1 != parity {
        rest.reverse();
    }
    values.extend(rest);
    values
}
