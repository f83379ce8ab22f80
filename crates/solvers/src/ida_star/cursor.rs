//! A place in the depth-first order of an iteration, from which the search can continue.

use tilebench_core::{Cost, Domain, Heuristic, step_cost};

use super::IdaStar;
use super::counts::Counts;
use super::priority::Priority;

/// A node within the threshold whose successors are still to be generated.
#[derive(Debug)]
pub struct Node<D: Domain, H: Heuristic<D>> {
    /// The state.
    pub state: D::State,
    /// The cache of its estimate.
    pub cache: H::Cache,
    /// The cost of the path to it.
    pub g: Cost,
    /// The operator by which the path arrives.
    pub parent_op: D::Op,
}

impl<D: Domain, H: Heuristic<D>> Clone for Node<D, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain, H: Heuristic<D>> Copy for Node<D, H> {}

/// The result of [`Cursor::next_subtree`].
#[derive(Debug)]
pub enum Next<D: Domain, H: Heuristic<D>> {
    /// The root of a subtree that is left to others.
    Subtree(Node<D, H>),
    /// The goal.
    Goal,
    /// The end of the iteration.
    Nothing,
}

/// A node with its successors that are still to come.
pub(super) type Frame<'a, D, H> = (Node<D, H>, &'a [<D as Domain>::Op]);

/// The path to a node of an iteration, or of the subtrees below some of its nodes, everything before which in
/// depth-first order is searched.
///
/// It hands out the subtrees below a depth in the order of the recursion. Its stack is a list, so that it can be copied.
#[derive(Debug)]
pub struct Cursor<'a, D: Domain, H: Heuristic<D>> {
    domain: &'a D,
    heuristic: &'a H,
    priority: Priority,
    threshold: u32,
    path: Vec<Frame<'a, D, H>>,
    /// The roots of the subtrees that come after the one of the path.
    roots: &'a [Node<D, H>],
}

impl<D: Domain, H: Heuristic<D>> Clone for Cursor<'_, D, H> {
    fn clone(&self) -> Self {
        Self { path: self.path.clone(), ..*self }
    }
}

/// The result of one step along the cursor's path.
enum Step<D: Domain, H: Heuristic<D>> {
    /// A successor within the threshold, other than the goal.
    Child(Node<D, H>),
    Goal,
    /// A successor with this f, which exceeds the threshold.
    Pruned(u32),
    /// The last node of the path has no successors left.
    Back,
    /// The path is at its end.
    Nothing,
}

impl<'a, D: Domain, H: Heuristic<D>> Cursor<'a, D, H> {
    /// The start of an iteration of `search`, expanded and counted as such by the caller.
    pub fn new(search: &IdaStar<'a, D, H>, start: Node<D, H>) -> Self {
        let IdaStar { domain, heuristic, priority, threshold, .. } = *search;
        let path = vec![(start, domain.ops(start.state, start.parent_op))];
        Self { domain, heuristic, priority, threshold, path, roots: &[] }
    }

    /// The beginning of the first of the subtrees below `roots`, which are nodes of the same iteration, generated and
    /// not yet expanded.
    pub fn below<'b>(&self, roots: &'b [Node<D, H>]) -> Cursor<'b, D, H>
    where
        'a: 'b,
    {
        Cursor { path: Vec::new(), roots, ..*self }
    }

    /// Whether the iteration, or the last subtree, is at its end.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.path.is_empty() && self.roots.is_empty()
    }

    /// Generates the next successor of the last node of the path.
    #[inline]
    fn step(&mut self) -> Step<D, H> {
        let Some((node, left)) = self.path.last_mut() else { return Step::Nothing };
        let Some((&op, rest)) = left.split_first() else { return Step::Back };
        *left = rest;
        let cache = self.heuristic.step(self.domain, node.cache, node.state, op);
        let h = self.heuristic.h(cache);
        let g = node.g + step_cost(self.domain, node.state, op);
        let f = self.priority.f(g, h);
        if f > self.threshold {
            return Step::Pruned(f);
        }
        let state = self.domain.apply(node.state, op);
        if h == 0 && self.domain.is_goal(state) {
            Step::Goal
        } else {
            Step::Child(Node { state, cache, g, parent_op: op })
        }
    }

    fn push(&mut self, node: Node<D, H>) {
        self.path.push((node, self.domain.ops(node.state, node.parent_op)));
    }

    /// Advances to the next node that is `depth` moves below the start or a root and that `takes` accepts, and leaves
    /// its subtree to the caller.
    pub fn next_subtree(
        &mut self,
        depth: usize,
        takes: impl Fn(&Node<D, H>) -> bool,
        counts: &mut Counts,
    ) -> Next<D, H> {
        loop {
            let step = self.step();
            counts.generated += u64::from(!matches!(step, Step::Back | Step::Nothing));
            match step {
                Step::Child(child) if self.path.len() >= depth && takes(&child) => return Next::Subtree(child),
                Step::Child(child) => {
                    counts.expanded += 1;
                    self.push(child);
                }
                Step::Goal => return Next::Goal,
                Step::Pruned(f) => counts.next = counts.next.min(f),
                Step::Back => drop(self.path.pop()),
                Step::Nothing => {
                    let Some((&root, rest)) = self.roots.split_first() else { return Next::Nothing };
                    self.roots = rest;
                    if depth == 0 && takes(&root) {
                        return Next::Subtree(root);
                    }
                    counts.expanded += 1;
                    self.push(root);
                }
            }
        }
    }

    /// As [`Self::next_subtree`], of whichever nodes.
    pub fn next_of_any(&mut self, depth: usize, counts: &mut Counts) -> Next<D, H> {
        self.next_subtree(depth, |_| true, counts)
    }

    /// The nodes of the path, with the operators that are still to come.
    pub(super) fn into_path(self) -> Vec<Frame<'a, D, H>> {
        self.path
    }
}
