//! From a number back to its state, and on to the states that are a move away.

use super::numbering::Numbering;
use super::shape::Shape;

/// A state, found by its number.
///
/// Numbers that are sought in order share most of their lines, and only those that differ are
/// looked for.
#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    numbering: &'a Numbering,
    number: u32,
    lines: [Line; Shape::MOST_LINES],
}

/// A line of the state.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// What is left for this line and those after it.
    rest: usize,
    filling: usize,
    /// The numbers of the states that agree so far: from `first` to before `end`.
    first: u32,
    end: u32,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(numbering: &'a Numbering) -> Self {
        Self { numbering, number: 0, lines: Default::default() }
    }

    /// Goes to the state with `number`, which must be below the number of states.
    pub(crate) fn seek(&mut self, number: u32) {
        self.number = number;
        let numbering = self.numbering;
        let count = numbering.shape().lines;
        let differs = |line: &Line| number < line.first || number >= line.end;
        let start = self.lines[..count].iter().position(differs).unwrap_or(count - 1);
        let (mut rest, mut first) = match start.checked_sub(1) {
            None => (numbering.all(), 0),
            Some(above) => (self.lines[above].rest - self.lines[above].filling, self.lines[above].first),
        };
        for line in &mut self.lines[start..count - 1] {
            let row = numbering.row(rest);
            // Of equal entries the last is the filling that fits.
            let kind = row.partition_point(|&before| before <= number - first) - 1;
            let filling = numbering.filling(kind);
            *line = Line { rest, filling, first: first + row[kind], end: first + row[kind + 1] };
            (rest, first) = (rest - filling, line.first);
        }
        self.lines[count - 1] = Line { rest, filling: rest, first, end: first + 1 };
    }

    /// Calls `each` with every move and the number of the state it leads to. Moves are numbered by
    /// [`exchange`].
    #[inline]
    pub(crate) fn successors(&self, mut each: impl FnMut(usize, u32)) {
        let numbering = self.numbering;
        let lines = &self.lines[..numbering.shape().lines];
        let blank = lines.iter().position(|line| numbering.holds_blank(line.filling)).unwrap_or(0);
        for (upper, forward) in [(blank.wrapping_sub(1), false), (blank, true)] {
            // Lines but for two keep their fillings, and all but one their rests.
            let (Some(&above), Some(&below)) = (lines.get(upper), lines.get(upper.wrapping_add(1))) else { continue };
            let old = numbering.before(above.rest, above.filling) + numbering.before(below.rest, below.filling);
            let others = self.number - old;
            let from = if forward { below } else { above };
            let mut goal_lines = numbering.present(from.filling);
            while goal_lines != 0 {
                let goal_line = goal_lines.trailing_zeros() as usize;
                goal_lines &= goal_lines - 1;
                let tile = numbering.weights()[goal_line];
                let (upper, lower, rest) = if forward {
                    (above.filling + tile, below.filling - tile, below.rest - tile)
                } else {
                    (above.filling - tile, below.filling + tile, below.rest + tile)
                };
                let next = others + numbering.before(above.rest, upper) + numbering.before(rest, lower);
                each(exchange(lines.len(), forward, goal_line), next);
            }
        }
    }
}

/// The number of the move that exchanges the blank with a tile of `goal_line` from the next line
/// (`forward`) or the one before it.
pub(crate) fn exchange(lines: usize, forward: bool, goal_line: usize) -> usize {
    usize::from(forward) * lines + goal_line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_leads_to_a_state_that_has_this_number() {
        for (lines, width, blank) in [(2, 3, 0), (3, 3, 1), (4, 4, 0), (5, 2, 2), (3, 8, 0)] {
            let numbering = Numbering::new(Shape::new(lines, width, blank));
            let mut cursor = Cursor::new(&numbering);
            // In order, and then in jumps.
            let states = numbering.states();
            for number in (0..states).chain((0..states).map(|at| at * 7 % states)) {
                cursor.seek(number);
                let fillings = cursor.lines[..lines].iter().map(|line| line.filling);
                assert_eq!(fillings.clone().sum::<usize>(), numbering.all());
                assert_eq!(fillings.clone().filter(|filling| numbering.holds_blank(*filling)).count(), 1);
                assert_eq!(numbering.number(fillings), number);
            }
        }
    }

    #[test]
    fn every_move_can_be_taken_back() {
        let numbering = Numbering::new(Shape::new(4, 3, 0));
        let (mut here, mut there) = (Cursor::new(&numbering), Cursor::new(&numbering));
        for number in 0..numbering.states() {
            here.seek(number);
            here.successors(|exchange, next| {
                there.seek(next);
                let mut back = false;
                there
                    .successors(|other, last| back |= last == number && other % 4 == exchange % 4 && other != exchange);
                assert!(back, "{number} to {next}");
            });
        }
    }
}
