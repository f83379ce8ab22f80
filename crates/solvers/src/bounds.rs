//! Bounds on the expansions of searches: the states that A* must and may expand, and those that no bidirectional search can avoid.
//!
//! **What it does.** A best-first search in each direction enumerates the states of f <= C*, the cost of an optimal path: from the
//! start with h, from the goal with the heuristic of the start. The goal does not stop it. A state is counted by its f and g when
//! it is expanded.
//!
//! **Meaning.** With a consistent heuristic A* expands every state of f < C*, and no state of f > C* (Dechter and Pearl 1985). A
//! front-to-end bidirectional search with consistent heuristics expands u forward or v backward of every pair with f(u) < C*,
//! f(v) < C* and g(u) + g(v) + e < C*, where e is the least cost of an operator (Eckerle and others 2017). These pairs are the edges
//! of the must-expand graph, and its minimum vertex cover is a lower bound on the expansions of such a search (Chen and others 2017).
//! A search that knows more, for example that the costs of all paths are even, can expand fewer states.
//!
//! **The cover.** Whether u and v are a pair depends on g(u) and g(v) alone. Of a vertex cover, let t be the least g of a state
//! forward that it lacks. Then it has every v with g(v) < C* - e - t, and every u with g(u) < t. These are a cover, so the minimum
//! cover is that of the best threshold t (Shaham and others 2017).
//!
//! **Memory.** That of A*, for one direction at a time.

use tilebench_core::{Cost, Domain, Heuristic, HeuristicExt, SearchBudget, Termination, step_cost};

use crate::limit_checker::LimitChecker;
use crate::lists::Lists;
use crate::store::NodeStore;
use crate::store::packed::{self, PackedStore};
use crate::{BucketIndex, BucketList, ErasedCache, ErasedHeuristic, OpenList, Problem, SearchDomain, Side, TieBreak};

/// The bounds on the expansions of searches of one problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpansionBounds {
    /// The cost of an optimal path, C*.
    pub cost: Cost,
    /// The states of a search from the start.
    pub from_start: StateCounts,
    /// The states of a search from the goal.
    pub from_goal: StateCounts,
    /// The size of a minimum vertex cover of the must-expand graph.
    pub cover: u64,
}

/// The states that A* expands in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateCounts {
    /// The states of f < C*, which it must expand.
    pub must: u64,
    /// The states of f <= C*, which it may expand.
    pub may: u64,
}

/// Computes the bounds of `problem`, whose heuristic must be consistent for any goal.
///
/// # Errors
///
/// The reason why an enumeration ended before the last state of f <= C*: a limit, or no path to the goal.
///
/// # Panics
///
/// If the heuristic cannot be constructed for the start as goal.
pub fn expansion_bounds<D: SearchDomain>(
    problem: &Problem<'_, D>,
    budget: SearchBudget<'_>,
) -> Result<ExpansionBounds, Termination> {
    let mut limits = LimitChecker::new(budget);
    let forward = Layers::enumerate(problem.side(), None, &mut limits)?;
    if limits.remaining_nodes() == 0 {
        return Err(Termination::NodeLimit);
    }
    limits.generated += 1;
    let (domain, heuristic) =
        problem.backward().unwrap_or_else(|error| unreachable!("a heuristic for any goal: {error}"));
    let side = Side { domain: &domain, heuristic: &ErasedHeuristic::new(&*heuristic), root: problem.domain.goal() };
    let backward = Layers::enumerate(side, Some(forward.cost), &mut limits)?;
    Ok(ExpansionBounds {
        cost: forward.cost,
        from_start: forward.counts(),
        from_goal: backward.counts(),
        cover: minimum_cover(forward.cost.saturating_sub(domain.min_cost()), &forward.below, &backward.below),
    })
}

/// Whether the states of `domain` can be enumerated.
///
/// # Errors
///
/// The reason in one sentence, if not.
pub fn check_bounds<D: SearchDomain>(domain: &D) -> Result<(), String> {
    packed::supports(domain)
}

/// The minimum number of states that cover each pair whose sum of g is less than `sum`, given the number of states by g forward
/// and backward.
fn minimum_cover(sum: Cost, forward: &[u64], backward: &[u64]) -> u64 {
    let count = |states: &[u64], g: Cost| states.get(g as usize).copied().unwrap_or(0);
    // With threshold 0, the cover has no state forward.
    let mut cover: u64 = (0..sum).map(|g| count(backward, g)).sum();
    let mut minimum = cover;
    for threshold in 1..=sum {
        cover = cover + count(forward, threshold - 1) - count(backward, sum - threshold);
        minimum = minimum.min(cover);
    }
    minimum
}

/// The states of f <= C* in one direction, by g.
struct Layers {
    cost: Cost,
    /// The number of states of f < C* by g.
    below: Vec<u64>,
    /// The number of states of f = C*.
    equal: u64,
}

impl Layers {
    fn counts(&self) -> StateCounts {
        let must = self.below.iter().sum();
        StateCounts { must, may: must + self.equal }
    }

    /// Expands the states of f <= C* from the root of `side`. Nodes of larger f are left out as soon as C* is known.
    fn enumerate<D: SearchDomain>(
        side: Side<'_, D, ErasedHeuristic<'_, D>>,
        mut cost: Option<Cost>,
        limits: &mut LimitChecker<'_>,
    ) -> Result<Self, Termination> {
        let mut enumeration = Enumeration::new(side, limits)?;
        let (mut below, mut layer, mut layer_f) = (Vec::new(), Vec::new(), 0);
        while let Some(f) = enumeration.close_first().filter(|&f| cost.is_none_or(|cost| f <= cost)) {
            debug_assert!(f >= layer_f, "f falls along a path: the heuristic is inconsistent");
            if f > layer_f {
                layer.drain(..).enumerate().for_each(|(g, states)| add(&mut below, g, states));
                layer_f = f;
            }
            for &Parent { state, g, .. } in &enumeration.parents {
                if side.domain.is_goal(state) {
                    cost = Some(g);
                }
                add(&mut layer, g as usize, 1);
            }
            enumeration.expand(cost, limits)?;
        }
        // The layer of the goal was not added, since it is the last.
        match cost {
            Some(cost) if cost == layer_f => Ok(Self { cost, below, equal: layer.iter().sum() }),
            _ => Err(Termination::Exhausted),
        }
    }
}

/// Adds a number of states of one g to a histogram.
fn add(histogram: &mut Vec<u64>, g: usize, states: u64) {
    histogram.resize(histogram.len().max(g + 1), 0);
    histogram[g] += states;
}

/// A best-first search that no goal ends.
struct Enumeration<'a, D: SearchDomain> {
    side: Side<'a, D, ErasedHeuristic<'a, D>>,
    lists: Lists<D, PackedStore<D>, BucketList<u32>>,
    popped: Vec<u32>,
    /// The nodes that are expanded together.
    parents: Vec<Parent<D>>,
    successors: Vec<Successor<D>>,
}

/// A node that is expanded.
struct Parent<D: Domain> {
    state: D::State,
    incoming_op: D::Op,
    g: Cost,
    cache: ErasedCache,
}

/// A successor before it is looked up.
struct Successor<D: SearchDomain> {
    key: D::Code,
    op: D::Op,
    /// The index of its parent.
    parent: usize,
}

impl<'a, D: SearchDomain> Enumeration<'a, D> {
    /// A search with an open root.
    fn new(side: Side<'a, D, ErasedHeuristic<'a, D>>, limits: &mut LimitChecker<'_>) -> Result<Self, Termination> {
        let Side { domain, heuristic, root } = side;
        let root_op = domain.root_op(root);
        let open = BucketList::new(BucketIndex::Heap, TieBreak::LowG);
        let lists = Lists::new(domain, root_op, open, limits).ok_or(Termination::MemoryLimit)?;
        let mut search = Self { side, lists, popped: Vec::new(), parents: Vec::new(), successors: Vec::new() };
        let key = search.lists.nodes.key(domain, root);
        search.insert(key, 0, root_op, || heuristic.estimate(domain, root), None, limits)?;
        Ok(search)
    }

    /// Closes open nodes of least f, makes them the parents, and returns their f; `None` if no node is open.
    fn close_first(&mut self) -> Option<Cost> {
        let Side { domain, heuristic, root } = self.side;
        let nodes = &mut self.lists.nodes;
        self.popped.clear();
        self.parents.clear();
        let order = self.lists.open.pop_batch(PackedStore::<D>::BATCH, &mut self.popped)?;
        self.popped.iter().for_each(|&node| nodes.prefetch_node(node));
        for &node in &self.popped {
            let slot = nodes.slot(node);
            let known = nodes.node(slot);
            // A state that was reached by a cheaper path is on the list twice.
            if known.closed {
                continue;
            }
            let state = nodes.state(domain, node, slot);
            let incoming_op = if state == root { domain.root_op(root) } else { nodes.op(domain, state, slot) };
            nodes.close(slot);
            self.parents.push(Parent { state, incoming_op, g: known.g, cache: heuristic.initial(domain, state) });
        }
        Cost::try_from(order >> 32).ok()
    }

    /// Opens the successors of the parents, except those of f > `max_f`.
    fn expand(&mut self, max_f: Option<Cost>, limits: &mut LimitChecker<'_>) -> Result<(), Termination> {
        let Side { domain, heuristic, .. } = self.side;
        self.successors.clear();
        for (parent, &Parent { state, incoming_op, .. }) in self.parents.iter().enumerate() {
            limits.expand(D::MAX_BRANCHING)?;
            let ops = domain.ops(state, incoming_op);
            limits.generated += ops.len() as u64;
            for &op in ops {
                let key = self.lists.nodes.key(domain, domain.apply(state, op));
                self.lists.nodes.prefetch(key);
                self.successors.push(Successor { key, op, parent });
            }
        }
        for at in 0..self.successors.len() {
            let Successor { key, op, parent } = self.successors[at];
            let Parent { state, g, cache, .. } = self.parents[parent];
            let g = g + step_cost(domain, state, op);
            self.insert(key, g, op, || heuristic.step_h(domain, &cache, state, op), max_f, limits)?;
        }
        Ok(())
    }

    /// Looks a state up, and opens its node if it is new or the path is cheaper than before, unless f > `max_f`.
    fn insert(
        &mut self,
        key: D::Code,
        g: Cost,
        op: D::Op,
        h: impl FnOnce() -> Cost,
        max_f: Option<Cost>,
        limits: &mut LimitChecker<'_>,
    ) -> Result<(), Termination> {
        let place = self.lists.look_up(key, g, limits)?;
        if place.node().is_some_and(|known| g >= known.g) {
            return Ok(());
        }
        let f = g + h();
        if max_f.is_some_and(|max_f| f > max_f) {
            return Ok(());
        }
        let node = self.lists.put(place, key, g, op);
        self.lists.push(TieBreak::LowG.order(f, g, 0), node, limits)
    }
}
