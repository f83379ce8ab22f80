//! The operator graph of batches: the effect of a move on a board, as shifts and masks.

use crate::UnitDeltaTables;

/// A move between two cells, on boards that hold the slack in the blank's own nibble.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Swap {
    /// The first bit of the cell that the blank enters.
    pub(crate) to: u32,
    /// The distance between the first bits of the two cells.
    #[cfg_attr(
        not(any(target_arch = "x86_64", target_arch = "aarch64")),
        expect(dead_code, reason = "vectors need it")
    )]
    pub(crate) apart: u32,
    /// The mask of the lower one of the two cells.
    #[cfg_attr(
        not(any(target_arch = "x86_64", target_arch = "aarch64")),
        expect(dead_code, reason = "vectors need it")
    )]
    pub(crate) lower: u64,
    /// The mask of the cell that the blank leaves; it contains the slack before the move.
    pub(crate) slack: u64,
    /// The tiles whose move increases h, as 16 bits, repeated four times.
    pub(crate) increases_h: u64,
}

impl Swap {
    /// The move of the blank from cell `from` to cell `to`, which increases h for the tiles in `increases_h`.
    pub(crate) fn new(from: u8, to: u8, increases_h: u16) -> Self {
        let (from, to) = (4 * u32::from(from & 15), 4 * u32::from(to & 15));
        let increases_h = u64::from(increases_h) * 0x0001_0001_0001_0001;
        Self { to, apart: from.abs_diff(to), lower: 15 << from.min(to), slack: 15 << from, increases_h }
    }
}

/// A successor of a context.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContextEdge {
    pub(crate) swap: Swap,
    /// The direction in which the blank moves: up, left, right or down.
    pub(crate) direction: usize,
    /// The context to which it leads.
    pub(crate) context: usize,
    /// Whether the blank enters its goal cell.
    pub(crate) enters_goal: bool,
}

/// The contexts of a board and their successors.
#[derive(Clone, Debug)]
pub(crate) struct ContextGraph<Op> {
    /// By context, in operator order.
    edges: Vec<Vec<ContextEdge>>,
    /// By context, the operator that leads to it.
    incoming_ops: Vec<Op>,
    /// The goal, whose blank is zero.
    pub(crate) goal: u64,
}

impl<Op: Copy + Eq> ContextGraph<Op> {
    /// The maximum number of contexts of a graph: boards of up to 16 cells have at most 48.
    pub(crate) const MAX_CONTEXTS: usize = 64;

    /// The graph of `tables`, or `None` if it has too many contexts.
    pub(crate) fn new<S>(tables: &UnitDeltaTables<S, Op>) -> Option<Self> {
        let goal = tables.goal;
        let edges = tables.contexts.iter().map(|context| {
            let edges = context.next.iter().map(|delta| {
                let swap = Swap::new(delta.from, delta.to, delta.increases_h);
                let direction = direction(delta.from, delta.to);
                ContextEdge {
                    swap,
                    direction,
                    context: delta.context,
                    enters_goal: (goal >> swap.to).is_multiple_of(16),
                }
            });
            edges.collect()
        });
        let incoming_ops = tables.contexts.iter().map(|context| context.op).collect();
        (tables.contexts.len() <= Self::MAX_CONTEXTS).then(|| Self { edges: edges.collect(), incoming_ops, goal })
    }

    /// The number of contexts.
    pub(crate) fn contexts(&self) -> usize {
        self.edges.len()
    }

    /// The successors of `context`, in operator order.
    #[inline]
    pub(crate) fn edges(&self, context: usize) -> &[ContextEdge] {
        &self.edges[context]
    }

    /// The context to which `parent_op` leads, and the first bit of the blank's cell there.
    pub(crate) fn context_of(&self, parent_op: Op) -> Option<(usize, u32)> {
        let context = self.incoming_ops.iter().position(|op| *op == parent_op)?;
        let edge = self.edges[context].first()?;
        Some((context, edge.swap.slack.trailing_zeros()))
    }
}

/// The number of the direction between two neighbouring cells, on boards of at least two columns.
fn direction(from: u8, to: u8) -> usize {
    match (to < from, from.abs_diff(to) == 1) {
        (true, false) => 0,
        (true, true) => 1,
        (false, true) => 2,
        (false, false) => 3,
    }
}
