//! Additive pattern databases: the sum of the costs of a partition's patterns.
//!
//! Every pattern's table counts moves of its own tiles only, so the costs of disjoint patterns add
//! up without counting a move twice (Korf and Felner 2002). Tables hold half the excess over Manhattan
//! distance, so the value of a look-up is Manhattan distance plus twice the sum of the entries. The
//! heuristic is the maximum of several look-ups (reflected, dual, other partitions), or of one that a hash of the state
//! chooses (Zahavi and others 2007).
//!
//! Admissible, and of the parity of the true distance; never below Manhattan distance.
//! Consistent only if zero-aware and not drawn at random: other tables are minimised over the cell of the blank.
//! After a move only the pattern of the moved tile is looked up again (for a dual look-up, the patterns of the two cells).
//!
//! **Memory.** Half a byte per placement of each pattern's tiles, shared between patterns of one
//! shape. Processes share small tables by a memory map.

use core::fmt;

use tilebench_core::{Cost, Heuristic, StateKey};
use tilebench_puzzle::{Op, Puzzle, Word};

use super::partition_lookup::{HalfExcesses, PartitionLookup, inverse};
use super::pdb_spec::{MAX_LOOKUPS, PdbSpec};
use crate::{Tables, TileSum, UnsupportedBoard, manhattan};

/// The maximum number of different patterns.
pub(super) const MAX_PATTERNS: usize = 32;

/// Additive pattern databases: the maximum over several look-ups, or a random choice among them.
pub struct PatternDatabases {
    pub(super) manhattan: TileSum,
    pub(super) lookups: Vec<PartitionLookup>,
    pub(super) random: bool,
}

impl fmt::Debug for PatternDatabases {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("PatternDatabases").field("lookups", &self.lookups.len()).finish_non_exhaustive()
    }
}

/// The values carried along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternCache<W> {
    /// The cell of every tile.
    inverse: W,
    manhattan: Cost,
    /// The chosen look-up; 0 if all are used.
    chosen: u32,
    /// By look-up; only the first entry is used if one look-up is chosen per state.
    excess: [HalfExcesses; MAX_LOOKUPS],
}

impl PatternDatabases {
    /// The databases of `patterns`, for the goal of `puzzle`.
    ///
    /// # Errors
    ///
    /// If the databases do not support this board.
    pub fn new<W: Word>(puzzle: &Puzzle<W>, patterns: &PdbSpec, tables: &Tables) -> Result<Self, UnsupportedBoard> {
        let lookups = patterns.lookups(puzzle.goal(), tables)?;
        Ok(Self { manhattan: manhattan(puzzle), lookups, random: patterns.random() })
    }

    /// These databases, to be evaluated as they are.
    ///
    /// # Errors
    ///
    /// If they have more look-ups than this heuristic evaluates: [`crate::MultiplePdbs`] evaluates more regular ones.
    pub fn checked(self) -> Result<Self, UnsupportedBoard> {
        let count = self.lookups.len();
        if count > MAX_LOOKUPS {
            return Err(UnsupportedBoard(format!(
                "{count} look-ups of a state with more than {MAX_PATTERNS} different patterns are too many: use larger patterns, or \
                 at most {MAX_LOOKUPS} look-ups"
            )));
        }
        Ok(self)
    }

    /// The look-up chosen for a state: a hash, so that a state always has the same value.
    #[inline]
    fn choose_lookup<W: Word>(&self, state: W) -> u32 {
        (((state.key().hash() >> 32) * self.lookups.len() as u64) >> 32) as u32
    }
}

impl<W: Word> Heuristic<Puzzle<W>> for PatternDatabases {
    type Cache = PatternCache<W>;

    fn initial(&self, puzzle: &Puzzle<W>, state: W) -> Self::Cache {
        assert!(self.random || self.lookups.len() <= MAX_LOOKUPS, "`checked` refuses more look-ups");
        let inverse = inverse(puzzle, state);
        let mut cache = PatternCache {
            inverse,
            manhattan: self.manhattan.sum(puzzle, state),
            chosen: 0,
            excess: [HalfExcesses::default(); MAX_LOOKUPS],
        };
        if self.random {
            cache.chosen = self.choose_lookup(state);
            cache.excess[0] = self.lookups[cache.chosen as usize].initial(state, inverse);
        } else {
            for (excess, lookup) in cache.excess.iter_mut().zip(&self.lookups) {
                *excess = lookup.initial(state, inverse);
            }
        }
        cache
    }

    fn step(&self, _: &Puzzle<W>, mut cache: Self::Cache, parent: W, op: Op) -> Self::Cache {
        let tile = parent.tile(op.to());
        let state = parent.moved(op.from(), op.to());
        cache.inverse = cache.inverse.with_xor(tile, op.from() ^ op.to());
        cache.manhattan = cache.manhattan.wrapping_add(self.manhattan.change(op, tile));
        if self.random {
            let chosen = self.choose_lookup(state);
            let lookup = &self.lookups[chosen as usize];
            cache.excess[0] = if cache.chosen == chosen {
                lookup.step(cache.excess[0], state, cache.inverse, op, tile)
            } else {
                lookup.initial(state, cache.inverse)
            };
            cache.chosen = chosen;
        } else {
            for (excess, lookup) in cache.excess.iter_mut().zip(&self.lookups) {
                *excess = lookup.step(*excess, state, cache.inverse, op, tile);
            }
        }
        cache
    }

    #[inline]
    fn h(&self, cache: Self::Cache) -> Cost {
        let max_half_excess = cache.excess.iter().map(|excess| excess.sum).fold(0, Cost::max);
        cache.manhattan + 2 * max_half_excess
    }
}
