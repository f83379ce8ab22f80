//! Numbering boards by the blank's cell and, within a cell, by the sequence of the other tiles.
//!
//! A board is the blank's cell and the other tiles in reading order. The sequence is numbered by its
//! Lehmer code (Lehmer 1960): digit i counts the later tiles that come before tile i in the goal's
//! sequence, the first digit the most significant one. The last two digits are left out: the last is 0,
//! and the one before follows from the parity of the sequence, which the blank's row decides.
//!
//! What this order is chosen for: a horizontal move leaves the sequence as it is, so the number too. A
//! vertical one takes a tile past `cols - 1` others, which changes `cols` digits side by side, in a
//! way that depends on nothing but these digits (`moves.rs`).

use tilebench_puzzle::Grid;

/// The numbering of the boards of a rectangle from which one goal can be reached.
#[derive(Clone, Debug)]
pub(crate) struct Sequences {
    pub(crate) cols: usize,
    /// The blank's cell in the goal.
    goal_blank: usize,
    /// By tile: its place in the goal's sequence.
    places: Vec<usize>,
}

impl Sequences {
    /// The numbering around the goal of `domain`, which has number 0 in its blank's cell.
    pub(crate) fn new<D: Grid>(domain: &D) -> Self {
        let goal_blank = domain.goal_cell(0);
        let place = |tile| {
            let cell = domain.goal_cell(tile);
            cell - usize::from(cell > goal_blank)
        };
        let places = (0..domain.cells()).map(place).collect();
        Self { cols: domain.cols(), goal_blank, places }
    }

    /// The tiles of a sequence.
    pub(crate) fn tiles(&self) -> usize {
        self.places.len() - 1
    }

    /// The numbers of each blank's cell: half the factorial of the tiles.
    pub(crate) fn each_cell(&self) -> u128 {
        (3..=self.tiles() as u128).product()
    }

    /// The parity of all sequences with the blank in `cell`.
    pub(crate) fn parity(&self, cell: usize) -> usize {
        ((self.cols - 1) * (cell / self.cols).abs_diff(self.goal_blank / self.cols)) & 1
    }

    /// The blank's cell of a state that can reach the goal, and its number there.
    pub(crate) fn rank<D: Grid>(&self, domain: &D, state: D::State) -> (usize, usize) {
        let tiles: Vec<usize> = (0..domain.cells()).map(|cell| domain.tile_at(state, cell)).collect();
        let blank = tiles.iter().position(|&tile| tile == 0).expect("the blank is on the board");
        let sequence: Vec<usize> = tiles.iter().filter(|&&tile| tile > 0).map(|&tile| self.places[tile]).collect();
        (blank, code(&sequence, sequence.len(), sequence.len() - 2))
    }
}

/// The number of the first `digits` of `values`, which are different numbers below `all`.
pub(crate) fn code(values: &[usize], all: usize, digits: usize) -> usize {
    let mut used = 0_u32;
    let mut code = 0;
    for (at, &value) in values[..digits].iter().enumerate() {
        let smaller = value - (used & ((1 << value) - 1)).count_ones() as usize;
        code = code * (all - at) + smaller;
        used |= 1 << value;
    }
    code
}

/// The first `digits` of the numbers below `all` whose number is `code`, and the sum of the digits.
pub(crate) fn decode(mut code: usize, all: usize, digits: usize) -> (Vec<usize>, usize) {
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

/// The sequence of the numbers below `all`, of `parity`, whose number is `code`.
pub(crate) fn sequence(code: usize, all: usize, parity: usize) -> Vec<usize> {
    let (mut values, sum) = decode(code, all, all - 2);
    let mut rest = (0..all).filter(|value| !values.contains(value)).collect::<Vec<_>>();
    if sum & 1 != parity {
        rest.reverse();
    }
    values.extend(rest);
    values
}
