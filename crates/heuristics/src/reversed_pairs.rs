//! Reversed pairs: two moves for every pair of tiles in their goal line in the wrong order.
//!
//! Often confused with linear conflict, which counts the minimum number of tiles that must leave a line:
//! three tiles in reverse order are three pairs, but two tiles that leave. By itself it overestimates no board
//! of up to nine cells, which proves nothing for larger ones, and it is not consistent. Manhattan
//! distance plus these pairs is not admissible: on the 8-puzzle, with the goal's blank in a corner,
//! it overestimates 7 of 181,440 boards by up to 4 moves. Walking distance plus these pairs, which
//! counts many moves twice, overestimates 1,457 boards by up to 12; a widely read answer on the site
//! Code Golf (2012) searches with that sum. See [`LinearConflict`](crate::LinearConflict) for the
//! sum that is admissible.
//!
//! A move changes two lines across its axis, and the moved tile belongs to at most one of them, so a step
//! compares it with the tiles of one line.

use core::fmt;

use tilebench_core::{Cost, Heuristic};
use tilebench_puzzle::{Grid, Op, Puzzle, Word};

use crate::axis::{Axis, to_byte};

/// The lines that a move crosses between.
#[derive(Clone, Copy, Debug, Default)]
struct CrossedLines {
    /// The line that the tile leaves.
    left: u8,
    /// The line that the tile enters.
    entered: u8,
    /// The tile's position in both.
    place: u8,
}

/// The goal of a tile on one axis.
#[derive(Clone, Copy, Debug, Default)]
struct GoalPosition {
    line: u8,
    /// The tiles of the same goal line that belong before it, one bit each.
    before: u32,
    /// The tiles that belong after it, one bit each.
    after: u32,
}

/// Two moves for every reversed pair of tiles in their goal line.
pub struct ReversedPairs {
    /// By axis: all cells, line by line.
    cells: [Vec<u8>; 2],
    /// By axis: the number of cells of a line.
    widths: [usize; 2],
    /// By axis and tile.
    homes: [[GoalPosition; 32]; 2],
    crossings: Box<[CrossedLines; Op::COUNT]>,
}

impl fmt::Debug for ReversedPairs {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ReversedPairs").finish_non_exhaustive()
    }
}

impl ReversedPairs {
    /// The heuristic for the goal of `puzzle`.
    #[must_use]
    pub fn new<W: Word>(puzzle: &Puzzle<W>) -> Self {
        let size = puzzle.size();
        let mut crossings = Box::new([CrossedLines::default(); Op::COUNT]);
        for op in (0..size.cells()).flat_map(|cell| puzzle.ops_at(cell)) {
            let axis = Axis::from_op(*op);
            crossings[op.index()] = CrossedLines {
                left: to_byte(axis.line(size, op.to())),
                entered: to_byte(axis.line(size, op.from())),
                place: to_byte(axis.position(size, op.to())),
            };
        }
        Self {
            cells: Axis::BOTH.map(|axis| axis.cells(size)),
            widths: Axis::BOTH.map(|axis| axis.width(size)),
            homes: Axis::BOTH.map(|axis| homes(puzzle, axis)),
            crossings,
        }
    }

    /// The reversed pairs of `tile` in the position `place` of `line`, its goal line, with the other tiles of `state`.
    #[inline]
    fn pairs<W: Word>(&self, state: W, axis: usize, line: u8, place: u8, tile: usize) -> Cost {
        let width = self.widths[axis];
        let start = usize::from(line) * width;
        let GoalPosition { before, after, .. } = self.homes[axis][tile];
        let mut pairs = 0;
        for (at, &cell) in (0u8..).zip(&self.cells[axis][start..start + width]) {
            let reversed = if at < place { after } else { before };
            pairs += reversed >> state.tile(usize::from(cell)) & 1;
        }
        pairs
    }
}

fn homes<W: Word>(puzzle: &Puzzle<W>, axis: Axis) -> [GoalPosition; 32] {
    let size = puzzle.size();
    let mut homes = [GoalPosition::default(); 32];
    for (line, cells) in (0u8..).zip(axis.cells(size).chunks_exact(axis.width(size))) {
        let tiles: Vec<u16> = cells.iter().map(|&cell| puzzle.goal().tiles()[usize::from(cell)]).collect();
        let set = |tiles: &[u16]| tiles.iter().filter(|tile| **tile > 0).map(|tile| 1 << tile).sum();
        for (place, &tile) in tiles.iter().enumerate().filter(|(_, tile)| **tile > 0) {
            homes[usize::from(tile)] =
                GoalPosition { line, before: set(&tiles[..place]), after: set(&tiles[place + 1..]) };
        }
    }
    homes
}

impl<W: Word> Heuristic<Puzzle<W>> for ReversedPairs {
    type Cache = Cost;

    fn initial(&self, puzzle: &Puzzle<W>, state: W) -> Cost {
        let size = puzzle.size();
        let mut twice = 0;
        for axis in Axis::BOTH {
            for cell in 0..size.cells() {
                let (line, place) = (to_byte(axis.line(size, cell)), to_byte(axis.position(size, cell)));
                let tile = state.tile(cell);
                if tile > 0 && self.homes[axis as usize][tile].line == line {
                    twice += self.pairs(state, axis as usize, line, place, tile);
                }
            }
        }
        // Every pair was counted from both its tiles, and adds two moves.
        twice
    }

    #[inline]
    fn step(&self, _: &Puzzle<W>, cache: Cost, parent: W, op: Op) -> Cost {
        let axis = Axis::from_op(op) as usize;
        let tile = parent.tile(op.to());
        let CrossedLines { left, entered, place } = self.crossings[op.index()];
        let home = self.homes[axis][tile].line;
        if home == left {
            cache - 2 * self.pairs(parent, axis, left, place, tile)
        } else if home == entered {
            cache + 2 * self.pairs(parent, axis, entered, place, tile)
        } else {
            cache
        }
    }

    #[inline]
    fn h(&self, cache: Cost) -> Cost {
        cache
    }
}
