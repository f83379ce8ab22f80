//! Additive pattern databases whose placements are followed along a path.
//!
//! The same values as [`PatternDatabases`] of regular look-ups, reflected or not, or of several partitions,
//! whose maximum counts. There a moved tile's pattern is numbered anew from all its tiles; here its
//! number is changed ([`super::track`]). What is left is waiting for memory, and so a search may ask
//! for the entries of many states before it uses the first.
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
    ways: usize,
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
    /// By way: the slot whose entry is asked for, and its number; nothing and 0 where it was answered.
    slots: [u8; MOST_WAYS],
    numbers: [u32; MOST_WAYS],
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
        let ways = lookups.len();
        Ok(Self { manhattan: databases.manhattan, ways, places, tracks })
    }
}

impl<W: Word, const SLOTS: usize> Heuristic<Puzzle<W>> for TrackedPatterns<SLOTS> {
    type Cache = TrackedCache<SLOTS>;

    const WAITS: bool = true;

    fn root(&self, puzzle: &Puzzle<W>, state: W) -> Self::Cache {
        let inverse = inverse(puzzle, state);
        let mut cache = TrackedCache {
            placements: [Placement::default(); SLOTS],
            manhattan: self.manhattan.sum(puzzle, state),
            sums: [0; MOST_WAYS],
            slots: [NONE; MOST_WAYS],
            numbers: [0; MOST_WAYS],
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
        let mut asked = cache;
        self.ask(puzzle, &mut asked, parent, op);
        <Self as Heuristic<Puzzle<W>>>::answer(self, &mut asked);
        asked
    }

    #[inline]
    fn ask(&self, _: &Puzzle<W>, cache: &mut Self::Cache, parent: W, op: Op) {
        let tile = parent.tile(op.to());
        cache.manhattan = cache.manhattan.wrapping_add(self.manhattan.change(op, tile));
        for (way, places) in self.places.iter().enumerate().take(self.ways) {
            let place = places[tile & 31];
            let slot = usize::from(place.slot);
            if let (Some(track), Some(placement)) = (self.tracks.get(slot), cache.placements.get_mut(slot)) {
                *placement = track.moved(*placement, parent, op, usize::from(place.tile));
                let number = track.number(*placement);
                track.fetch(number);
                cache.slots[way] = place.slot;
                #[expect(clippy::cast_possible_truncation, reason = "no table has more than 2^32 placements")]
                let number = number as u32;
                cache.numbers[way] = number;
            }
        }
    }

    #[inline]
    fn answer(&self, cache: &mut Self::Cache) {
        for way in 0..self.ways.min(MOST_WAYS) {
            let slot = usize::from(cache.slots[way]);
            if let (Some(track), Some(placement)) = (self.tracks.get(slot), cache.placements.get_mut(slot)) {
                let half = track.half(cache.numbers[way] as usize);
                cache.sums[way] = cache.sums[way] - placement.half + half;
                placement.half = half;
            }
            cache.slots[way] = NONE;
            cache.numbers[way] = 0;
        }
    }

    #[inline]
    fn h(&self, cache: Self::Cache) -> Cost {
        let most = cache.sums.iter().fold(0, |most, &sum| most.max(sum));
        cache.manhattan + 2 * Cost::from(most)
    }
}

/// There are at most `SLOTS` slots.
fn small(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(NONE)
}
