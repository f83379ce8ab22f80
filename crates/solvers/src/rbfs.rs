//! Recursive best-first search (RBFS), plain and weighted.
//!
//! **What it does.** Expands nodes in best-first order of f = g + w h, but keeps only the path and its siblings. Each node N has a
//! stored value F(N): its f, or after a search below it the least F that was left there. The successor of least F is searched until
//! the least F below it exceeds that of every alternative on the path. If a node is expanded again, its successors inherit its F.
//!
//! **Guarantees.** With an admissible heuristic, paths within w of the least cost, so with w = 1 of least cost. Reason: every node
//! of an optimal path has g + w h of at most w times the cost of that path, and so has its F, whether it is backed up or inherited.
//! One of these nodes is the goal or an alternative to it when the goal is chosen, and the F of the goal, at least its g, is not larger.
//! Under a limit of depth this holds for all paths within it.
//!
//! **Counting.** As everywhere; a node that is expanded again counts again. All successors of a node are generated when it is
//! expanded, and the search ends when the goal is chosen, as in the paper: not when it is generated, as in IDA*. Among equal F the
//! successor searched last comes first, then operator order. `peak_open` is the maximum number of nodes held.
//!
//! **Memory.** The successors of the nodes on the path, about 150 bytes each. The path is held by the recursion, which goes
//! [`MAX_DEPTH`] operators deep at most: a search that would go deeper ends as out of memory.
//!
//! **Reference.** Korf 1993.

use tilebench_core::{Cost, Counters, Heuristic, HeuristicExt, Outcome, SearchContext, Termination, Weight, step_cost};

use crate::ida_star::MAX_DEPTH;
use crate::limit_checker::LimitChecker;
use crate::options::WEIGHT;
use crate::{
    Algorithm, ErasedCache, ErasedHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain, Side,
};

/// The algorithm.
#[derive(Debug)]
pub struct Rbfs;

impl SearchAlgorithm for Rbfs {
    const ALGORITHM: Algorithm = Algorithm {
        name: "rbfs",
        title: "RBFS",
        summary: "Best-first search on f = g + w h in memory linear in depth, which expands nodes again.",
        reference: "Korf 1993",
        guarantee: Guarantee::Bounded,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[&WEIGHT],
    };

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        solve(problem.side(), options.get(&WEIGHT), context)
    }
}

/// Searches for a path from the root of `side` to a goal.
fn solve<D: SearchDomain>(
    side: Side<'_, D, ErasedHeuristic<'_, D>>,
    weight: Weight,
    context: &SearchContext<'_>,
) -> Outcome<D::Op> {
    let Side { domain, heuristic, root } = side;
    let h0 = heuristic.estimate(domain, root);
    let mut search = RecursiveSearch {
        side,
        weight,
        nodes: Vec::new(),
        depth: 0,
        path: Vec::new(),
        limits: LimitChecker::new(context.budget()),
        peak_open: 0,
    };
    let (Ok(end) | Err(end)) = search.run(h0);
    search.path.reverse();
    let path = if end == Termination::Solved { core::mem::take(&mut search.path) } else { Vec::new() };
    Outcome { end, path, h0: Some(h0), bound: None, counters: search.counters() }
}

/// The F of a node that has no successors.
const INFINITE: u32 = u32::MAX;

/// A node on the path or a sibling of one.
struct Node<D: SearchDomain> {
    state: D::State,
    /// The operator that leads to it.
    op: D::Op,
    g: Cost,
    cache: ErasedCache,
    /// The value f = g + w h.
    f: u32,
    /// The stored value F.
    stored: u32,
}

struct RecursiveSearch<'a, D: SearchDomain> {
    side: Side<'a, D, ErasedHeuristic<'a, D>>,
    weight: Weight,
    /// The root, and the successors of each node on the path by F. The first successor of each is the next node on the path.
    nodes: Vec<Node<D>>,
    /// The number of operators of the path.
    depth: u32,
    /// The path that was found, the last operator first.
    path: Vec<D::Op>,
    limits: LimitChecker<'a>,
    peak_open: usize,
}

impl<D: SearchDomain> RecursiveSearch<'_, D> {
    /// Searches from the root. An error is the reason why the recursion ended, also if that is a goal.
    fn run(&mut self, h0: Cost) -> Result<Termination, Termination> {
        let Side { domain, heuristic, root } = self.side;
        let is_goal = domain.is_goal(root);
        if !is_goal && self.limits.exceeds_depth(0, h0) {
            return Ok(Termination::DepthLimit);
        }
        self.reserve(1)?;
        let (op, cache, f) = (domain.root_op(root), heuristic.initial(domain, root), self.weight.f(0, h0));
        self.nodes.push(Node { state: root, op, g: 0, cache, f, stored: f });
        self.search(0, INFINITE - 1)?;
        Ok(self.limits.exhaustion())
    }

    /// RBFS(N, F(N), B): searches below the node at `index` until its F exceeds `bound`, and returns this F. The search ends with an
    /// error: with [`Termination::Solved`] if the goal is chosen.
    fn search(&mut self, index: usize, bound: u32) -> Result<u32, Termination> {
        let node = &self.nodes[index];
        if node.cache.h() == 0 && self.side.domain.is_goal(node.state) {
            return Err(Termination::Solved);
        }
        let first = self.nodes.len();
        self.expand(index)?;
        while let Some(&Node { stored, op, .. }) = self.nodes.get(first)
            && stored <= bound
        {
            let alternative = self.nodes.get(first + 1).map_or(INFINITE, |second| second.stored);
            self.depth += 1;
            let result = self.search(first, bound.min(alternative));
            self.depth -= 1;
            match result {
                Ok(backed_up) => self.back_up(first, backed_up),
                Err(end) => return Err(self.leave_with(op, end)),
            }
        }
        let least = self.nodes.get(first).map_or(INFINITE, |best| best.stored);
        self.nodes.truncate(first);
        Ok(least)
    }

    /// Generates the successors of the node at `index`, sorted by F. Not a part of the recursive function, whose calls must stay small.
    #[inline(never)]
    fn expand(&mut self, index: usize) -> Result<(), Termination> {
        let Side { domain, heuristic, .. } = self.side;
        self.limits.expand(D::MAX_BRANCHING)?;
        if self.depth > MAX_DEPTH {
            return Err(Termination::MemoryLimit);
        }
        let (first, state) = (self.nodes.len(), self.nodes[index].state);
        let ops = domain.ops(state, self.nodes[index].op);
        self.reserve(ops.len())?;
        self.limits.generated += ops.len() as u64;
        for &op in ops {
            let node = &self.nodes[index];
            let g = node.g + step_cost(domain, state, op);
            let cache = heuristic.step(domain, node.cache, state, op);
            if self.limits.exceeds_depth(g, cache.h()) {
                continue;
            }
            let f = self.weight.f(g, cache.h());
            // A node whose F exceeds its f was expanded before, so no goal below it has a smaller value.
            let stored = if node.f < node.stored { f.max(node.stored) } else { f };
            self.nodes.push(Node { state: domain.apply(state, op), op, g, cache, f, stored });
        }
        self.nodes[first..].sort_by_key(|successor| successor.stored);
        self.peak_open = self.peak_open.max(self.nodes.len());
        Ok(())
    }

    /// Stores the F of the node at `first`, and moves it behind the siblings of smaller F.
    fn back_up(&mut self, first: usize, stored: u32) {
        let siblings = &mut self.nodes[first..];
        siblings[0].stored = stored;
        let better = siblings[1..].iter().take_while(|sibling| sibling.stored < stored).count();
        siblings[..=better].rotate_left(1);
    }

    /// Returns from the successor by `op` with a goal or a reason to stop.
    #[cold]
    fn leave_with(&mut self, op: D::Op, end: Termination) -> Termination {
        if end == Termination::Solved {
            self.path.push(op);
        }
        end
    }

    /// Makes space for a number of successors.
    #[inline]
    fn reserve(&mut self, successors: usize) -> Result<(), Termination> {
        if self.nodes.len() + successors <= self.nodes.capacity() { Ok(()) } else { self.grow(successors) }
    }

    #[cold]
    fn grow(&mut self, successors: usize) -> Result<(), Termination> {
        let (len, capacity) = (self.nodes.len(), self.nodes.capacity());
        let larger = (2 * capacity).max(len + successors).max(16);
        // Old and new are held at once.
        self.limits.check_bytes(((capacity + larger) * size_of::<Node<D>>()) as u64)?;
        self.nodes.try_reserve_exact(larger - len).map_err(|_| Termination::MemoryLimit)
    }

    fn counters(&self) -> Counters {
        let LimitChecker { generated, expanded, peak_bytes, .. } = self.limits;
        let peak_open = self.peak_open as u64;
        Counters { generated, expanded, evaluated: generated, peak_bytes, peak_open, ..Counters::default() }
    }
}
