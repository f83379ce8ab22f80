//! The words of a node: one, or three if the estimate depends on the order of tiles in lines; and one more for the state of an
//! automaton, if it cuts paths.
//!
//! Each word has an array of its own (structure of arrays), so that a vector loads the same word of several nodes.

use super::context_graph::ContextEdge;
use super::kernel::{Expanded, SimdLanes, SoaSlices, Trails};
use super::line_deltas::LineDeltas;

/// The encoding of nodes as `WORDS` words. The first is the board, with its slack in the blank's nibble.
pub(super) trait BatchNodes<const WORDS: usize>: Sync {
    /// The words of `board`, whose blank is zero, after a path that leads to `state`, which is 0 if no paths are cut.
    fn words(&self, board: u64, state: u32) -> [u64; WORDS];

    /// Expands the first `count` nodes along `edge`.
    fn expand(&self, slices: [SoaSlices<'_>; WORDS], count: usize, edge: &ContextEdge) -> Expanded;
}

/// Nodes of one word, the board.
impl BatchNodes<1> for SimdLanes {
    fn words(&self, board: u64, _: u32) -> [u64; 1] {
        [board]
    }

    #[inline]
    fn expand(&self, [boards]: [SoaSlices<'_>; 1], count: usize, edge: &ContextEdge) -> Expanded {
        (*self).expand(boards.from, count, &edge.swap, boards.into, None)
    }
}

/// Nodes of three words: boards with the codes of their rows and of their columns.
#[derive(Debug)]
pub(super) struct CodedNodes {
    pub(super) lanes: SimdLanes,
    pub(super) deltas: LineDeltas,
}

impl CodedNodes {
    #[inline]
    fn expand_cutting(
        &self,
        [boards, rows, columns]: [SoaSlices<'_>; 3],
        count: usize,
        edge: &ContextEdge,
        trails: Option<Trails<'_>>,
    ) -> Expanded {
        let across = self.deltas.across(edge.context);
        let slices = if across.are_columns { [boards, rows, columns] } else { [boards, columns, rows] };
        self.lanes.expand_coded(slices, count, &edge.swap, across, trails)
    }
}

impl BatchNodes<3> for CodedNodes {
    fn words(&self, board: u64, _: u32) -> [u64; 3] {
        let [rows, columns] = self.deltas.codes_of(board);
        [board, rows, columns]
    }

    #[inline]
    fn expand(&self, slices: [SoaSlices<'_>; 3], count: usize, edge: &ContextEdge) -> Expanded {
        self.expand_cutting(slices, count, edge, None)
    }
}

/// Nodes with a last word more, the state of an automaton that cuts paths.
#[derive(Debug)]
pub(super) struct PrunedNodes<'a, N> {
    pub(super) nodes: &'a N,
    /// By state and direction: the next state.
    pub(super) transitions: &'a [[u8; 4]],
}

impl<N> PrunedNodes<'_, N> {
    fn trails<'a>(&'a self, states: SoaSlices<'a>, edge: &ContextEdge) -> Trails<'a> {
        Trails { states, transitions: self.transitions, direction: edge.direction }
    }
}

impl BatchNodes<2> for PrunedNodes<'_, SimdLanes> {
    fn words(&self, board: u64, state: u32) -> [u64; 2] {
        [board, state.into()]
    }

    #[inline]
    fn expand(&self, [boards, states]: [SoaSlices<'_>; 2], count: usize, edge: &ContextEdge) -> Expanded {
        (*self.nodes).expand(boards.from, count, &edge.swap, boards.into, Some(self.trails(states, edge)))
    }
}

impl BatchNodes<4> for PrunedNodes<'_, CodedNodes> {
    fn words(&self, board: u64, state: u32) -> [u64; 4] {
        let [board, rows, columns] = self.nodes.words(board, state);
        [board, rows, columns, state.into()]
    }

    #[inline]
    fn expand(
        &self,
        [boards, rows, columns, states]: [SoaSlices<'_>; 4],
        count: usize,
        edge: &ContextEdge,
    ) -> Expanded {
        self.nodes.expand_cutting([boards, rows, columns], count, edge, Some(self.trails(states, edge)))
    }
}
