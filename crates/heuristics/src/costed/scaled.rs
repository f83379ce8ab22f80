//! A heuristic for unit cost, times the minimum cost of a move.
//!
//! Admissible and consistent if the heuristic for unit cost is: every move costs at least the minimum. With costs that differ
//! much it is far below the true cost.

use tilebench_core::{Cost, Domain, Heuristic};
use tilebench_puzzle::{CostedPuzzle, Op, Puzzle, Word};

/// The number of moves that a heuristic estimates, times the minimum cost.
#[derive(Clone, Copy, Debug)]
pub struct Scaled<H> {
    moves: H,
    min_cost: Cost,
}

impl<H> Scaled<H> {
    /// The heuristic `moves` of the puzzle without costs, for `puzzle`.
    pub fn new<W: Word>(puzzle: &CostedPuzzle<W>, moves: H) -> Self {
        Self { moves, min_cost: puzzle.min_cost() }
    }
}

impl<W: Word, H: Heuristic<Puzzle<W>>> Heuristic<CostedPuzzle<W>> for Scaled<H> {
    type Cache = H::Cache;

    fn initial(&self, puzzle: &CostedPuzzle<W>, state: W) -> H::Cache {
        self.moves.initial(puzzle.puzzle(), state)
    }

    #[inline]
    fn step(&self, puzzle: &CostedPuzzle<W>, cache: H::Cache, parent: W, op: Op) -> H::Cache {
        self.moves.step(puzzle.puzzle(), cache, parent, op)
    }

    #[inline]
    fn h(&self, cache: H::Cache) -> Cost {
        self.min_cost * self.moves.h(cache)
    }

    #[inline]
    fn d(&self, cache: H::Cache) -> Cost {
        self.moves.d(cache)
    }
}
