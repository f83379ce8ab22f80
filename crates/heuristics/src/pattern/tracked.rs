//! Additive pattern databases whose placements are followed along a path.
//!
//! The same values as [`PatternDatabases`] of regular look-ups, reflected or not, or of several partitions,
//! whose maximum counts. There, the number of a moved tile's pattern is computed from all its tiles; here,
//! the number is updated ([`super::track`]). The remaining cost is waiting for memory, so a search may
//! prefetch the entries of many states before it uses the first. The way with the largest value for the
//! parent is looked up first. If that is enough to prune the successor, the others are not looked up.
//!
//! **Memory.** As [`PatternDatabases`]; along a path eight bytes per pattern and way, instead of eight per way.

use core::fmt;

use tilebench_core::{Cost, Heuristic, Prefetch, narrow};
use tilebench_puzzle::{Grid as _, Op, Puzzle, Word};

use super::databases::PatternDatabases;
use super::lookup::PdbTable;
use super::numbering::MOST_TILES;
use super::patterns::MOST_WAYS;
use super::track::{Changes, Jump, MOST_BETWEEN, Placement, Track};
use super::way::{Way, inverse};
use crate::TileSum;

/// Pattern databases of at most `SLOTS` patterns in all ways together, and at most eight.
pub struct TrackedPatterns<const SLOTS: usize> {
    manhattan: TileSum,
    ways: usize,
    /// The number of slots used.
    slots: usize,
    tracks: Box<[Track; SLOTS]>,
    /// By operator, way and moved tile.
    steps: Vec<[[Step; 32]; MOST_WAYS]>,
    /// By [`Step::row`].
    rows: Box<[Changes; ROWS]>,
}

/// As many patterns as rows are made for.
const MOST_SLOTS: usize = 8;

/// A row for each tile of each slot, to a lower cell and to a higher one.
const ROWS: usize = 2 * MOST_TILES * MOST_SLOTS;

/// No slot.
const NONE: u8 = u8::MAX;

/// The effect of a move of a tile on its pattern.
#[derive(Clone, Copy, Debug)]
struct Step {
    jump: Jump,
    /// The slot of the tile's pattern; [`NONE`] in none.
    slot: u8,
    /// The row with the changes of its arrangement.
    row: u8,
}

/// The values carried along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrackedCache<const SLOTS: usize> {
    /// By slot.
    placements: [Placement; SLOTS],
    manhattan: Cost,
    /// By way: half of the sum of the excesses.
    sums: [u8; MOST_WAYS],
}

/// The values known of a successor.
#[derive(Clone, Copy, Debug, Default)]
pub struct TrackedPending {
    /// By way: the new placement of the pattern of the moved tile.
    placements: [Placement; MOST_WAYS],
    /// The number of the entry that is asked for.
    number: u32,
    manhattan: Cost,
    /// The largest of the ways that are known.
    most: u8,
    tile: u8,
    /// The way that is asked for, and the slot there.
    way: u8,
    slot: u8,
    /// The number of ways not looked up yet.
    left: u8,
}

impl<const SLOTS: usize> fmt::Debug for TrackedPatterns<SLOTS> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TrackedPatterns").field("ways", &self.ways).finish_non_exhaustive()
    }
}

impl<const SLOTS: usize> TrackedPatterns<SLOTS> {
    /// The same heuristic as `databases`.
    ///
    /// # Errors
    ///
    /// The databases, if a way is not regular, the way is drawn from the state, there are more patterns than slots, or
    /// the board has more than five rows or columns.
    pub fn new<W: Word>(puzzle: &Puzzle<W>, databases: PatternDatabases) -> Result<Self, PatternDatabases> {
        let size = puzzle.goal().size();
        let regular = databases.ways.iter().map(|way| match way {
            Way::Regular { lookups, .. } => Some(lookups),
            Way::Dual { .. } => None,
        });
        let Some(lookups) = regular.collect::<Option<Vec<_>>>() else { return Err(databases) };
        let mut tracks: Vec<Track> = lookups.iter().copied().flatten().cloned().map(Track::new).collect();
        let Some(unused) = tracks.first().cloned() else { return Err(databases) };
        let slots = tracks.len();
        if databases.random || slots > SLOTS.min(MOST_SLOTS) || size.rows().max(size.cols()) > MOST_BETWEEN + 1 {
            return Err(databases);
        }
        tracks.resize(SLOTS, unused);
        let none = Step { jump: Jump::default(), slot: NONE, row: 0 };
        let mut steps = vec![[[none; 32]; MOST_WAYS]; Op::COUNT];
        let mut rows = Box::new([[0; 32]; ROWS]);
        let mut slot = 0;
        for (way, lookups) in lookups.iter().enumerate() {
            for _ in *lookups {
                let track = &tracks[slot];
                for (place, &tile) in track.tiles().iter().enumerate() {
                    let row = 2 * (slot * MOST_TILES + place);
                    rows[row] = track.changes(place);
                    rows[row + 1] = rows[row].map(i16::wrapping_neg);
                    for &op in (0..size.cells()).flat_map(|cell| puzzle.ops_at(cell)) {
                        let (jump, is_lower) = track.jump::<W>(size.cells(), op);
                        let row = narrow(row + usize::from(!is_lower), "there are 128 rows");
                        let slot = narrow(slot, "there are at most 8 slots");
                        steps[op.index()][way][usize::from(tile)] = Step { jump, slot, row };
                    }
                }
                slot += 1;
            }
        }
        let ways = lookups.len();
        match <Box<[Track; SLOTS]>>::try_from(tracks) {
            Ok(tracks) => Ok(Self { manhattan: databases.manhattan, ways, slots, tracks, steps, rows }),
            Err(_) => Err(databases),
        }
    }
}

impl<const SLOTS: usize> TrackedPatterns<SLOTS> {
    /// The Manhattan distance.
    #[must_use]
    pub fn manhattan(&self) -> &TileSum {
        &self.manhattan
    }

    /// The tables of the patterns of each partition; `None` if a tile is in no pattern.
    #[must_use]
    pub fn tables<W: Word>(&self, puzzle: &Puzzle<W>) -> Option<Vec<Vec<PdbTable<'_>>>> {
        let mut partitions = vec![Vec::new(); self.ways];
        let mut tiles = vec![0; self.ways];
        // The use of a slot does not depend on the operator.
        let steps = &self.steps[puzzle.ops_at(0).first()?.index()];
        for (slot, track) in self.tracks.iter().enumerate().take(self.slots) {
            let tile = usize::from(*track.tiles().first()?);
            let way = steps.iter().position(|steps| usize::from(steps[tile & 31].slot) == slot)?;
            partitions[way].push(track.pattern());
            tiles[way] += track.tiles().len();
        }
        tiles.iter().all(|tiles| tiles + 1 == puzzle.cells()).then_some(partitions)
    }

    /// Moves the pattern of the moved tile in the way of `pending`, and prefetches its entry.
    #[inline]
    fn look<W: Word>(&self, cache: &TrackedCache<SLOTS>, parent: W, op: Op, way: usize, pending: &mut TrackedPending) {
        let way = way % MOST_WAYS;
        let Step { jump, slot, row } = self.steps[op.index()][way][usize::from(pending.tile) & 31];
        pending.way = small(way);
        pending.slot = slot;
        let slot = usize::from(slot);
        if let Some(placement) = cache.placements.get(slot) {
            let moved = placement.after(jump, &self.rows[usize::from(row) % ROWS], parent);
            let number = self.tracks[slot].number(moved);
            self.tracks[slot].fetch(number);
            pending.placements[way] = moved;
            pending.number = number;
        }
    }
}

impl<W: Word, const SLOTS: usize> Heuristic<Puzzle<W>> for TrackedPatterns<SLOTS> {
    type Cache = TrackedCache<SLOTS>;

    fn initial(&self, puzzle: &Puzzle<W>, state: W) -> Self::Cache {
        let inverse = inverse(puzzle, state);
        let mut cache = TrackedCache {
            placements: [Placement::default(); SLOTS],
            manhattan: self.manhattan.sum(puzzle, state),
            sums: [0; MOST_WAYS],
        };
        for (placement, track) in cache.placements.iter_mut().zip(&*self.tracks).take(self.slots) {
            *placement = track.root(inverse);
        }
        // The use of a slot does not depend on the operator.
        let steps = puzzle.ops_at(0).first().map(|op| &self.steps[op.index()]);
        for (sum, steps) in cache.sums.iter_mut().zip(steps.into_iter().flatten()) {
            let mut slots: Vec<u8> = steps.iter().map(|step| step.slot).filter(|slot| *slot != NONE).collect();
            slots.sort_unstable();
            slots.dedup();
            *sum = slots.iter().map(|slot| cache.placements[usize::from(*slot)].half).sum();
        }
        cache
    }

    #[inline]
    fn step(&self, puzzle: &Puzzle<W>, cache: Self::Cache, parent: W, op: Op) -> Self::Cache {
        let mut pending = TrackedPending::default();
        self.begin(puzzle, &cache, parent, op, &mut pending);
        while self.try_evaluate(puzzle, &cache, parent, op, &mut pending, Cost::MAX).is_none() {}
        let mut next = cache;
        self.commit(puzzle, &mut next, parent, op, &pending);
        next
    }

    #[inline]
    fn h(&self, cache: Self::Cache) -> Cost {
        let most = cache.sums.iter().fold(0, |most, &sum| most.max(sum));
        cache.manhattan + 2 * Cost::from(most)
    }
}

impl<W: Word, const SLOTS: usize> Prefetch<Puzzle<W>> for TrackedPatterns<SLOTS> {
    type Pending = TrackedPending;

    #[inline]
    fn begin(&self, _: &Puzzle<W>, cache: &Self::Cache, parent: W, op: Op, pending: &mut Self::Pending) {
        let tile = parent.tile(op.to());
        pending.manhattan = cache.manhattan.wrapping_add(self.manhattan.change(op, tile));
        pending.tile = small(tile);
        pending.left = small(self.ways);
        pending.most = 0;
        // The way that says most of the parent is likely to say bound.
        let mut first = 0;
        for way in 1..self.ways.min(MOST_WAYS) {
            first = if cache.sums[way] > cache.sums[first] { way } else { first };
        }
        self.look(cache, parent, op, first, pending);
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
        let way = usize::from(pending.way) % MOST_WAYS;
        let mut sum = cache.sums[way];
        if let Some(placement) = cache.placements.get(usize::from(pending.slot)) {
            let half = self.tracks[usize::from(pending.slot)].half(pending.number);
            pending.placements[way].half = half;
            sum = sum.wrapping_add(half).wrapping_sub(placement.half);
        }
        pending.most = pending.most.max(sum);
        pending.left -= 1;
        let h = pending.manhattan + 2 * Cost::from(pending.most);
        if pending.left == 0 || h >= bound {
            return Some(h);
        }
        let next = if way + 1 == self.ways { 0 } else { way + 1 };
        self.look(cache, parent, op, next, pending);
        None
    }

    #[inline]
    fn commit(&self, _: &Puzzle<W>, cache: &mut Self::Cache, _: W, op: Op, pending: &Self::Pending) {
        cache.manhattan = pending.manhattan;
        for way in 0..self.ways.min(MOST_WAYS) {
            let slot = usize::from(self.steps[op.index()][way][usize::from(pending.tile) & 31].slot);
            if let Some(placement) = cache.placements.get_mut(slot) {
                let moved = pending.placements[way];
                cache.sums[way] = cache.sums[way].wrapping_add(moved.half).wrapping_sub(placement.half);
                *placement = moved;
            }
        }
    }
}

/// The number of a way or a tile in a byte.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "there are at most `MOST_WAYS` ways and 31 tiles")]
fn small(number: usize) -> u8 {
    debug_assert!(number < 32);
    number as u8
}
