//! The successors of packed states if a move is one tile by one cell.

use tilebench_core::narrow;

use super::frontier_word::FrontierWord;
use super::successor_generator::{PackedBoard, SuccessorGenerator};

/// The moves on a rectangle, on packed states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveGenerator {
    board: PackedBoard,
    /// By the blank's cell: the directions in which it can move, one bit each.
    legal_moves: [usize; 25],
    /// By direction: the change of the blank's cell.
    cell_deltas: [isize; 4],
}

impl MoveGenerator {
    /// The directions are up, left, right and down, so that `3 - direction` is the opposite.
    pub(crate) fn new(rows: usize, cols: usize) -> Self {
        let cells = rows * cols;
        let mut legal_moves = [0; 25];
        for (cell, legal_moves) in legal_moves.iter_mut().enumerate().take(cells) {
            let (row, col) = (cell / cols, cell % cols);
            let directions = [row > 0, col > 0, col + 1 < cols, row + 1 < rows];
            *legal_moves = (0..4).map(|direction| usize::from(directions[direction]) << direction).sum();
        }
        let col: isize = narrow(cols, "boards have at most 25 cells");
        Self { board: PackedBoard::new(cells), legal_moves, cell_deltas: [-col, -1, 1, col] }
    }
}

impl SuccessorGenerator for MoveGenerator {
    fn max_successors(&self) -> u64 {
        4
    }

    #[inline]
    fn expand<W: FrontierWord>(&self, state: W, mut each: impl FnMut(W)) {
        let board = self.board.unpack(state);
        let blank = board.blank();
        let mut directions = self.legal_moves[blank] & !state.used_ops();
        while directions != 0 {
            let direction = directions.trailing_zeros() as usize & 3;
            directions &= directions - 1;
            let to = blank.wrapping_add_signed(self.cell_deltas[direction]);
            each(board.moved(blank, to).with_used_op(self.board.last, 3 - direction));
        }
    }
}
