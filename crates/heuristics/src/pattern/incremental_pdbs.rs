//! Additive pattern databases with incremental ranking of placements.
//!
//! The values are those of [`PatternDatabases`] with regular look-ups: the maximum over partitions, reflected
//! ones included. [`PatternDatabases`] ranks all tiles of the moved tile's pattern again; here, the rank is
//! updated ([`super::placement_tracker`]). The remaining cost is waiting for memory, so a search may prefetch the
//! entries of many states before it uses the first. The partition with the largest value for the parent is
//! looked up first. If its value prunes the successor, the others are not looked up.
//!
//! **Memory.** As [`PatternDatabases`]; along a path eight bytes per pattern, instead of eight per partition.

use core::fmt;

use tilebench_core::{Cost, Estimate, Heuristic, Memo, Parent, Prefetch, narrow};
use tilebench_puzzle::{Grid as _, Op, Puzzle, Word};

use super::memo::{MAX_MEMO_PATTERNS, entry_of, memo_of, sum_of_entries, with_entry};
use super::partition_lookup::PartitionLookup;
use super::pattern_databases::PatternDatabases;
use super::pattern_lookup::{PatternLookup, PdbTable, cells_of_tiles};
use super::pdb_spec::MAX_LOOKUPS;
use super::placement_ranking::MAX_PATTERN_TILES;
use super::placement_tracker::{MAX_PASSED, PatternPlacement, PermutationDeltas, PlacementTracker, RankDelta};
use super::vector_placements::VectorPlacements;
use crate::TileSum;

/// Pattern databases of at most eight patterns in all partitions together.
pub struct IncrementalPdbs {
    manhattan: TileSum,
    partitions: usize,
    /// The number of slots used.
    slots: usize,
    trackers: Box<[PlacementTracker; MAX_SLOTS]>,
    /// By partition: the bits of its entries in a memo.
    memo_masks: [Memo; MAX_LOOKUPS],
    /// The placements of all patterns of a state, if the processor has the instructions.
    vectors: Option<VectorPlacements>,
    /// By operator, partition and moved tile.
    updates: Vec<[[MoveUpdate; 32]; MAX_LOOKUPS]>,
    /// By [`MoveUpdate::row`].
    rows: Box<[PermutationDeltas; ROWS]>,
}

/// The maximum number of patterns: those of 7-8, 5-5-5 and 6-6-6-6, also reflected. More would enlarge the nodes of a search.
const MAX_SLOTS: usize = MAX_MEMO_PATTERNS;

/// One row per slot, tile and direction (to a lower cell, to a higher cell).
const ROWS: usize = 2 * MAX_PATTERN_TILES * MAX_SLOTS;

/// The slot of a tile that is in no pattern.
const NO_SLOT: u8 = u8::MAX;

/// The effect of a move of a tile on its pattern.
#[derive(Clone, Copy, Debug)]
struct MoveUpdate {
    rank_delta: RankDelta,
    /// The slot of the tile's pattern, or [`NO_SLOT`].
    slot: u8,
    /// The row with the changes of the permutation's rank.
    row: u8,
}

/// The values carried along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IncrementalPdbCache {
    /// By slot.
    placements: [PatternPlacement; MAX_SLOTS],
    manhattan: Cost,
    /// By partition: half of the sum of the excesses.
    sums: [u8; MAX_LOOKUPS],
}

/// The values of a successor while it is evaluated.
#[derive(Clone, Copy, Debug, Default)]
pub struct IncrementalPdbPending {
    /// By partition: the new placement of the pattern of the moved tile.
    placements: [PatternPlacement; MAX_LOOKUPS],
    /// The rank of the entry that is prefetched.
    rank: u32,
    manhattan: Cost,
    /// The maximum over the partitions looked up so far.
    max_half_excess: u8,
    tile: u8,
    /// The partition that is prefetched, and the slot there.
    partition: u8,
    slot: u8,
    /// The number of partitions not looked up yet.
    remaining: u8,
}

impl fmt::Debug for IncrementalPdbs {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("IncrementalPdbs").field("partitions", &self.partitions).finish_non_exhaustive()
    }
}

impl IncrementalPdbs {
    /// The same heuristic as `databases`.
    ///
    /// # Errors
    ///
    /// The databases, if a look-up is not regular or is zero-aware, look-ups are chosen at random, there are too many look-ups or
    /// patterns, or the board has more than five rows or columns.
    pub fn new<W: Word>(puzzle: &Puzzle<W>, databases: PatternDatabases) -> Result<Self, PatternDatabases> {
        let size = puzzle.goal().size();
        let regular = databases.lookups.iter().map(|partition| match partition {
            PartitionLookup::Regular { lookups, .. } => Some(lookups),
            PartitionLookup::Dual { .. } => None,
        });
        let Some(lookups) = regular.collect::<Option<Vec<_>>>() else { return Err(databases) };
        let mut trackers: Vec<PlacementTracker> =
            lookups.iter().copied().flatten().cloned().map(PlacementTracker::new).collect();
        let Some(unused) = trackers.first().cloned() else { return Err(databases) };
        let slots = trackers.len();
        if lookups.iter().copied().flatten().any(PatternLookup::is_zero_aware) || lookups.len() > MAX_LOOKUPS {
            return Err(databases);
        }
        if databases.random || slots > MAX_SLOTS || size.rows().max(size.cols()) > MAX_PASSED + 1 {
            return Err(databases);
        }
        trackers.resize(MAX_SLOTS, unused);
        let no_update = MoveUpdate { rank_delta: RankDelta::default(), slot: NO_SLOT, row: 0 };
        let mut updates = vec![[[no_update; 32]; MAX_LOOKUPS]; Op::COUNT];
        let mut rows = Box::new([[0; 32]; ROWS]);
        let mut memo_masks = [0; MAX_LOOKUPS];
        let mut slot = 0;
        for (partition, lookups) in lookups.iter().enumerate() {
            for _ in *lookups {
                memo_masks[partition] = with_entry(memo_masks[partition], slot, 15);
                let tracker = &trackers[slot];
                for (place, &tile) in tracker.tiles().iter().enumerate() {
                    let row = 2 * (slot * MAX_PATTERN_TILES + place);
                    rows[row] = tracker.permutation_deltas(place);
                    rows[row + 1] = rows[row].map(i16::wrapping_neg);
                    for &op in (0..size.cells()).flat_map(|cell| puzzle.ops_at(cell)) {
                        let (rank_delta, is_lower) = tracker.rank_delta::<W>(size.cells(), op);
                        let row = narrow(row + usize::from(!is_lower), "there are 128 rows");
                        let slot = narrow(slot, "there are at most 8 slots");
                        updates[op.index()][partition][usize::from(tile)] = MoveUpdate { rank_delta, slot, row };
                    }
                }
                slot += 1;
            }
        }
        let partitions = lookups.len();
        let lookups: Vec<&PatternLookup> = lookups.into_iter().flatten().collect();
        let vectors = VectorPlacements::new(&lookups, |_| &[]);
        match <Box<[PlacementTracker; MAX_SLOTS]>>::try_from(trackers) {
            Ok(trackers) => {
                let manhattan = databases.manhattan;
                Ok(Self { manhattan, partitions, slots, trackers, memo_masks, vectors, updates, rows })
            }
            Err(_) => Err(databases),
        }
    }
}

impl IncrementalPdbs {
    /// The Manhattan distance.
    #[must_use]
    pub fn manhattan(&self) -> &TileSum {
        &self.manhattan
    }

    /// The tables of the patterns of each partition; `None` if a tile is in no pattern.
    #[must_use]
    pub fn tables<W: Word>(&self, puzzle: &Puzzle<W>) -> Option<Vec<Vec<PdbTable<'_>>>> {
        let mut partitions = vec![Vec::new(); self.partitions];
        let mut tiles = vec![0; self.partitions];
        // The use of a slot does not depend on the operator.
        let updates = &self.updates[puzzle.ops_at(0).first()?.index()];
        for (slot, tracker) in self.trackers.iter().enumerate().take(self.slots) {
            let tile = usize::from(*tracker.tiles().first()?);
            let partition = updates.iter().position(|updates| usize::from(updates[tile & 31].slot) == slot)?;
            partitions[partition].push(tracker.pdb_table());
            tiles[partition] += tracker.tiles().len();
        }
        tiles.iter().all(|tiles| tiles + 1 == puzzle.cells()).then_some(partitions)
    }

    /// The cache of a state whose entries in the tables are those of `memo`.
    #[inline]
    fn cache<W: Word>(&self, puzzle: &Puzzle<W>, state: W, memo: Memo) -> IncrementalPdbCache {
        let cells = cells_of_tiles(state, puzzle.cells());
        let mut words = [0; MAX_SLOTS];
        if let Some(vectors) = &self.vectors {
            vectors.cells_of_all(&cells, &mut words);
        } else {
            for (word, tracker) in words.iter_mut().zip(&*self.trackers).take(self.slots) {
                *word = tracker.lookup().word_on_cells(&cells);
            }
        }
        let mut placements = [PatternPlacement::default(); MAX_SLOTS];
        for (slot, (placement, word)) in placements.iter_mut().zip(words).enumerate() {
            *placement = PatternPlacement::from_word(word, entry_of(memo, slot));
        }
        let manhattan = self.manhattan.sum_of_cells(&cells);
        IncrementalPdbCache { placements, manhattan, sums: self.memo_masks.map(|mask| sum_of_entries(memo & mask)) }
    }

    /// Updates the placement of the moved tile's pattern in `partition`, and prefetches its entry.
    #[inline]
    fn prefetch_partition<W: Word>(
        &self,
        cache: &IncrementalPdbCache,
        parent: W,
        op: Op,
        partition: usize,
        pending: &mut IncrementalPdbPending,
    ) {
        let partition = partition % MAX_LOOKUPS;
        let MoveUpdate { rank_delta, slot, row } = self.updates[op.index()][partition][usize::from(pending.tile) & 31];
        pending.partition = to_byte(partition);
        pending.slot = slot;
        let slot = usize::from(slot);
        if let Some(placement) = cache.placements.get(slot) {
            let moved = placement.after_move(rank_delta, &self.rows[usize::from(row) % ROWS], parent);
            let rank = self.trackers[slot].rank(moved);
            self.trackers[slot].fetch(rank);
            pending.placements[partition] = moved;
            pending.rank = rank;
        }
    }
}

impl<W: Word> Heuristic<Puzzle<W>> for IncrementalPdbs {
    type Cache = IncrementalPdbCache;

    fn initial(&self, puzzle: &Puzzle<W>, state: W) -> Self::Cache {
        let (mut cache, ranks) = self.begin_initial(puzzle, state);
        <Self as Prefetch<Puzzle<W>>>::end_initial(self, &mut cache, &ranks);
        cache
    }

    fn has_memos(&self) -> bool {
        true
    }

    #[inline]
    fn memo(&self, cache: Self::Cache) -> Memo {
        memo_of(cache.placements.map(|placement| placement.half_excess))
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
        let mut pending = IncrementalPdbPending::default();
        self.begin(puzzle, &cache, parent, op, &mut pending);
        while self.try_evaluate(puzzle, &cache, parent, op, &mut pending, Cost::MAX).is_none() {}
        let mut next = cache;
        self.commit(puzzle, &mut next, parent, op, &pending);
        next
    }

    #[inline]
    fn h(&self, cache: Self::Cache) -> Cost {
        let max_half_excess = cache.sums.iter().fold(0, |max_half_excess, &sum| max_half_excess.max(sum));
        cache.manhattan + 2 * Cost::from(max_half_excess)
    }
}

impl<W: Word> Prefetch<Puzzle<W>> for IncrementalPdbs {
    type Pending = IncrementalPdbPending;
    /// By slot: the rank of the entry.
    type Places = [u32; MAX_SLOTS];

    #[inline]
    fn begin(&self, _: &Puzzle<W>, cache: &Self::Cache, parent: W, op: Op, pending: &mut Self::Pending) {
        let tile = parent.tile(op.to());
        pending.manhattan = cache.manhattan.wrapping_add(self.manhattan.change(op, tile));
        pending.tile = to_byte(tile);
        pending.remaining = to_byte(self.partitions);
        pending.max_half_excess = 0;
        // The partition with the maximum for the parent is most likely to reach the bound.
        let mut first = 0;
        for partition in 1..self.partitions.min(MAX_LOOKUPS) {
            first = if cache.sums[partition] > cache.sums[first] { partition } else { first };
        }
        self.prefetch_partition(cache, parent, op, first, pending);
    }

    #[inline]
    fn try_evaluate(
        &self,
        _: &Puzzle<W>,
        cache: &Self::Cache,
        parent: W,
        op: Op,
        pending: &mut Self::Pending,
        bound: Cost,
    ) -> Option<Cost> {
        let partition = usize::from(pending.partition) % MAX_LOOKUPS;
        let mut sum = cache.sums[partition];
        if let Some(placement) = cache.placements.get(usize::from(pending.slot)) {
            let half_excess = self.trackers[usize::from(pending.slot)].half_excess(pending.rank);
            pending.placements[partition].half_excess = half_excess;
            sum = sum.wrapping_add(half_excess).wrapping_sub(placement.half_excess);
        }
        pending.max_half_excess = pending.max_half_excess.max(sum);
        pending.remaining -= 1;
        let h = pending.manhattan + 2 * Cost::from(pending.max_half_excess);
        if pending.remaining == 0 || h >= bound {
            return Some(h);
        }
        let next = if partition + 1 == self.partitions { 0 } else { partition + 1 };
        self.prefetch_partition(cache, parent, op, next, pending);
        None
    }

    #[inline]
    fn commit(&self, _: &Puzzle<W>, cache: &mut Self::Cache, _: W, op: Op, pending: &Self::Pending) {
        cache.manhattan = pending.manhattan;
        for partition in 0..self.partitions.min(MAX_LOOKUPS) {
            let slot = usize::from(self.updates[op.index()][partition][usize::from(pending.tile) & 31].slot);
            if let Some(placement) = cache.placements.get_mut(slot) {
                let moved = pending.placements[partition];
                cache.sums[partition] =
                    cache.sums[partition].wrapping_add(moved.half_excess).wrapping_sub(placement.half_excess);
                *placement = moved;
            }
        }
    }

    #[inline]
    fn begin_initial(&self, puzzle: &Puzzle<W>, state: W) -> (Self::Cache, Self::Places) {
        let cache = self.cache(puzzle, state, 0);
        let mut ranks = [0; MAX_SLOTS];
        for ((rank, placement), tracker) in
            ranks.iter_mut().zip(&cache.placements).zip(&*self.trackers).take(self.slots)
        {
            *rank = tracker.rank(*placement);
            tracker.fetch(*rank);
        }
        (cache, ranks)
    }

    #[inline]
    fn end_initial(&self, cache: &mut Self::Cache, ranks: &Self::Places) {
        let slots = cache.placements.iter_mut().zip(ranks).zip(&*self.trackers);
        for ((placement, rank), tracker) in slots.take(self.slots) {
            placement.half_excess = tracker.half_excess(*rank);
        }
        let memo = memo_of(cache.placements.map(|placement| placement.half_excess));
        cache.sums = self.memo_masks.map(|mask| sum_of_entries(memo & mask));
    }

    #[inline]
    fn initial_from_memo(&self, puzzle: &Puzzle<W>, state: W, memo: Memo) -> Self::Cache {
        self.cache(puzzle, state, memo)
    }

    #[inline]
    fn successor_memo(&self, memo: Memo, op: Op, pending: &Self::Pending) -> Memo {
        let updates = &self.updates[op.index()];
        updates.iter().zip(&pending.placements).take(self.partitions).fold(memo, |memo, (updates, moved)| {
            let slot = usize::from(updates[usize::from(pending.tile) & 31].slot);
            if slot < MAX_SLOTS { with_entry(memo, slot, moved.half_excess) } else { memo }
        })
    }
}

/// The index of a partition or a tile as a byte.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "there are at most `MAX_LOOKUPS` partitions and 31 tiles")]
fn to_byte(rank: usize) -> u8 {
    debug_assert!(rank < 32);
    rank as u8
}
