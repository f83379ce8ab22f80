//! The successors of packed states if a slide of several tiles is one move.
//!
//! The states that slides along one line reach from each other form a clique. If a parent of a state lies in the clique of its row,
//! all states of the clique are in the layer of the parent or in that of the state, so the state is not expanded along the row: one
//! used-operator bit for rows and one for columns suffice. If no parent lies in the clique, another state of the clique may be in the
//! same layer, and its expansion generates the state again. Therefore a copy of the state, with a third bit, is added to the next
//! layer, and excludes the state from it.

use super::frontier_word::FrontierWord;
use super::successor_generator::{PackedBoard, SuccessorGenerator};

/// The bit of slides along the row.
const ROW: usize = 0;
/// The bit of slides along the column.
const COLUMN: usize = 1;
/// The bit of copies that exclude a state.
const EXCLUDED: usize = 2;

/// The cells of a row or column.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    first: usize,
    last: usize,
    step: usize,
}

/// The slides on a rectangle, on packed states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlideGenerator {
    board: PackedBoard,
    max_successors: u64,
    /// By cell: its row and its column.
    lines: [[Line; 2]; 25],
}

impl SlideGenerator {
    /// The slides on a board of `rows` by `cols` cells.
    pub(crate) fn new(rows: usize, cols: usize) -> Self {
        let mut lines = [[Line::default(); 2]; 25];
        for (cell, lines) in lines.iter_mut().enumerate().take(rows * cols) {
            let (row, col) = (cell / cols, cell % cols);
            lines[ROW] = Line { first: row * cols, last: row * cols + cols - 1, step: 1 };
            lines[COLUMN] = Line { first: col, last: (rows - 1) * cols + col, step: cols };
        }
        Self { board: PackedBoard::new(rows * cols), max_successors: (rows + cols - 2) as u64, lines }
    }
}

impl SuccessorGenerator for SlideGenerator {
    fn max_successors(&self) -> u64 {
        self.max_successors
    }

    #[inline]
    fn expand<W: FrontierWord>(&self, state: W, mut each: impl FnMut(W)) {
        let board = self.board.unpack(state);
        let blank = board.blank();
        let used = state.used_ops();
        for axis in [ROW, COLUMN] {
            if used >> axis & 1 == 1 {
                continue;
            }
            let Line { first, last, step } = self.lines[blank][axis];
            let (mut slid, mut cell) = (board, blank);
            while cell > first {
                slid = slid.moved(cell, cell - step);
                cell -= step;
                each(slid.with_used_op(self.board.last, axis));
            }
            (slid, cell) = (board, blank);
            while cell < last {
                slid = slid.moved(cell, cell + step);
                cell += step;
                each(slid.with_used_op(self.board.last, axis));
            }
        }
    }

    #[inline]
    fn excluding<W: FrontierWord>(&self, state: W) -> Option<W> {
        let is_expanded = state.used_ops() != (1 << ROW | 1 << COLUMN);
        is_expanded.then(|| state.tiles().with_used_op(self.board.last, EXCLUDED))
    }

    #[inline]
    fn is_excluded<W: FrontierWord>(&self, state: W) -> bool {
        state.used_ops() >> EXCLUDED == 1
    }
}
