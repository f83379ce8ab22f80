//! The base heuristics that the last moves and the corner tiles extend: Manhattan distance and linear conflict.

use tilebench_core::{Cost, Heuristic};
use tilebench_puzzle::{Puzzle, Word};

use crate::{CodeSet, LinearConflict, TileSum, manhattan};

/// Manhattan distance, or linear conflict with the codes of its lines. Rows have the first indices of lines, columns
/// follow.
pub trait BaseHeuristic<W: Word>: Heuristic<Puzzle<W>> + Sized {
    /// Whether it is linear conflict. Manhattan distance has no codes.
    const CONFLICTS: bool;

    /// The heuristic for the goal of `puzzle`.
    fn for_goal(puzzle: &Puzzle<W>) -> Self;

    /// The code of `line` in the state of `cache`.
    fn code(&self, cache: Self::Cache, line: usize) -> usize;

    /// The term of `tile`, whose goal is in `line`, in the code of `line` in `state`.
    fn term(&self, state: W, line: usize, tile: usize) -> usize;

    /// The minimum number of tiles that must leave `line` if it has this code.
    fn min_removals(&self, line: usize, code: usize) -> Cost;

    /// The codes of `line` for which it needs at least `saved` fewer removals without `tiles`, which belong to it. `None` unless the line
    /// has four cells.
    fn saving_codes(&self, puzzle: &Puzzle<W>, line: usize, tiles: &[usize], saved: u8) -> Option<CodeSet>;
}

impl<W: Word> BaseHeuristic<W> for TileSum {
    const CONFLICTS: bool = false;

    fn for_goal(puzzle: &Puzzle<W>) -> Self {
        manhattan(puzzle)
    }

    fn code(&self, _: Cost, _: usize) -> usize {
        0
    }

    fn term(&self, _: W, _: usize, _: usize) -> usize {
        0
    }

    fn min_removals(&self, _: usize, _: usize) -> Cost {
        0
    }

    fn saving_codes(&self, _: &Puzzle<W>, _: usize, _: &[usize], _: u8) -> Option<CodeSet> {
        None
    }
}

impl<W: Word> BaseHeuristic<W> for LinearConflict<W> {
    const CONFLICTS: bool = true;

    fn for_goal(puzzle: &Puzzle<W>) -> Self {
        Self::new(puzzle)
    }

    #[inline]
    fn code(&self, cache: Self::Cache, line: usize) -> usize {
        self.line_code(cache, line)
    }

    #[inline]
    fn term(&self, state: W, line: usize, tile: usize) -> usize {
        self.line_term(state, line, tile)
    }

    #[inline]
    fn min_removals(&self, line: usize, code: usize) -> Cost {
        self.min_removals_in_line(line, code)
    }

    fn saving_codes(&self, puzzle: &Puzzle<W>, line: usize, tiles: &[usize], saved: u8) -> Option<CodeSet> {
        self.saving_codes(puzzle, line, tiles, saved)
    }
}
