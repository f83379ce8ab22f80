//! Additive pattern databases of many partitions, also zero-aware.
//!
//! The values are those of [`PatternDatabases`] with regular look-ups: the maximum over partitions (Holte and others 2006), reflected
//! ones included.
//!
//! **Shared patterns.** Partitions of a catalogue share patterns. Each different pattern is looked up once, whatever the number of
//! partitions that contain it: of the 56 patterns in the fourteen partitions of `small+reflected`, 28 are different, and a move
//! changes 7 of them rather than 14.
//!
//! **Order.** Up to four entries are prefetched at once. Of more, the one that most likely prunes is looked up first: that of the
//! partition with the largest sum for the parent. If it does not prune, the rest is prefetched at once: the successor is probably
//! kept, which needs all entries.
//!
//! **Zero-aware** (Clausecker and Reinefeld 2019). The region of the blank is part of a pattern. Only a move of a pattern's own tile
//! changes it: the blank's two cells in any other move are free and adjacent. So these entries are consistent, and take no more
//! look-ups than those without the blank.
//!
//! **Memory.** As [`PatternDatabases`], and 6 bytes per set of occupied cells and 25 per different
//! division into regions if zero-aware; 88 bytes along a path, because
//! placements are ranked from scratch.

#[cfg(test)]
mod tests;

use core::fmt;

use tilebench_core::{Cost, Estimate, Heuristic, Memo, Parent, Prefetch};
use tilebench_puzzle::{Grid as _, Op, Puzzle, Word};

use super::memo::{MAX_MEMO_PATTERNS, entry_of, memo_of, with_entry};
use super::partition_lookup::PartitionLookup;
use super::partition_sums::PartitionSums;
use super::pattern_databases::{MAX_PATTERNS, PatternDatabases};
use super::pattern_lookup::{PatternLookup, Placement, cells_of_tiles, table_rank};
use super::pdb_spec::MAX_PARTITIONS;
use super::tile_patterns::{Pattern, TilePatterns};
use super::vector_placements::{TileWords, VectorPlacements};
use crate::TileSum;

/// The maximum number of entries that are prefetched at once, without looking up one of them before.
const MAX_AT_ONCE: u8 = 4;

/// Pattern databases of at most 32 different patterns in at most 16 partitions.
pub struct MultiplePdbs {
    manhattan: TileSum,
    patterns: Vec<Pattern>,
    tiles: Box<[TilePatterns; 32]>,
    /// If the processor has the instructions.
    vectors: Option<VectorPlacements>,
}

/// The values carried along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MultiplePdbCache {
    /// By tile: its cell. 0 for the blank.
    cells: [u8; 32],
    /// By pattern: half of the excess over Manhattan distance.
    halves: [u8; MAX_PATTERNS],
    /// By partition: the sum of the halves of its patterns.
    sums: PartitionSums,
    manhattan: Cost,
}

/// The values of a successor while it is evaluated.
#[derive(Clone, Copy, Debug, Default)]
pub struct MultiplePdbPending {
    /// By index in [`TilePatterns::patterns`]: the word of the placement, if vectors compute it; the rank of the entry; and the entry
    /// once it was looked up.
    words: TileWords,
    ranks: [u32; MAX_PARTITIONS],
    halves: [u8; MAX_PARTITIONS],
    /// By partition: the sum of the halves, as far as they were looked up.
    sums: PartitionSums,
    /// The partitions whose sums are those of the successor.
    known: PartitionSums,
    manhattan: Cost,
    /// The indices that are prefetched, as bits.
    prefetched: u16,
    /// The indices that are not prefetched yet, as bits.
    left: u16,
    tile: u8,
}

impl fmt::Debug for MultiplePdbs {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("MultiplePdbs").field("patterns", &self.patterns.len()).finish_non_exhaustive()
    }
}

impl MultiplePdbs {
    /// The same heuristic as `databases`.
    ///
    /// # Errors
    ///
    /// The databases, if a look-up is not regular, look-ups are chosen at random, or there are no patterns or too many.
    pub fn new(databases: PatternDatabases) -> Result<Self, PatternDatabases> {
        let regular = databases.lookups.iter().map(|partition| match partition {
            PartitionLookup::Regular { lookups, .. } => Some(lookups),
            PartitionLookup::Dual { .. } => None,
        });
        let Some(partitions) = regular.collect::<Option<Vec<_>>>() else { return Err(databases) };
        if databases.random || partitions.len() > MAX_PARTITIONS {
            return Err(databases);
        }
        let mut patterns: Vec<Pattern> = Vec::new();
        for (partition, lookups) in partitions.into_iter().enumerate() {
            for lookup in lookups {
                let known = patterns.iter().position(|known| known.lookup.is_same(lookup));
                let pattern = known.unwrap_or_else(|| {
                    patterns.push(Pattern { lookup: lookup.clone(), members: PartitionSums::default() });
                    patterns.len() - 1
                });
                patterns[pattern].members.set(partition);
            }
        }
        if patterns.is_empty() || patterns.len() > MAX_PATTERNS {
            return Err(databases);
        }
        let tiles: Box<[TilePatterns; 32]> = Box::new(core::array::from_fn(|tile| TilePatterns::new(tile, &patterns)));
        let lookups: Vec<_> = patterns.iter().map(|pattern| &pattern.lookup).collect();
        let vectors = VectorPlacements::new(&lookups, |tile| tiles[tile].patterns());
        Ok(Self { manhattan: databases.manhattan, patterns, tiles, vectors })
    }

    /// The cache of a state, without its entries in the tables.
    fn cache_without_entries<W: Word>(&self, puzzle: &Puzzle<W>, state: W) -> MultiplePdbCache {
        let mut cells = cells_of_tiles(state, puzzle.cells());
        cells[0] = 0;
        let manhattan = self.manhattan.sum_of_cells(&cells);
        MultiplePdbCache { cells, halves: [0; MAX_PATTERNS], sums: PartitionSums::default(), manhattan }
    }

    /// The placements of all patterns, by the cells of the tiles.
    fn placements(&self, cells: &[u8; 32]) -> [Placement; MAX_PATTERNS] {
        let mut placements = [Placement::default(); MAX_PATTERNS];
        let mut words = [0; MAX_PATTERNS];
        if let Some(vectors) = &self.vectors {
            vectors.place_all(cells, &mut words);
        }
        for ((placement, word), Pattern { lookup, .. }) in placements.iter_mut().zip(words).zip(&self.patterns) {
            *placement = match &self.vectors {
                Some(vectors) => vectors.placement(word, lookup),
                None => lookup.placement_on_cells(cells),
            };
        }
        placements
    }

    /// Prefetches the entry that most likely prunes, or all that are left.
    #[inline]
    fn prefetch_next(&self, cache: &MultiplePdbCache, op: Op, pending: &mut MultiplePdbPending) {
        let tile = &self.tiles[usize::from(pending.tile) & 31];
        let mut next = pending.left;
        if next == tile.all && tile.count > MAX_AT_ONCE {
            let partition = cache.sums.largest_except(&pending.known);
            next = 1 << (usize::from(tile.of_partition[partition]) % MAX_PARTITIONS);
        }
        pending.left &= !next;
        pending.prefetched = next;
        let MultiplePdbPending { words, ranks, .. } = pending;
        match &self.vectors {
            Some(vectors) if vectors.have_ranks() => {
                self.prefetch(tile, next, op, ranks, |index, _| Placement::from_word(words[index]));
            }
            Some(_) => self.prefetch(tile, next, op, ranks, |index, lookup| lookup.placement_from_word(words[index])),
            None => {
                let cells = cells_after(cache, pending.tile, op);
                self.prefetch(tile, next, op, ranks, |_, lookup| lookup.placement_on_cells(&cells));
            }
        }
    }

    /// Prefetches the entries of the patterns of `tile` with the indices in `next`, and writes their ranks.
    #[inline]
    fn prefetch(
        &self,
        tile: &TilePatterns,
        next: u16,
        op: Op,
        ranks: &mut [u32; MAX_PARTITIONS],
        placement: impl Fn(usize, &PatternLookup) -> Placement,
    ) {
        for index in bits(next) {
            if let Some(Pattern { lookup, .. }) = self.patterns.get(usize::from(tile.patterns[index])) {
                let rank = lookup.rank_with_blank(placement(index, lookup), op.to());
                lookup.fetch(rank);
                ranks[index] = table_rank(rank);
            }
        }
    }
}

/// The cells of the tiles after the move `op` of `tile`.
#[inline]
fn cells_after(cache: &MultiplePdbCache, tile: u8, op: Op) -> [u8; 32] {
    let mut cells = cache.cells;
    cells[usize::from(tile) & 31] = to_byte(op.from());
    cells
}

/// A cell or a tile as a byte.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "boards with patterns have at most 25 cells")]
fn to_byte(number: usize) -> u8 {
    debug_assert!(number < 32);
    number as u8
}

/// The numbers of the bits that are set.
#[inline]
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}

impl<W: Word> Heuristic<Puzzle<W>> for MultiplePdbs {
    type Cache = MultiplePdbCache;

    fn initial(&self, puzzle: &Puzzle<W>, state: W) -> Self::Cache {
        let (mut cache, ranks) = self.begin_initial(puzzle, state);
        <Self as Prefetch<Puzzle<W>>>::end_initial(self, &mut cache, &ranks);
        cache
    }

    fn has_memos(&self) -> bool {
        self.patterns.len() <= MAX_MEMO_PATTERNS
    }

    fn memo(&self, cache: Self::Cache) -> Memo {
        let has_memos = <Self as Heuristic<Puzzle<W>>>::has_memos(self);
        if has_memos { memo_of(cache.halves.into_iter().take(self.patterns.len())) } else { 0 }
    }

    fn successor_estimates(
        &self,
        puzzle: &Puzzle<W>,
        parents: &[Parent<'_, Puzzle<W>>],
        bound: Cost,
        estimates: &mut Vec<Estimate>,
    ) {
        self.prefetched_estimates(puzzle, parents, bound, estimates);
    }

    #[inline]
    fn step(&self, puzzle: &Puzzle<W>, cache: Self::Cache, parent: W, op: Op) -> Self::Cache {
        let mut pending = MultiplePdbPending::default();
        self.begin(puzzle, &cache, parent, op, &mut pending);
        while self.try_evaluate(puzzle, &cache, parent, op, &mut pending, Cost::MAX).is_none() {}
        let mut next = cache;
        self.commit(puzzle, &mut next, parent, op, &pending);
        next
    }

    #[inline]
    fn h(&self, cache: Self::Cache) -> Cost {
        cache.manhattan + 2 * Cost::from(cache.sums.largest(&PartitionSums::ALL))
    }
}

impl<W: Word> Prefetch<Puzzle<W>> for MultiplePdbs {
    type Pending = MultiplePdbPending;
    /// By pattern: the rank of the entry.
    type Places = [u32; MAX_PATTERNS];

    #[inline]
    fn begin(&self, _: &Puzzle<W>, cache: &Self::Cache, parent: W, op: Op, pending: &mut Self::Pending) {
        let tile = parent.tile(op.to());
        let TilePatterns { all, unchanged, .. } = self.tiles[tile & 31];
        pending.manhattan = cache.manhattan.wrapping_add(self.manhattan.change(op, tile));
        pending.tile = to_byte(tile);
        pending.sums = cache.sums;
        pending.known = unchanged;
        pending.prefetched = 0;
        pending.left = all;
        if pending.left != 0 {
            if let Some(vectors) = &self.vectors {
                vectors.place(tile, to_byte(op.from()), &cache.cells, &mut pending.words);
            }
            self.prefetch_next(cache, op, pending);
        }
    }

    #[inline]
    fn try_evaluate(
        &self,
        _: &Puzzle<W>,
        cache: &Self::Cache,
        _: W,
        op: Op,
        pending: &mut Self::Pending,
        bound: Cost,
    ) -> Option<Cost> {
        let tile = &self.tiles[usize::from(pending.tile) & 31];
        // Not written to memory for each entry.
        let (mut sums, mut known) = (pending.sums, pending.known);
        for index in bits(pending.prefetched) {
            let number = usize::from(tile.patterns[index]);
            if let Some((Pattern { lookup, members }, before)) = self.patterns.get(number).zip(cache.halves.get(number))
            {
                let half = lookup.entry(pending.ranks[index] as usize);
                pending.halves[index] = half;
                sums.replace(*before, half, members);
                known.join(members);
            }
        }
        (pending.sums, pending.known) = (sums, known);
        let h = pending.manhattan + 2 * Cost::from(pending.sums.largest(&pending.known));
        if pending.left == 0 || h >= bound {
            return Some(h);
        }
        self.prefetch_next(cache, op, pending);
        None
    }

    #[inline]
    fn commit(&self, _: &Puzzle<W>, cache: &mut Self::Cache, _: W, op: Op, pending: &Self::Pending) {
        let tile = &self.tiles[usize::from(pending.tile) & 31];
        cache.cells[usize::from(pending.tile) & 31] = to_byte(op.from());
        cache.manhattan = pending.manhattan;
        cache.sums = pending.sums;
        for (&pattern, half) in tile.patterns.iter().zip(&pending.halves).take(usize::from(tile.count)) {
            cache.halves[usize::from(pattern) % MAX_PATTERNS] = *half;
        }
    }

    fn begin_initial(&self, puzzle: &Puzzle<W>, state: W) -> (Self::Cache, Self::Places) {
        let cache = self.cache_without_entries(puzzle, state);
        let (placements, blank) = (self.placements(&cache.cells), state.blank());
        let mut ranks = [0; MAX_PATTERNS];
        for ((rank, placement), Pattern { lookup, .. }) in ranks.iter_mut().zip(placements).zip(&self.patterns) {
            let place = lookup.rank_with_blank(placement, blank);
            lookup.fetch(place);
            *rank = table_rank(place);
        }
        (cache, ranks)
    }

    fn end_initial(&self, cache: &mut Self::Cache, ranks: &Self::Places) {
        for ((half, rank), Pattern { lookup, members }) in cache.halves.iter_mut().zip(ranks).zip(&self.patterns) {
            *half = lookup.entry(*rank as usize);
            cache.sums.replace(0, *half, members);
        }
    }

    fn initial_from_memo(&self, puzzle: &Puzzle<W>, state: W, memo: Memo) -> Self::Cache {
        let mut cache = self.cache_without_entries(puzzle, state);
        for (pattern, (half, Pattern { members, .. })) in cache.halves.iter_mut().zip(&self.patterns).enumerate() {
            *half = entry_of(memo, pattern);
            cache.sums.replace(0, *half, members);
        }
        cache
    }

    #[inline]
    fn successor_memo(&self, memo: Memo, _: Op, pending: &Self::Pending) -> Memo {
        let tile = &self.tiles[usize::from(pending.tile) & 31];
        let entries = tile.patterns.iter().zip(&pending.halves).take(usize::from(tile.count));
        entries.fold(memo, |memo, (&pattern, half)| with_entry(memo, usize::from(pattern), *half))
    }
}
