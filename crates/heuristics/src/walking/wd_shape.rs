//! The shape: the parameters that determine a table of walking distances.

use std::collections::BTreeMap;

/// The lines of a board on one axis: their number, their widths, and the line of the goal's blank.
///
/// Neighbouring lines may be merged to a wide one. Of two mirrored shapes, the one with the blank nearer to the
/// first line is used, or else the one with the narrower first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WdShape {
    pub(crate) lines: usize,
    /// The goal line of the blank.
    pub(crate) blank: usize,
    /// The number of cells of each line; 0 after the last line.
    widths: [usize; Self::MAX_LINES],
}

impl WdShape {
    /// The maximum number of lines of a board.
    pub(crate) const MAX_LINES: usize = 12;

    /// Lines of `widths`, and whether the shape lists them in reverse. No line may be narrower than two cells.
    pub(crate) fn new(widths: &[usize], blank: usize) -> (Self, bool) {
        let lines = widths.len();
        let shape = |blank, cells: &mut dyn Iterator<Item = usize>| {
            let mut widths = [0; Self::MAX_LINES];
            widths.iter_mut().zip(cells).for_each(|(width, cells)| *width = cells);
            Self { lines, blank, widths }
        };
        let straight = shape(blank, &mut widths.iter().copied());
        let reverse = shape(lines - 1 - blank, &mut widths.iter().rev().copied());
        if (reverse.blank, reverse.widths) < (straight.blank, straight.widths) {
            (reverse, true)
        } else {
            (straight, false)
        }
    }

    /// `lines` lines of `width` cells.
    #[cfg(test)]
    pub(crate) fn even(lines: usize, width: usize, blank: usize) -> Self {
        Self::new(&vec![width; lines], blank).0
    }

    /// The number of cells of each line.
    pub(crate) fn widths(&self) -> &[usize] {
        &self.widths[..self.lines]
    }

    /// The number of tiles that belong to each line.
    pub(crate) fn capacities(&self) -> Vec<usize> {
        let mut capacities = self.widths().to_vec();
        capacities[self.blank] -= 1;
        capacities
    }

    /// The number of abstract states, without listing them.
    ///
    /// Lines are filled one after another. The tiles left per goal line may be sorted, because the number of states
    /// does not depend on their order.
    pub(crate) fn states(&self) -> u128 {
        let mut capacities = self.capacities();
        capacities.sort_unstable();
        let mut ways = BTreeMap::from([(capacities, 1u128)]);
        let mut cells = self.widths().iter().sum::<usize>();
        for &width in self.widths() {
            let mut next = BTreeMap::new();
            for (left, ways) in ways {
                let blank_to_come = left.iter().sum::<usize>() < cells;
                for tiles in width - usize::from(blank_to_come)..=width {
                    take(tiles, &left, 0, &mut |mut left| {
                        left.sort_unstable();
                        *next.entry(left).or_default() += ways;
                    });
                }
            }
            ways = next;
            cells -= width;
        }
        ways.values().sum()
    }
}

/// Calls `each` with the rest of `left` after every way to take `tiles` from the entries from `place` on.
fn take(tiles: usize, left: &[usize], place: usize, each: &mut impl FnMut(Vec<usize>)) {
    if tiles == 0 {
        return each(left.to_vec());
    }
    if place == left.len() {
        return;
    }
    for taken in 0..=tiles.min(left[place]) {
        let mut left = left.to_vec();
        left[place] -= taken;
        take(tiles - taken, &left, place + 1, each);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_15_puzzle_has_24964_abstract_states_in_each_direction() {
        assert_eq!(WdShape::even(4, 4, 0).states(), 24_964);
    }

    #[test]
    fn two_lines_have_one_state_per_line_of_the_blank_and_number_of_tiles_in_their_goal_line() {
        for width in 2..=12 {
            assert_eq!(WdShape::even(2, width, 1).states(), 2 * width as u128);
        }
    }

    #[test]
    fn states_are_counted_even_if_a_table_would_be_too_large() {
        assert_eq!(WdShape::even(5, 5, 4).states(), 65_650_495);
        assert_eq!(WdShape::even(7, 3, 2).states(), 11_579_192_240);
        assert_eq!(WdShape::even(12, 2, 0).states(), 119_261_328_828_364_800);
    }

    #[test]
    fn mirrored_shapes_are_equal() {
        assert_eq!(WdShape::even(5, 4, 4), WdShape::even(5, 4, 0));
        assert_ne!(WdShape::even(5, 4, 2), WdShape::even(5, 4, 0));
    }

    #[test]
    fn merged_lines_are_listed_in_the_order_with_the_blank_first() {
        let (shape, reversed) = WdShape::new(&[4, 2, 2, 8], 3);
        assert!(reversed);
        assert_eq!((shape.widths(), shape.blank), (&[8, 2, 2, 4][..], 0));
        assert_eq!(WdShape::new(&[8, 2, 2, 4], 0), (shape, false));
        assert_eq!(WdShape::new(&[2, 2, 2], 1).0, WdShape::even(3, 2, 1));
    }
}
