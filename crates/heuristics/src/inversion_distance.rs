//! Inversion distance: the vertical moves that put tiles in reading order, plus the horizontal ones
//! that put them in order down the columns.
//!
//! Label the tiles by the reading order of their goals and read the board without the blank. A
//! horizontal move changes nothing. A vertical one takes a tile past the next cols - 1 tiles, and so
//! changes the number of inversions (pairs in the wrong order) by cols - 1 at most. I inversions
//! need I / (cols - 1) vertical moves or more, rounded up; and vertical moves are as many, odd or
//! even, as rows lie between the blank and its goal row. The same holds of columns read down.
//!
//! Admissible and consistent, and of the parity of the true distance. Neither it nor Manhattan
//! distance is always above the other. From the notes of K. Takahashi ("takaken") on his 15-puzzle
//! solver, around 2001, as is walking distance; described in English by M. Kim and by J. Wong.
//!
//! A move changes the inversions of one tile with those that it passes, so a step compares it with
//! these. Memory: 4 KB.

use core::fmt;

use tilebench_core::{Cost, Heuristic, narrow};
use tilebench_puzzle::{Grid, Op, Puzzle, Size, Word};

use crate::axis::Axis;

/// The tiles that a move passes.
#[derive(Clone, Copy, Debug, Default)]
struct Passed {
    /// Their cells: the first `count`.
    cells: [u8; 12],
    count: u8,
}

/// The moves in each direction that bring the tiles into reading order.
pub struct InversionDistance {
    /// By operator.
    passed: Box<[Passed; Op::COUNT]>,
    /// By direction and tile: the tiles that come before it in the goal, a bit each.
    earlier: [[u32; 32]; 2],
    /// By direction and count: the fewest moves.
    fewest: [Box<[u8; InversionDistance::COUNTS]>; 2],
}

impl fmt::Debug for InversionDistance {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("InversionDistance").finish_non_exhaustive()
    }
}

/// Twice the inversions, plus 1 if the blank is an odd number of lines away from its goal line.
type Count = u16;

impl InversionDistance {
    /// All counts are below this: 24 tiles have up to 276 inversions.
    const COUNTS: usize = 1024;

    /// The heuristic for the goal of `puzzle`.
    #[must_use]
    pub fn new<W: Word>(puzzle: &Puzzle<W>) -> Self {
        let size = puzzle.size();
        let mut passed = Box::new([Passed::default(); Op::COUNT]);
        for op in (0..size.cells()).flat_map(|cell| puzzle.ops_at(cell)) {
            passed[op.index()] = passes(size, *op);
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
        let fewest = Axis::BOTH.map(|axis| {
            let most_a_move = axis.width(size) - 1;
            let mut fewest = Box::new([0; Self::COUNTS]);
            for (count, fewest) in fewest.iter_mut().enumerate() {
                let (inversions, odd) = (count / 2, count % 2);
                let moves = inversions.div_ceil(most_a_move);
                // Counts that no board has may take more moves than fit.
                *fewest = u8::try_from(moves + (moves + odd) % 2).unwrap_or(u8::MAX);
            }
            fewest
        });
        Self { passed, earlier, fewest }
    }

    /// The count of a direction of `state`.
    fn count<W: Word>(&self, puzzle: &Puzzle<W>, state: W, axis: Axis) -> Count {
        let size = puzzle.size();
        let away = axis.line(size, state.blank()).abs_diff(axis.line(size, puzzle.goal_cell(0)));
        let (mut seen, mut inversions) = (0u32, 0);
        for cell in axis.cells(size) {
            let tile = state.tile(usize::from(cell));
            if tile > 0 {
                inversions += (seen & !self.earlier[axis as usize][tile]).count_ones();
                seen |= 1 << tile;
            }
        }
        narrow(2 * inversions as usize + away % 2, "24 tiles have at most 276 inversions")
    }

    /// The vertical and the horizontal part.
    #[inline]
    pub(crate) fn parts(&self, cache: [Count; 2]) -> [Cost; 2] {
        let fewest = |axis: usize| Cost::from(self.fewest[axis][usize::from(cache[axis]) % Self::COUNTS]);
        [fewest(0), fewest(1)]
    }
}

/// The cells between those of `op`, in the order of its direction.
fn passes(size: Size, op: Op) -> Passed {
    let cells = Axis::from_op(op).cells(size);
    let ends = |cell: &u8| [op.from(), op.to()].contains(&usize::from(*cell));
    let between = cells.into_iter().skip_while(|cell| !ends(cell)).skip(1).take_while(|cell| !ends(cell));
    let mut passed = Passed::default();
    for (cell, place) in between.zip(&mut passed.cells) {
        *place = cell;
        passed.count += 1;
    }
    passed
}

impl<W: Word> Heuristic<Puzzle<W>> for InversionDistance {
    /// The count of each direction.
    type Cache = [Count; 2];

    fn initial(&self, puzzle: &Puzzle<W>, state: W) -> [Count; 2] {
        Axis::BOTH.map(|axis| self.count(puzzle, state, axis))
    }

    #[inline]
    fn step(&self, _: &Puzzle<W>, mut cache: [Count; 2], parent: W, op: Op) -> [Count; 2] {
        let axis = Axis::from_op(op) as usize;
        let earlier = self.earlier[axis][parent.tile(op.to())];
        let Passed { cells, count } = &self.passed[op.index()];
        let cells = cells.iter().take(usize::from(*count));
        let passed_earlier: Count = cells.map(|&cell| Count::from(earlier >> parent.tile(cell.into()) & 1 == 1)).sum();
        // Before the move the tile was inverted with one part of those that it passes, and now it is
        // with the other: twice the inversions change by twice the difference.
        let (twice_earlier, all) = (2 * passed_earlier, Count::from(*count));
        let forward = op.to() < op.from();
        let change = if forward { all.wrapping_sub(twice_earlier) } else { twice_earlier.wrapping_sub(all) };
        cache[axis] = cache[axis].wrapping_add(change.wrapping_mul(2)) ^ 1;
        cache
    }

    #[inline]
    fn h(&self, cache: [Count; 2]) -> Cost {
        let [vertical, horizontal] = self.parts(cache);
        vertical + horizontal
    }
}

#[cfg(test)]
mod tests {
    use tilebench_puzzle::{Board, OperatorOrder};

    use super::*;

    #[test]
    fn a_count_of_inversions_becomes_moves_of_the_right_parity() {
        let goal = Board::parse("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0", None).unwrap();
        let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
        let inversion = InversionDistance::new(&puzzle);
        let parts = |board: &str| {
            let state = puzzle.state(&Board::parse(board, None).unwrap()).unwrap();
            inversion.parts(inversion.initial(&puzzle, state))
        };
        assert_eq!(parts("1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15"), [0, 1]);
        // Rows: 15 stands before 12, 13 and 14. Columns: in order but for the blank.
        assert_eq!(parts("1 2 3 4 5 6 7 8 9 10 11 0 13 14 15 12"), [1, 0]);
        // Rows: 2 inversions. Columns: 2 and 1, and 15 and 14, have each changed places around three
        // others: 14 inversions, so 5 moves, and one more because the blank is at home.
        assert_eq!(parts("2 1 3 4 5 6 7 8 9 10 11 12 13 15 14 0"), [2, 6]);
    }
}
