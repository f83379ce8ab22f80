//! The fewest tiles that must leave a line so that the others stand in order.
//!
//! A line is written as a number: one digit a cell, in base length + 1, the digit being 1 plus the
//! place of the tile's goal in this line, or 0 for a tile that does not belong to it (and for the
//! blank). The first cell is the lowest digit.

use tilebench_core::narrow;

/// Lines of one length, with the fewest tiles to remove tabulated where the table is small.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    length: usize,
    /// By code; empty where it would be too large.
    table: Vec<u8>,
}

impl Lines {
    /// Lines of up to this many cells are tabulated: 7^6 codes of a byte.
    const TABULATED: usize = 6;

    pub(crate) fn new(length: usize) -> Self {
        let base = length + 1;
        let codes = if length <= Self::TABULATED { base.pow(exponent(length)) } else { 0 };
        let table = (0..codes).map(|code| fewest_to_remove(code as u64, length)).collect();
        Self { length, table }
    }

    /// The value of the digit 1 at `place`.
    pub(crate) fn weight(&self, place: usize) -> u64 {
        (self.length as u64 + 1).pow(exponent(place))
    }

    /// The fewest tiles that must leave the line with this code.
    #[inline]
    pub(crate) fn fewest_to_remove(&self, code: u64) -> u32 {
        let tabulated = usize::try_from(code).ok().and_then(|code| self.table.get(code));
        u32::from(tabulated.copied().unwrap_or_else(|| fewest_to_remove(code, self.length)))
    }
}

fn exponent(place: usize) -> u32 {
    narrow(place, "a line has at most 12 cells")
}

/// The same for a code.
fn fewest_to_remove(code: u64, length: usize) -> u8 {
    let base = length as u64 + 1;
    let digits = (0..length).scan(code, |left, _| {
        let digit = *left % base;
        *left /= base;
        Some(narrow(digit, "digits are at most the length of a line"))
    });
    fewest_to_leave(digits)
}

/// All tiles of a line with these digits, at most 13, less its longest increasing subsequence.
pub(crate) fn fewest_to_leave(digits: impl Iterator<Item = usize>) -> u8 {
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

    fn fewest(goals: &[u64]) -> u32 {
        let lines = Lines::new(goals.len());
        lines.fewest_to_remove((0..).zip(goals).map(|(place, goal)| goal * lines.weight(place)).sum())
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
    }

    #[test]
    fn lines_too_long_for_a_table_are_computed() {
        assert_eq!(fewest(&[12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]), 11);
        assert_eq!(fewest(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 11]), 1);
    }

    #[test]
    fn the_fewest_is_what_trying_every_subset_of_a_line_finds() {
        let lines = Lines::new(4);
        for code in 0..625u64 {
            let goals: Vec<u64> = (0..4).map(|place| code / lines.weight(place) % 5).collect();
            let in_order = |kept: u32| {
                let kept: Vec<u64> = (0..4).filter(|place| kept >> place & 1 == 1).map(|place| goals[place]).collect();
                kept.is_sorted_by(|a, b| a < b) && kept.iter().all(|goal| *goal > 0)
            };
            let tiles = goals.iter().filter(|goal| **goal > 0).count();
            let most = (0..16u32).filter(|kept| in_order(*kept)).map(u32::count_ones).max().unwrap();
            assert_eq!(lines.fewest_to_remove(code), u32::try_from(tiles).unwrap() - most, "{goals:?}");
        }
    }
}
