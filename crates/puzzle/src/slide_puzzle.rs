//! A sliding-tile puzzle in the multi-tile metric.

use tilebench_core::{Bidirectional, BitPacked, Domain};

use crate::slide::Slide;
use crate::{Direction, Grid, Puzzle, Size, Word};

/// The number of bits of the number of a slide: at most 12 slides lead to a cell.
const NUMBER_BITS: u32 = 4;
/// The number of different numbers of slides.
const NUMBERS: usize = 1 << NUMBER_BITS;

/// A [`Puzzle`] in which a slide of one or more tiles of a row or column is one move of cost 1.
///
/// A state has `rows + cols - 2` slides, one for each other cell of the blank's row and column. A slide along the line of the last
/// slide is excluded, as the inverse move is in the metric of single tiles: one slide, or none, has the effect of both. So two
/// consecutive moves of the blank in one direction always belong to one slide, and a list of moves determines the slides.
#[derive(Clone, Debug)]
pub struct SlidePuzzle<W: Word> {
    puzzle: Puzzle<W>,
    /// By the blank's cell: the slides along its column and those along its row, in operator order.
    ops: Vec<[Vec<Slide>; 2]>,
    /// By the blank's cell: all slides, in operator order.
    root_ops: Vec<Vec<Slide>>,
    /// By the blank's cell and the slide's number: the slide that leads to the cell.
    incoming_ops: Vec<[Slide; NUMBERS]>,
}

/// The slides of a blank in `cell` in `directions`, in each of them those of fewer tiles first.
fn slides(size: Size, cell: usize, directions: impl Iterator<Item = Direction>) -> Vec<Slide> {
    let cells = |direction: Direction| {
        let next = move |&cell: &usize| direction.step_from(cell, size.rows(), size.cols());
        std::iter::successors(Some(cell), next).skip(1)
    };
    directions.flat_map(|direction| cells(direction).map(move |to| Slide::new(size, cell, to))).collect()
}

impl<W: Word> SlidePuzzle<W> {
    /// The states of `puzzle` with slides as operators, in the order of its operators.
    #[must_use]
    pub fn new(puzzle: Puzzle<W>) -> Self {
        let size = puzzle.size();
        let directions = |cell| puzzle.directions(puzzle.ops_at(cell));
        let root_ops: Vec<_> = (0..size.cells()).map(|cell| slides(size, cell, directions(cell))).collect();
        let mut incoming_ops = vec![[Slide::default(); NUMBERS]; size.cells()];
        for &slide in root_ops.iter().flatten() {
            incoming_ops[slide.to()][slide.number() as usize] = slide;
        }
        let of_line = |ops: &Vec<Slide>, is_row| ops.iter().copied().filter(|op| op.is_row() == is_row).collect();
        let ops = root_ops.iter().map(|ops| [of_line(ops, false), of_line(ops, true)]).collect();
        Self { puzzle, ops, root_ops, incoming_ops }
    }

    /// The puzzle in the metric of single tiles.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle<W> {
        &self.puzzle
    }

    /// The moves of the blank, cell by cell.
    pub fn directions<'a>(&self, ops: &'a [Slide]) -> impl Iterator<Item = Direction> + use<'a, W> {
        ops.iter().filter_map(|op| op.direction()).flat_map(|(direction, tiles)| std::iter::repeat_n(direction, tiles))
    }
}

impl<W: Word> Domain for SlidePuzzle<W> {
    type State = W;
    type Key = W::Key;
    type Op = Slide;

    /// Of the boards in words, 2x12 has the maximum.
    const MAX_BRANCHING: u64 = 12;

    #[inline]
    fn root_op(&self, start: W) -> Slide {
        Slide::arrival(start.blank())
    }

    #[inline]
    fn ops(&self, _: W, parent_op: Slide) -> &[Slide] {
        let cell = parent_op.to();
        if parent_op.from() == cell { &self.root_ops[cell] } else { &self.ops[cell][usize::from(!parent_op.is_row())] }
    }

    #[inline]
    fn apply(&self, state: W, op: Slide) -> W {
        op.steps().fold(state, |state, (from, to)| state.moved(from, to))
    }

    fn inverse(&self, op: Slide) -> Slide {
        if op.from() == op.to() { op } else { Slide::new(self.puzzle.size(), op.to(), op.from()) }
    }

    #[inline]
    fn is_goal(&self, state: W) -> bool {
        self.puzzle.is_goal(state)
    }

    #[inline]
    fn pack(&self, state: W) -> W::Key {
        self.puzzle.pack(state)
    }

    #[inline]
    fn unpack(&self, key: W::Key) -> W {
        self.puzzle.unpack(key)
    }
}

impl<W: Word> Bidirectional for SlidePuzzle<W> {
    fn goal(&self) -> W {
        Bidirectional::goal(&self.puzzle)
    }

    fn with_goal(&self, goal: W) -> Self {
        Self { puzzle: self.puzzle.with_goal(goal), ..self.clone() }
    }
}

/// The numbers of states are those of [`Puzzle`].
impl<W: Word> BitPacked for SlidePuzzle<W> {
    type Code = W;

    const OP_BITS: u32 = NUMBER_BITS;

    fn code_bits(&self) -> u32 {
        self.puzzle.code_bits()
    }

    #[inline]
    fn encode(&self, state: W) -> W {
        self.puzzle.encode(state)
    }

    #[inline]
    fn decode(&self, code: W) -> W {
        self.puzzle.decode(code)
    }

    #[inline]
    fn rank(&self, code: W) -> W {
        self.puzzle.rank(code)
    }

    #[inline]
    fn op_number(op: Slide) -> u32 {
        op.number()
    }

    #[inline]
    fn incoming_op(&self, state: W, number: u32) -> Slide {
        self.incoming_ops[state.blank()][number as usize % NUMBERS]
    }
}

impl<W: Word> Grid for SlidePuzzle<W> {
    fn rows(&self) -> usize {
        self.puzzle.rows()
    }

    fn cols(&self) -> usize {
        self.puzzle.cols()
    }

    #[inline]
    fn tile_at(&self, state: W, cell: usize) -> usize {
        self.puzzle.tile_at(state, cell)
    }

    #[inline]
    fn goal_cell(&self, tile: usize) -> usize {
        self.puzzle.goal_cell(tile)
    }

    #[inline]
    fn ops_at(&self, cell: usize) -> &[Slide] {
        &self.root_ops[cell]
    }

    #[inline]
    fn destination(&self, op: Slide) -> usize {
        op.to()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, OperatorOrder, count_move_runs};

    fn check_slides<W: Word>(size: Size, order: &OperatorOrder) {
        let goal = Goal::BlankLast.board(size).unwrap();
        let puzzle = SlidePuzzle::<W>::new(Puzzle::new(&goal, order).unwrap());
        let mut state = Bidirectional::goal(&puzzle);
        let mut parent_op = puzzle.root_op(state);
        let mut path = Vec::new();
        for step in 0..200 {
            let ops = puzzle.ops(state, parent_op);
            let [others_in_row, others_in_column] = [size.cols() - 1, size.rows() - 1];
            let expected = match (step, parent_op.is_row()) {
                (0, _) => others_in_row + others_in_column,
                (_, true) => others_in_column,
                (_, false) => others_in_row,
            };
            assert_eq!(ops.len(), expected);
            let op = ops[(step * 7) % ops.len()];
            let next = puzzle.apply(state, op);
            assert_eq!(puzzle.apply(next, puzzle.inverse(op)), state);
            assert!(!puzzle.ops(next, op).contains(&puzzle.inverse(op)));
            assert_eq!(puzzle.incoming_op(next, SlidePuzzle::<W>::op_number(op)), op);
            assert_eq!(puzzle.decode(puzzle.encode(next)), next);
            let (direction, tiles) = op.direction().unwrap();
            let mut board = puzzle.puzzle().board(state);
            for _ in 0..tiles {
                board = board.moved(direction).unwrap();
            }
            assert_eq!(puzzle.puzzle().board(next), board);
            path.push(op);
            (state, parent_op) = (next, op);
        }
        let moves: Vec<Direction> = puzzle.directions(&path).collect();
        assert_eq!(count_move_runs(&moves), path.len(), "a run of equal moves is one slide");
    }

    #[test]
    fn slides_agree_with_the_board_on_every_size_in_both_words_and_all_orders() {
        for size in Size::packable() {
            for order in ["ULRD", "DRLU", "shuffle"] {
                let order = OperatorOrder::parse(order, 5).unwrap();
                if size.cells() <= 16 {
                    check_slides::<u64>(size, &order);
                }
                check_slides::<u128>(size, &order);
            }
        }
    }
}
