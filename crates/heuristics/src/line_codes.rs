//! The lines of a board as one number: what stands in each, as far as it belongs there.
//!
//! A digit a cell, line after line: 1 plus the place in the line where the tile's goal is, or 0 for a tile that does not
//! belong to the line, and for the blank. Digits are whole bits, so that a move adds a constant.

use std::sync::Arc;

use tilebench_core::Cost;
use tilebench_puzzle::Word;

use crate::line::fewest_to_leave;

/// Lines of one length, with the fewest tiles that must leave each.
#[derive(Clone, Debug)]
pub(crate) struct LineCodes {
    /// The cells of a line.
    length: usize,
    /// The bits of a digit.
    bits: usize,
    /// By the code of one line; empty where it would be too large.
    fewest: Vec<u8>,
    /// Likewise [`Self::hinders`].
    hinders: Arc<[u8]>,
}

impl LineCodes {
    /// Lines are tabulated whose codes have at most so many bits: those of up to six cells.
    const TABULATED: usize = 18;

    pub(crate) fn new(length: usize) -> Self {
        let bits = length.ilog2() as usize + 1;
        let codes = if bits * length <= Self::TABULATED { 1 << (bits * length) } else { 0 };
        let mut lines = Self { length, bits, fewest: Vec::new(), hinders: Arc::from([]) };
        lines.fewest = (0..codes).map(|code| lines.work_out(code)).collect();
        lines.hinders = (0..codes).map(|code| lines.hinder(code)).collect();
        lines
    }

    /// What a tile whose goal is at place `goal` of line `line` adds to the number while it stands at place `place` of it.
    pub(crate) fn term(&self, line: usize, place: usize, goal: usize) -> u128 {
        (goal as u128 + 1) << ((line * self.length + place) * self.bits)
    }

    /// The bit of the number at which a line begins: below 128, as the number is.
    pub(crate) fn first_bit(&self, line: usize) -> u8 {
        u8::try_from(line * self.length * self.bits).unwrap_or(0)
    }

    /// The fewest tiles that must leave the line that begins at bit `first` of `number`, so that the rest stand in order.
    #[inline]
    pub(crate) fn fewest<W: Word>(&self, number: W, first: u8) -> Cost {
        let code = number.bits(u32::from(first)) & ((1 << (self.bits * self.length)) - 1);
        Cost::from(self.fewest.get(code).copied().unwrap_or_else(|| self.work_out(code)))
    }

    /// The same for the code of one line, without the table.
    #[cold]
    fn work_out(&self, code: usize) -> u8 {
        fewest_to_leave((0..self.length).map(|place| code >> (place * self.bits) & ((1 << self.bits) - 1)))
    }

    /// A code's row of [`Self::hinders`].
    fn hinder(&self, code: usize) -> u8 {
        let without = |place: usize| code & !(((1 << self.bits) - 1) << (place * self.bits));
        (0..self.length)
            .filter(|&place| self.fewest[without(place)] < self.fewest[code])
            .fold(0, |places, place| places | 1 << place)
    }

    /// By code the places, as bits, whose tiles add to the fewest that must leave the line; where lines are tabulated.
    pub(crate) fn hinders(&self) -> Option<Arc<[u8]>> {
        (!self.hinders.is_empty()).then(|| Arc::clone(&self.hinders))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
