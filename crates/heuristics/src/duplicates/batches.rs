//! The duplicate strings as a program with limited memory finds them: domsleee/15puzzle (2022), whose numbers for the 24-puzzle
//! are published.
//!
//! **Procedure.** For one maximum length after another, the program enumerates the strings that contain no duplicate found before,
//! depth-first in [`BATCH_ORDER`], and lists them by their effects. Of the list of an effect, the largest set of strings become
//! duplicates for which a string remains that is not longer and has its rectangle inside. Of several such sets, it takes the one
//! with the largest score, then the lexicographically largest one (`choice.rs`).
//!
//! **Batches.** If the estimated memory exceeds a limit, a batch ends: the program completes the lists of all effects that it
//! holds, chooses the duplicates, and forgets the effects. An effect whose strings are in several batches has a list in each of
//! them, which begins with the strings of the batch, and the choice depends on the order of the list. So another set may be chosen
//! in another batch, and the strings of all these sets become duplicates, even if none of the effect remains. For this reason the
//! numbers depend on the limit, and no search uses these strings.
//!
//! **Here**, the effects of two or more strings are found first. The depth-first enumeration then only counts, and visits the
//! strings of these effects in order. This gives the same strings, in much less memory.

use std::mem;

use rayon::prelude::*;
use tilebench_puzzle::Size;

use super::choice::{BATCH_ORDER, chosen_duplicates};
use super::enumeration::{Enumeration, EnumerationLimits};
use super::walk::{Rectangle, Walk, place_after};
use super::{CUT, MoveString, StringAutomaton};

/// The limit of the estimated memory with which the published numbers were found, in bytes.
pub const BATCH_BYTES: u64 = 8_000_000_000;

/// The duplicate strings of at most `depth` moves on boards of `size`, by batches of at most `bytes` of estimated memory, ascending.
#[must_use]
pub fn duplicate_strings_in_batches(size: Size, depth: u32, bytes: u64) -> Vec<MoveString> {
    let mut found: Vec<MoveString> = Vec::new();
    let mut enumeration = Enumeration::new(size, BATCH_ORDER, EnumerationLimits::DEFAULT);
    let estimate = MemoryEstimate::new(size, depth, bytes);
    // Strings that remain, of lengths of the other parity.
    let mut other = Effects::default();
    for length in 1..=depth {
        let automaton = StringAutomaton::new(&found, BATCH_ORDER);
        let mut effects = Effects::default();
        for part in enumeration.groups(&automaton, Effects::push) {
            effects.extend(&part);
        }
        let count = effects.count();
        effects.extend(&mem::take(&mut other));
        let mut level = Level::new(size, length, &automaton, estimate, found.len() as u64, effects);
        let from = found.len();
        found.extend(level.duplicates());
        found[from..].sort_unstable();
        other = level.remaining(count);
    }
    found
}

/// The memory of the program by its own estimate, in bytes.
#[derive(Clone, Copy, Debug)]
struct MemoryEstimate {
    /// The maximum.
    limit: u64,
    /// Of a duplicate: an entry of a set of strings.
    duplicate: u64,
    /// Of an effect: an entry of a map from boards to lists.
    effect: u64,
    /// Of a string in a list: a pointer to two bits per move.
    string: u64,
}

impl MemoryEstimate {
    fn new(size: Size, depth: u32, limit: u64) -> Self {
        const LIST: u64 = 16;
        let cells = size.cells() as u64;
        let board = (u64::from(cells.next_power_of_two().ilog2()) * cells).div_ceil(8) + 1;
        let moves = u64::from(depth);
        Self { limit, duplicate: 4 + moves + LIST, effect: LIST + 2 + board, string: 8 + (2 * moves).div_ceil(8) }
    }

    fn is_exceeded(self, duplicates: u64, effects: u64, strings: u64) -> bool {
        duplicates * self.duplicate + effects * self.effect + strings * self.string > self.limit
    }
}

/// The effects of two or more strings.
#[derive(Debug, Default)]
struct Effects {
    /// The strings of one effect after another.
    strings: Vec<MoveString>,
    /// The end of those of each effect.
    ends: Vec<usize>,
}

impl Effects {
    fn count(&self) -> usize {
        self.ends.len()
    }

    fn push(&mut self, strings: &[MoveString]) {
        self.strings.extend(strings);
        self.ends.push(self.strings.len());
    }

    fn extend(&mut self, other: &Self) {
        let from = self.strings.len();
        self.strings.extend(&other.strings);
        self.ends.extend(other.ends.iter().map(|end| from + end));
    }

    /// The indices of the strings of an effect.
    fn range(&self, effect: usize) -> std::ops::Range<usize> {
        effect.checked_sub(1).map_or(0, |last| self.ends[last])..self.ends[effect]
    }
}

/// The enumeration of all strings of at most one length.
#[derive(Debug)]
struct Level<'a> {
    size: Size,
    length: u32,
    automaton: &'a StringAutomaton,
    estimate: MemoryEstimate,
    /// The number of duplicates found so far, of all lengths.
    found: u64,
    effects: Effects,
    /// The strings of these effects in depth-first order, each with its effect.
    visits: Vec<(MoveString, usize)>,
    /// The visits before those of the batch.
    last_batch: usize,
    /// The visits so far.
    visited: usize,
    batch: Batch,
    /// By effect: the batch of the last visit.
    batches: Vec<u32>,
    /// By string of the effects: whether it is a duplicate.
    is_duplicate: Vec<bool>,
}

/// The strings enumerated since the last batch.
#[derive(Clone, Copy, Debug)]
struct Batch {
    number: u32,
    strings: u64,
    effects: u64,
}

impl<'a> Level<'a> {
    fn new(
        size: Size,
        length: u32,
        automaton: &'a StringAutomaton,
        estimate: MemoryEstimate,
        found: u64,
        effects: Effects,
    ) -> Self {
        let visits = (0..effects.count()).flat_map(|effect| effects.range(effect).map(move |at| (at, effect)));
        let mut visits: Vec<(MoveString, usize)> = visits.map(|(at, effect)| (effects.strings[at], effect)).collect();
        visits.par_sort_unstable_by_key(|(string, _)| string.depth_first_key());
        let batch = Batch { number: 1, strings: 0, effects: 0 };
        let (batches, is_duplicate) = (vec![0; effects.count()], vec![false; effects.strings.len()]);
        Self {
            size,
            length,
            automaton,
            estimate,
            found,
            effects,
            visits,
            last_batch: 0,
            visited: 0,
            batch,
            batches,
            is_duplicate,
        }
    }

    /// The duplicates of this length.
    fn duplicates(&mut self) -> Vec<MoveString> {
        self.visit(0, MoveString::EMPTY, Walk::START, Rectangle::START);
        assert_eq!(self.visited, self.visits.len(), "every string that is not cut is enumerated");
        self.end_batch();
        let strings = self.effects.strings.iter().zip(&self.is_duplicate);
        strings.filter(|(_, is_duplicate)| **is_duplicate).map(|(string, _)| *string).collect()
    }

    /// Of the first `count` effects, those of which two or more strings remain.
    fn remaining(&self, count: usize) -> Effects {
        let mut remaining = Effects::default();
        for effect in 0..count {
            let range = self.effects.range(effect);
            let strings: Vec<_> =
                range.filter(|at| !self.is_duplicate[*at]).map(|at| self.effects.strings[at]).collect();
            if strings.len() > 1 {
                remaining.push(&strings);
            }
        }
        remaining
    }

    /// Counts a string and those that begin with it, and ends batches.
    fn visit(&mut self, state: u32, string: MoveString, place: (i8, i8), rectangle: Rectangle) {
        self.batch.strings += 1;
        match self.visits.get(self.visited) {
            Some(&(visit, effect)) if visit == string => {
                let last = mem::replace(&mut self.batches[effect], self.batch.number);
                self.batch.effects += u64::from(last != self.batch.number);
                self.visited += 1;
            }
            _ => self.batch.effects += 1,
        }
        if self.estimate.is_exceeded(self.found, self.batch.effects, self.batch.strings) {
            self.end_batch();
        }
        if string.len() == self.length {
            return;
        }
        for (number, direction) in (0..).zip(BATCH_ORDER) {
            let next = self.automaton.next(state, direction);
            let place = place_after(place, direction);
            let rectangle = rectangle.with(place);
            if next != CUT && rectangle.fits(self.size) {
                self.visit(next, string.then(number), place, rectangle);
            }
        }
    }

    /// Chooses the duplicates of each effect that has a string in the batch.
    fn end_batch(&mut self) {
        let visits = &self.visits[self.last_batch..self.visited];
        let keys = visits
            .first()
            .zip(visits.last())
            .map(|((first, _), (last, _))| first.depth_first_key()..=last.depth_first_key());
        let mut effects: Vec<usize> = visits.iter().map(|(_, effect)| *effect).collect();
        effects.par_sort_unstable();
        effects.dedup();
        for effect in effects {
            let mut list: Vec<usize> = self.effects.range(effect).collect();
            list.sort_by_key(|at| {
                let key = self.effects.strings[*at].depth_first_key();
                (keys.as_ref().is_some_and(|keys| !keys.contains(&key)), key)
            });
            let strings: Vec<MoveString> = list.iter().map(|at| self.effects.strings[*at]).collect();
            for at in chosen_duplicates(self.size, self.length, &strings) {
                self.found += u64::from(!mem::replace(&mut self.is_duplicate[list[at]], true));
            }
        }
        self.last_batch = self.visited;
        self.batch = Batch { number: self.batch.number + 1, strings: 0, effects: 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(depth: u32, bytes: u64) -> (usize, usize) {
        let strings = duplicate_strings_in_batches(Size::new(5, 5).unwrap(), depth, bytes);
        (strings.len(), StringAutomaton::new(&strings, BATCH_ORDER).states())
    }

    #[test]
    fn the_published_numbers_of_strings_and_states_are_found() {
        assert_eq!(count(14, BATCH_BYTES), (18_414, 65_558));
    }

    /// The positions of the duplicates among `list`, by all sets of strings, as in the program.
    fn best_of_all_sets(size: Size, list: &[MoveString]) -> Vec<usize> {
        let rectangle = |at: usize| Rectangle::of(list[at].directions(BATCH_ORDER));
        let letters = |at: usize| {
            let text = tilebench_puzzle::format_moves(list[at].directions(BATCH_ORDER));
            (text.len(), text.to_ascii_lowercase())
        };
        let sets = (0..1_u32 << list.len()).filter_map(|set| {
            let (removed, kept): (Vec<usize>, Vec<usize>) = (0..list.len()).partition(|at| set >> at & 1 == 1);
            let replaces =
                |at: usize, by: usize| list[by].len() <= list[at].len() && rectangle(at).contains(rectangle(by));
            let is_valid = removed.iter().all(|at| kept.iter().any(|by| replaces(*at, *by)));
            let score = removed.iter().fold(0.0, |score, at| {
                score + (2.13_f64.powf(f64::from(50 - list[*at].len())) + f64::from(rectangle(*at).positions(size)))
            });
            is_valid.then(|| (score, removed.iter().map(|at| letters(*at)).collect::<Vec<_>>(), removed))
        });
        sets.max_by(|one, other| one.partial_cmp(other).unwrap()).unwrap().2
    }

    #[test]
    fn the_choice_is_the_best_of_all_sets() {
        let size = Size::new(4, 4).unwrap();
        let duplicates = duplicate_strings_in_batches(size, 15, u64::MAX);
        let mut enumeration = Enumeration::new(size, BATCH_ORDER, EnumerationLimits::DEFAULT);
        let mut most = 0;
        for length in 1..=15 {
            let shorter = duplicates.partition_point(|string| string.len() < length);
            let automaton = StringAutomaton::new(&duplicates[..shorter], BATCH_ORDER);
            for effects in enumeration.groups(&automaton, Effects::push) {
                for effect in 0..effects.count() {
                    let mut list = effects.strings[effects.range(effect)].to_vec();
                    most = most.max(list.len());
                    for _ in 0..2 {
                        let chosen = chosen_duplicates(size, length, &list);
                        assert_eq!(chosen, best_of_all_sets(size, &list), "{list:?}");
                        list.reverse();
                    }
                }
            }
        }
        assert!(most > 2, "an effect has {most} strings");
    }

    /// With this limit, the program itself gives the first numbers. They are larger, so no string of some effect remains.
    #[test]
    fn batches_give_more_strings() {
        assert_eq!(count(15, 50_000_000), (31_005, 114_031));
        assert_eq!(count(15, u64::MAX), (31_004, 114_029));
    }
}
