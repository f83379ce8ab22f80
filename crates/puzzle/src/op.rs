//! Operators: moves of the blank from one cell to another.

use crate::{Direction, Size};

/// A move of the blank between two neighbouring cells, or the arrival at a start state.
///
/// It contains the two cells, so that applying it needs no table; and an index below
/// [`Op::COUNT`], by which heuristics tabulate its changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Op {
    index: u8,
    from: u8,
    to: u8,
}

impl Op {
    /// All indices are below this: four moves and one arrival per cell, for up to 25 cells.
    pub const COUNT: usize = 128;

    /// The index of the arrival at cell 0.
    const FIRST_ARRIVAL: usize = 4 * Size::WORD_CELLS;

    /// The move from `from` to the neighbouring cell `to` in `direction`.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "cells are below 25")]
    pub const fn new(from: usize, to: usize, direction: Direction) -> Self {
        Self { index: (4 * from + direction as usize) as u8, from: from as u8, to: to as u8 }
    }

    /// The arrival at a start state whose blank is in `cell`.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "cells are below 25")]
    pub const fn arrival(cell: usize) -> Self {
        Self { index: (Self::FIRST_ARRIVAL + cell) as u8, from: cell as u8, to: cell as u8 }
    }

    /// The operator's index, below [`Self::COUNT`]. A constant mask keeps table look-ups free of
    /// bounds checks.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.index & 127) as usize
    }

    /// The index of the direction in which the blank moves, below 4; meaningless for an arrival.
    #[inline]
    pub(crate) const fn direction_index(self) -> u32 {
        (self.index & 3) as u32
    }

    /// The cell the blank leaves, to which the tile goes.
    #[inline]
    #[must_use]
    pub const fn from(self) -> usize {
        (self.from & 31) as usize
    }

    /// The cell the blank enters, from which the tile comes.
    #[inline]
    #[must_use]
    pub const fn to(self) -> usize {
        (self.to & 31) as usize
    }

    /// The direction in which the blank moves; `None` for an arrival.
    #[must_use]
    pub fn direction(self) -> Option<Direction> {
        (self.from != self.to).then(|| Direction::ALL[self.index() % 4])
    }
}

impl Default for Op {
    /// The arrival at cell 0, which fills unused entries of tables.
    fn default() -> Self {
        Self::arrival(0)
    }
}
