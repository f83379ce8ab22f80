//! The maximum of walking distance and inversion distance on each axis.
//!
//! Both heuristics are sums of a lower bound on the vertical moves and a lower bound on the horizontal moves.
//! So the maximum on each axis counts no move twice, and the sum of the maxima is admissible. It is never below
//! the maximum of the two heuristics, because a maximum of sums is at most the sum of the maxima.
//!
//! Admissible and consistent (a move changes only the bounds of its axis, by 1 each), never
//! below Manhattan distance, and of the parity of the true distance. See [`WalkingDistance`] and
//! [`InversionDistance`].

use tilebench_core::{Cost, Heuristic};
use tilebench_puzzle::{Op, Puzzle, Word};

use crate::walking::AxisState;
use crate::{InversionDistance, Tables, WalkingDistance};

/// The maximum of walking and inversion distance on each axis.
#[derive(Debug)]
pub struct WalkingInversion {
    walking: WalkingDistance,
    inversion: InversionDistance,
}

impl WalkingInversion {
    /// The heuristic for the goal of `puzzle`, with large tables from `tables`.
    #[must_use]
    pub fn new<W: Word>(puzzle: &Puzzle<W>, tables: &Tables) -> Self {
        Self { walking: WalkingDistance::new(puzzle, tables), inversion: InversionDistance::new(puzzle) }
    }

    /// Both heuristics.
    #[must_use]
    pub fn parts(&self) -> (&WalkingDistance, &InversionDistance) {
        (&self.walking, &self.inversion)
    }
}

impl<W: Word> Heuristic<Puzzle<W>> for WalkingInversion {
    type Cache = ([AxisState; 2], [u16; 2]);

    fn initial(&self, puzzle: &Puzzle<W>, state: W) -> Self::Cache {
        (self.walking.initial(puzzle, state), self.inversion.initial(puzzle, state))
    }

    #[inline]
    fn step(&self, puzzle: &Puzzle<W>, (walking, inversion): Self::Cache, parent: W, op: Op) -> Self::Cache {
        (self.walking.step(puzzle, walking, parent, op), self.inversion.step(puzzle, inversion, parent, op))
    }

    #[inline]
    fn h(&self, (walking, inversion): Self::Cache) -> Cost {
        let [vertical, horizontal] = WalkingDistance::parts(walking);
        let [by_rows, by_columns] = self.inversion.parts(inversion);
        vertical.max(by_rows) + horizontal.max(by_columns)
    }
}
