//! Inversion distance: the vertical moves that put the tiles in reading order, plus the horizontal moves
//! that put them in order down the columns.
//!
//! Label the tiles by the reading order of their goals and read the board without the blank. A
//! horizontal move changes nothing. A vertical move takes a tile past cols - 1 other tiles, so it
//! changes the number of inversions (pairs in the wrong order) by at most cols - 1. Hence I inversions
//! need at least I / (cols - 1) vertical moves, rounded up. The number of vertical moves has the parity of the
//! number of rows between the blank and its goal row. The same holds for columns read down.
//!
//! Admissible and consistent, and of the parity of the true distance. Neither it nor Manhattan
//! distance dominates the other. From the notes of K. Takahashi ("takaken") on his 15-puzzle
//! solver, around 2001, as is walking distance; described in English by M. Kim and by J. Wong.
//!
//! A move changes only the inversions of the moved tile with the tiles that it passes, so a step compares it
//! with these tiles. Memory: 4 KB.

use core::fmt;

use tilebench_core::{Cost, Heuristic, narrow};
use tilebench_puzzle::{Grid, Op, Puzzle, Size, Word};

use crate::axis::Axis;

/// The tiles that a move passes.
#[derive(Clone, Copy, Debug, Default)]
struct PassedCells {
    /// Their cells: the first `count` entries.
    cells: [u8; 12],
    count: u8,
}

/// The vertical and the horizontal moves that order the tiles by rows and by columns.
pub struct InversionDistance {
    /// By operator.
    passed: Box<[PassedCells; Op::COUNT]>,
    /// By axis and tile: the tiles before it in the goal, one bit each.
    earlier: [[u32; 32]; 2],
    /// By axis and count: the minimum number of moves.
    min_moves: [Box<[u8; InversionDistance::MAX_COUNTS]>; 2],
}

impl fmt::Debug for InversionDistance {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("InversionDistance").finish_non_exhaustive()
    }
}

/// The effect of an operator on inversion distance.
#[derive(Clone, Copy, Debug)]
pub struct InversionMove<'a> {
    /// The cells of the tiles that the moved tile passes.
    pub passed: &'a [u8],
    /// By tile: the tiles before it in the goal, one bit each.
    pub earlier: &'a [u32; 32],
    /// By count, which is twice the inversions plus the parity of the blank's line: the minimum number of moves on the axis.
    pub min_moves: &'a [u8; InversionDistance::MAX_COUNTS],
}

/// Twice the inversions, plus 1 if the blank is an odd number of lines away from its goal line.
type InversionCount = u16;

impl InversionDistance {
    /// All counts are below this: 24 tiles have at most 276 inversions.
    pub const MAX_COUNTS: usize = 1024;

    /// The heuristic for the goal of `puzzle`.
    #[must_use]
    pub fn new<W: Word>(puzzle: &Puzzle<W>) -> Self {
        let size = puzzle.size();
        let mut passed = Box::new([PassedCells::default(); Op::COUNT]);
        for op in (0..size.cells()).flat_map(|cell| puzzle.ops_at(cell)) {
            passed[op.index()] = passed_cells(size, *op);
        }
        let earlier = Axis::BOTH.map(|axis| {
            let mut earlier = [0; 32];
            let mut seen = 0;
            for cell in axis.cells(size) {
                let tile = usize::from(puzzle.goal().tiles()[usize::from(cell)]);
                earlier[tile] = seen;
                seen |= u32::from(tile > 0) << tile;
            }
            earlier
        });
        let min_moves = Axis::BOTH.map(|axis| {
            let max_change = axis.width(size) - 1;
            let mut min_moves = Box::new([0; Self::MAX_COUNTS]);
            for (count, min_moves) in min_moves.iter_mut().enumerate() {
                let (inversions, odd) = (count / 2, count % 2);
                let moves = inversions.div_ceil(max_change);
                // Counts that no board has may need more moves than fit into a byte.
                *min_moves = u8::try_from(moves + (moves + odd) % 2).unwrap_or(u8::MAX);
            }
            min_moves
        });
        Self { passed, earlier, min_moves }
    }

    /// The effect of `op`.
    #[must_use]
    pub fn effect(&self, op: Op) -> InversionMove<'_> {
        let axis = Axis::from_op(op) as usize;
        let PassedCells { cells, count } = &self.passed[op.index()];
        let passed = &cells[..usize::from(*count)];
        InversionMove { passed, earlier: &self.earlier[axis], min_moves: &self.min_moves[axis] }
    }

    /// The count of `state` on an axis.
    fn count<W: Word>(&self, puzzle: &Puzzle<W>, state: W, axis: Axis) -> InversionCount {
        let size = puzzle.size();
        let lines_apart = axis.line(size, state.blank()).abs_diff(axis.line(size, puzzle.goal_cell(0)));
        let (mut seen, mut inversions) = (0u32, 0);
        for cell in axis.cells(size) {
            let tile = state.tile(usize::from(cell));
            if tile > 0 {
                inversions += (seen & !self.earlier[axis as usize][tile]).count_ones();
                seen |= 1 << tile;
            }
        }
        narrow(2 * inversions as usize + lines_apart % 2, "24 tiles have at most 276 inversions")
    }

    /// The vertical and the horizontal part.
    #[inline]
    #[must_use]
    pub fn parts(&self, cache: [InversionCount; 2]) -> [Cost; 2] {
        let min_moves = |axis: usize| Cost::from(self.min_moves[axis][usize::from(cache[axis]) % Self::MAX_COUNTS]);
        [min_moves(0), min_moves(1)]
    }
}

/// The cells between the two cells of `op`, in the order of its axis.
fn passed_cells(size: Size, op: Op) -> PassedCells {
    let cells = Axis::from_op(op).cells(size);
    let ends = |cell: &u8| [op.from(), op.to()].contains(&usize::from(*cell));
    let cells_between = cells.into_iter().skip_while(|cell| !ends(cell)).skip(1).take_while(|cell| !ends(cell));
    let mut passed = PassedCells::default();
    for (cell, place) in cells_between.zip(&mut passed.cells) {
        *place = cell;
        passed.count += 1;
    }
    passed
}

impl<W: Word> Heuristic<Puzzle<W>> for InversionDistance {
    /// The count of each axis.
    type Cache = [InversionCount; 2];

    fn initial(&self, puzzle: &Puzzle<W>, state: W) -> [InversionCount; 2] {
        Axis::BOTH.map(|axis| self.count(puzzle, state, axis))
    }

    #[inline]
    fn step(&self, _: &Puzzle<W>, mut cache: [InversionCount; 2], parent: W, op: Op) -> [InversionCount; 2] {
        let axis = Axis::from_op(op) as usize;
        let earlier = self.earlier[axis][parent.tile(op.to())];
        let PassedCells { cells, count } = &self.passed[op.index()];
        let cells = cells.iter().take(usize::from(*count));
        let passed_earlier: InversionCount =
            cells.map(|&cell| InversionCount::from(earlier >> parent.tile(cell.into()) & 1 == 1)).sum();
        // Before the move the tile was inverted with one part of the tiles that it passes, and after it with the
        // other part: twice the inversions change by twice the difference.
        let (twice_earlier, all) = (2 * passed_earlier, InversionCount::from(*count));
        let forward = op.to() < op.from();
        let change = if forward { all.wrapping_sub(twice_earlier) } else { twice_earlier.wrapping_sub(all) };
        cache[axis] = cache[axis].wrapping_add(change.wrapping_mul(2)) ^ 1;
        cache
    }

    #[inline]
    fn h(&self, cache: [InversionCount; 2]) -> Cost {
        let [vertical, horizontal] = self.parts(cache);
        vertical + horizontal
    }
}

#[cfg(test)]
mod tests {
    use tilebench_puzzle::{Board, OperatorOrder};

    use super::*;

    #[test]
    fn inversions_are_converted_to_moves_of_the_right_parity() {
        let goal = Board::parse("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0", None).unwrap();
        let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
        let inversion = InversionDistance::new(&puzzle);
        let parts = |board: &str| {
            let state = puzzle.state(&Board::parse(board, None).unwrap()).unwrap();
            inversion.parts(inversion.initial(&puzzle, state))
        };
        assert_eq!(parts("1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15"), [0, 1]);
        // Rows: 15 is before 12, 13 and 14. Columns: in order except for the blank.
        assert_eq!(parts("1 2 3 4 5 6 7 8 9 10 11 0 13 14 15 12"), [1, 0]);
        // Rows: 2 inversions. Columns: 2 and 1, and 15 and 14, are swapped around three others: 14 inversions,
        // so 5 moves, and one more because the blank is in its goal cell.
        assert_eq!(parts("2 1 3 4 5 6 7 8 9 10 11 12 13 15 14 0"), [2, 6]);
    }
}
