//! A position in the depth-first order of an iteration, from which the search can continue.

use tilebench_core::{ChunkCounts, Cost, Domain, Heuristic, step_cost};

use super::IdaStarSearch;
use super::evaluation::Evaluator;

/// A node within the threshold whose successors are not generated yet.
#[derive(Debug)]
pub struct SearchNode<D: Domain, H: Heuristic<D>> {
    /// The state.
    pub state: D::State,
    /// The heuristic's cache.
    pub cache: H::Cache,
    /// The cost of the path to it.
    pub g: Cost,
    /// The last operator of the path.
    pub parent_op: D::Op,
}

impl<D: Domain, H: Heuristic<D>> Clone for SearchNode<D, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain, H: Heuristic<D>> Copy for SearchNode<D, H> {}

/// The result of [`IterationCursor::next_subtree`].
#[derive(Debug)]
pub enum NextSubtree<D: Domain, H: Heuristic<D>> {
    /// The root of a subtree that is left to the caller.
    Subtree(SearchNode<D, H>),
    /// The goal.
    Goal,
    /// The end of the iteration.
    Nothing,
}

/// A node with the operators that are not applied yet.
pub(super) type PathFrame<'a, D, H> = (SearchNode<D, H>, &'a [<D as Domain>::Op]);

/// The nodes of a path.
type CursorPath<'a, D, H> = Vec<PathFrame<'a, D, H>>;

/// The path to a node of an iteration, or of the subtrees below some of its nodes. Everything before that node in
/// depth-first order is searched.
///
/// It returns the subtrees below a depth in the order of the recursion. Its stack is a list, so that it can be copied.
#[derive(Debug)]
pub struct IterationCursor<'a, D: Domain, H: Heuristic<D>> {
    domain: &'a D,
    heuristic: &'a H,
    evaluator: Evaluator,
    threshold: u32,
    path: CursorPath<'a, D, H>,
    /// The roots of the subtrees after that of the path.
    roots: &'a [SearchNode<D, H>],
}

impl<D: Domain, H: Heuristic<D>> Clone for IterationCursor<'_, D, H> {
    fn clone(&self) -> Self {
        Self { path: self.path.clone(), ..*self }
    }
}

/// The result of one step along the cursor's path.
enum CursorStep<D: Domain, H: Heuristic<D>> {
    /// A successor within the threshold, other than the goal.
    Child(SearchNode<D, H>),
    Goal,
    /// A successor with this f, which exceeds the threshold.
    Pruned(u32),
    /// The last node of the path has no successors left.
    Back,
    /// The path is at its end.
    Nothing,
}

impl<'a, D: Domain, H: Heuristic<D>> IterationCursor<'a, D, H> {
    /// The start of an iteration of `search`, whose expansion is counted by the caller.
    pub fn new(search: &IdaStarSearch<'a, D, H>, start: SearchNode<D, H>) -> Self {
        let IdaStarSearch { domain, heuristic, evaluator, threshold, .. } = *search;
        let path = vec![(start, domain.ops(start.state, start.parent_op))];
        Self { domain, heuristic, evaluator, threshold, path, roots: &[] }
    }

    /// A cursor before the subtrees below `roots`, which are nodes of the same iteration that are generated and not expanded.
    pub fn below<'b>(&self, roots: &'b [SearchNode<D, H>]) -> IterationCursor<'b, D, H>
    where
        'a: 'b,
    {
        IterationCursor { path: Vec::new(), roots, ..*self }
    }

    /// Whether the iteration, or the last subtree, is at its end.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.path.is_empty() && self.roots.is_empty()
    }

    /// The heuristic of the search.
    pub(super) fn heuristic(&self) -> &'a H {
        self.heuristic
    }

    /// The number of operators from the start, or from a root, to the next node, or to the subtree that was left to the caller.
    pub(super) fn depth(&self) -> usize {
        self.path.len()
    }

    /// Generates the next successor of the last node of the path.
    #[inline]
    fn step(&mut self) -> CursorStep<D, H> {
        let Some((node, left)) = self.path.last_mut() else { return CursorStep::Nothing };
        let op = loop {
            let Some((&op, rest)) = left.split_first() else { return CursorStep::Back };
            *left = rest;
            if let Some(op) = self.domain.follow(node.parent_op, op) {
                break op;
            }
        };
        let cache = self.heuristic.step(self.domain, node.cache, node.state, op);
        let h = self.heuristic.h(cache);
        let g = node.g + step_cost(self.domain, node.state, op);
        let f = self.evaluator.f(g, h);
        if f > self.threshold {
            return CursorStep::Pruned(f);
        }
        let state = self.domain.apply(node.state, op);
        if h == 0 && self.domain.is_goal(state) {
            CursorStep::Goal
        } else {
            CursorStep::Child(SearchNode { state, cache, g, parent_op: op })
        }
    }

    fn push(&mut self, node: SearchNode<D, H>) {
        self.path.push((node, self.domain.ops(node.state, node.parent_op)));
    }

    /// Advances to the next node that is at least `depth` moves below the start or a root and that `takes` accepts, and leaves
    /// its subtree to the caller.
    pub fn next_subtree(
        &mut self,
        depth: usize,
        takes: impl Fn(&SearchNode<D, H>) -> bool,
        counts: &mut ChunkCounts,
    ) -> NextSubtree<D, H> {
        loop {
            let step = self.step();
            counts.generated += u64::from(!matches!(step, CursorStep::Back | CursorStep::Nothing));
            match step {
                CursorStep::Child(child) if self.path.len() >= depth && takes(&child) => {
                    return NextSubtree::Subtree(child);
                }
                CursorStep::Child(child) => {
                    counts.expanded += 1;
                    self.push(child);
                }
                CursorStep::Goal => return NextSubtree::Goal,
                CursorStep::Pruned(f) => counts.next = counts.next.min(f),
                CursorStep::Back => drop(self.path.pop()),
                CursorStep::Nothing => {
                    let Some((&root, rest)) = self.roots.split_first() else { return NextSubtree::Nothing };
                    self.roots = rest;
                    if depth == 0 && takes(&root) {
                        return NextSubtree::Subtree(root);
                    }
                    counts.expanded += 1;
                    self.push(root);
                }
            }
        }
    }

    /// As [`Self::next_subtree`], accepting all nodes.
    pub fn next_any_subtree(&mut self, depth: usize, counts: &mut ChunkCounts) -> NextSubtree<D, H> {
        self.next_subtree(depth, |_| true, counts)
    }

    /// The nodes of the path, with the operators that are not applied yet, and the roots of the subtrees after that of the path.
    pub(super) fn into_parts(self) -> (CursorPath<'a, D, H>, &'a [SearchNode<D, H>]) {
        (self.path, self.roots)
    }
}
