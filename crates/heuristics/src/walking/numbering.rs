//! The numbers of abstract states: from 0 to one less than there are, without gaps.
//!
//! A *filling* is the content of a line as a number: one digit per goal line, which counts the tiles
//! of that goal line, in a base above their number. A *rest* is the tiles left for a line and those
//! after it, in the same digits. A state is a path: from the rest of the first line, which is all
//! tiles, each filling leads to the rest of the next line, and the last to 0. Its number is how many
//! paths come before it when fillings are taken in order, those with fewer tiles, and so the blank,
//! first: a sum of one look-up per line.

use super::shape::Shape;
use tilebench_core::narrow;

/// The numbering of the states of a shape.
#[derive(Debug)]
pub(crate) struct Numbering {
    shape: Shape,
    /// By goal line: what one tile adds to a filling.
    weights: Vec<usize>,
    /// The rest of the first line.
    all: usize,
    /// By filling: its place in the order.
    kinds: Vec<u32>,
    /// By filling: its tiles.
    tiles: Vec<usize>,
    /// By filling: the goal lines of its tiles, a bit each.
    present: Vec<u16>,
    /// By rest: what a kind of filling adds to, with wrapping, for its place in `before`.
    rows: Vec<u32>,
    /// By rest and kind of filling: the paths from this rest whose first filling comes before.
    before: Vec<u32>,
    /// By rest: the start of its choices, and one more for the end of the last.
    starts: Vec<usize>,
    /// By rest: each filling that fits, with the paths before. All paths end the list.
    choices: Vec<(u32, u32)>,
}

impl Numbering {
    /// The numbering of `shape`, whose states must be fewer than 2^32.
    pub(crate) fn new(shape: Shape) -> Self {
        let capacities = shape.capacities();
        let weights: Vec<usize> = (0..shape.lines)
            .map(|line| capacities[..line].iter().map(|capacity| capacity + 1).product::<usize>())
            .collect();
        let all = capacities.iter().zip(&weights).map(|(capacity, weight)| capacity * weight).sum();
        let digits: Vec<Vec<usize>> = (0..=all)
            .map(|code| capacities.iter().zip(&weights).map(|(most, weight)| code / weight % (most + 1)).collect())
            .collect();
        let tiles: Vec<usize> = digits.iter().map(|digits| digits.iter().sum()).collect();
        let mut order: Vec<usize> = (0..=all).collect();
        order.sort_by_key(|&code| tiles[code]);
        let mut kinds = vec![0; all + 1];
        for (kind, &filling) in (0..).zip(&order) {
            kinds[filling] = kind;
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
                rows[rest] = number(before.len()).wrapping_sub(number(first));
                for &filling in &order[first..end] {
                    before.push(paths[rest]);
                    let fewest = width - usize::from(blank_to_come);
                    if tiles[filling] >= fewest && fits(&digits[filling], &digits[rest]) && paths[rest - filling] > 0 {
                        choices.push((paths[rest], number(filling)));
                        paths[rest] += paths[rest - filling];
                    }
                }
                choices.push((paths[rest], 0));
            }
        }
        starts.push(choices.len());
        Self { shape, weights, all, kinds, tiles, present, rows, before, starts, choices }
    }

    pub(crate) fn shape(&self) -> Shape {
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

    /// The number of the state whose lines hold `fillings`. That of the last line is not looked at,
    /// because it is what the others leave.
    #[inline]
    pub(crate) fn number(&self, fillings: impl Iterator<Item = usize>) -> u32 {
        let mut rest = self.all;
        let mut number = 0;
        for filling in fillings.take(self.shape.lines - 1) {
            number += self.before(rest, filling);
            rest -= filling;
        }
        number
    }

    /// The number of the goal: each line holds its own tiles.
    pub(crate) fn goal(&self) -> u32 {
        self.number(self.shape.capacities().iter().zip(&self.weights).map(|(tiles, weight)| tiles * weight))
    }

    /// The number of paths from `rest` whose first filling comes before `filling`.
    #[inline]
    pub(crate) fn before(&self, rest: usize, filling: usize) -> u32 {
        self.before[self.rows[rest].wrapping_add(self.kinds[filling]) as usize]
    }

    /// The fillings that fit in `rest`, each with the paths before it, and last all paths.
    #[inline]
    pub(crate) fn choices(&self, rest: usize) -> &[(u32, u32)] {
        &self.choices[self.starts[rest]..self.starts[rest + 1]]
    }

    /// Whether line `line` with `filling` has the blank.
    #[inline]
    pub(crate) fn holds_blank(&self, line: usize, filling: usize) -> bool {
        self.tiles[filling] < self.shape.widths()[line]
    }

    /// The goal lines of the tiles of `filling`, a bit each.
    #[inline]
    pub(crate) fn present(&self, filling: usize) -> u16 {
        self.present[filling]
    }
}

/// The width of the line for which `tiles` are left, and whether the blank is still to come; `None`
/// if no line has that many left.
fn line(shape: Shape, tiles: usize) -> Option<(usize, bool)> {
    let mut cells = 0;
    shape.widths().iter().rev().find_map(|&width| {
        cells += width;
        (tiles == cells || tiles + 1 == cells).then_some((width, tiles < cells))
    })
}

fn number(count: usize) -> u32 {
    narrow(count, "a table has fewer than 2^32 states")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_numbers_as_states() {
        for (lines, width) in [(2, 2), (2, 12), (3, 3), (3, 8), (4, 4), (4, 6), (5, 3), (6, 2), (7, 2)] {
            for blank in 0..lines {
                let shape = Shape::even(lines, width, blank);
                assert_eq!(u128::from(Numbering::new(shape).states()), shape.states(), "{shape:?}");
            }
        }
        for (widths, blank) in [([6, 2, 2, 4], 0), ([3, 3, 3, 6], 3), ([4, 2, 2, 4], 1)] {
            let (shape, _) = Shape::new(&widths, blank);
            assert_eq!(u128::from(Numbering::new(shape).states()), shape.states(), "{shape:?}");
        }
    }
}
