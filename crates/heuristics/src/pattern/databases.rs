//! Additive pattern databases: the sum of the costs of a partition's patterns.
//!
//! Every pattern's table counts moves of its own tiles only, so the costs of disjoint patterns add
//! up without counting a move twice (Korf and Felner 2002). Tables hold half the excess over
//! Manhattan distance, so the value is Manhattan distance plus twice the sum of the entries. Of
//! several ways to look up (reflected, dual, other partitions) the largest value counts, or one
//! that is drawn from the state (Zahavi and others 2007).
//!
//! Admissible, and of the parity of the true distance; never below Manhattan distance. Not
//! consistent: the tables are minimised over the cell of the blank. On a move only the pattern of
//! the moved tile is looked up again (for a dual look-up, the patterns of the two cells).
//!
//! **Memory.** Half a byte per placement of each pattern's tiles, shared between patterns of one
//! shape and, by a memory map, between processes.

use core::fmt;

use tilebench_core::{Cost, Heuristic, StateKey};
use tilebench_puzzle::{Op, Puzzle, Word};

use super::patterns::{MOST_WAYS, Patterns};
use super::way::{Excess, Way, inverse};
use crate::{Tables, TileSum, Unsuited, manhattan};

/// The maximum over ways to look additive pattern databases up, or a random choice among them.
pub struct PatternDatabases {
    pub(super) manhattan: TileSum,
    pub(super) ways: Vec<Way>,
    pub(super) random: bool,
}

impl fmt::Debug for PatternDatabases {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("PatternDatabases").field("ways", &self.ways.len()).finish_non_exhaustive()
    }
}

/// The values carried along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternCache<W> {
    /// The cell of every tile.
    inverse: W,
    manhattan: Cost,
    /// The way that was drawn; 0 if all are looked up.
    drawn: u32,
    /// By way; only the first is used if the way is drawn from the state.
    excess: [Excess; MOST_WAYS],
}

impl PatternDatabases {
    /// The databases that `patterns` names, for the goal of `puzzle`.
    ///
    /// # Errors
    ///
    /// If the databases do not support this board.
    pub fn new<W: Word>(puzzle: &Puzzle<W>, patterns: &Patterns, tables: &Tables) -> Result<Self, Unsuited> {
        let ways = patterns.ways(puzzle.goal(), tables)?;
        Ok(Self { manhattan: manhattan(puzzle), ways, random: patterns.random() })
    }

    /// The way drawn for a state: a hash, so that a state always has the same value.
    #[inline]
    fn draw<W: Word>(&self, state: W) -> u32 {
        (((state.key().hash() >> 32) * self.ways.len() as u64) >> 32) as u32
    }
}

impl<W: Word> Heuristic<Puzzle<W>> for PatternDatabases {
    type Cache = PatternCache<W>;

    fn initial(&self, puzzle: &Puzzle<W>, state: W) -> Self::Cache {
        let inverse = inverse(puzzle, state);
        let mut cache = PatternCache {
            inverse,
            manhattan: self.manhattan.sum(puzzle, state),
            drawn: 0,
            excess: [Excess::default(); MOST_WAYS],
        };
        if self.random {
            cache.drawn = self.draw(state);
            cache.excess[0] = self.ways[cache.drawn as usize].root(state, inverse);
        } else {
            for (excess, way) in cache.excess.iter_mut().zip(&self.ways) {
                *excess = way.root(state, inverse);
            }
        }
        cache
    }

    fn step(&self, _: &Puzzle<W>, mut cache: Self::Cache, parent: W, op: Op) -> Self::Cache {
        let tile = parent.tile(op.to());
        let state = parent.moved(op.from(), op.to());
        cache.inverse = cache.inverse.flipped(tile, op.from() ^ op.to());
        cache.manhattan = cache.manhattan.wrapping_add(self.manhattan.change(op, tile));
        if self.random {
            let drawn = self.draw(state);
            let way = &self.ways[drawn as usize];
            cache.excess[0] = if cache.drawn == drawn {
                way.step(cache.excess[0], state, cache.inverse, op, tile)
            } else {
                way.root(state, cache.inverse)
            };
            cache.drawn = drawn;
        } else {
            for (excess, way) in cache.excess.iter_mut().zip(&self.ways) {
                *excess = way.step(*excess, state, cache.inverse, op, tile);
            }
        }
        cache
    }

    #[inline]
    fn h(&self, cache: Self::Cache) -> Cost {
        let most = cache.excess.iter().map(|excess| excess.sum).fold(0, Cost::max);
        cache.manhattan + 2 * most
    }
}
