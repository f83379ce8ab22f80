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
    /// The rest for this line and those after it.
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
            let choices = numbering.choices(rest);
            let next = choices.partition_point(|&(before, _)| before <= number - first);
            let (before, filling) = choices[next - 1];
            let filling = filling as usize;
            *line = Line { rest, filling, first: first + before, end: first + choices[next].0 };
            (rest, first) = (rest - filling, line.first);
        }
        self.lines[count - 1] = Line { rest, filling: rest, first, end: first + 1 };
    }

    /// Calls `each` with every move and the number of the state it leads to. Moves are numbered by
    /// [`exchange`].
    #[inline]
    pub(crate) fn successors(&self, each: impl FnMut(usize, u32)) {
        self.exchanges(|_, goal_lines, _| goal_lines, each);
    }

    /// Calls `each` with the states from which the *outermost move* in its direction leads here: the
    /// one by which the blank changes places with the tile that has farthest to go in the tile's
    /// direction, whose goal line is the first of its line's if the tile goes to the line before,
    /// and the last if it goes to the line after.
    ///
    /// In each direction no move is better than the outermost, so distances need no others. Take a
    /// solution that begins by moving a tile of goal line j forward over a tile that has goal line
    /// k > j and shares its line. The first is one line ahead now and behind at the end, and their
    /// lead over each other changes by one per move: so they meet in a line again. Let the two
    /// tiles exchange their parts up to then: the solution is as long and begins with the outermost
    /// move.
    #[inline]
    pub(crate) fn predecessors(&self, mut each: impl FnMut(u32)) {
        let outermost = |forward: bool, goal_lines: u16, with_blank: u16| {
            // The tile comes back to the tiles that the blank is among now, and must be outermost there.
            let within = if forward { with_blank.reverse_bits() } else { with_blank };
            let within = within ^ within.wrapping_sub(1);
            goal_lines & if forward { within.reverse_bits() } else { within }
        };
        self.exchanges(outermost, |_, next| each(next));
    }

    /// Calls `each` with the moves of the tiles whose goal lines `choose` leaves, and the states to
    /// which they lead. `choose` takes whether the blank goes forward, the goal lines of the tiles
    /// in the line it goes to, and those of the tiles in the line it leaves.
    #[inline]
    fn exchanges(&self, choose: impl Fn(bool, u16, u16) -> u16, mut each: impl FnMut(usize, u32)) {
        let numbering = self.numbering;
        let lines = &self.lines[..numbering.shape().lines];
        let holds_blank = |&line: &usize| numbering.holds_blank(line, lines[line].filling);
        let blank = (0..lines.len()).find(holds_blank).expect("one line has the blank");
        for (upper, forward) in [(blank.wrapping_sub(1), false), (blank, true)] {
            // Lines but for two keep their fillings, and all but one their rests.
            let (Some(&above), Some(&below)) = (lines.get(upper), lines.get(upper.wrapping_add(1))) else { continue };
            let old = numbering.before(above.rest, above.filling) + numbering.before(below.rest, below.filling);
            let others = self.number - old;
            let (from, to) = if forward { (below, above) } else { (above, below) };
            let mut goal_lines = choose(forward, numbering.present(from.filling), numbering.present(to.filling));
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
            let numbering = Numbering::new(Shape::even(lines, width, blank));
            let mut cursor = Cursor::new(&numbering);
            // In order, and then in jumps.
            let states = numbering.states();
            for number in (0..states).chain((0..states).map(|at| at * 7 % states)) {
                cursor.seek(number);
                let fillings = cursor.lines[..lines].iter().map(|line| line.filling);
                assert_eq!(fillings.clone().sum::<usize>(), numbering.all());
                assert_eq!(
                    (0..lines).filter(|line| numbering.holds_blank(*line, cursor.lines[*line].filling)).count(),
                    1
                );
                assert_eq!(numbering.number(fillings), number);
            }
        }
    }

    #[test]
    fn every_move_can_be_taken_back() {
        let numbering = Numbering::new(Shape::even(4, 3, 0));
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
