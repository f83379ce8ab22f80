//! A place in the depth-first order of an iteration, from which the search can go on.

use tilebench_core::End;

use super::graph::{Edge, Graph};
use crate::meter::Meter;

/// Nodes generated and expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) generated: u64,
    pub(super) expanded: u64,
}

/// What [`Cursor::next_subtree`] came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The root of a subtree that is left to others: its site, and its board with the slack in the blank's nibble.
    Subtree(usize, u64),
    /// The goal.
    Goal,
    /// The end of the iteration.
    Nothing,
}

/// How [`Cursor::finish`] ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finish<Op> {
    /// The goal, and the operators to it, the last one first.
    Goal(Vec<Op>),
    /// The end of the iteration.
    Nothing,
    /// A reason to stop.
    Stopped(End),
}

/// A node on the path, some of whose successors were generated.
#[derive(Clone, Debug)]
struct Frame<'a, Op> {
    /// The board, its blank zero.
    board: u64,
    /// (threshold - f) / 2.
    slack: u32,
    /// The successors that are still to come.
    left: &'a [Edge<Op>],
    /// The operator that led here; `None` at the start.
    op: Option<Op>,
}

/// The path to a node of an iteration, everything before which in depth-first order is done.
///
/// It is the plain recursion with its stack as a list, so that it can be copied: on its own a search one
/// node after the other, and for batches what hands out the subtrees below a depth in order.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a, Op> {
    graph: &'a Graph<Op>,
    path: Vec<Frame<'a, Op>>,
}

/// What one step along the cursor's path came to.
enum Step<'a, Op> {
    /// A successor within the threshold, other than the goal, and the edge to it.
    Child(Frame<'a, Op>, &'a Edge<Op>),
    Goal(Op),
    Pruned,
    /// The last node of the path has no successors left.
    Back,
    Nothing,
}

impl<'a, Op: Copy + Eq> Cursor<'a, Op> {
    /// The largest slack that a nibble holds.
    const MOST_SLACK: u32 = 15;

    /// The start of an iteration, expanded and counted as such by the caller.
    pub(super) fn new(graph: &'a Graph<Op>, board: u64, slack: u32, left: &'a [Edge<Op>]) -> Self {
        Self { graph, path: vec![Frame { board, slack, left, op: None }] }
    }

    /// Whether the iteration is at its end.
    pub(super) fn is_done(&self) -> bool {
        self.path.is_empty()
    }

    /// Generates the next successor of the last node of the path.
    #[inline]
    fn step(&mut self) -> Step<'a, Op> {
        let Some(last) = self.path.last_mut() else { return Step::Nothing };
        let Some((edge, left)) = last.left.split_first() else { return Step::Back };
        last.left = left;
        let away = edge.swap.away(last.board);
        if away > u64::from(last.slack) {
            return Step::Pruned;
        }
        let board = edge.swap.applied(last.board);
        if board == self.graph.goal {
            return Step::Goal(edge.op);
        }
        let slack = last.slack - u32::from(away == 1);
        Step::Child(Frame { board, slack, left: self.graph.edges(edge.site), op: Some(edge.op) }, edge)
    }

    /// Goes on to the next node that is `depth` moves deep and whose slack fits into a nibble, and leaves
    /// its subtree to the caller.
    pub(super) fn next_subtree(&mut self, depth: usize, counts: &mut Counts) -> Next {
        loop {
            let step = self.step();
            counts.generated += u64::from(!matches!(step, Step::Back | Step::Nothing));
            match step {
                Step::Child(child, edge) if self.path.len() >= depth && child.slack <= Self::MOST_SLACK => {
                    return Next::Subtree(edge.site, child.board | u64::from(child.slack) << edge.swap.to);
                }
                Step::Child(child, _) => {
                    counts.expanded += 1;
                    self.path.push(child);
                }
                Step::Goal(_) => return Next::Goal,
                Step::Pruned => {}
                Step::Back => drop(self.path.pop()),
                Step::Nothing => return Next::Nothing,
            }
        }
    }

    /// Searches the rest of the iteration, and asks `meter` at the same nodes as the plain recursion.
    pub(super) fn finish(mut self, meter: &mut Meter<'_>, branching: u64) -> Finish<Op> {
        loop {
            let step = self.step();
            meter.generated += u64::from(!matches!(step, Step::Back | Step::Nothing));
            let goes_on = match step {
                Step::Child(child, _) => {
                    self.path.push(child);
                    meter.expand(branching)
                }
                Step::Goal(op) => {
                    let path = self.path.iter().rev().filter_map(|frame| frame.op);
                    return Finish::Goal(core::iter::once(op).chain(path).collect());
                }
                Step::Pruned => Ok(()),
                Step::Back => {
                    self.path.pop();
                    if self.path.is_empty() { Ok(()) } else { meter.goes_on() }
                }
                Step::Nothing => return Finish::Nothing,
            };
            if let Err(end) = goes_on {
                return Finish::Stopped(end);
            }
        }
    }
}
