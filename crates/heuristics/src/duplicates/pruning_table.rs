//! The automaton as a table.

use tilebench_puzzle::Size;

use super::StringAutomaton;
use super::finder::{ORDER, duplicate_strings};
use crate::{TableObserver, TableSpec};

/// The transition at which a path is cut.
pub const CUT: u32 = u32::MAX;

/// The automaton of the duplicate strings of at most `depth` moves on boards of `size`.
///
/// Four integers of 32 bits per state, little-endian: the next states by direction (up, left, right, down), or [`CUT`]. State 0 is
/// that of a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PruningTable {
    /// The size of the boards.
    pub size: Size,
    /// The maximum number of moves of a string.
    pub depth: u32,
}

impl PruningTable {
    /// The minimum depth: strings that undo a move.
    pub const MIN_DEPTH: u32 = 2;
    /// The maximum depth.
    pub const MAX_DEPTH: u32 = 22;
    /// The bytes of a state.
    pub const STATE_BYTES: usize = 16;
}

impl TableSpec for PruningTable {
    fn identity(&self) -> String {
        format!("duplicate strings {} depth={} order=UDLR entries=4x32-bit", self.size, self.depth)
    }

    fn name(&self) -> String {
        format!("duplicates-{}-{}", self.size, self.depth)
    }

    /// An upper bound: the number of states is not known before they are found. It grows by less than 5/2 per move from depth 14 on.
    fn bytes(&self) -> u64 {
        const STATES_14: u64 = 80_000;
        let states = (14..self.depth).fold(STATES_14, |states, _| states * 5 / 2);
        let states = (self.depth..14).fold(states, |states, _| states / 2);
        (states + 16) * Self::STATE_BYTES as u64
    }

    fn is_length(&self, bytes: u64) -> bool {
        bytes > 0 && bytes <= self.bytes() && bytes.is_multiple_of(Self::STATE_BYTES as u64)
    }

    fn build(&self, _: &dyn TableObserver) -> Vec<u8> {
        let automaton = StringAutomaton::new(&duplicate_strings(self.size, self.depth), ORDER);
        automaton.transitions().iter().flatten().flat_map(|next| next.to_le_bytes()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoTableObserver;

    #[test]
    fn tables_of_all_shapes_are_within_the_bound_on_their_length() {
        for (rows, cols) in [(2, 2), (2, 8), (2, 12), (3, 3), (3, 8), (4, 4), (4, 6), (5, 5)] {
            for depth in [2, 3, 6, 8, 10, 12] {
                let table = PruningTable { size: Size::new(rows, cols).unwrap(), depth };
                let built = table.build(&NoTableObserver).len() as u64;
                assert!(table.is_length(built), "{}: {built} bytes of {}", table.name(), table.bytes());
            }
        }
    }

    #[test]
    fn every_transition_is_a_state_or_cut() {
        let built = PruningTable { size: Size::new(3, 3).unwrap(), depth: 12 }.build(&NoTableObserver);
        let states = u32::try_from(built.len() / PruningTable::STATE_BYTES).unwrap();
        let nexts: Vec<u32> = built.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
        assert!(nexts.iter().all(|next| *next < states || *next == CUT));
        assert!(nexts.contains(&CUT));
    }
}
