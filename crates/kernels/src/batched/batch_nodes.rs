//! The words of a node: one, or three if the estimate depends on the order of tiles in lines or on the states of axes; and one
//! more for the state of an automaton, if it cuts paths.
//!
//! Each word has an array of its own (structure of arrays), so that a vector loads the same word of several nodes.

use core::fmt;

use tilebench_heuristics::PairTerms;

use super::context_graph::ContextEdge;
use super::kernel::{Expanded, SimdLanes, SoaSlices, Trails};
use super::line_deltas::LineDeltas;
use crate::AxisTables;

/// The encoding of nodes as `WORDS` words. The first is the board, with its slack in the blank's nibble.
pub(super) trait BatchNodes<const WORDS: usize>: Sync {
    /// The words of `root`.
    fn words(&self, root: BatchRoot) -> [u64; WORDS];

    /// Expands the first `count` nodes along `edge`.
    fn expand(&self, slices: [SoaSlices<'_>; WORDS], count: usize, edge: &ContextEdge) -> Expanded;
}

/// The root of a subtree that is searched by batches.
#[derive(Clone, Copy, Debug)]
pub(super) struct BatchRoot {
    /// The board, whose blank is zero.
    pub(super) board: u64,
    /// As [`crate::UnitDelta::axis_states`].
    pub(super) axis_states: [u64; 2],
    /// The state of the automaton after the path, or 0 if no paths are cut.
    pub(super) trail: u32,
}

/// Nodes of one word, the board.
impl BatchNodes<1> for SimdLanes {
    fn words(&self, root: BatchRoot) -> [u64; 1] {
        [root.board]
    }

    #[inline]
    fn expand(&self, [boards]: [SoaSlices<'_>; 1], count: usize, edge: &ContextEdge) -> Expanded {
        (*self).expand(boards.from, count, &edge.swap, boards.into, None)
    }
}

/// Nodes of three words, the first of which is the board.
pub(super) trait ThreeWords: fmt::Debug + Sync {
    /// As [`BatchNodes::words`].
    fn three_words(&self, root: BatchRoot) -> [u64; 3];

    /// As [`BatchNodes::expand`], cutting paths by `trails` if there are any.
    fn expand_cutting(
        &self,
        slices: [SoaSlices<'_>; 3],
        count: usize,
        edge: &ContextEdge,
        trails: Option<Trails<'_>>,
    ) -> Expanded;
}

impl<N: ThreeWords + ?Sized> BatchNodes<3> for N {
    fn words(&self, root: BatchRoot) -> [u64; 3] {
        self.three_words(root)
    }

    #[inline]
    fn expand(&self, slices: [SoaSlices<'_>; 3], count: usize, edge: &ContextEdge) -> Expanded {
        self.expand_cutting(slices, count, edge, None)
    }
}

/// Nodes of three words: boards with the codes of their rows and of their columns.
#[derive(Debug)]
pub(super) struct CodedNodes {
    pub(super) lanes: SimdLanes,
    pub(super) deltas: LineDeltas,
}

impl ThreeWords for CodedNodes {
    fn three_words(&self, root: BatchRoot) -> [u64; 3] {
        let [rows, columns] = self.deltas.codes_of(root.board);
        [root.board, rows, columns]
    }

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

/// As [`CodedNodes`], of an estimate to which boards add pairs of moves. Slacks do not contain them.
#[derive(Debug)]
pub(super) struct PairNodes {
    pub(super) coded: CodedNodes,
    pub(super) pairs: Box<PairTerms>,
}

impl ThreeWords for PairNodes {
    fn three_words(&self, root: BatchRoot) -> [u64; 3] {
        self.coded.three_words(root)
    }

    #[inline]
    fn expand_cutting(
        &self,
        mut slices: [SoaSlices<'_>; 3],
        count: usize,
        edge: &ContextEdge,
        mut trails: Option<Trails<'_>>,
    ) -> Expanded {
        let (again, trails_again) = (slices.each_mut().map(SoaSlices::reborrow), trails.as_mut().map(Trails::reborrow));
        let mut expanded = self.coded.expand_cutting(again, count, edge, trails_again);
        let (words, states) = (slices.map(|slice| slice.into), trails.map(|trails| trails.states.into));
        expanded.kept = self.coded.lanes.retain(words, states, expanded.kept, &self.pairs, edge.swap.to);
        expanded
    }
}

/// Nodes of three words: boards with the states of their vertical and of their horizontal axis.
#[derive(Debug)]
pub(super) struct AxisNodes {
    pub(super) lanes: SimdLanes,
    pub(super) tables: AxisTables,
}

impl ThreeWords for AxisNodes {
    fn three_words(&self, root: BatchRoot) -> [u64; 3] {
        let [vertical, horizontal] = root.axis_states;
        [root.board, vertical, horizontal]
    }

    #[inline]
    fn expand_cutting(
        &self,
        [boards, vertical, horizontal]: [SoaSlices<'_>; 3],
        count: usize,
        edge: &ContextEdge,
        trails: Option<Trails<'_>>,
    ) -> Expanded {
        let step = &self.tables.steps[edge.context];
        let slices = if step.axis == 0 { [boards, vertical, horizontal] } else { [boards, horizontal, vertical] };
        self.lanes.expand_axes(slices, count, &edge.swap, step, trails)
    }
}

/// Nodes with a last word more, the state of an automaton that cuts paths.
#[derive(Debug)]
pub(super) struct PrunedNodes<'a, N: ?Sized> {
    pub(super) nodes: &'a N,
    /// By state and direction: the next state.
    pub(super) transitions: &'a [[u8; 4]],
}

impl<N: ?Sized> PrunedNodes<'_, N> {
    fn trails<'a>(&'a self, states: SoaSlices<'a>, edge: &ContextEdge) -> Trails<'a> {
        Trails { states, transitions: self.transitions, direction: edge.direction }
    }
}

impl BatchNodes<2> for PrunedNodes<'_, SimdLanes> {
    fn words(&self, root: BatchRoot) -> [u64; 2] {
        [root.board, root.trail.into()]
    }

    #[inline]
    fn expand(&self, [boards, states]: [SoaSlices<'_>; 2], count: usize, edge: &ContextEdge) -> Expanded {
        (*self.nodes).expand(boards.from, count, &edge.swap, boards.into, Some(self.trails(states, edge)))
    }
}

impl<N: ThreeWords + ?Sized> BatchNodes<4> for PrunedNodes<'_, N> {
    fn words(&self, root: BatchRoot) -> [u64; 4] {
        let [board, first, second] = self.nodes.three_words(root);
        [board, first, second, root.trail.into()]
    }

    #[inline]
    fn expand(
        &self,
        [boards, first, second, states]: [SoaSlices<'_>; 4],
        count: usize,
        edge: &ContextEdge,
    ) -> Expanded {
        self.nodes.expand_cutting([boards, first, second], count, edge, Some(self.trails(states, edge)))
    }
}
