//! Walking distance and inversion distance, the larger in each direction.
//!
//! Both bound the vertical moves of a solution on one side and the horizontal ones on the other. So
//! the larger bound on each counts no move twice, and their sum is admissible. It is never below the
//! maximum of the two heuristics, because a maximum of sums is at most the sum of the maxima.
//!
//! Admissible and consistent (a move changes the bounds of its direction only, by one each), never
//! below Manhattan distance, and of the parity of the true distance. See [`WalkingDistance`] and
//! [`InversionDistance`].

use tilebench_core::{Cost, Heuristic};
use tilebench_puzzle::{Op, Puzzle, Word};

use crate::walking::Spot;
use crate::{InversionDistance, Tables, WalkingDistance};

/// The larger of walking and inversion distance in each direction.
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
}

impl<W: Word> Heuristic<Puzzle<W>> for WalkingInversion {
    type Cache = ([Spot; 2], [u16; 2]);

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
