//! The automaton of a set of strings (Aho and Corasick 1975).

use tilebench_puzzle::{Direction, Size};

use super::walk::place_after;
use super::{CUT, MoveString};

/// An automaton that reads moves, and cuts when they end in a string of a set.
///
/// A state is the longest suffix of the moves that is a proper prefix of a string of the set; state 0 is the empty one.
#[derive(Clone, Debug)]
pub struct StringAutomaton {
    /// By state and direction: the next state, or [`CUT`].
    transitions: Vec<[u32; 4]>,
}

/// A transition that is not known yet.
const UNKNOWN: u32 = CUT - 1;

impl StringAutomaton {
    /// The automaton of `strings`, whose numbers of directions are those of `order`.
    ///
    /// # Panics
    ///
    /// If there are more states than 32 bits can number.
    #[must_use]
    pub fn new(strings: &[MoveString], order: [Direction; 4]) -> Self {
        let mut automaton = Self { transitions: vec![[UNKNOWN; 4]] };
        for string in strings {
            automaton.insert(string.directions(order));
        }
        automaton.complete();
        automaton
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.transitions.len()
    }

    /// The state after `state` and a move, or [`CUT`].
    #[must_use]
    pub fn next(&self, state: u32, direction: Direction) -> u32 {
        self.transitions[state as usize][direction as usize]
    }

    /// The branching factor of a search that it prunes, of a blank that starts in the last cell of a board of `size`: the nodes of
    /// fewer than `depth` moves per node of fewer than `depth - 1`, as the geometric mean over `depth` and `depth - 1`, since the
    /// ratio depends on the parity.
    ///
    /// # Panics
    ///
    /// If `depth` is less than 3.
    #[must_use]
    pub fn branching_factor(&self, size: Size, depth: u32) -> f64 {
        let paths = self.paths(size, depth - 1);
        let nodes = |depth: u32| paths.iter().take(depth as usize).sum::<u64>() as f64;
        (nodes(depth) / nodes(depth - 2)).sqrt()
    }

    /// The number of paths of each length up to `max` that it does not cut, of a blank that starts in the last cell of a board of
    /// `size`.
    fn paths(&self, size: Size, max: u32) -> Vec<u64> {
        fn count(automaton: &StringAutomaton, size: Size, state: u32, place: (i8, i8), counts: &mut [u64]) {
            let Some((paths, longer)) = counts.split_first_mut() else { return };
            *paths += 1;
            for direction in Direction::ALL {
                let next = automaton.next(state, direction);
                let place = place_after(place, direction);
                // The place is relative to the last cell.
                let is_on_board = |at: i8, extent: usize| at <= 0 && usize::from(at.unsigned_abs()) < extent;
                if next != CUT && is_on_board(place.0, size.rows()) && is_on_board(place.1, size.cols()) {
                    count(automaton, size, next, place, longer);
                }
            }
        }
        let mut counts = vec![0; max as usize + 1];
        count(self, size, 0, (0, 0), &mut counts);
        counts
    }

    /// Whether it cuts the moves of a string, whose numbers of directions are those of `order`.
    pub(super) fn cuts(&self, string: MoveString, order: [Direction; 4]) -> bool {
        let next = |state, direction| Some(self.next(state, direction)).filter(|next| *next != CUT);
        string.directions(order).try_fold(0, next).is_none()
    }

    /// The next states by state and direction.
    pub(super) fn transitions(&self) -> &[[u32; 4]] {
        &self.transitions
    }

    /// Adds a string to the trie. Of a string that extends another one, only the other one matters.
    fn insert(&mut self, directions: impl Iterator<Item = Direction>) {
        let (mut state, mut directions) = (0, directions.peekable());
        while let Some(direction) = directions.next() {
            let next = self.transitions[state][direction as usize];
            if directions.peek().is_none() {
                self.transitions[state][direction as usize] = CUT;
            } else if next == CUT {
                return;
            } else if next == UNKNOWN {
                let added = self.transitions.len();
                let number = u32::try_from(added).ok().filter(|number| *number < UNKNOWN);
                self.transitions[state][direction as usize] = number.expect("32 bits number the states");
                self.transitions.push([UNKNOWN; 4]);
                state = added;
            } else {
                state = next as usize;
            }
        }
    }

    /// Adds the transitions from each state to the longest suffix that is a state, in order of their lengths.
    fn complete(&mut self) {
        let mut suffixes = vec![0; self.transitions.len()];
        let mut queue = vec![0];
        let mut at = 0;
        while let Some(&state) = queue.get(at) {
            at += 1;
            for direction in 0..4 {
                let next = self.transitions[state][direction];
                let of_suffix = if state == 0 { 0 } else { self.transitions[suffixes[state]][direction] };
                if next == UNKNOWN || of_suffix == CUT {
                    self.transitions[state][direction] = of_suffix;
                } else if next != CUT {
                    suffixes[next as usize] = of_suffix as usize;
                    queue.push(next as usize);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the automaton of `strings` cuts `moves`.
    fn is_cut(strings: &[&str], moves: &str) -> bool {
        let string = |text: &str| {
            let moves = tilebench_puzzle::parse_moves(text).unwrap();
            moves.into_iter().fold(MoveString::EMPTY, |string, direction| string.then(direction as u8))
        };
        let strings: Vec<MoveString> = strings.iter().map(|text| string(text)).collect();
        let automaton = StringAutomaton::new(&strings, Direction::ALL);
        let moves = tilebench_puzzle::parse_moves(moves).unwrap();
        moves
            .into_iter()
            .try_fold(0, |state, direction| Some(automaton.next(state, direction)).filter(|next| *next != CUT))
            .is_none()
    }

    #[test]
    fn a_path_is_cut_if_and_only_if_it_contains_a_string() {
        let strings = ["UD", "LULR", "ULU", "RRDR"];
        let mut paths = vec![String::new()];
        for _ in 0..7 {
            paths =
                paths.iter().flat_map(|path| ["U", "L", "R", "D"].map(|letter| format!("{path}{letter}"))).collect();
            for path in &paths {
                assert_eq!(is_cut(&strings, path), strings.iter().any(|string| path.contains(string)), "{path}");
            }
        }
    }

    #[test]
    fn paths_are_those_on_the_board_that_are_not_cut() {
        let size = Size::new(2, 2).unwrap();
        // Without undoing a move, the blank goes round in one of two directions.
        let undo: Vec<MoveString> = (0..4).map(|number| MoveString::EMPTY.then(number).then(3 - number)).collect();
        assert_eq!(StringAutomaton::new(&undo, Direction::ALL).paths(size, 5), [1, 2, 2, 2, 2, 2]);
        assert_eq!(StringAutomaton::new(&[], Direction::ALL).paths(size, 5), [1, 2, 4, 8, 16, 32]);
    }
}
