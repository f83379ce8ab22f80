//! The loop of the anytime best-first algorithms, over the packed store.
//!
//! As in [best-first search](crate::best_first), up to 16 nodes of equal order are expanded together. A goal is an incumbent as
//! soon as it is generated, and is never put on the open list.

use tilebench_core::{
    Cost, Counters, Heuristic, HeuristicExt, Observer, Outcome, SearchContext, Termination, narrow, path_cost,
    step_cost,
};

use super::Incumbents;
use crate::limit_checker::LimitChecker;
use crate::lists::Lists;
use crate::store::packed::PackedStore;
use crate::store::{NodeStore, Place, SlotLookup};
use crate::{BucketIndex, BucketList, ErasedCache, ErasedHeuristic, OpenList, Problem, SearchDomain, Side, TieBreak};

/// A reference to a node.
type NodeRef = u32;

/// A slot of a node.
type Slot<D> = <PackedStore<D> as NodeStore<D>>::Slot;

/// The key by which a state is looked up.
type StoreKey<D> = <PackedStore<D> as NodeStore<D>>::Key;

/// The order in which an algorithm expands nodes.
pub(super) trait Rule {
    /// Whether a closed node to which a cheaper path is found is expanded again in the same iteration; else it waits for the next
    /// one on the list INCONS.
    const REOPENS: bool = true;

    /// Whether a node of an earlier iteration is opened with its own path if the new path to it is not cheaper.
    const KEEPS_SEEN: bool = false;

    /// The order of a node, given the cost of the incumbent: the smallest is expanded first.
    fn order(&self, g: Cost, h: Cost, incumbent: Option<Cost>) -> u64;

    /// A lower bound on f of the open nodes, if this is the least order of one of them.
    fn min_f(&self, order: u64, incumbent: Option<Cost>) -> Cost;
}

/// A node that is expanded.
struct ExpandedNode<D: SearchDomain> {
    state: D::State,
    slot: Slot<D>,
    g: Cost,
    cache: ErasedCache,
}

/// A successor before it is looked up.
struct Successor<D: SearchDomain> {
    key: StoreKey<D>,
    op: D::Op,
    /// The index of its parent in the batch.
    parent: u32,
}

/// An anytime best-first search.
pub(super) struct AnytimeSearch<'a, D: SearchDomain, R> {
    side: Side<'a, D, ErasedHeuristic<'a, D>>,
    pub(super) rule: R,
    pub(super) incumbents: Incumbents<D::Op>,
    root_op: D::Op,
    h0: Cost,
    /// The list INCONS is `next` of these lists, which is kept up to date if the store grows.
    lists: Lists<D, PackedStore<D>, BucketList<NodeRef>>,
    /// A lower bound on f of the nodes of INCONS.
    incons_f: Cost,
    /// The number of entries of the open list.
    entries: usize,
    limits: LimitChecker<'a>,
    counters: Counters,
    popped: Vec<NodeRef>,
    batch: Vec<ExpandedNode<D>>,
    successors: Vec<Successor<D>>,
}

/// Solves `problem` in the order of `rule` by `algorithm`, which returns if no node is left that may lead to a better solution.
pub(super) fn solve<D: SearchDomain, R: Rule>(
    problem: &Problem<'_, D>,
    rule: R,
    context: &mut SearchContext<'_>,
    algorithm: impl FnOnce(&mut AnytimeSearch<'_, D, R>, &mut dyn Observer) -> Result<(), Termination>,
) -> Outcome<D::Op> {
    let side = problem.side();
    let h0 = side.heuristic.estimate(side.domain, side.root);
    let incumbents = Incumbents::new(side.domain, h0);
    let root_op = side.domain.root_op(side.root);
    let mut limits = LimitChecker::new(context.budget());
    let open = BucketList::new(BucketIndex::Heap, TieBreak::HighG);
    let Some(lists) = Lists::new(side.domain, root_op, open, &mut limits) else {
        let counters = Counters { generated: 1, evaluated: 1, ..Counters::default() };
        let end = Termination::MemoryLimit;
        return incumbents.outcome(Err(end), end, h0, counters, &mut *context.observer);
    };
    let mut search = AnytimeSearch {
        side,
        rule,
        incumbents,
        root_op,
        h0,
        lists,
        incons_f: Cost::MAX,
        entries: 0,
        limits,
        counters: Counters::default(),
        popped: Vec::new(),
        batch: Vec::new(),
        successors: Vec::new(),
    };
    let observer = &mut *context.observer;
    let result = search.insert_root(observer).and_then(|()| algorithm(&mut search, observer));
    let (counters, exhaustion) = (search.counters(), search.limits.exhaustion());
    search.incumbents.outcome(result, exhaustion, h0, counters, observer)
}

impl<D: SearchDomain, R: Rule> AnytimeSearch<'_, D, R> {
    /// The number of nodes by which memory is prefetched before it is read.
    const AHEAD: usize = 16;

    /// Opens the start.
    pub(super) fn insert_root(&mut self, observer: &mut dyn Observer) -> Result<(), Termination> {
        let Side { domain, root, .. } = self.side;
        let h0 = self.h0;
        if self.limits.exceeds_depth(0, h0) {
            return Err(Termination::DepthLimit);
        }
        let key = self.lists.nodes.key(domain, root);
        match self.lists.nodes.find(key) {
            SlotLookup::Found(slot) => {
                let node = self.lists.nodes.node_ref(slot, key);
                self.push(0, h0, node)
            }
            _ => self.insert(key, 0, self.root_op, |_| h0, || root, observer),
        }
    }

    /// Whether no node is open.
    pub(super) fn is_exhausted(&mut self) -> bool {
        self.lists.open.first().is_none()
    }

    /// An iteration: expands nodes while `goes_on`, given the least order of an open node, and there is one.
    pub(super) fn iterate(
        &mut self,
        goes_on: impl Fn(&Self, u64) -> bool,
        observer: &mut dyn Observer,
    ) -> Result<(), Termination> {
        self.counters.iterations += 1;
        let mut result = Ok(());
        while result.is_ok()
            && let Some(order) = self.lists.open.first()
            && goes_on(self, order)
        {
            result = self.expand_first(observer);
        }
        observer.iteration(narrow(self.counters.iterations, "iterations are few"), &self.counters());
        result
    }

    /// Expands the first open nodes.
    fn expand_first(&mut self, observer: &mut dyn Observer) -> Result<(), Termination> {
        self.popped.clear();
        let batch = <PackedStore<D> as NodeStore<D>>::BATCH;
        let Some(order) = self.lists.open.pop_batch(batch, &mut self.popped) else { return Ok(()) };
        self.entries -= self.popped.len();
        let min_f = self.rule.min_f(order, self.incumbents.cost()).min(self.incons_f);
        let Self { incumbents, limits, counters, .. } = self;
        incumbents.raise_bound(min_f, || counted(limits, counters), observer);
        self.select();
        self.generate()?;
        self.insert_successors(observer)
    }

    /// Closes the popped nodes that may lead to a better solution and makes them the batch.
    fn select(&mut self) {
        let Side { domain, heuristic, .. } = self.side;
        self.popped.iter().for_each(|&node| self.lists.nodes.prefetch_node(node));
        self.batch.clear();
        for &node in &self.popped {
            let slot = self.lists.nodes.slot(node);
            let known = self.lists.nodes.node(slot);
            if known.closed {
                continue;
            }
            let state = self.lists.nodes.state(domain, node, slot);
            let cache = heuristic.initial(domain, state);
            self.lists.nodes.close(slot);
            if !self.incumbents.prunes(known.g + cache.h()) {
                self.batch.push(ExpandedNode { state, slot, g: known.g, cache });
            }
        }
    }

    /// Generates the successors of the batch, and prefetches the memory in which they are looked up.
    fn generate(&mut self) -> Result<(), Termination> {
        let Side { domain, root, .. } = self.side;
        self.successors.clear();
        for (parent, &ExpandedNode { state, slot, .. }) in (0..).zip(&self.batch) {
            self.limits.expand(D::MAX_BRANCHING)?;
            let parent_op = if state == root { self.root_op } else { self.lists.nodes.op(domain, state, slot) };
            let ops = domain.ops(state, parent_op);
            self.limits.generated += ops.len() as u64;
            for &op in ops {
                let key = self.lists.nodes.key(domain, domain.apply(state, op));
                self.lists.nodes.prefetch(key);
                self.successors.push(Successor { key, op, parent });
            }
        }
        let closed = self.lists.nodes.node_count().saturating_sub(self.entries) as u64;
        self.counters.peak_closed = self.counters.peak_closed.max(closed);
        Ok(())
    }

    /// Inserts the successors in the order in which they were generated.
    fn insert_successors(&mut self, observer: &mut dyn Observer) -> Result<(), Termination> {
        let Side { domain, heuristic, .. } = self.side;
        for at in 0..self.successors.len() {
            let Successor { key, op, parent } = self.successors[at];
            let ExpandedNode { state, g, .. } = self.batch[parent as usize];
            let g = g + step_cost(domain, state, op);
            let h = |search: &Self| heuristic.step_h(domain, &search.batch[parent as usize].cache, state, op);
            self.insert(key, g, op, h, || domain.apply(state, op), observer)?;
        }
        self.counters.peak_open = self.counters.peak_open.max(self.entries as u64);
        Ok(())
    }

    /// Looks a state up, and opens its node if it is new, has a cheaper path than before, or was not opened in this iteration.
    #[inline]
    fn insert(
        &mut self,
        key: StoreKey<D>,
        g: Cost,
        op: D::Op,
        h: impl FnOnce(&Self) -> Cost,
        state: impl FnOnce() -> D::State,
        observer: &mut dyn Observer,
    ) -> Result<(), Termination> {
        let place = self.lists.look_up(key, g, &mut self.limits)?;
        if let Place::Known(slot, known) = place
            && g >= known.g
        {
            if !R::KEEPS_SEEN || known.closed {
                return Ok(());
            }
            let h = h(self);
            self.counters.evaluated += 1;
            let node = self.lists.nodes.node_ref(slot, key);
            return if self.incumbents.prunes(known.g + h) { Ok(()) } else { self.push(known.g, h, node) };
        }
        let h = h(self);
        self.counters.evaluated += 1;
        if self.limits.exceeds_depth(g, h) || self.incumbents.prunes(g + h) {
            return Ok(());
        }
        let node = self.lists.put(place, key, g, op);
        if h == 0 {
            let state = state();
            if self.side.domain.is_goal(state) {
                return self.improve(state, observer);
            }
        }
        let was_closed = place.node().is_some_and(|known| known.closed);
        self.counters.reopened += u64::from(was_closed);
        if was_closed && !R::REOPENS {
            self.lists.nodes.close(self.lists.nodes.slot(node));
            self.incons_f = self.incons_f.min(g + h);
            return self.wait(node);
        }
        self.push(g, h, node)
    }

    #[inline]
    fn push(&mut self, g: Cost, h: Cost, node: NodeRef) -> Result<(), Termination> {
        self.entries += 1;
        self.lists.push(self.rule.order(g, h, self.incumbents.cost()), node, &mut self.limits)
    }

    /// Puts a node on INCONS.
    fn wait(&mut self, node: NodeRef) -> Result<(), Termination> {
        let (incons, held) = (&self.lists.next, self.lists.bytes());
        let (len, capacity) = (incons.len(), incons.capacity());
        if len == capacity {
            let larger = (2 * capacity).max(64);
            self.limits.check_bytes(held + bytes_of(capacity + larger))?;
            self.lists.next.try_reserve_exact(larger - len).map_err(|_| Termination::MemoryLimit)?;
            self.lists.other_bytes = bytes_of(larger);
        }
        self.lists.next.push(node);
        Ok(())
    }

    /// Makes the path to `goal` the incumbent. It may be cheaper than g of the goal, if a cheaper path to a node on it was found.
    #[cold]
    fn improve(&mut self, goal: D::State, observer: &mut dyn Observer) -> Result<(), Termination> {
        let Side { domain, root, .. } = self.side;
        let path = self.path(goal);
        let cost = path_cost(domain, root, &path);
        let counters = self.counters();
        self.incumbents.improve(cost, path, counters, observer)
    }

    /// Takes all nodes from the open list and from INCONS, and puts those back that may lead to a better solution, in their order by
    /// the present rule, or none if `keeps` is false. If `is_iteration`, no node is closed any more. Raises the bound to the least f
    /// of these nodes.
    pub(super) fn rebuild(
        &mut self,
        keeps: bool,
        is_iteration: bool,
        observer: &mut dyn Observer,
    ) -> Result<(), Termination> {
        let Side { domain, heuristic, .. } = self.side;
        let count = self.entries + self.lists.next.len();
        self.limits.check_bytes(self.lists.bytes() + self.lists.other_bytes + bytes_of(count))?;
        let mut nodes: Vec<NodeRef> = Vec::new();
        nodes.try_reserve_exact(count).map_err(|_| Termination::MemoryLimit)?;
        while self.lists.open.pop_batch(u32::MAX, &mut nodes).is_some() {}
        self.entries = 0;
        self.remove_closed(&mut nodes)?;
        self.limits.check_stop()?;
        nodes.append(&mut self.lists.next);
        self.incons_f = Cost::MAX;
        if is_iteration {
            self.lists.nodes.open_all(|| self.limits.check_stop())?;
        }
        self.lists.other_bytes += bytes_of(count);
        let mut min_f = Cost::MAX;
        for (polled, &node) in (0u64..).zip(&nodes) {
            if polled.is_multiple_of(SearchContext::POLL_INTERVAL) {
                self.limits.check_stop()?;
            }
            if let Some(&later) = nodes.get(narrow::<usize, _>(polled, "an index") + Self::AHEAD) {
                self.lists.nodes.prefetch_node(later);
            }
            let slot = self.lists.nodes.slot(node);
            let g = self.lists.nodes.node(slot).g;
            let h = heuristic.estimate(domain, self.lists.nodes.state(domain, node, slot));
            if self.incumbents.prunes(g + h) {
                continue;
            }
            min_f = min_f.min(g + h);
            if keeps {
                self.push(g, h, node)?;
            }
        }
        self.lists.other_bytes -= bytes_of(count);
        // If no node is left, the bound is the cost of the incumbent; without one, it says nothing.
        if let Some(cost) = self.incumbents.cost() {
            let counters = self.counters();
            self.incumbents.raise_bound(min_f.min(cost), || counters, observer);
        }
        Ok(())
    }

    /// Removes the closed nodes from `nodes`.
    fn remove_closed(&mut self, nodes: &mut Vec<NodeRef>) -> Result<(), Termination> {
        let store = &self.lists.nodes;
        let mut kept = 0;
        for at in 0..nodes.len() {
            if at.is_multiple_of(narrow(SearchContext::POLL_INTERVAL, "an index")) {
                self.limits.check_stop()?;
            }
            if let Some(&later) = nodes.get(at + Self::AHEAD) {
                store.prefetch_node(later);
            }
            if !store.node(store.slot(nodes[at])).closed {
                nodes[kept] = nodes[at];
                kept += 1;
            }
        }
        nodes.truncate(kept);
        Ok(())
    }

    fn counters(&self) -> Counters {
        counted(&self.limits, &self.counters)
    }

    fn path(&self, goal: D::State) -> Vec<D::Op> {
        let Side { domain, root, .. } = self.side;
        self.lists.path(domain, root, goal)
    }
}

/// The counters, with those that the limit checker keeps.
fn counted(limits: &LimitChecker<'_>, counters: &Counters) -> Counters {
    let LimitChecker { generated, expanded, peak_bytes, .. } = *limits;
    Counters { generated, expanded, peak_bytes, evaluated: counters.evaluated.max(1), ..*counters }
}

/// The bytes of this number of references.
fn bytes_of(nodes: usize) -> u64 {
    (nodes * size_of::<NodeRef>()) as u64
}
