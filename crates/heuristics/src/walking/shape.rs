//! What decides a table of walking distances.

use std::collections::BTreeMap;

/// The lines of a board in one direction: how many, how wide, and where the goal has its blank.
///
/// Of two shapes that mirror each other, it is the one with the blank nearer to the first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) lines: usize,
    /// Cells a line.
    pub(crate) width: usize,
    /// The goal line of the blank.
    pub(crate) blank: usize,
}

impl Shape {
    /// The most lines of any board.
    pub(crate) const MOST_LINES: usize = 12;

    pub(crate) fn new(lines: usize, width: usize, blank: usize) -> Self {
        Self { lines, width, blank: blank.min(lines - 1 - blank) }
    }

    /// How many tiles belong to each line.
    pub(crate) fn capacities(self) -> Vec<usize> {
        let mut capacities = vec![self.width; self.lines];
        capacities[self.blank] -= 1;
        capacities
    }

    /// The number of abstract states, without listing them.
    ///
    /// Lines are filled one after another. What is left for the others may be sorted, because it
    /// does not matter for their number which goal line has how many tiles left.
    pub(crate) fn states(self) -> u128 {
        let mut capacities = self.capacities();
        capacities.sort_unstable();
        let mut ways = BTreeMap::from([(capacities, 1u128)]);
        for _ in 0..self.lines {
            let mut next = BTreeMap::new();
            for (left, ways) in ways {
                let blank_to_come = !left.iter().sum::<usize>().is_multiple_of(self.width);
                for tiles in self.width - usize::from(blank_to_come)..=self.width {
                    take(tiles, &left, 0, &mut |mut left| {
                        left.sort_unstable();
                        *next.entry(left).or_default() += ways;
                    });
                }
            }
            ways = next;
        }
        ways.values().sum()
    }
}

/// Calls `each` with what is left of `left` after every way to take `tiles` from the places from
/// `place` on.
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
        assert_eq!(Shape::new(4, 4, 0).states(), 24_964);
    }

    #[test]
    fn two_lines_have_a_state_for_each_line_of_the_blank_and_each_number_of_tiles_at_home() {
        for width in 2..=12 {
            assert_eq!(Shape::new(2, width, 1).states(), 2 * width as u128);
        }
    }

    #[test]
    fn states_are_counted_where_no_table_could_hold_them() {
        assert_eq!(Shape::new(5, 5, 4).states(), 65_650_495);
        assert_eq!(Shape::new(7, 3, 2).states(), 11_579_192_240);
        assert_eq!(Shape::new(12, 2, 0).states(), 119_261_328_828_364_800);
    }

    #[test]
    fn mirrored_shapes_are_one() {
        assert_eq!(Shape::new(5, 4, 4), Shape::new(5, 4, 0));
        assert_ne!(Shape::new(5, 4, 2), Shape::new(5, 4, 0));
    }
}
