//! Codes of lines: the tiles of a line that belong to the line, as a number.
//!
//! A code has one digit per cell, in base length + 1, the first cell lowest: 1 plus the position of the tile's goal in
//! the line, or 0 for the blank and for a tile that does not belong to the line. The codes of all lines are stored in one
//! number, each in its own bits, so that a move adds a constant.

use tilebench_core::{Cost, narrow};
use tilebench_puzzle::Word;

/// The codes of lines of one length, with the minimum number of tiles that must leave a line.
#[derive(Clone, Debug)]
pub struct LineCodes {
    /// The cells of a line.
    length: usize,
    /// The number of bits of a code.
    bits: u32,
    /// By code: the minimum number of tiles that must leave the line; empty if the table would be too large.
    table: Vec<u8>,
    /// By position: [`Self::adds_conflict`]; empty if a code has too many bits.
    adds_conflict: Vec<[u64; 16]>,
}

impl LineCodes {
    /// The maximum number of codes of a table: lines of up to six cells.
    const MAX_TABULATED: usize = 7usize.pow(6);

    /// The codes of lines of `length` cells.
    #[must_use]
    pub fn new(length: usize) -> Self {
        let mut lines = Self { length, bits: 0, table: Vec::new(), adds_conflict: Vec::new() };
        let codes = lines.weight(length);
        lines.bits = codes.ilog2() + 1;
        if codes <= Self::MAX_TABULATED {
            lines.table = (0..codes).map(|code| lines.compute_min_removals(code)).collect();
        }
        if lines.bits <= Self::MAX_BITS {
            lines.adds_conflict = (0..length).map(|place| lines.compute_conflicts(place)).collect();
        }
        lines
    }

    /// The number of cells of a line.
    #[inline]
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// The number of codes, or 0 if a table of all codes would be too large.
    pub(crate) fn tabulated_codes(&self) -> usize {
        self.table.len()
    }

    /// The weight of the digit at `place`.
    fn weight(&self, place: usize) -> usize {
        (self.length + 1).pow(narrow(place, "a line has at most 12 cells"))
    }

    /// The term that a tile in the position `place` of the line `line` adds to the number if its goal is the position `goal`.
    ///
    /// # Panics
    ///
    /// If the codes of all lines do not fit into 128 bits.
    #[must_use]
    pub fn term(&self, line: usize, place: usize, goal: usize) -> u128 {
        assert!(line * (self.bits as usize) < 128, "the codes of all lines fit into 128 bits");
        ((goal as u128 + 1) * self.weight(place) as u128) << self.first_bit(line)
    }

    /// The bit of the number at which a line begins: below 128, as [`Self::term`] asserts for every line.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below 128")]
    #[must_use]
    pub fn first_bit(&self, line: usize) -> u8 {
        (line * self.bits as usize) as u8
    }

    /// The mask of a code.
    #[inline]
    #[must_use]
    pub fn mask(&self) -> usize {
        (1 << self.bits) - 1
    }

    /// The code of the line that begins at bit `first` of `number`.
    #[inline]
    pub(crate) fn code<W: Word>(&self, number: W, first: u8) -> usize {
        number.bits_from(u32::from(first)) & self.mask()
    }

    /// The minimum number of tiles that must leave the line that begins at bit `first` of `number`, so that the others are
    /// in order.
    #[inline]
    pub fn min_removals<W: Word>(&self, number: W, first: u8) -> Cost {
        self.min_removals_of_code(self.code(number, first))
    }

    /// The minimum number of tiles that must leave a line with this code.
    #[inline]
    pub(crate) fn min_removals_of_code(&self, code: usize) -> Cost {
        Cost::from(self.table.get(code).copied().unwrap_or_else(|| self.compute_min_removals(code)))
    }

    /// The same without the table.
    #[cold]
    fn compute_min_removals(&self, code: usize) -> u8 {
        min_removals((0..self.length).map(|place| self.digit(code, place)))
    }

    /// The digit at `place` of a code.
    fn digit(&self, code: usize, place: usize) -> usize {
        code / self.weight(place) % (self.length + 1)
    }
}

/// Conflicts, as one bit per code.
impl LineCodes {
    /// The maximum number of bits of a code with such bits: lines of up to four cells.
    const MAX_BITS: u32 = 10;

    /// By code, one bit each: whether the tile in the position `place` increases the number of tiles that must leave the
    /// line. `None` if codes have too many bits.
    #[must_use]
    pub fn adds_conflict(&self, place: usize) -> Option<[u64; 16]> {
        self.adds_conflict.get(place).copied()
    }

    /// The codes, one bit each, of lines that contain the tiles of all these goal positions and without them need at least `saved`
    /// fewer removals. `None` unless codes have ten bits.
    pub(crate) fn saving(&self, goals: &[usize], saved: u8) -> Option<[u64; 16]> {
        if self.bits != Self::MAX_BITS {
            return None;
        }
        let mut saving = [0; 16];
        for (code, removals) in self.table.iter().enumerate() {
            let place = |goal: &usize| (0..self.length).find(|&place| self.digit(code, place) == goal + 1);
            let term = |goal: &usize| Some((goal + 1) * self.weight(place(goal)?));
            let is_saved = goals
                .iter()
                .map(term)
                .sum::<Option<usize>>()
                .is_some_and(|terms| self.table[code - terms] + saved <= *removals);
            saving[code / 64] |= u64::from(is_saved) << (code % 64);
        }
        Some(saving)
    }

    fn compute_conflicts(&self, place: usize) -> [u64; 16] {
        let mut adds_conflict = [0; 16];
        for (code, removals) in self.table.iter().enumerate() {
            let without = code - self.digit(code, place) * self.weight(place);
            adds_conflict[code / 64] |= u64::from(*removals > self.table[without]) << (code % 64);
        }
        adds_conflict
    }
}

/// The minimum number of tiles that must leave a line with these digits, so that the others are in order: the number of
/// tiles minus the length of the longest increasing subsequence.
fn min_removals(digits: impl Iterator<Item = usize>) -> u8 {
    // ends[g]: the length of the longest increasing subsequence so far that ends with the goal position g - 1.
    let mut ends = [0u8; 16];
    let mut tiles = 0;
    for goal in digits.filter(|goal| *goal > 0) {
        tiles += 1;
        ends[goal] = 1 + ends[..goal].iter().copied().max().unwrap_or(0);
    }
    tiles - ends.iter().copied().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn min_removals_of_goals(goals: &[usize]) -> u8 {
        min_removals(goals.iter().copied())
    }

    #[test]
    fn ordered_tiles_stay_and_all_reversed_tiles_but_one_leave() {
        assert_eq!(min_removals_of_goals(&[1, 2, 3, 4]), 0);
        assert_eq!(min_removals_of_goals(&[0, 1, 0, 4]), 0);
        assert_eq!(min_removals_of_goals(&[2, 1, 3, 4]), 1);
        assert_eq!(min_removals_of_goals(&[4, 3, 2, 1]), 3);
        assert_eq!(min_removals_of_goals(&[4, 1, 2, 3]), 1, "three pairs are reversed, but one tile is enough");
        assert_eq!(min_removals_of_goals(&[2, 1, 4, 3]), 2);
        assert_eq!(min_removals_of_goals(&[0, 0, 0, 0]), 0);
        assert_eq!(min_removals_of_goals(&[12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]), 11);
        assert_eq!(min_removals_of_goals(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 11]), 1);
    }

    #[test]
    fn the_minimum_equals_the_result_of_trying_every_subset_of_a_line() {
        let lines = LineCodes::new(4);
        for code in 0..625 {
            let goals: Vec<usize> = (0..4).map(|place| lines.digit(code, place)).collect();
            let in_order = |kept: u32| {
                let kept: Vec<usize> =
                    (0..4).filter(|place| kept >> place & 1 == 1).map(|place| goals[place]).collect();
                kept.is_sorted_by(|a, b| a < b) && kept.iter().all(|goal| *goal > 0)
            };
            let tiles = goals.iter().filter(|goal| **goal > 0).count();
            let max_kept = (0..16u32).filter(|kept| in_order(*kept)).map(u32::count_ones).max().unwrap();
            assert_eq!(lines.min_removals_of_code(code), Cost::try_from(tiles).unwrap() - max_kept, "{goals:?}");
        }
    }

    #[test]
    fn a_line_has_the_same_minimum_with_and_without_the_table_at_every_index() {
        for length in [2, 3, 4, 5, 7, 12] {
            let lines = LineCodes::new(length);
            for seed in 0..200usize {
                // Some goals of the line, each at most once.
                let goals =
                    (0..length).map(|place| (place * 5 + seed) % length).filter(|goal| seed >> (goal % 8) & 1 == 0);
                let number: u128 = (0..).zip(goals.clone()).map(|(place, goal)| lines.term(1, place, goal)).sum();
                let expected = min_removals(goals.map(|goal| goal + 1));
                assert_eq!(lines.min_removals(number, lines.first_bit(1)), Cost::from(expected), "{length} {seed}");
                assert_eq!(lines.min_removals(number, lines.first_bit(0)), 0);
            }
        }
    }

    #[test]
    fn a_tile_adds_conflict_if_one_tile_fewer_must_leave_without_it() {
        for length in [2, 3, 4] {
            let lines = LineCodes::new(length);
            for code in 0..lines.weight(length) {
                let digits: Vec<usize> = (0..length).map(|place| lines.digit(code, place)).collect();
                for place in 0..length {
                    let others = digits.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, digit)| *digit);
                    let [with, without] = [min_removals(digits.iter().copied()), min_removals(others)];
                    let adds_conflict = lines.adds_conflict(place).unwrap()[code / 64] >> (code % 64) & 1;
                    assert_eq!(u64::from(with), u64::from(without) + adds_conflict, "{digits:?}, place {place}");
                }
            }
        }
        assert_eq!(LineCodes::new(5).adds_conflict(0), None);
    }
}
