//! Finds the duplicate strings up to a depth, by enumeration of the strings that contain no shorter duplicate.

use rayon::prelude::*;
use tilebench_core::narrow;
use tilebench_puzzle::{Direction, Size};

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
            .map(|part| duplicates_of_length((&cut, &whole), size, length, rule, part))
            .collect();
        enumerated = levels.iter().map(|(_, enumerated)| enumerated).sum();
        let from = found.len();
        found.extend(levels.into_iter().flat_map(|(level, _)| level));
        found[from..].sort_unstable();
    }
    found
}

/// The duplicates of `length` moves among the strings of `part` that the automata of short and of all duplicates do not cut, and the
/// number of the strings that the former does not cut.
fn duplicates_of_length(
    (cut, whole): (&StringAutomaton, &StringAutomaton),
    size: Size,
    length: u32,
    rule: TieRule,
    part: Part,
) -> (Vec<MoveString>, u64) {
    let mut walk = Walk::new(size, rule.order());
    let mut strings = Vec::new();
    // Strings of one effect have lengths of one parity. A shorter string that is not cut is not a duplicate.
    for shorter in (length % 2..=length).step_by(2) {
        if !part.may_contain(Walk::START, shorter) {
            continue;
        }
        walk.collect((cut, part), 0, MoveString::EMPTY, shorter, &mut |hashed| {
            if hashed.hash & (part.passes - 1) == part.pass {
                strings.push(hashed);
            }
        });
    }
    strings.sort_unstable();
    let mut found = Vec::new();
    for group in strings.chunk_by(|one, next| one.hash == next.hash).filter(|group| group.len() > 1) {
        let rectangles: Vec<Rectangle> =
            group.iter().map(|hashed| Rectangle::of(hashed.string, rule.order())).collect();
        for (at, hashed) in group.iter().enumerate().filter(|(_, hashed)| hashed.string.len() == length) {
            let one = rectangles[at];
            let is_duplicate = rectangles.iter().zip(group).enumerate().any(|(other_at, (other, of))| {
                let precedes = match rule {
                    TieRule::SmallerRectangle if of.string.len() == length && *other != one => true,
                    TieRule::Order | TieRule::SmallerRectangle => other_at < at,
                };
                precedes
                    && one.contains(*other)
                    && walk.places_after(of.string) == walk.places_after(hashed.string)
                    && !whole.cuts(of.string, rule.order())
            });
            if is_duplicate && !whole.cuts(hashed.string, rule.order()) {
                found.push(hashed.string);
            }
        }
    }
    let enumerated = strings.iter().filter(|hashed| hashed.string.len() == length).count();
    (found, enumerated as u64)
}

/// A string with a number that equals that of all strings of the same effect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct HashedString {
    hash: u64,
    string: MoveString,
}

/// The first and the last row and column that the blank visits, relative to its start.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Rectangle {
    rows: (i8, i8),
    cols: (i8, i8),
}

impl Rectangle {
    const START: Self = Self { rows: (0, 0), cols: (0, 0) };

    /// That of a string.
    fn of(string: MoveString, order: [Direction; 4]) -> Self {
        let mut blank = Walk::START;
        string.numbers().fold(Self::START, |rectangle, number| {
            blank = blank_after(blank, order[number]);
            rectangle.with(blank)
        })
    }

    /// The smallest one that also contains a place.
    fn with(self, (row, col): (i8, i8)) -> Self {
        let with = |(first, last): (i8, i8), at: i8| (first.min(at), last.max(at));
        Self { rows: with(self.rows, row), cols: with(self.cols, col) }
    }

    /// Whether the path of the other one can be made wherever the path of this one can.
    fn contains(self, other: Self) -> bool {
        let contains = |one: (i8, i8), other: (i8, i8)| one.0 <= other.0 && other.1 <= one.1;
        contains(self.rows, other.rows) && contains(self.cols, other.cols)
    }
}

/// The row and the column of the blank after a move.
fn blank_after((row, col): (i8, i8), direction: Direction) -> (i8, i8) {
    match direction {
        Direction::Up => (row - 1, col),
        Direction::Left => (row, col - 1),
        Direction::Right => (row, col + 1),
        Direction::Down => (row + 1, col),
    }
}

/// The blank on a plane that is large enough for all strings that fit on a board.
struct Walk {
    size: Size,
    order: [Direction; 4],
    /// The columns of the plane.
    width: usize,
    /// The tile at each place: the number of the place that it started from.
    places: Vec<u16>,
    blank: usize,
    /// The row and column of the blank, relative to its start.
    place: (i8, i8),
    rectangle: Rectangle,
    hash: u64,
}

impl Walk {
    /// The place of the blank at the start.
    const START: (i8, i8) = (0, 0);

    fn new(size: Size, order: [Direction; 4]) -> Self {
        let (height, width) = (2 * size.rows() + 1, 2 * size.cols() + 1);
        Self {
            size,
            order,
            width,
            places: (0..).take(height * width).collect(),
            blank: size.rows() * width + size.cols(),
            place: Self::START,
            rectangle: Rectangle::START,
            hash: 0,
        }
    }

    /// Moves the blank, and returns whether its path still fits on a board.
    #[inline]
    fn step(&mut self, number: usize) -> bool {
        let direction = self.order[number];
        let to = match direction {
            Direction::Up => self.blank - self.width,
            Direction::Left => self.blank - 1,
            Direction::Right => self.blank + 1,
            Direction::Down => self.blank + self.width,
        };
        let place = blank_after(self.place, direction);
        let rectangle = self.rectangle.with(place);
        let extent = |(first, last): (i8, i8)| usize::from(first.abs_diff(last)) + 1;
        if extent(rectangle.rows) > self.size.rows() || extent(rectangle.cols) > self.size.cols() {
            return false;
        }
        let tile = self.places[to];
        // The place of the blank follows from those of the tiles.
        self.hash ^= part(tile, to) ^ part(tile, self.blank);
        self.places.swap(self.blank, to);
        (self.blank, self.place, self.rectangle) = (to, place, rectangle);
        true
    }

    /// Passes all strings of `length` more moves that `automaton` does not cut to `found`, if they end in the place of the part.
    fn collect(
        &mut self,
        (automaton, part): (&StringAutomaton, Part),
        state: u32,
        string: MoveString,
        length: u32,
        found: &mut impl FnMut(HashedString),
    ) {
        if length == 0 {
            found(HashedString { hash: self.hash, string });
            return;
        }
        for number in 0..4u8 {
            let next = automaton.next(state, self.order[usize::from(number)]);
            let place = blank_after(self.place, self.order[usize::from(number)]);
            let before = (self.rectangle, self.hash, self.blank, self.place);
            if next != CUT && part.may_contain(place, length - 1) && self.step(usize::from(number)) {
                self.collect((automaton, part), next, string.then(number), length - 1, found);
                self.places.swap(self.blank, before.2);
                (self.rectangle, self.hash, self.blank, self.place) = before;
            }
        }
    }

    /// The tiles by place after a string that fits on a board.
    fn places_after(&mut self, string: MoveString) -> Vec<u16> {
        *self = Self::new(self.size, self.order);
        for number in string.numbers() {
            self.step(number);
        }
        self.places.clone()
    }
}

/// The part of the hash of a tile at a place: 0 at its start (the mixing function of splitmix64).
fn part(tile: u16, place: usize) -> u64 {
    if usize::from(tile) == place {
        return 0;
    }
    let mut word = (u64::from(tile) << 32 | place as u64).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
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
