//! Manhattan distance in the multi-tile metric.
//!
//! A slide along a row moves at most `cols - 1` tiles by one column each, and changes no row. So at least H / (cols - 1) slides along
//! rows are needed, rounded up, if the columns of the tiles are H apart in all from those of their goal cells; and at least
//! V / (rows - 1) slides along columns. The heuristic is the sum. It is never below the quotient of the whole Manhattan distance and the
//! longer side minus 1.
//!
//! Admissible. Consistent, because a slide changes one of the two distances, by at most its divisor.

use tilebench_core::{Cost, Heuristic, narrow};
use tilebench_puzzle::{Grid, Slide, SlidePuzzle, Word};

/// The slides along rows plus those along columns that Manhattan distance requires.
#[derive(Debug)]
pub struct SlideManhattan {
    /// By tile and cell: the columns and the rows apart.
    distances: Box<[[[u8; 2]; 32]; 32]>,
    /// The maximum number of tiles of a slide along a row and along a column.
    max_tiles: [Cost; 2],
}

impl SlideManhattan {
    /// The heuristic for the goal of `puzzle`.
    #[must_use]
    pub fn new<W: Word>(puzzle: &SlidePuzzle<W>) -> Self {
        let (rows, cols) = (puzzle.rows(), puzzle.cols());
        let apart = |one: usize, other: usize| narrow(one.abs_diff(other), "boards in words have at most 25 cells");
        let mut distances = Box::new([[[0; 2]; 32]; 32]);
        for tile in 1..rows * cols {
            let goal = puzzle.goal_cell(tile);
            for cell in 0..rows * cols {
                distances[tile][cell] = [apart(cell % cols, goal % cols), apart(cell / cols, goal / cols)];
            }
        }
        Self { distances, max_tiles: [cols - 1, rows - 1].map(|tiles| narrow(tiles, "a side has at most 12 cells")) }
    }
}

impl<W: Word> Heuristic<SlidePuzzle<W>> for SlideManhattan {
    /// The columns and the rows apart in all, and h.
    type Cache = [Cost; 3];

    fn initial(&self, puzzle: &SlidePuzzle<W>, state: W) -> [Cost; 3] {
        let mut apart = [0; 2];
        for cell in 0..puzzle.cells() {
            for (sum, distance) in apart.iter_mut().zip(self.distances[state.tile(cell)][cell]) {
                *sum += Cost::from(distance);
            }
        }
        let [columns, rows] = apart;
        [columns, rows, columns.div_ceil(self.max_tiles[0]) + rows.div_ceil(self.max_tiles[1])]
    }

    #[inline]
    fn step(&self, _: &SlidePuzzle<W>, cache: [Cost; 3], parent: W, op: Slide) -> [Cost; 3] {
        let axis = usize::from(!op.is_row());
        let mut apart = cache[axis];
        // The tile in the cell that the blank enters moves to the cell that it leaves.
        for (to, from) in op.steps() {
            let distances = &self.distances[parent.tile(from)];
            apart = apart + Cost::from(distances[to][axis]) - Cost::from(distances[from][axis]);
        }
        let [mut columns, mut rows, mut h] = cache;
        let before = cache[axis].div_ceil(self.max_tiles[axis]);
        h = h + apart.div_ceil(self.max_tiles[axis]) - before;
        *(if axis == 0 { &mut columns } else { &mut rows }) = apart;
        [columns, rows, h]
    }

    #[inline]
    fn h(&self, [_, _, h]: [Cost; 3]) -> Cost {
        h
    }
}

#[cfg(test)]
mod tests {
    use tilebench_core::HeuristicExt;
    use tilebench_puzzle::{Board, Goal, Metric, OperatorOrder, Puzzle};
    use tilebench_testkit::{DeclaredProperties, Oracle, check_slide_laws};

    use super::*;
    use crate::manhattan;

    #[test]
    fn manhattan_distance_in_slides_obeys_the_laws_on_every_edge() {
        let declared = DeclaredProperties { admissible: true, consistent: true };
        for size in ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"] {
            for goal in [Goal::BlankFirst, Goal::BlankLast] {
                let oracle = Oracle::in_metric(&goal.board(size.parse().unwrap()).unwrap(), Metric::Multi);
                check_slide_laws::<u64, _>(&oracle, SlideManhattan::new, declared);
            }
        }
    }

    #[test]
    fn it_is_never_below_the_scaled_manhattan_distance() {
        let goal = Goal::BlankFirst.board("3x4".parse().unwrap()).unwrap();
        let single = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
        let puzzle = SlidePuzzle::new(single.clone());
        let (sum, slides) = (manhattan(&single), SlideManhattan::new(&puzzle));
        let mut above = 0;
        for board in ["11 10 9 8 7 6 5 4 3 2 1 0", "4 8 0 1 5 9 2 6 10 3 7 11", "1 5 2 0 4 3 6 7 8 9 10 11"] {
            let board = Board::parse(board, Some(goal.size())).unwrap();
            let Ok(state) = single.state(&board) else { continue };
            let h = slides.estimate(&puzzle, state);
            let scaled = sum.estimate(&single, state).div_ceil(3);
            assert!(h >= scaled, "{board}: {h} is below {scaled}");
            above += h - scaled;
        }
        assert!(above > 0);
    }
}
