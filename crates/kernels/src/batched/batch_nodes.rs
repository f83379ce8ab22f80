//! The words of a node: one, or three if the estimate depends on the order of tiles in lines.
//!
//! Each word has an array of its own (structure of arrays), so that a vector loads the same word of several nodes.

use super::context_graph::ContextEdge;
use super::kernel::{SimdLanes, SoaSlices};
use super::line_deltas::LineDeltas;

/// The encoding of nodes as `WORDS` words. The first is the board, with its slack in the blank's nibble.
pub(super) trait BatchNodes<const WORDS: usize>: Sync {
    /// The words of `board`, whose blank is zero.
    fn words(&self, board: u64) -> [u64; WORDS];

    /// Expands the first `count` nodes along `edge`, and returns how many successors were not pruned.
    fn expand(&self, slices: [SoaSlices<'_>; WORDS], count: usize, edge: &ContextEdge) -> usize;
}

/// Nodes of one word, the board.
impl BatchNodes<1> for SimdLanes {
    fn words(&self, board: u64) -> [u64; 1] {
        [board]
    }

    #[inline]
    fn expand(&self, [boards]: [SoaSlices<'_>; 1], count: usize, edge: &ContextEdge) -> usize {
        (*self).expand(boards.from, count, &edge.swap, boards.into)
    }
}

/// Nodes of three words: boards with the codes of their rows and of their columns.
#[derive(Debug)]
pub(super) struct CodedNodes {
    pub(super) lanes: SimdLanes,
    pub(super) deltas: LineDeltas,
}

impl BatchNodes<3> for CodedNodes {
    fn words(&self, board: u64) -> [u64; 3] {
        let [rows, columns] = self.deltas.codes_of(board);
        [board, rows, columns]
    }

    #[inline]
    fn expand(&self, [boards, rows, columns]: [SoaSlices<'_>; 3], count: usize, edge: &ContextEdge) -> usize {
        let across = self.deltas.across(edge.context);
        let slices = if across.are_columns { [boards, rows, columns] } else { [boards, columns, rows] };
        self.lanes.expand_coded(slices, count, &edge.swap, across)
    }
}
