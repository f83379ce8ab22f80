//! The last two moves of a solution, and the extra moves of the two tiles that make them.

use tilebench_puzzle::Grid;
use tilebench_puzzle::{Puzzle, Word};

/// A tile that may make one of the last two moves: it enters its goal cell from a certain neighbour.
///
/// If no shortest path leads it through that neighbour, it makes two moves more than its Manhattan
/// distance, in the direction of the step: the step is then *forced*.
#[derive(Clone, Copy, Debug)]
pub(super) struct RequiredStep {
    /// The tile.
    pub(super) tile: usize,
    /// The tile's goal line across the step, which the tile leaves by the two moves.
    pub(super) line: usize,
}

/// An ending: the steps of the last move and of the move before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    /// Its two steps, as bits.
    pub(super) required_steps: u16,
    /// Their lines, as bits.
    pub(super) lines: u32,
    /// The cells that its two tiles enter.
    pub(super) cells: [usize; 2],
}

/// All endings, and the cells in which their steps are forced.
#[derive(Debug)]
pub(super) struct LastMoves {
    /// At most 16: the blank's goal has up to 4 neighbours, and these have up to 12 others.
    pub(super) required_steps: Vec<RequiredStep>,
    pub(super) endings: Vec<Ending>,
    /// By line: its steps.
    on_line: [u16; 32],
    /// By tile and cell: the steps that are forced if the tile is in the cell.
    forced: Box<[[u16; 32]; 32]>,
}

impl LastMoves {
    pub(super) fn new<W: Word>(puzzle: &Puzzle<W>) -> Self {
        let end = puzzle.goal().blank();
        let mut last =
            Self { required_steps: Vec::new(), endings: Vec::new(), on_line: [0; 32], forced: Box::new([[0; 32]; 32]) };
        for near in neighbours(puzzle, end) {
            let last_step = last.add(puzzle, end, near);
            for far in neighbours(puzzle, near).filter(|far| *far != end) {
                let both = [last_step, last.add(puzzle, near, far)];
                let bits = both.iter().fold((0, 0), |(required_steps, lines), &required_step| {
                    (required_steps | 1 << required_step, lines | 1 << last.required_steps[required_step].line)
                });
                last.endings.push(Ending { required_steps: bits.0, lines: bits.1, cells: [near, far] });
            }
        }
        last
    }

    /// Adds the step of the tile that enters `to` from `through`, and returns its index.
    fn add<W: Word>(&mut self, puzzle: &Puzzle<W>, through: usize, to: usize) -> usize {
        let size = puzzle.size();
        let distance = |a: usize, b: usize| size.row(a).abs_diff(size.row(b)) + size.col(a).abs_diff(size.col(b));
        let tile = usize::from(puzzle.goal().tiles()[to]);
        let line = if size.row(through) == size.row(to) { size.rows() + size.col(to) } else { size.row(to) };
        let required_step = self.required_steps.len();
        for cell in (0..size.cells()).filter(|cell| distance(*cell, through) + 1 != distance(*cell, to)) {
            self.forced[tile][cell] |= 1 << required_step;
        }
        self.on_line[line] |= 1 << required_step;
        self.required_steps.push(RequiredStep { tile, line });
        required_step
    }

    /// The steps that are forced if `tile` is in `cell`.
    pub(super) fn forced_at(&self, tile: usize, cell: usize) -> u16 {
        self.forced[tile & 31][cell & 31]
    }

    /// The forced steps in `state`.
    pub(super) fn forced<W: Word>(&self, puzzle: &Puzzle<W>, state: W) -> u16 {
        (0..puzzle.cells()).map(|cell| self.forced[state.tile(cell)][cell]).fold(0, |all, forced| all | forced)
    }

    /// The steps whose line is one of `lines`.
    #[inline]
    pub(super) fn steps_on(&self, lines: u32) -> u16 {
        let mut required_steps = 0;
        let mut lines = lines;
        while lines > 0 {
            required_steps |= self.on_line[(lines.trailing_zeros() & 31) as usize];
            lines &= lines - 1;
        }
        required_steps
    }

    /// The steps that become forced or free when `tile` moves between two cells.
    #[inline]
    pub(super) fn changes(&self, tile: usize, from: usize, to: usize) -> u16 {
        self.forced[tile & 31][from & 31] ^ self.forced[tile & 31][to & 31]
    }
}

/// The neighbours of `cell`.
pub(super) fn neighbours<W: Word>(puzzle: &Puzzle<W>, cell: usize) -> impl Iterator<Item = usize> {
    puzzle.ops_at(cell).iter().map(|op| op.to())
}
