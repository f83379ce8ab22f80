//! The words of a node: one, or three if the order of tiles in lines counts.
//!
//! Nodes of several words lie in as many lists, so that a vector takes the same word of many nodes at once.

use super::codes::Codes;
use super::graph::Edge;
use super::kernel::{Lanes, Plane};

/// Nodes of `WORDS` words. The first is the board, with its slack in the blank's nibble.
pub(super) trait Nodes<const WORDS: usize>: Sync {
    /// The words of `board`, whose blank is zero.
    fn words(&self, board: u64) -> [u64; WORDS];

    /// Expands the first `count` nodes along `edge`, and returns how many successors were not pruned.
    fn expand(&self, planes: [Plane<'_>; WORDS], count: usize, edge: &Edge) -> usize;
}

/// Boards alone.
impl Nodes<1> for Lanes {
    fn words(&self, board: u64) -> [u64; 1] {
        [board]
    }

    #[inline]
    fn expand(&self, [boards]: [Plane<'_>; 1], count: usize, edge: &Edge) -> usize {
        (*self).expand(boards.from, count, &edge.swap, boards.into)
    }
}

/// Boards with the codes of their rows and of their columns.
#[derive(Debug)]
pub(super) struct Coded {
    pub(super) lanes: Lanes,
    pub(super) codes: Codes,
}

impl Nodes<3> for Coded {
    fn words(&self, board: u64) -> [u64; 3] {
        let [rows, columns] = self.codes.of(board);
        [board, rows, columns]
    }

    #[inline]
    fn expand(&self, [boards, rows, columns]: [Plane<'_>; 3], count: usize, edge: &Edge) -> usize {
        let across = self.codes.across(edge.site);
        let planes = if across.are_columns { [boards, rows, columns] } else { [boards, columns, rows] };
        self.lanes.expand_coded(planes, count, &edge.swap, across)
    }
}
