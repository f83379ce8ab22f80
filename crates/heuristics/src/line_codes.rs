//! The lines of a board as one number: the tiles of each line that belong there.
//!
//! A code has one digit per cell, in base length + 1, the first cell lowest: 1 plus the place in the line where the
//! tile's goal is, or 0 for a tile that does not belong to the line, and for the blank. Each code has bits of its own, so
//! that a move adds a constant.

use tilebench_core::{Cost, narrow};
use tilebench_puzzle::Word;

/// Lines of one length, with the fewest tiles that must leave each.
#[derive(Clone, Debug)]
pub struct LineCodes {
    /// The cells of a line.
    length: usize,
    /// The bits of a code.
    bits: u32,
    /// By the code of one line; empty if the table would be too large.
    fewest: Vec<u8>,
    /// By place: [`Self::adds_conflict`]; empty if a code has too many bits.
    adds_conflict: Vec<[u64; 16]>,
}

impl LineCodes {
    /// The maximum number of codes of a tabulated line: lines of up to six cells.
    const TABULATED: usize = 7usize.pow(6);

    /// The codes of lines of `length` cells.
    #[must_use]
    pub fn new(length: usize) -> Self {
        let mut lines = Self { length, bits: 0, fewest: Vec::new(), adds_conflict: Vec::new() };
        let codes = lines.weight(length);
        lines.bits = codes.ilog2() + 1;
        if codes <= Self::TABULATED {
            lines.fewest = (0..codes).map(|code| lines.work_out(code)).collect();
        }
        if lines.bits <= Self::MOST_BITS {
            lines.adds_conflict = (0..length).map(|place| lines.work_out_conflicts(place)).collect();
        }
        lines
    }

    /// The number of cells of a line.
    #[inline]
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// The value of the digit 1 at `place`.
    fn weight(&self, place: usize) -> usize {
        (self.length + 1).pow(narrow(place, "a line has at most 12 cells"))
    }

    /// The term that a tile whose goal is at place `goal` of line `line` adds to the number while it stands at place `place`.
    ///
    /// # Panics
    ///
    /// If the codes of all lines do not fit into 128 bits.
    #[must_use]
    pub fn term(&self, line: usize, place: usize, goal: usize) -> u128 {
        assert!(line * (self.bits as usize) < 128, "the codes of all lines fit into 128 bits");
        ((goal as u128 + 1) * self.weight(place) as u128) << self.first_bit(line)
    }

    /// The bit of the number at which a line begins: below 128, as [`Self::term`] asserts of every line.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below 128")]
    #[must_use]
    pub fn first_bit(&self, line: usize) -> u8 {
        (line * self.bits as usize) as u8
    }

    /// The bits of a code, from the lowest on.
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

    /// The fewest tiles that must leave the line that begins at bit `first` of `number`, so that the rest stand in order.
    #[inline]
    pub fn fewest<W: Word>(&self, number: W, first: u8) -> Cost {
        self.fewest_of(self.code(number, first))
    }

    /// The same for the code of one line.
    #[inline]
    pub(crate) fn fewest_of(&self, code: usize) -> Cost {
        Cost::from(self.fewest.get(code).copied().unwrap_or_else(|| self.work_out(code)))
    }

    /// The same without the table.
    #[cold]
    fn work_out(&self, code: usize) -> u8 {
        fewest_to_leave((0..self.length).map(|place| self.digit(code, place)))
    }

    /// The digit at `place` of a code.
    fn digit(&self, code: usize, place: usize) -> usize {
        code / self.weight(place) % (self.length + 1)
    }
}

/// The facts given by one bit per code.
impl LineCodes {
    /// The maximum number of bits of a code here: those of lines of up to four cells.
    const MOST_BITS: u32 = 10;

    /// By code, a bit each: whether one tile more has to leave the line than if the one at `place` were not there. Nothing
    /// if lines have too many codes.
    #[must_use]
    pub fn adds_conflict(&self, place: usize) -> Option<[u64; 16]> {
        self.adds_conflict.get(place).copied()
    }

    fn work_out_conflicts(&self, place: usize) -> [u64; 16] {
        let mut adds_conflict = [0; 16];
        for (code, fewest) in self.fewest.iter().enumerate() {
            let without = code - self.digit(code, place) * self.weight(place);
            adds_conflict[code / 64] |= u64::from(*fewest > self.fewest[without]) << (code % 64);
        }
        adds_conflict
    }
}

/// The fewest tiles that must leave a line with these digits, so that the rest stand in order: all tiles less the longest
/// increasing subsequence.
fn fewest_to_leave(digits: impl Iterator<Item = usize>) -> u8 {
    // ends[g]: the longest increasing subsequence so far that ends with goal place g - 1.
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

    fn fewest(goals: &[usize]) -> u8 {
        fewest_to_leave(goals.iter().copied())
    }

    #[test]
    fn tiles_in_order_stay_and_reversed_ones_leave_but_for_one() {
        assert_eq!(fewest(&[1, 2, 3, 4]), 0);
        assert_eq!(fewest(&[0, 1, 0, 4]), 0);
        assert_eq!(fewest(&[2, 1, 3, 4]), 1);
        assert_eq!(fewest(&[4, 3, 2, 1]), 3);
        assert_eq!(fewest(&[4, 1, 2, 3]), 1, "three pairs are reversed, but one tile is enough");
        assert_eq!(fewest(&[2, 1, 4, 3]), 2);
        assert_eq!(fewest(&[0, 0, 0, 0]), 0);
        assert_eq!(fewest(&[12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]), 11);
        assert_eq!(fewest(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 11]), 1);
    }

    #[test]
    fn the_fewest_is_what_trying_every_subset_of_a_line_finds() {
        let lines = LineCodes::new(4);
        for code in 0..625 {
            let goals: Vec<usize> = (0..4).map(|place| lines.digit(code, place)).collect();
            let in_order = |kept: u32| {
                let kept: Vec<usize> =
                    (0..4).filter(|place| kept >> place & 1 == 1).map(|place| goals[place]).collect();
                kept.is_sorted_by(|a, b| a < b) && kept.iter().all(|goal| *goal > 0)
            };
            let tiles = goals.iter().filter(|goal| **goal > 0).count();
            let most = (0..16u32).filter(|kept| in_order(*kept)).map(u32::count_ones).max().unwrap();
            assert_eq!(lines.fewest_of(code), Cost::try_from(tiles).unwrap() - most, "{goals:?}");
        }
    }

    #[test]
    fn a_line_gives_the_same_with_and_without_its_table_wherever_it_stands() {
        for length in [2, 3, 4, 5, 7, 12] {
            let lines = LineCodes::new(length);
            for seed in 0..200usize {
                // Some goals of the line, each at most once.
                let goals =
                    (0..length).map(|place| (place * 5 + seed) % length).filter(|goal| seed >> (goal % 8) & 1 == 0);
                let number: u128 = (0..).zip(goals.clone()).map(|(place, goal)| lines.term(1, place, goal)).sum();
                let expected = fewest_to_leave(goals.map(|goal| goal + 1));
                assert_eq!(lines.fewest(number, lines.first_bit(1)), Cost::from(expected), "{length} {seed}");
                assert_eq!(lines.fewest(number, lines.first_bit(0)), 0);
            }
        }
    }

    #[test]
    fn a_tile_adds_conflict_where_one_tile_less_must_leave_without_it() {
        for length in [2, 3, 4] {
            let lines = LineCodes::new(length);
            for code in 0..lines.weight(length) {
                let digits: Vec<usize> = (0..length).map(|place| lines.digit(code, place)).collect();
                for place in 0..length {
                    let others = digits.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, digit)| *digit);
                    let [with, without] = [fewest_to_leave(digits.iter().copied()), fewest_to_leave(others)];
                    let adds_conflict = lines.adds_conflict(place).unwrap()[code / 64] >> (code % 64) & 1;
                    assert_eq!(u64::from(with), u64::from(without) + adds_conflict, "{digits:?}, place {place}");
                }
            }
        }
        assert_eq!(LineCodes::new(5).adds_conflict(0), None);
    }
}
