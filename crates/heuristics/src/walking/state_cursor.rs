//! Unranking of abstract states, and their neighbours.

use super::state_ranking::StateRanking;
use super::wd_shape::WdShape;

/// A state, found by its rank.
///
/// The states of consecutive ranks share most of their lines, and only the lines that differ are searched.
#[derive(Debug)]
pub(crate) struct StateCursor<'a> {
    ranking: &'a StateRanking,
    number: u32,
    lines: [CursorLine; WdShape::MAX_LINES],
}

/// A line of the state.
#[derive(Clone, Copy, Debug, Default)]
struct CursorLine {
    /// The rest for this line and the lines after it.
    rest: usize,
    filling: usize,
    /// The ranks of the states with the same lines up to this one: from `first` to before `end`.
    first: u32,
    end: u32,
}

impl<'a> StateCursor<'a> {
    pub(crate) fn new(ranking: &'a StateRanking) -> Self {
        Self { ranking, number: 0, lines: Default::default() }
    }

    /// Moves to the state with the rank `number`, which must be below the number of states.
    pub(crate) fn seek(&mut self, number: u32) {
        self.number = number;
        let ranking = self.ranking;
        let count = ranking.shape().lines;
        let differs = |line: &CursorLine| number < line.first || number >= line.end;
        let start = self.lines[..count].iter().position(differs).unwrap_or(count - 1);
        let (mut rest, mut first) = match start.checked_sub(1) {
            None => (ranking.all(), 0),
            Some(above) => (self.lines[above].rest - self.lines[above].filling, self.lines[above].first),
        };
        for line in &mut self.lines[start..count - 1] {
            let choices = ranking.choices(rest);
            let next = choices.partition_point(|&(before, _)| before <= number - first);
            let (before, filling) = choices[next - 1];
            let filling = filling as usize;
            *line = CursorLine { rest, filling, first: first + before, end: first + choices[next].0 };
            (rest, first) = (rest - filling, line.first);
        }
        self.lines[count - 1] = CursorLine { rest, filling: rest, first, end: first + 1 };
    }

    /// Calls `each` with the index of every move, given by [`exchange`], and the rank of its successor.
    #[inline]
    pub(crate) fn successors(&self, each: impl FnMut(usize, u32)) {
        self.exchanges(|_, goal_lines, _| goal_lines, each);
    }

    /// Calls `each` with the states from which an *outermost move* leads to this state. The outermost move in a
    /// direction swaps the blank with the tile that has the farthest to go in the tile's direction:
    ///
    /// - if the tile moves to the line before, a tile with the first goal line among the tiles of its line;
    /// - if the tile moves to the line after, a tile with the last goal line.
    ///
    /// In each direction no move is better than the outermost, so distances need no others. Consider a
    /// solution that begins by moving a tile of goal line j forward past a tile with goal line k > j in the
    /// same line. The first tile is then one line ahead of the second, and behind it at the end. Each move changes
    /// their difference by at most 1, so the tiles are in the same line again at some time. If the two tiles
    /// exchange their roles until then, the solution has the same length and begins with the outermost move.
    #[inline]
    pub(crate) fn predecessors(&self, mut each: impl FnMut(u32)) {
        let outermost = |forward: bool, goal_lines: u16, with_blank: u16| {
            // The tile returns to the line of the blank, and must be the outermost tile there.
            let within = if forward { with_blank.reverse_bits() } else { with_blank };
            let within = within ^ within.wrapping_sub(1);
            goal_lines & if forward { within.reverse_bits() } else { within }
        };
        self.exchanges(outermost, |_, next| each(next));
    }

    /// Calls `each` with the moves of the tiles whose goal lines `choose` selects, and their successors.
    /// `choose` takes whether the blank moves forward, the goal lines of the tiles in the line that it enters,
    /// and the goal lines of the tiles in the line that it leaves.
    #[inline]
    fn exchanges(&self, choose: impl Fn(bool, u16, u16) -> u16, mut each: impl FnMut(usize, u32)) {
        let ranking = self.ranking;
        let lines = &self.lines[..ranking.shape().lines];
        let holds_blank = |&line: &usize| ranking.holds_blank(line, lines[line].filling);
        let blank = (0..lines.len()).find(holds_blank).expect("one line has the blank");
        for (upper, forward) in [(blank.wrapping_sub(1), false), (blank, true)] {
            // All lines but two keep their fillings, and all lines but one their rests.
            let (Some(&above), Some(&below)) = (lines.get(upper), lines.get(upper.wrapping_add(1))) else { continue };
            let old = ranking.before(above.rest, above.filling) + ranking.before(below.rest, below.filling);
            let others = self.number - old;
            let (from, to) = if forward { (below, above) } else { (above, below) };
            let mut goal_lines = choose(forward, ranking.present(from.filling), ranking.present(to.filling));
            while goal_lines != 0 {
                let goal_line = goal_lines.trailing_zeros() as usize;
                goal_lines &= goal_lines - 1;
                let tile = ranking.weights()[goal_line];
                let (upper, lower, rest) = if forward {
                    (above.filling + tile, below.filling - tile, below.rest - tile)
                } else {
                    (above.filling - tile, below.filling + tile, below.rest + tile)
                };
                let next = others + ranking.before(above.rest, upper) + ranking.before(rest, lower);
                each(exchange(lines.len(), forward, goal_line), next);
            }
        }
    }
}

/// The index of the move that swaps the blank with a tile of `goal_line` from the next line (`forward`) or the
/// previous one.
pub(crate) fn exchange(lines: usize, forward: bool, goal_line: usize) -> usize {
    usize::from(forward) * lines + goal_line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unranking_a_state_inverts_its_rank() {
        for (lines, width, blank) in [(2, 3, 0), (3, 3, 1), (4, 4, 0), (5, 2, 2), (3, 8, 0)] {
            let ranking = StateRanking::new(WdShape::even(lines, width, blank));
            let mut cursor = StateCursor::new(&ranking);
            // In order, and then in jumps.
            let states = ranking.states();
            for number in (0..states).chain((0..states).map(|at| at * 7 % states)) {
                cursor.seek(number);
                let fillings = cursor.lines[..lines].iter().map(|line| line.filling);
                assert_eq!(fillings.clone().sum::<usize>(), ranking.all());
                assert_eq!(
                    (0..lines).filter(|line| ranking.holds_blank(*line, cursor.lines[*line].filling)).count(),
                    1
                );
                assert_eq!(ranking.rank(fillings), number);
            }
        }
    }

    #[test]
    fn every_move_has_an_inverse() {
        let ranking = StateRanking::new(WdShape::even(4, 3, 0));
        let (mut here, mut there) = (StateCursor::new(&ranking), StateCursor::new(&ranking));
        for number in 0..ranking.states() {
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
