//! The two axes of a board, by which code for rows also applies to columns.

use tilebench_core::narrow;
use tilebench_puzzle::{Op, Size};

/// The axis of a move. The lines of an axis are those that its moves cross: rows for vertical moves, columns
/// for horizontal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Along columns, between rows.
    Vertical,
    /// Along rows, between columns.
    Horizontal,
}

impl Axis {
    /// Both axes.
    pub const BOTH: [Self; 2] = [Self::Vertical, Self::Horizontal];

    /// The axis of `op`. Cells in neighbouring columns have consecutive numbers, cells in neighbouring rows do
    /// not. So if the operator is known at compile time, its axis is too.
    #[inline]
    #[must_use]
    pub fn from_op(op: Op) -> Self {
        if op.from().abs_diff(op.to()) == 1 { Self::Horizontal } else { Self::Vertical }
    }

    /// The number of lines.
    #[must_use]
    pub fn lines(self, size: Size) -> usize {
        match self {
            Self::Vertical => size.rows(),
            Self::Horizontal => size.cols(),
        }
    }

    /// The number of cells of a line.
    #[must_use]
    pub fn width(self, size: Size) -> usize {
        size.cells() / self.lines(size)
    }

    /// The line of `cell`.
    #[must_use]
    pub fn line(self, size: Size, cell: usize) -> usize {
        match self {
            Self::Vertical => size.row(cell),
            Self::Horizontal => size.col(cell),
        }
    }

    /// The position of `cell` in its line.
    #[must_use]
    pub fn position(self, size: Size, cell: usize) -> usize {
        match self {
            Self::Vertical => size.col(cell),
            Self::Horizontal => size.row(cell),
        }
    }

    /// All cells, line by line.
    #[must_use]
    pub fn cells(self, size: Size) -> Vec<u8> {
        let mut cells: Vec<u8> = (0u8..).take(size.cells()).collect();
        cells.sort_by_key(|&cell| self.line(size, usize::from(cell)));
        cells
    }
}

/// The index of a cell, a tile, a line or a pattern as a byte.
pub(crate) fn to_byte(number: usize) -> u8 {
    narrow(number, "cells, tiles, lines and patterns are below 32")
}

#[cfg(test)]
mod tests {
    use tilebench_puzzle::Grid;
    use tilebench_puzzle::{Goal, OperatorOrder, Puzzle};

    use super::*;

    #[test]
    fn every_move_crosses_to_a_neighbouring_line_at_the_same_position() {
        for size in Size::packable() {
            let puzzle =
                Puzzle::<u128>::new(&Goal::BlankFirst.board(size).unwrap(), &OperatorOrder::default()).unwrap();
            for op in (0..size.cells()).flat_map(|cell| puzzle.ops_at(cell)) {
                let axis = Axis::from_op(*op);
                assert_eq!(axis.line(size, op.from()).abs_diff(axis.line(size, op.to())), 1);
                assert_eq!(axis.position(size, op.from()), axis.position(size, op.to()));
            }
        }
    }
}
