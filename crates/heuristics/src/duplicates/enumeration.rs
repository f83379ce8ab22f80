//! The strings that contain no shorter duplicate, in groups of one effect.

use rayon::prelude::*;
use tilebench_core::narrow;
use tilebench_puzzle::{Direction, Size};

use super::walk::{Walk, place_after};
use super::{CUT, MoveString, StringAutomaton};

/// The limits of an enumeration, on which its time and memory depend.
#[derive(Clone, Copy, Debug)]
pub(super) struct EnumerationLimits {
    /// The maximum length of the duplicates that cut the enumeration. The strings that contain a longer duplicate are left out
    /// afterwards, and only if another string has the same effect.
    pub(super) max_cut: u32,
    /// The maximum number of strings that a thread holds, about: more are found in several parts.
    pub(super) max_strings: u64,
}

impl EnumerationLimits {
    /// The automaton of duplicates of 14 moves fits into a processor's cache. A string takes 16 bytes.
    pub(super) const DEFAULT: Self = Self { max_cut: 14, max_strings: 150_000_000 };
}

/// The strings that fit on boards of a size, enumerated for one maximum length after another.
#[derive(Debug)]
pub(super) struct Enumeration {
    size: Size,
    order: [Direction; 4],
    limits: EnumerationLimits,
    /// The automaton of short duplicates, which cuts the enumeration.
    cut: StringAutomaton,
    /// The last length, and the number of its strings.
    length: u32,
    enumerated: u64,
}

impl Enumeration {
    /// That of strings whose numbers of directions are those of `order`.
    pub(super) fn new(size: Size, order: [Direction; 4], limits: EnumerationLimits) -> Self {
        Self { size, order, limits, cut: StringAutomaton::new(&[], order), length: 0, enumerated: 1 }
    }

    /// Adds each group of two or more strings of one effect, which are ascending, to one of the results by `add`. The strings have
    /// the next length, or a smaller one of the same parity, and `automaton`, that of all shorter duplicates, cuts none of them.
    pub(super) fn groups<T: Default + Send>(
        &mut self,
        automaton: &StringAutomaton,
        add: impl Fn(&mut T, &[MoveString]) + Sync,
    ) -> Vec<T> {
        self.length += 1;
        let length = self.length;
        if length <= self.limits.max_cut + 1 {
            self.cut = automaton.clone();
        }
        // A level has less than two and a half times the strings of the last one, and is held with a fifth of that number.
        let levels: Vec<(T, u64)> = Part::all(self.size, length, 3 * self.enumerated, self.limits.max_strings)
            .into_par_iter()
            .with_max_len(1)
            .map(|part| self.part(part, automaton, &add))
            .collect();
        self.enumerated = levels.iter().map(|(_, enumerated)| enumerated).sum();
        levels.into_iter().map(|(result, _)| result).collect()
    }

    /// The groups of a part, and the number of enumerated strings of the length.
    fn part<T: Default>(
        &self,
        part: Part,
        automaton: &StringAutomaton,
        add: impl Fn(&mut T, &[MoveString]),
    ) -> (T, u64) {
        let mut strings = Vec::new();
        // Strings of one effect have lengths of one parity.
        for shorter in (self.length % 2..=self.length).step_by(2) {
            if part.may_contain(Walk::START, shorter) {
                self.collect(part, &mut Walk::new(self.size), 0, MoveString::EMPTY, shorter, &mut strings);
            }
        }
        strings.sort_unstable();
        let mut result = T::default();
        let mut group = Vec::new();
        for hashed in strings.chunk_by(|one, next| one.hash == next.hash).filter(|hashed| hashed.len() > 1) {
            let uncut = hashed.iter().map(|hashed| hashed.string).filter(|string| !automaton.cuts(*string, self.order));
            group.clear();
            group.extend(uncut);
            self.for_each_effect(&mut group, |strings| add(&mut result, strings));
        }
        let enumerated = strings.iter().filter(|hashed| hashed.string.len() == self.length).count();
        (result, enumerated as u64)
    }

    /// Calls `f` with the strings of each effect, if two or more of `strings`, which have one hash, have it.
    fn for_each_effect(&self, strings: &mut [MoveString], mut f: impl FnMut(&[MoveString])) {
        let tiles = |string: &MoveString| Walk::tiles_after(self.size, string.directions(self.order));
        if strings.len() < 2 {
            return;
        }
        // A stable sort, so that the strings of an effect stay ascending.
        strings.sort_by_cached_key(tiles);
        for group in strings.chunk_by(|one, next| tiles(one) == tiles(next)).filter(|group| group.len() > 1) {
            f(group);
        }
    }

    /// Collects all strings of `length` more moves that are not cut and belong to the part.
    fn collect(
        &self,
        part: Part,
        walk: &mut Walk,
        state: u32,
        string: MoveString,
        length: u32,
        strings: &mut Vec<HashedString>,
    ) {
        let before = walk.end();
        if length == 0 {
            if before.hash & (part.passes - 1) == part.pass {
                strings.push(HashedString { hash: before.hash, string });
            }
            return;
        }
        for (number, direction) in (0..).zip(self.order) {
            let next = self.cut.next(state, direction);
            let place = place_after(before.place, direction);
            if next != CUT && part.may_contain(place, length - 1) && walk.step(direction) {
                self.collect(part, walk, next, string.then(number), length - 1, strings);
                walk.undo(before);
            }
        }
    }
}

/// The strings that a thread holds at once: all, or those that take the blank to one place, and whose hashes are in `pass` of some
/// passes. Strings of one effect are in one part. A walk to a place leaves out most others before it ends, so that many places
/// take much less time than the same number of passes.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// The rows and columns from the start to the place; `None` for all places.
    place: Option<(i8, i8)>,
    pass: u64,
    passes: u64,
}

impl Part {
    /// At most about one string in this number ends in the same place.
    const PLACES: u64 = 16;

    /// The parts of about `strings` strings of `length` moves; each has at most about `max_strings`.
    fn all(size: Size, length: u32, strings: u64, max_strings: u64) -> Vec<Self> {
        if strings <= max_strings {
            return vec![Self { place: None, pass: 0, passes: 1 }];
        }
        let passes = strings.div_ceil(Self::PLACES).div_ceil(max_strings).next_power_of_two();
        let range = |extent: usize| 1 - narrow::<i8, _>(extent, "boards are small")..narrow(extent, "boards are small");
        let places = range(size.rows()).flat_map(|row| range(size.cols()).map(move |col| (row, col)));
        // A string of an odd number of moves changes the colour of the cell.
        let places = places.filter(|(row, col)| (row + col).unsigned_abs() % 2 == u8::from(!length.is_multiple_of(2)));
        places.flat_map(|place| (0..passes).map(move |pass| Self { place: Some(place), pass, passes })).collect()
    }

    /// Whether strings of `length` more moves may be in this part if the blank is in this row and column.
    #[inline]
    fn may_contain(self, (row, col): (i8, i8), length: u32) -> bool {
        self.place.is_none_or(|place| u32::from(place.0.abs_diff(row)) + u32::from(place.1.abs_diff(col)) <= length)
    }
}

/// A string with a number that equals that of all strings of the same effect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct HashedString {
    hash: u64,
    string: MoveString,
}
