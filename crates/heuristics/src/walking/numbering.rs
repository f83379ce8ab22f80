//! The numbers of abstract states: from 0 to one less than there are, without gaps.
//!
//! A *filling* is what a line holds, as a number: one digit a goal line, in base width + 1, which
//! counts the tiles of that goal line. A *rest* is what is left for a line and those after it, in
//! the same digits. A state is a path: from the rest of the first line, which is all tiles, each
//! filling leads to the rest of the next line, and the last to 0. Its number is how many paths come
//! before it when fillings are taken in order: a sum of one look-up a line.

use super::shape::Shape;

/// The numbering of the states of a shape.
#[derive(Debug)]
pub(crate) struct Numbering {
    shape: Shape,
    /// By goal line: what one tile adds to a filling.
    weights: Vec<usize>,
    /// The rest of the first line.
    all: usize,
    /// The fillings that there are, those with the blank first.
    fillings: Vec<usize>,
    /// How many of them are with the blank.
    with_blank: usize,
    /// By filling: its place among `fillings`.
    kinds: Vec<u16>,
    /// By filling: the goal lines of its tiles, a bit each.
    present: Vec<u16>,
    /// By rest: the start of its row in `before`.
    rows: Vec<u32>,
    /// By rest and kind of filling: the paths from this rest whose first filling comes before. A
    /// row ends with the number of all its paths.
    before: Vec<u32>,
}

impl Numbering {
    /// The numbering of `shape`, whose states must be fewer than 2^32.
    pub(crate) fn new(shape: Shape) -> Self {
        let (width, base) = (shape.width, shape.width + 1);
        let weights: Vec<usize> = (0..shape.lines).map(|line| (0..line).map(|_| base).product()).collect();
        let codes = weights[shape.lines - 1] * base;
        let digits: Vec<Vec<usize>> =
            (0..codes).map(|code| weights.iter().map(|weight| code / weight % base).collect()).collect();
        let tiles: Vec<usize> = digits.iter().map(|digits| digits.iter().sum()).collect();
        let of = |count: usize| (0..codes).filter(|code| tiles[*code] == count).collect::<Vec<_>>();
        let mut fillings = of(width - 1);
        let with_blank = fillings.len();
        fillings.extend(of(width));
        let mut kinds = vec![0; codes];
        for (kind, &filling) in (0..).zip(&fillings) {
            kinds[filling] = kind;
        }
        let bits = |digits: &Vec<usize>| (0..).zip(digits).map(|(line, digit)| u16::from(*digit > 0) << line).sum();
        let present = digits.iter().map(bits).collect();
        let capacities = shape.capacities();
        let all = capacities.iter().zip(&weights).map(|(capacity, weight)| capacity * weight).sum();
        let fits = |inner: &[usize], outer: &[usize]| inner.iter().zip(outer).all(|(inner, outer)| inner <= outer);
        let (mut rows, mut before, mut paths) = (vec![0; codes], Vec::new(), vec![0; codes]);
        paths[0] = 1;
        for rest in (1..codes).filter(|rest| fits(&digits[*rest], &capacities)) {
            // Width tiles a line, or one less in all while the blank is still to come.
            let first = match tiles[rest] % width {
                0 => with_blank,
                spare if spare == width - 1 => 0,
                _ => continue,
            };
            rows[rest] = number(before.len());
            for (kind, &filling) in fillings.iter().enumerate() {
                before.push(paths[rest]);
                if kind >= first && fits(&digits[filling], &digits[rest]) {
                    paths[rest] += paths[rest - filling];
                }
            }
            before.push(paths[rest]);
        }
        Self { shape, weights, all, fillings, with_blank, kinds, present, rows, before }
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    /// What a tile of each goal line adds to a filling.
    pub(crate) fn weights(&self) -> &[usize] {
        &self.weights
    }

    /// The rest of the first line.
    pub(crate) fn all(&self) -> usize {
        self.all
    }

    /// The number of states.
    pub(crate) fn states(&self) -> u32 {
        self.row(self.all)[self.fillings.len()]
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
        self.before[self.rows[rest] as usize + usize::from(self.kinds[filling])]
    }

    /// The paths from `rest` before each kind of filling, and all of them.
    #[inline]
    pub(crate) fn row(&self, rest: usize) -> &[u32] {
        let start = self.rows[rest] as usize;
        &self.before[start..=start + self.fillings.len()]
    }

    /// The filling of a kind.
    #[inline]
    pub(crate) fn filling(&self, kind: usize) -> usize {
        self.fillings[kind]
    }

    /// Whether the line with `filling` has the blank.
    #[inline]
    pub(crate) fn holds_blank(&self, filling: usize) -> bool {
        usize::from(self.kinds[filling]) < self.with_blank
    }

    /// The goal lines of the tiles of `filling`, a bit each.
    #[inline]
    pub(crate) fn present(&self, filling: usize) -> u16 {
        self.present[filling]
    }
}

/// What is counted here is below 2^32.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_numbers_as_states() {
        for (lines, width) in [(2, 2), (2, 12), (3, 3), (3, 8), (4, 4), (4, 6), (5, 3), (6, 2), (7, 2)] {
            for blank in 0..lines {
                let shape = Shape::new(lines, width, blank);
                assert_eq!(u128::from(Numbering::new(shape).states()), shape.states(), "{shape:?}");
            }
        }
    }
}
