//! Best-first search: A*, weighted A* and greedy search are one algorithm with three priorities.
//!
//! **What it does.** Generated nodes wait on an open list ordered by priority. The first is expanded: its successors are put on
//! the open list, and all generated states are kept in a node store. A cheaper path to a state updates its node, and reopens it
//! if it is closed (an option). The search ends when a goal is popped from the open list.
//!
//! **Guarantees.** A*, f = g + h: paths of least cost with an admissible heuristic (Hart and others 1968); without
//! reopening only with a consistent one. Weighted A*, f = g + w h: within w of the least cost (Pohl 1970), under the
//! same conditions. Greedy search orders by h alone (Doran and Michie 1966), never reopens, and bounds nothing. Under a
//! limit of depth, a search that reopens finds a path within it if there is one and the heuristic is admissible; so
//! does A* without reopening if it is consistent. Otherwise a node may have been closed on a path so long that its
//! successors were left out, and is not expanded again.
//!
//! **Order.** The smallest priority first, then by g or age ([`TieBreak`]), then the last in first; every open list keeps this
//! order. The plain store expands one node at a time. The packed store expands up to 16 nodes of equal order together, fewer if the
//! list is a heap that has grown beyond the cache: if a
//! goal is among them, the search ends and none of them is expanded; else all of them are expanded in the order of the list,
//! then the successors are added in the order in which they were generated. A successor of the first that precedes the second
//! is therefore expanded after it. No order depends on the place of a node in the store, or on when the store grew. With a
//! consistent heuristic and w = 1 all nodes expanded together have the least f, and no successor has less, so each is closed on
//! a path of least cost: the states expanded below the last f are those of the plain store, none is expanded twice, and counts
//! differ in the last f only.
//!
//! **Counting.** As everywhere; a state's heuristic value is computed when the state is first
//! generated, and again for each cheaper path to it. `peak_open` counts states, not entries of the list.
//! A node that the depth limit prunes is generated and evaluated, but not kept. If a limit ends the search among nodes that
//! are expanded together, successors were counted that were not kept.
//!
//! **Memory.** That of the store and of the open list, each described there.

mod algorithms;
mod frontier;
mod hdastar;
mod options;

use tilebench_core::{
    BitPacked, Cost, Counters, Domain, Heuristic, HeuristicExt, Observer, Outcome, SearchContext, Termination,
    step_cost,
};

pub use self::algorithms::{AStar, Greedy, WeightedAStar};
pub(crate) use self::frontier::{AStarEnd, Frontier, search_to_frontier};
pub use self::hdastar::HdaStar;
pub use self::options::{Config, Priority, QUEUE, Queue, REOPEN, STORE, Store, TIE, WEIGHT};
pub use crate::TieBreak;
use crate::limit_checker::LimitChecker;
use crate::lineage::{EntryHeap, EntryList, EvaluationMode, Sorting};
use crate::lists::Lists;
use crate::store::packed::PackedStore;
use crate::store::plain::{PlainNode, StateTable};
use crate::store::{NodeStore, Place};
use crate::{BucketIndex, BucketList, LevelList, OpenList, Problem, SearchDomain};

/// Searches for a path from `start` to a goal, with nodes in a [plain store](crate::store::plain).
pub fn solve_plain<D: Domain, H: Heuristic<D>>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    config: Config,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    type PlainStore<D> = StateTable<<D as Domain>::Key, PlainNode<<D as Domain>::Op>>;
    let problem = (domain, heuristic, start);
    let buckets = |index| BucketList::new(index, config.tie);
    match config.queue {
        Queue::Heap if D::UNIT_COST => {
            solve::<D, H, PlainStore<D>, _>(problem, config, buckets(BucketIndex::Heap), context)
        }
        Queue::Heap => solve::<D, H, PlainStore<D>, _>(problem, config, LevelList::new(), context),
        Queue::Bucket => solve::<D, H, PlainStore<D>, _>(problem, config, buckets(BucketIndex::Array), context),
        Queue::EntryHeap => solve::<D, H, PlainStore<D>, _>(problem, config, EntryHeap::new(), context),
        Queue::Sorted => solve::<D, H, PlainStore<D>, _>(problem, config, EntryList::new(Sorting::OnPush), context),
        Queue::AppendSort => solve::<D, H, PlainStore<D>, _>(problem, config, EntryList::new(Sorting::OnTake), context),
    }
}

/// Searches for a path from `start` to a goal, with nodes in a [packed store](crate::store::packed). A domain whose states do not
/// fit there ends the search as [`Termination::MemoryLimit`].
///
/// # Panics
///
/// If the open list is one that only the plain store has.
pub fn solve_packed<D: BitPacked, H: Heuristic<D>>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    config: Config,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let index = match config.queue {
        Queue::Heap if !D::UNIT_COST => {
            return solve::<D, H, PackedStore<D>, _>((domain, heuristic, start), config, LevelList::new(), context);
        }
        Queue::Heap => BucketIndex::Heap,
        Queue::Bucket => BucketIndex::Array,
        queue => panic!("{queue:?} is of the plain store"),
    };
    let open = BucketList::new(index, config.tie);
    solve::<D, H, PackedStore<D>, _>((domain, heuristic, start), config, open, context)
}

/// As [`solve_packed`], with another open list.
pub(crate) fn solve_with_list<D: SearchDomain>(
    problem: &Problem<'_, D>,
    config: Config,
    open: impl OpenList<<PackedStore<D> as NodeStore<D>>::Ref>,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let Problem { domain, erased, start, .. } = *problem;
    solve::<D, _, PackedStore<D>, _>((domain, erased, start), config, open, context)
}

struct BestFirstSearch<'a, D: Domain, H: Heuristic<D>, S: NodeStore<D>, O: OpenList<S::Ref>> {
    domain: &'a D,
    heuristic: &'a H,
    config: Config,
    start: D::State,
    root_op: D::Op,
    lists: Lists<D, S, O>,
    /// The number of nodes that were put on the open list, modulo 2^32.
    pushed: u32,
    open_nodes: u64,
    limits: LimitChecker<'a>,
    counters: Counters,
    /// The nodes that were popped from the open list together.
    popped: Vec<S::Ref>,
    batch: Vec<ExpandedNode<D, S>>,
    /// The caches of the batch, if successors are evaluated from their parents.
    caches: Vec<H::Cache>,
    successors: Vec<Successor<D, S>>,
}

/// The number of nodes from which a batch is not small.
const SMALL_BATCH: usize = 4;

/// The size from which most look-ups in a store miss the processor's caches.
const CACHE_BYTES: u64 = 16 << 20;

/// A node that is expanded.
struct ExpandedNode<D: Domain, S: NodeStore<D>> {
    state: D::State,
    slot: S::Slot,
    g: Cost,
}

/// A successor before it is looked up.
struct Successor<D: Domain, S: NodeStore<D>> {
    key: S::Key,
    op: D::Op,
    /// The index of its parent in the batch.
    parent: u32,
}

fn solve<D: Domain, H: Heuristic<D>, S: NodeStore<D>, O: OpenList<S::Ref>>(
    (domain, heuristic, start): (&D, &H, D::State),
    config: Config,
    open: O,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let h0 = heuristic.estimate(domain, start);
    let unsolved = |end, counters| Outcome { end, path: Vec::new(), h0: Some(h0), bound: None, counters };
    let limits = LimitChecker::new(context.budget());
    let Some(mut search) = BestFirstSearch::<D, H, S, O>::new((domain, heuristic, start), config, open, limits) else {
        return unsolved(Termination::MemoryLimit, Counters { generated: 1, evaluated: 1, ..Counters::default() });
    };
    let result = search.run(h0, &mut *context.observer);
    let mut counters = search.counters();
    if config.hash_statistics {
        search.lists.nodes.measure(&mut counters);
    }
    match result {
        Ok(goal) => Outcome { end: Termination::Solved, path: search.path(goal), h0: Some(h0), bound: None, counters },
        Err(end) => unsolved(end, counters),
    }
}

impl<'a, D: Domain, H: Heuristic<D>, S: NodeStore<D>, O: OpenList<S::Ref>> BestFirstSearch<'a, D, H, S, O> {
    /// A search before its start is inserted; `None` if the memory limit leaves no space for its lists.
    fn new(
        (domain, heuristic, start): (&'a D, &'a H, D::State),
        config: Config,
        open: O,
        mut limits: LimitChecker<'a>,
    ) -> Option<Self> {
        let root_op = domain.root_op(start);
        let lists = Lists::new(domain, root_op, open, &mut limits)?;
        Some(Self {
            domain,
            heuristic,
            config,
            start,
            root_op,
            counters: Counters::default(),
            lists,
            pushed: 0,
            open_nodes: 0,
            limits,
            popped: Vec::new(),
            batch: Vec::new(),
            caches: Vec::new(),
            successors: Vec::new(),
        })
    }

    /// Expands nodes until a goal is popped from the open list.
    fn run(&mut self, h0: Cost, observer: &mut dyn Observer) -> Result<D::State, Termination> {
        if self.limits.exceeds_depth(0, h0) {
            return Err(Termination::DepthLimit);
        }
        self.insert(self.lists.nodes.key(self.domain, self.start), 0, self.root_op, |_| h0)?;
        let mut layer = None;
        loop {
            self.popped.clear();
            let Some(order) = self.lists.open.pop_batch(S::BATCH, &mut self.popped) else {
                return Err(self.limits.exhaustion());
            };
            let priority = order >> 32;
            if layer < Some(priority) {
                layer = Some(priority);
                self.report_layer(priority, observer);
            }
            if let Some(goal) = self.select() {
                return Ok(goal);
            }
            self.expand()?;
            self.insert_successors()?;
        }
    }

    /// Closes the nodes that were popped and makes them the batch, except those that were closed since they were put on the open
    /// list. Returns a goal if there is one.
    fn select(&mut self) -> Option<D::State> {
        self.popped.iter().for_each(|&node| self.lists.nodes.prefetch_node(node));
        self.batch.clear();
        self.caches.clear();
        for &node in &self.popped {
            let slot = self.lists.nodes.slot(node);
            let known = self.lists.nodes.node(slot);
            if known.closed {
                self.lists.open.skipped();
                continue;
            }
            let state = self.lists.nodes.state(self.domain, node, slot);
            if self.domain.is_goal(state) {
                return Some(state);
            }
            self.lists.nodes.close(slot);
            self.open_nodes -= 1;
            if self.config.evaluation == EvaluationMode::Incremental {
                self.caches.push(self.heuristic.initial(self.domain, state));
            }
            self.batch.push(ExpandedNode { state, slot, g: known.g });
        }
        None
    }

    /// Generates the successors of the batch, and prefetches the memory in which they are looked up.
    fn expand(&mut self) -> Result<(), Termination> {
        let domain = self.domain;
        self.successors.clear();
        for (parent, &ExpandedNode { state, slot, .. }) in (0..).zip(&self.batch) {
            self.limits.expand(D::MAX_BRANCHING)?;
            let parent_op = if state == self.start {
                self.root_op
            } else if self.config.parent_pruning {
                self.lists.nodes.op(domain, state, slot)
            } else {
                domain.root_op(state)
            };
            let ops = domain.ops(state, parent_op);
            self.limits.generated += ops.len() as u64;
            for &op in ops {
                let key = self.lists.nodes.key(domain, domain.apply(state, op));
                self.lists.nodes.prefetch(key);
                self.successors.push(Successor { key, op, parent });
            }
        }
        let closed = self.lists.nodes.node_count() as u64 - self.open_nodes;
        self.counters.peak_closed = self.counters.peak_closed.max(closed);
        Ok(())
    }

    /// Inserts the successors in the order in which they were generated.
    fn insert_successors(&mut self) -> Result<(), Termination> {
        // The look-ups of a small batch hardly overlap, and its successors are often the next nodes to be expanded.
        let has_misses = S::BATCH > 1 && self.batch.len() < SMALL_BATCH && self.lists.nodes.bytes() > CACHE_BYTES;
        for at in 0..self.successors.len() {
            let Successor { key, op, parent } = self.successors[at];
            let ExpandedNode { state, g, .. } = self.batch[parent as usize];
            let g = g + step_cost(self.domain, state, op);
            let before = self.pushed;
            self.insert(key, g, op, |search| search.step_h(parent, state, op))?;
            if has_misses && self.pushed != before {
                self.prefetch_successors(self.domain.apply(state, op), op);
            }
        }
        self.counters.peak_open = self.counters.peak_open.max(self.open_nodes);
        Ok(())
    }

    /// Prefetches the memory in which the successors of a new node are looked up.
    #[inline]
    fn prefetch_successors(&self, state: D::State, parent_op: D::Op) {
        for &op in self.domain.ops(state, parent_op) {
            self.lists.nodes.prefetch(self.lists.nodes.key(self.domain, self.domain.apply(state, op)));
        }
    }

    /// Looks a state up, and puts it on the open list if it is new or the path is cheaper than before.
    #[inline]
    fn insert(&mut self, key: S::Key, g: Cost, op: D::Op, h: impl FnOnce(&Self) -> Cost) -> Result<(), Termination> {
        let place = self.lists.look_up(key, g, &mut self.limits)?;
        let known = place.node();
        if known.is_some_and(|known| g >= known.g || (known.closed && !self.config.reopen)) {
            return match place {
                Place::Known(slot, known) if O::KEEPS_DUPLICATES && !known.closed => {
                    self.push(g, h(self), self.lists.nodes.node_ref(slot, key))
                }
                _ => Ok(()),
            };
        }
        let h = h(self);
        self.counters.evaluated += 1;
        if self.limits.exceeds_depth(g, h) {
            return Ok(());
        }
        let node = self.lists.put(place, key, g, op);
        self.counters.reopened += u64::from(known.is_some_and(|known| known.closed));
        self.open_nodes += u64::from(known.is_none_or(|known| known.closed));
        self.push(g, h, node)
    }

    #[expect(clippy::inline_always, reason = "it is part of the loop over successors")]
    #[inline(always)]
    fn push(&mut self, g: Cost, h: Cost, node: S::Ref) -> Result<(), Termination> {
        let order = self.config.tie.order(self.config.priority.value(g, h), g, self.pushed);
        self.pushed = self.pushed.wrapping_add(1);
        self.lists.push(order, node, &mut self.limits)
    }

    /// The estimate of the successor by `op` of `state`, the node at `parent` in the batch.
    #[inline]
    fn step_h(&self, parent: u32, state: D::State, op: D::Op) -> Cost {
        match self.caches.get(parent as usize) {
            Some(cache) => self.heuristic.step_h(self.domain, cache, state, op),
            None => self.estimate_from_scratch(state, op),
        }
    }

    /// Out of line, so that the loop over successors stays small.
    #[cold]
    #[inline(never)]
    fn estimate_from_scratch(&self, parent: D::State, op: D::Op) -> Cost {
        self.heuristic.estimate(self.domain, self.domain.apply(parent, op))
    }

    fn counters(&self) -> Counters {
        let LimitChecker { generated, expanded, peak_bytes, .. } = self.limits;
        let Counters { evaluated, peak_open, .. } = self.counters;
        let (evaluated, peak_open) = (evaluated.max(1), peak_open.max(self.open_nodes));
        Counters { generated, expanded, evaluated, peak_open, peak_bytes, ..self.counters }
    }

    /// Reports that all nodes of smaller priority are closed.
    #[cold]
    fn report_layer(&self, priority: u64, observer: &mut dyn Observer) {
        observer.f_layer(self.config.priority.rounded_down(priority), &self.counters());
    }

    fn path(&self, goal: D::State) -> Vec<D::Op> {
        self.lists.path(self.domain, self.start, goal)
    }
}
