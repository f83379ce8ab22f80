//! Ranking of abstract states, without gaps.
//!
//! A *filling* is the content of a line as a number: one digit per goal line, which counts the tiles
//! of that goal line, in a base above their number. A *rest* is the tiles left for a line and the lines
//! after it, in the same digits. A state is a path: from the rest of the first line, which is all
//! tiles, each filling leads to the rest of the next line, and the last to 0. The rank of a state is the
//! number of paths before it if fillings are ordered by their number of tiles (so the filling with the blank
//! comes first): a sum of one look-up per line.

use super::wd_shape::WdShape;
use tilebench_core::narrow;

/// The ranking of the states of a shape.
#[derive(Debug)]
pub(crate) struct StateRanking {
    shape: WdShape,
    /// By goal line: the term of one tile in a filling.
    weights: Vec<usize>,
    /// The rest of the first line.
    all: usize,
    /// The index of each filling in the order of fillings.
    order_index: Vec<u32>,
    /// The number of tiles of each filling.
    tiles: Vec<usize>,
    /// By filling: the goal lines of its tiles, one bit each.
    present: Vec<u16>,
    /// By rest: the offset to which the order index of a filling is added, with wrapping, for its entry in `before`.
    rows: Vec<u32>,
    /// By rest and order index of a filling: the number of paths from this rest whose first filling is before it.
    before: Vec<u32>,
    /// By rest: the start of its choices; one more entry at the end.
    starts: Vec<usize>,
    /// By rest: each filling that fits, with the number of paths before it. The number of all paths is the last entry.
    choices: Vec<(u32, u32)>,
}

impl StateRanking {
    /// The ranking of `shape`, which must have fewer than 2^32 states.
    pub(crate) fn new(shape: WdShape) -> Self {
        let capacities = shape.capacities();
        let weights: Vec<usize> = (0..shape.lines)
            .map(|line| capacities[..line].iter().map(|capacity| capacity + 1).product::<usize>())
            .collect();
        let all = capacities.iter().zip(&weights).map(|(capacity, weight)| capacity * weight).sum();
        let digits: Vec<Vec<usize>> = (0..=all)
            .map(|code| {
                capacities.iter().zip(&weights).map(|(capacity, weight)| code / weight % (capacity + 1)).collect()
            })
            .collect();
        let tiles: Vec<usize> = digits.iter().map(|digits| digits.iter().sum()).collect();
        let mut order: Vec<usize> = (0..=all).collect();
        order.sort_by_key(|&code| tiles[code]);
        let mut order_index = vec![0; all + 1];
        for (index, &filling) in (0..).zip(&order) {
            order_index[filling] = index;
        }
        let bits = |digits: &Vec<usize>| (0..).zip(digits).map(|(line, digit)| u16::from(*digit > 0) << line).sum();
        let present = digits.iter().map(bits).collect();
        let fits = |inner: &[usize], outer: &[usize]| inner.iter().zip(outer).all(|(inner, outer)| inner <= outer);
        let (mut rows, mut before, mut paths) = (vec![0; all + 1], Vec::new(), vec![0; all + 1]);
        let (mut starts, mut choices) = (vec![0], Vec::new());
        paths[0] = 1;
        for rest in 1..=all {
            starts.push(choices.len());
            if let Some((width, blank_to_come)) = line(shape, tiles[rest]) {
                let at_least = |count| order.partition_point(|&code| tiles[code] < count);
                let (first, end) = (at_least(width - 1), at_least(width + 1));
                rows[rest] = to_u32(before.len()).wrapping_sub(to_u32(first));
                for &filling in &order[first..end] {
                    before.push(paths[rest]);
                    let min_tiles = width - usize::from(blank_to_come);
                    if tiles[filling] >= min_tiles && fits(&digits[filling], &digits[rest]) && paths[rest - filling] > 0
                    {
                        choices.push((paths[rest], to_u32(filling)));
                        paths[rest] += paths[rest - filling];
                    }
                }
                choices.push((paths[rest], 0));
            }
        }
        starts.push(choices.len());
        Self { shape, weights, all, order_index, tiles, present, rows, before, starts, choices }
    }

    pub(crate) fn shape(&self) -> WdShape {
        self.shape
    }

    /// The term of a tile of each goal line in a filling.
    pub(crate) fn weights(&self) -> &[usize] {
        &self.weights
    }

    /// The rest of the first line.
    pub(crate) fn all(&self) -> usize {
        self.all
    }

    /// The number of states.
    pub(crate) fn states(&self) -> u32 {
        self.choices(self.all).last().expect("the last choice has all paths").0
    }

    /// The rank of the state with these `fillings` of its lines. The filling of the last line is ignored,
    /// because the others determine it.
    #[inline]
    pub(crate) fn rank(&self, fillings: impl Iterator<Item = usize>) -> u32 {
        let mut rest = self.all;
        let mut number = 0;
        for filling in fillings.take(self.shape.lines - 1) {
            number += self.before(rest, filling);
            rest -= filling;
        }
        number
    }

    /// The rank of the goal, in which each line contains its own tiles.
    pub(crate) fn goal(&self) -> u32 {
        self.rank(self.shape.capacities().iter().zip(&self.weights).map(|(tiles, weight)| tiles * weight))
    }

    /// The number of paths from `rest` whose first filling is before `filling`.
    #[inline]
    pub(crate) fn before(&self, rest: usize, filling: usize) -> u32 {
        self.before[self.rows[rest].wrapping_add(self.order_index[filling]) as usize]
    }

    /// The fillings that fit in `rest`, each with the number of paths before it, and last the number of all paths.
    #[inline]
    pub(crate) fn choices(&self, rest: usize) -> &[(u32, u32)] {
        &self.choices[self.starts[rest]..self.starts[rest + 1]]
    }

    /// Whether the line `line` with `filling` contains the blank.
    #[inline]
    pub(crate) fn holds_blank(&self, line: usize, filling: usize) -> bool {
        self.tiles[filling] < self.shape.widths()[line]
    }

    /// The goal lines of the tiles of `filling`, one bit each.
    #[inline]
    pub(crate) fn present(&self, filling: usize) -> u16 {
        self.present[filling]
    }
}

/// The width of the line for which `tiles` are left, and whether the blank is in this line or later; `None`
/// if no line has this number of tiles left.
fn line(shape: WdShape, tiles: usize) -> Option<(usize, bool)> {
    let mut cells = 0;
    shape.widths().iter().rev().find_map(|&width| {
        cells += width;
        (tiles == cells || tiles + 1 == cells).then_some((width, tiles < cells))
    })
}

fn to_u32(count: usize) -> u32 {
    narrow(count, "a table has fewer than 2^32 states")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_ranks_equals_the_number_of_states() {
        for (lines, width) in [(2, 2), (2, 12), (3, 3), (3, 8), (4, 4), (4, 6), (5, 3), (6, 2), (7, 2)] {
            for blank in 0..lines {
                let shape = WdShape::even(lines, width, blank);
                assert_eq!(u128::from(StateRanking::new(shape).states()), shape.states(), "{shape:?}");
            }
        }
        for (widths, blank) in [([6, 2, 2, 4], 0), ([3, 3, 3, 6], 3), ([4, 2, 2, 4], 1)] {
            let (shape, _) = WdShape::new(&widths, blank);
            assert_eq!(u128::from(StateRanking::new(shape).states()), shape.states(), "{shape:?}");
        }
    }
}
