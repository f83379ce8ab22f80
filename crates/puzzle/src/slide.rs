//! Slides: the operators of the multi-tile metric.

use crate::{Direction, Size};

/// A slide of one or more tiles of a row or column, or the arrival at a start state. If k tiles slide, the blank moves by
/// k cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slide {
    from: u8,
    to: u8,
    /// The distance between the cells of two tiles that slide, 0 for an arrival.
    step: u8,
    /// The number among the slides that lead to the same cell.
    number: u8,
}

impl Slide {
    /// The slide by which the blank moves from `from` to `to`, another cell of the same row or column on boards of `size`.
    #[expect(clippy::cast_possible_truncation, reason = "cells are below 25")]
    pub(crate) fn new(size: Size, from: usize, to: usize) -> Self {
        let cols = size.cols();
        // The cells of the row of `to` come first, then those of its column, both without `to`.
        let (step, number) = if size.row(from) == size.row(to) {
            (1, size.col(from) - usize::from(from > to))
        } else {
            (cols, cols - 1 + size.row(from) - usize::from(from > to))
        };
        Self { from: from as u8, to: to as u8, step: step as u8, number: number as u8 }
    }

    /// The arrival at a start state whose blank is in `cell`.
    #[expect(clippy::cast_possible_truncation, reason = "cells are below 25")]
    pub(crate) const fn arrival(cell: usize) -> Self {
        Self { from: cell as u8, to: cell as u8, step: 0, number: 0 }
    }

    /// The cell the blank leaves.
    #[inline]
    #[must_use]
    pub const fn from(self) -> usize {
        (self.from & 31) as usize
    }

    /// The cell the blank enters.
    #[inline]
    #[must_use]
    pub const fn to(self) -> usize {
        (self.to & 31) as usize
    }

    /// The cells that the blank enters one after the other, each with the cell that it leaves: `(from, to)`.
    #[inline]
    pub fn steps(self) -> impl Iterator<Item = (usize, usize)> {
        let (step, mut cell) = (usize::from(self.step), self.from());
        std::iter::from_fn(move || {
            let from = cell;
            if from == self.to() {
                return None;
            }
            cell = if from < self.to() { from + step } else { from - step };
            Some((from, cell))
        })
    }

    /// The number among the slides that lead to the same cell.
    #[inline]
    pub(crate) const fn number(self) -> u32 {
        self.number as u32
    }

    /// Whether it is along a row; meaningless for an arrival.
    #[inline]
    #[must_use]
    pub const fn is_row(self) -> bool {
        self.step == 1
    }

    /// The direction in which the blank moves, and the number of tiles that slide; `None` for an arrival.
    #[must_use]
    pub fn direction(self) -> Option<(Direction, usize)> {
        let tiles = usize::from(self.to.abs_diff(self.from).checked_div(self.step)?);
        let direction = match (self.is_row(), self.to < self.from) {
            (true, true) => Direction::Left,
            (true, false) => Direction::Right,
            (false, true) => Direction::Up,
            (false, false) => Direction::Down,
        };
        Some((direction, tiles))
    }
}
