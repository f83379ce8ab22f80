//! Strings of moves in one word.

use tilebench_puzzle::Direction;

/// A string of at most 31 moves, ordered by length, then by the first moves that differ.
///
/// Two bits per move, the last move lowest, below a bit that marks the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveString(u64);

impl MoveString {
    /// No move.
    pub const EMPTY: Self = Self(1);

    /// The string with `direction` appended, a number of any order of the four directions.
    #[must_use]
    pub(super) const fn then(self, direction: u8) -> Self {
        Self(self.0 << 2 | (direction & 3) as u64)
    }

    /// The number of moves.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a number of moves")]
    pub const fn len(self) -> u32 {
        self.0.ilog2() / 2
    }

    /// The numbers of the directions, the first move first.
    pub(super) fn numbers(self) -> impl Iterator<Item = usize> + Clone {
        (0..self.len()).rev().map(move |at| (self.0 >> (2 * at) & 3) as usize)
    }

    /// A number by which strings of at most 29 moves are ordered as a depth-first enumeration visits them: a string is before those
    /// that begin with it.
    pub(super) const fn depth_first_key(self) -> u64 {
        let length = self.len();
        let numbers = self.0 ^ 1 << (2 * length);
        numbers << (63 - 2 * length) | length as u64
    }

    /// The moves, if the numbers are those of `order`.
    pub fn directions(self, order: [Direction; 4]) -> impl Iterator<Item = Direction> {
        self.numbers().map(move |number| order[number])
    }
}
