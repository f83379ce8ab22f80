//! Additive pattern databases whose placements are followed along a path.
//!
//! The same values as [`PatternDatabases`] of regular look-ups, reflected or not, or of several partitions,
//! whose maximum counts. There a moved tile's pattern is numbered anew from all its tiles; here its
//! number is changed ([`super::track`]). What is left is waiting for memory, and so a search may ask
//! for the entries of many states before it uses the first. The way that says most of the parent is asked
//! first; where that is enough to prune the successor, the others are not asked at all.
//!
//! **Memory.** As there; along a path eight bytes a pattern and way, where the other has eight a way.

use core::fmt;

use tilebench_core::{Cost, Heuristic};
use tilebench_puzzle::{Op, Puzzle, Word};

use super::databases::PatternDatabases;
use super::patterns::MOST_WAYS;
use super::track::{MOST_BETWEEN, Placement, Track};
use super::way::{Way, inverse};
use crate::TileSum;

/// Pattern databases of at most `SLOTS` patterns in all ways together.
pub struct TrackedPatterns<const SLOTS: usize> {
    manhattan: TileSum,
    ways: u8,
    /// By way, then by tile: the slot of its pattern, and its place there; [`NONE`] in none.
    places: [[Place; 32]; MOST_WAYS],
    tracks: Vec<Track>,
}

/// Where a tile is among the patterns of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    slot: u8,
    tile: u8,
}

/// No pattern.
const NONE: u8 = u8::MAX;

/// What is known along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrackedCache<const SLOTS: usize> {
    /// By slot.
    placements: [Placement; SLOTS],
    manhattan: Cost,
    /// By way: half of the sum of the excesses.
    sums: [u8; MOST_WAYS],
}

/// What is known of a successor.
#[derive(Clone, Copy, Debug, Default)]
pub struct TrackedQuestion {
    /// By way: where the pattern of the moved tile is now.
    placements: [Placement; MOST_WAYS],
    /// The number of the entry that is asked for.
    number: u32,
    manhattan: Cost,
    /// The largest of the ways that are known.
    most: u8,
    tile: u8,
    /// The way that is asked for.
    way: u8,
    /// How many are not known.
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
    /// The databases, where a way is not regular, one is drawn, there are more patterns than slots, or the board has more
    /// than five rows or columns.
    pub fn new<W: Word>(puzzle: &Puzzle<W>, databases: PatternDatabases) -> Result<Self, PatternDatabases> {
        let size = puzzle.goal().size();
        let regular = databases.ways.iter().map(|way| match way {
            Way::Regular { lookups, .. } => Some(lookups),
            Way::Dual { .. } => None,
        });
        let Some(lookups) = regular.collect::<Option<Vec<_>>>() else { return Err(databases) };
        let slots: usize = lookups.iter().map(|lookups| lookups.len()).sum();
        if databases.random || slots > SLOTS || size.rows().max(size.cols()) > MOST_BETWEEN + 1 {
            return Err(databases);
        }
        let mut places = [[Place { slot: NONE, tile: 0 }; 32]; MOST_WAYS];
        let mut tracks = Vec::with_capacity(slots);
        for (lookups, places) in lookups.iter().zip(&mut places) {
            for lookup in *lookups {
                let slot = small(tracks.len());
                for (place, &tile) in (0..).zip(lookup.tiles()) {
                    places[usize::from(tile)] = Place { slot, tile: place };
                }
                tracks.push(Track::new(puzzle, lookup.clone()));
            }
        }
        let ways = small(lookups.len());
        Ok(Self { manhattan: databases.manhattan, ways, places, tracks })
    }
}

impl<const SLOTS: usize> TrackedPatterns<SLOTS> {
    /// The slot of a tile's pattern.
    #[inline]
    fn slot(&self, tile: u8, way: usize) -> usize {
        usize::from(self.places[way][usize::from(tile) & 31].slot)
    }

    /// Moves the pattern of the moved tile in the way of `question`, and asks for its entry.
    #[inline]
    fn look<W: Word>(
        &self,
        cache: &TrackedCache<SLOTS>,
        parent: W,
        op: Op,
        way: usize,
        question: &mut TrackedQuestion,
    ) {
        let way = way % MOST_WAYS;
        question.way = small(way);
        let place = self.places[way][usize::from(question.tile) & 31];
        let slot = usize::from(place.slot);
        if let (Some(track), Some(&placement)) = (self.tracks.get(slot), cache.placements.get(slot)) {
            let moved = track.moved(placement, parent, op, usize::from(place.tile));
            let number = track.number(moved);
            track.fetch(number);
            question.placements[way] = moved;
            #[expect(clippy::cast_possible_truncation, reason = "no table has more than 2^32 placements")]
            let number = number as u32;
            question.number = number;
        }
    }
}

impl<W: Word, const SLOTS: usize> Heuristic<Puzzle<W>> for TrackedPatterns<SLOTS> {
    type Cache = TrackedCache<SLOTS>;
    type Question = TrackedQuestion;

    const WAITS: bool = true;

    fn root(&self, puzzle: &Puzzle<W>, state: W) -> Self::Cache {
        let inverse = inverse(puzzle, state);
        let mut cache = TrackedCache {
            placements: [Placement::default(); SLOTS],
            manhattan: self.manhattan.sum(puzzle, state),
            sums: [0; MOST_WAYS],
        };
        for (placement, track) in cache.placements.iter_mut().zip(&self.tracks) {
            *placement = track.root(inverse);
        }
        for (sum, places) in cache.sums.iter_mut().zip(&self.places) {
            let mut slots: Vec<u8> = places.iter().map(|place| place.slot).filter(|slot| *slot != NONE).collect();
            slots.sort_unstable();
            slots.dedup();
            *sum = slots.iter().map(|slot| cache.placements[usize::from(*slot)].half).sum();
        }
        cache
    }

    #[inline]
    fn step(&self, puzzle: &Puzzle<W>, cache: Self::Cache, parent: W, op: Op) -> Self::Cache {
        let mut question = TrackedQuestion::default();
        self.ask(puzzle, &cache, parent, op, &mut question);
        while self.answer(puzzle, &cache, parent, op, &mut question, Cost::MAX).is_none() {}
        let mut next = cache;
        self.answered(puzzle, &mut next, parent, op, &question);
        next
    }

    #[inline]
    fn ask(&self, _: &Puzzle<W>, cache: &Self::Cache, parent: W, op: Op, question: &mut Self::Question) {
        let tile = parent.tile(op.to());
        question.manhattan = cache.manhattan.wrapping_add(self.manhattan.change(op, tile));
        question.tile = small(tile);
        question.left = self.ways;
        question.most = 0;
        // The way that says most of the parent is likely to say enough.
        let mut first = 0;
        for way in 1..usize::from(self.ways).min(MOST_WAYS) {
            if cache.sums[way] > cache.sums[first] {
                first = way;
            }
        }
        self.look(cache, parent, op, first, question);
    }

    #[inline]
    fn answer(
        &self,
        _: &Puzzle<W>,
        cache: &Self::Cache,
        parent: W,
        op: Op,
        question: &mut Self::Question,
        enough: Cost,
    ) -> Option<Cost> {
        let way = usize::from(question.way) % MOST_WAYS;
        let slot = self.slot(question.tile, way);
        let mut sum = cache.sums[way];
        if let (Some(track), Some(placement)) = (self.tracks.get(slot), cache.placements.get(slot)) {
            let half = track.half(question.number as usize);
            question.placements[way].half = half;
            sum = sum + half - placement.half;
        }
        question.most = question.most.max(sum);
        question.left -= 1;
        let h = question.manhattan + 2 * Cost::from(question.most);
        if question.left == 0 || h >= enough {
            return Some(h);
        }
        let next = if way + 1 == usize::from(self.ways) { 0 } else { way + 1 };
        self.look(cache, parent, op, next, question);
        None
    }

    #[inline]
    fn answered(&self, _: &Puzzle<W>, cache: &mut Self::Cache, _: W, _: Op, question: &Self::Question) {
        cache.manhattan = question.manhattan;
        for way in 0..usize::from(self.ways).min(MOST_WAYS) {
            if let Some(placement) = cache.placements.get_mut(self.slot(question.tile, way)) {
                let moved = question.placements[way];
                cache.sums[way] = cache.sums[way] + moved.half - placement.half;
                *placement = moved;
            }
        }
    }

    #[inline]
    fn h(&self, cache: Self::Cache) -> Cost {
        let most = cache.sums.iter().fold(0, |most, &sum| most.max(sum));
        cache.manhattan + 2 * Cost::from(most)
    }
}

/// There are at most `SLOTS` slots, four ways and 31 tiles.
fn small(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(NONE)
}
