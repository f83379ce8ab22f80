//! Finds the duplicate strings up to a depth, by enumeration of the strings that contain no shorter duplicate.

use rayon::prelude::*;
use tilebench_core::narrow;
use tilebench_puzzle::{Direction, Size};

use super::walk::{Rectangle, Walk, place_after};
use super::{CUT, MoveString, StringAutomaton};

/// Which of two strings of equal length and effect is the duplicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieRule {
    /// The lexicographically larger one in the order up, down, left, right. A shortest solution without duplicates remains, and
    /// in this order, which has opposite directions next to each other, fewer strings prune more than in others.
    Order,
    /// The one whose rectangle contains that of the other; of equal rectangles, the larger one in the order up, left, right, down.
    /// It gives the published number of strings of up to 14 moves. No search uses it, since no order of whole paths proves that a
    /// solution remains.
    SmallerRectangle,
}

impl TieRule {
    /// The directions in their order.
    #[must_use]
    pub const fn order(self) -> [Direction; 4] {
        match self {
            Self::Order => [Direction::Up, Direction::Down, Direction::Left, Direction::Right],
            Self::SmallerRectangle => Direction::ALL,
        }
    }
}

/// The limits of an enumeration, on which its time and memory depend.
#[derive(Clone, Copy, Debug)]
struct EnumerationLimits {
    /// The maximum length of the duplicates that cut the enumeration. The strings that contain a longer duplicate are left out
    /// afterwards, and only if another string has the same effect.
    max_cut: u32,
    /// The maximum number of strings that a thread holds, about: more are found in several parts.
    max_strings: u64,
}

impl EnumerationLimits {
    /// The automaton of duplicates of 14 moves fits into a processor's cache. A string takes 16 bytes.
    const DEFAULT: Self = Self { max_cut: 14, max_strings: 150_000_000 };
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

/// The duplicate strings of at most `depth` moves on boards of `size` that contain no other one, ascending.
#[must_use]
pub fn duplicate_strings(size: Size, depth: u32, rule: TieRule) -> Vec<MoveString> {
    duplicate_strings_within(size, depth, rule, EnumerationLimits::DEFAULT)
}

/// As [`duplicate_strings`], with these limits.
fn duplicate_strings_within(size: Size, depth: u32, rule: TieRule, limits: EnumerationLimits) -> Vec<MoveString> {
    let mut found: Vec<MoveString> = Vec::new();
    let mut enumerated: u64 = 1;
    let mut cut = StringAutomaton::new(&found, rule.order());
    for length in 1..=depth {
        let whole = StringAutomaton::new(&found, rule.order());
        if length <= limits.max_cut + 1 {
            cut = whole.clone();
        }
        // A level has less than two and a half times the strings of the last one, and is held with a fifth of that number.
        let levels: Vec<(Vec<MoveString>, u64)> = Part::all(size, length, 3 * enumerated, limits.max_strings)
            .into_par_iter()
            .with_max_len(1)
            .map(|part| Enumeration { size, rule, part, cut: &cut, whole: &whole }.duplicates(length))
            .collect();
        enumerated = levels.iter().map(|(_, enumerated)| enumerated).sum();
        let from = found.len();
        found.extend(levels.into_iter().flat_map(|(level, _)| level));
        found[from..].sort_unstable();
    }
    found
}

/// The enumeration of the strings of one part.
#[derive(Clone, Copy)]
struct Enumeration<'a> {
    size: Size,
    rule: TieRule,
    part: Part,
    /// The automaton of short duplicates, which cuts the enumeration.
    cut: &'a StringAutomaton,
    /// The automaton of all duplicates of fewer moves.
    whole: &'a StringAutomaton,
}

impl Enumeration<'_> {
    /// The duplicates of `length` moves, and the number of enumerated strings of this length.
    fn duplicates(&self, length: u32) -> (Vec<MoveString>, u64) {
        let mut strings = Vec::new();
        // Strings of one effect have lengths of one parity. A shorter string that is not cut is not a duplicate.
        for shorter in (length % 2..=length).step_by(2) {
            if self.part.may_contain(Walk::START, shorter) {
                self.collect(&mut Walk::new(self.size), 0, MoveString::EMPTY, shorter, &mut strings);
            }
        }
        strings.sort_unstable();
        let mut found = Vec::new();
        for group in strings.chunk_by(|one, next| one.hash == next.hash).filter(|group| group.len() > 1) {
            self.find(group, length, &mut found);
        }
        let enumerated = strings.iter().filter(|hashed| hashed.string.len() == length).count();
        (found, enumerated as u64)
    }

    /// Collects all strings of `length` more moves that are not cut and belong to the part.
    fn collect(&self, walk: &mut Walk, state: u32, string: MoveString, length: u32, strings: &mut Vec<HashedString>) {
        let before = walk.end();
        if length == 0 {
            if before.hash & (self.part.passes - 1) == self.part.pass {
                strings.push(HashedString { hash: before.hash, string });
            }
            return;
        }
        for (number, direction) in (0..).zip(self.rule.order()) {
            let next = self.cut.next(state, direction);
            let place = place_after(before.place, direction);
            if next != CUT && self.part.may_contain(place, length - 1) && walk.step(direction) {
                self.collect(walk, next, string.then(number), length - 1, strings);
                walk.undo(before);
            }
        }
    }

    /// Adds the duplicates of `length` moves among strings of one hash, in ascending order, to `found`.
    fn find(&self, group: &[HashedString], length: u32, found: &mut Vec<MoveString>) {
        let directions = |string: MoveString| string.directions(self.rule.order());
        let tiles = |string| Walk::tiles_after(self.size, directions(string));
        let cuts = |string| self.whole.cuts(string, self.rule.order());
        let rectangles: Vec<Rectangle> = group.iter().map(|hashed| Rectangle::of(directions(hashed.string))).collect();
        for (at, one) in group.iter().enumerate().filter(|(_, one)| one.string.len() == length) {
            let is_duplicate = group.iter().enumerate().any(|(other_at, other)| {
                let precedes = match self.rule {
                    TieRule::SmallerRectangle
                        if other.string.len() == length && rectangles[other_at] != rectangles[at] =>
                    {
                        true
                    }
                    TieRule::Order | TieRule::SmallerRectangle => other_at < at,
                };
                precedes
                    && rectangles[at].contains(rectangles[other_at])
                    && tiles(one.string) == tiles(other.string)
                    && !cuts(other.string)
            });
            if is_duplicate && !cuts(one.string) {
                found.push(one.string);
            }
        }
    }
}

/// A string with a number that equals that of all strings of the same effect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct HashedString {
    hash: u64,
    string: MoveString,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(size: (usize, usize), depth: u32, rule: TieRule) -> (usize, usize) {
        let strings = duplicate_strings(Size::new(size.0, size.1).unwrap(), depth, rule);
        (strings.len(), StringAutomaton::new(&strings, rule.order()).states())
    }

    #[test]
    fn the_published_numbers_of_strings_and_states_are_found() {
        assert_eq!(count((5, 5), 14, TieRule::SmallerRectangle), (18_414, 65_558));
    }

    #[test]
    fn the_order_with_opposite_directions_side_by_side_has_fewer_strings() {
        assert_eq!(count((5, 5), 12, TieRule::Order), (2_540, 9_223));
        assert_eq!(count((5, 5), 12, TieRule::SmallerRectangle), (2_667, 9_732));
    }

    #[test]
    fn limits_do_not_change_the_strings() {
        for rule in [TieRule::Order, TieRule::SmallerRectangle] {
            for (rows, cols, depth, max_strings) in [(5, 5, 10, 5_000), (3, 4, 10, 500), (3, 4, 7, 20), (2, 2, 8, 2)] {
                let size = Size::new(rows, cols).unwrap();
                let found = |max_cut, max_strings| {
                    duplicate_strings_within(size, depth, rule, EnumerationLimits { max_cut, max_strings })
                };
                let whole = found(depth, u64::MAX);
                assert_eq!(found(depth, max_strings), whole, "{size} in parts of {max_strings}");
                for max_cut in [0, 2, 6] {
                    assert_eq!(found(max_cut, u64::MAX), whole, "{size} cut by duplicates of {max_cut} moves");
                }
            }
        }
    }

    #[test]
    fn the_strings_of_two_moves_are_the_four_that_undo_a_move() {
        let strings = duplicate_strings(Size::new(3, 3).unwrap(), 5, TieRule::Order);
        let letters = |string: MoveString| tilebench_puzzle::format_moves(string.directions(TieRule::Order.order()));
        assert_eq!(strings.into_iter().map(letters).collect::<Vec<_>>(), ["UD", "DU", "LR", "RL"]);
    }

    #[test]
    fn the_first_longer_strings_go_round_a_square_the_other_way() {
        // Six moves round a square of two by two are as good as six the other way, from each of four corners.
        let strings = duplicate_strings(Size::new(2, 2).unwrap(), 6, TieRule::Order);
        assert_eq!(strings.iter().filter(|string| string.len() == 6).count(), 4);
    }
}
