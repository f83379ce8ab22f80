//! The last two moves of a solution, and the extra moves of the two tiles that make them.

use tilebench_puzzle::Grid;
use tilebench_puzzle::{Puzzle, Word};

/// A tile that may make one of the last two moves: it enters its goal cell from a certain neighbour.
///
/// If no shortest way leads it through that neighbour it makes two moves more than its Manhattan
/// distance, in the direction of that step: its part is then *forced*.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The tile.
    pub(super) tile: usize,
    /// The tile's goal line across the step, which it leaves by the two moves.
    pub(super) line: usize,
}

/// A way to end: the parts of the last move and of the one before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    /// Its two parts, as bits.
    pub(super) parts: u16,
    /// Their lines, as bits.
    pub(super) lines: u32,
    /// The cells that its two tiles enter.
    pub(super) cells: [usize; 2],
}

/// All ways to end, and which parts are forced where.
#[derive(Debug)]
pub(super) struct LastMoves {
    /// At most 16: the blank's goal has up to 4 neighbours, and they up to 12 others.
    pub(super) parts: Vec<Part>,
    pub(super) endings: Vec<Ending>,
    /// By line: its parts.
    on_line: [u16; 32],
    /// By tile and cell: the tile's parts that are forced there.
    forced: Box<[[u16; 32]; 32]>,
}

impl LastMoves {
    pub(super) fn new<W: Word>(puzzle: &Puzzle<W>) -> Self {
        let end = puzzle.goal().blank();
        let mut last =
            Self { parts: Vec::new(), endings: Vec::new(), on_line: [0; 32], forced: Box::new([[0; 32]; 32]) };
        for near in neighbours(puzzle, end) {
            let last_part = last.add(puzzle, end, near);
            for far in neighbours(puzzle, near).filter(|far| *far != end) {
                let both = [last_part, last.add(puzzle, near, far)];
                let bits = both
                    .iter()
                    .fold((0, 0), |(parts, lines), &part| (parts | 1 << part, lines | 1 << last.parts[part].line));
                last.endings.push(Ending { parts: bits.0, lines: bits.1, cells: [near, far] });
            }
        }
        last
    }

    /// Adds the part of the tile that enters `to` from `through`, and returns its number.
    fn add<W: Word>(&mut self, puzzle: &Puzzle<W>, through: usize, to: usize) -> usize {
        let size = puzzle.size();
        let distance = |a: usize, b: usize| size.row(a).abs_diff(size.row(b)) + size.col(a).abs_diff(size.col(b));
        let tile = usize::from(puzzle.goal().tiles()[to]);
        let line = if size.row(through) == size.row(to) { size.rows() + size.col(to) } else { size.row(to) };
        let part = self.parts.len();
        for cell in (0..size.cells()).filter(|cell| distance(*cell, through) + 1 != distance(*cell, to)) {
            self.forced[tile][cell] |= 1 << part;
        }
        self.on_line[line] |= 1 << part;
        self.parts.push(Part { tile, line });
        part
    }

    /// The forced parts in `state`.
    pub(super) fn forced<W: Word>(&self, puzzle: &Puzzle<W>, state: W) -> u16 {
        (0..puzzle.cells()).map(|cell| self.forced[state.tile(cell)][cell]).fold(0, |all, forced| all | forced)
    }

    /// The parts whose line is one of `lines`.
    #[inline]
    pub(super) fn parts_on(&self, lines: u32) -> u16 {
        let mut parts = 0;
        let mut lines = lines;
        while lines > 0 {
            parts |= self.on_line[(lines.trailing_zeros() & 31) as usize];
            lines &= lines - 1;
        }
        parts
    }

    /// The parts whose state changes when `tile` moves between two cells.
    #[inline]
    pub(super) fn changes(&self, tile: usize, from: usize, to: usize) -> u16 {
        self.forced[tile & 31][from & 31] ^ self.forced[tile & 31][to & 31]
    }
}

/// The neighbours of `cell`.
pub(super) fn neighbours<W: Word>(puzzle: &Puzzle<W>, cell: usize) -> impl Iterator<Item = usize> {
    puzzle.ops_at(cell).iter().map(|op| op.to())
}
