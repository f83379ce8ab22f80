//! Rectangle search: an anytime beam search whose width and depth grow together.
//!
//! **What it does.** Each level, the number of operators from the start, has an open list. An iteration expands the best node of each
//! level that earlier iterations have reached, so that the width of all of them grows by one. Then it reaches `aspect`
//! new levels (an option), and expands nodes in each up to the present width. The best node has least h, or least f = g + h (the option
//! `layer-order`). A state that was generated is put on an open list again only with a cheaper path.
//!
//! **Guarantees.** With an admissible heuristic the last solution has the least cost: only nodes that lead to no better solution than the
//! incumbent are left out. The bound that is reported is the least f of an open node when the incumbent was found. Nodes are reopened,
//! so the heuristic need not be consistent.
//!
//! **Counting.** As everywhere. A solution is found when the goal is generated. `iterations` counts stages: a stage ends before the
//! width reaches a power of two. `peak_open` counts entries of the lists, in which a node is once per cheaper path.
//!
//! **Memory.** A word per generated state (8 bytes for states of up to 64 bits) in a table at least 3/8 full, and 16 bytes per entry of
//! an open list, in arrays that double; both are doubled for larger states.
//!
//! **Reference.** Lemons and others 2024.

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use tilebench_core::{
    Cost, Counters, Heuristic, HeuristicExt, Observer, Outcome, SearchContext, Termination, narrow, path_cost,
    step_cost,
};

use crate::anytime::Incumbents;
use crate::beam::{LAYER_ORDER, LayerOrder};
use crate::limit_checker::LimitChecker;
use crate::lists::Lists;
use crate::options::{OptionSpec, ValueParser, parse_integer};
use crate::store::packed::{self, MixedKey, PackedStore};
use crate::store::{NodeStore, SlotLookup};
use crate::{
    Algorithm, AnyHeuristic, BucketIndex, BucketList, ErasedHeuristic, Guarantee, Options, Problem, SearchAlgorithm,
    SearchDomain, Side, TieBreak,
};

/// The algorithm.
#[derive(Debug)]
pub struct Rectangle;

/// The number of new levels per iteration.
pub static ASPECT: OptionSpec<u32> = OptionSpec {
    name: "aspect",
    former: None,
    values: "an integer from 1 to 1000000",
    default: "1",
    summary: "The number of levels by which the depth grows while the width grows by one.",
    parser: ValueParser::Function(|text| parse_integer("aspect", text, 1, 1_000_000)),
};

impl SearchAlgorithm for Rectangle {
    const ALGORITHM: Algorithm = Algorithm {
        name: "rectangle",
        title: "Rectangle",
        summary: "Expands one more node of each level in each iteration and reaches new levels, until the cost is proved least.",
        reference: "Lemons and others 2024",
        guarantee: Guarantee::Anytime,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[&ASPECT, &LAYER_ORDER],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, _: &Options) -> Result<(), String> {
        packed::supports(domain)
    }

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        let side = problem.side();
        let h0 = side.heuristic.estimate(side.domain, side.root);
        let incumbents = Incumbents::new(side.domain, h0);
        let mut limits = LimitChecker::new(context.budget());
        let open = BucketList::new(BucketIndex::Heap, TieBreak::Lifo);
        let Some(lists) = Lists::new(side.domain, side.domain.root_op(side.root), open, &mut limits) else {
            let counters = Counters { generated: 1, evaluated: 1, ..Counters::default() };
            let end = Termination::MemoryLimit;
            return incumbents.outcome(Err(end), end, h0, counters, &mut *context.observer);
        };
        let mut search = RectangleSearch {
            side,
            order: options.get(&LAYER_ORDER),
            incumbents,
            lists,
            levels: Vec::new(),
            entries: 0,
            is_improved: false,
            limits,
            counters: Counters::default(),
        };
        let observer = &mut *context.observer;
        let result = search.run(h0, options.get(&ASPECT) as usize, observer);
        let (counters, exhaustion) = (search.counters(), search.limits.exhaustion());
        search.incumbents.outcome(result, exhaustion, h0, counters, observer)
    }
}

/// An open node: its value in the upper half and f in the lower, and the key of its state.
type Entry<D> = Reverse<(u64, <D as tilebench_core::BitPacked>::Code)>;

/// The nodes are found by the numbers of their states, so that open lists stay valid if the store grows.
type Store<D> = PackedStore<D, MixedKey<<D as tilebench_core::BitPacked>::Code>>;

struct RectangleSearch<'a, D: SearchDomain> {
    side: Side<'a, D, ErasedHeuristic<'a, D>>,
    order: LayerOrder,
    incumbents: Incumbents<D::Op>,
    /// The states. Their own open list stays empty.
    lists: Lists<D, Store<D>, BucketList<MixedKey<D::Code>>>,
    /// The open list of each level.
    levels: Vec<BinaryHeap<Entry<D>>>,
    /// The number of their entries.
    entries: u64,
    /// Whether an incumbent was found since the lists were pruned.
    is_improved: bool,
    limits: LimitChecker<'a>,
    counters: Counters,
}

impl<D: SearchDomain> RectangleSearch<'_, D> {
    fn run(&mut self, h0: Cost, aspect: usize, observer: &mut dyn Observer) -> Result<(), Termination> {
        let Side { domain, root, .. } = self.side;
        if domain.is_goal(root) {
            return self.incumbents.improve(0, Vec::new(), self.counters(), observer);
        }
        if self.limits.exceeds_depth(0, h0) {
            return Err(Termination::DepthLimit);
        }
        self.insert(0, (root, domain.root_op(root)), 0, h0)?;
        let (mut width, mut depth) = (0, 0);
        while self.entries > 0 && !self.incumbents.is_proved() {
            width += 1;
            let result = self.widen_and_deepen(depth, aspect, width, observer);
            // A search reaches 60,000 widths in a second: one row per width would take longer to record than to search.
            let is_last = result.is_err() || self.entries == 0 || self.incumbents.is_proved();
            if is_last || (width + 1).is_power_of_two() {
                self.counters.iterations += 1;
                observer.iteration(narrow(width, "each width expands a node"), &self.counters());
            }
            depth = result?;
        }
        Ok(())
    }

    /// An iteration: one node of each of the first `depth` levels, and `width` nodes of up to `aspect` new ones. Returns the new depth.
    fn widen_and_deepen(
        &mut self,
        depth: usize,
        aspect: usize,
        width: usize,
        observer: &mut dyn Observer,
    ) -> Result<usize, Termination> {
        for level in 0..depth {
            self.expand_best(level, observer)?;
        }
        for level in depth..depth + aspect {
            for expanded in 0..width {
                if !self.expand_best(level, observer)? && expanded == 0 {
                    return Ok(level);
                }
            }
        }
        Ok(depth + aspect)
    }

    /// Expands the best node of a level; returns whether there is one.
    fn expand_best(&mut self, level: usize, observer: &mut dyn Observer) -> Result<bool, Termination> {
        let Side { domain, heuristic, root } = self.side;
        let (state, g, slot) = loop {
            let Some(Reverse((order, key))) = self.levels.get_mut(level).and_then(BinaryHeap::pop) else {
                return Ok(false);
            };
            self.entries -= 1;
            let SlotLookup::Found(slot) = self.lists.nodes.find(key) else {
                unreachable!("open nodes are in the store")
            };
            let node = self.lists.nodes.node(slot);
            if !node.closed && !self.incumbents.prunes(f_of(order)) {
                break (self.lists.nodes.state(domain, MixedKey(key), slot), node.g, slot);
            }
        };
        self.limits.expand(D::MAX_BRANCHING)?;
        let parent_op = if state == root { domain.root_op(root) } else { self.lists.nodes.op(domain, state, slot) };
        self.lists.nodes.close(slot);
        let cache = heuristic.initial(domain, state);
        for &op in domain.ops(state, parent_op) {
            self.limits.generated += 1;
            let g = g + step_cost(domain, state, op);
            let child = domain.apply(state, op);
            let h = heuristic.step_h(domain, &cache, state, op);
            if self.insert(level + 1, (child, op), g, h)? && h == 0 && domain.is_goal(child) {
                self.improve(child, observer)?;
            }
        }
        if std::mem::take(&mut self.is_improved) {
            self.prune(observer);
        }
        self.counters.peak_open = self.counters.peak_open.max(self.entries);
        self.counters.peak_closed = self.counters.peak_closed.max(self.limits.expanded - self.counters.reopened);
        Ok(true)
    }

    /// Puts a state on the open list of a level, if it is new or has a cheaper path than before, and may lead to a better solution;
    /// returns whether it does.
    fn insert(&mut self, level: usize, (state, op): (D::State, D::Op), g: Cost, h: Cost) -> Result<bool, Termination> {
        let key = self.lists.nodes.key(self.side.domain, state);
        let place = self.lists.look_up(key, g, &mut self.limits)?;
        let known = place.node();
        self.counters.evaluated += 1;
        if known.is_some_and(|known| g >= known.g) || self.limits.exceeds_depth(g, h) || self.incumbents.prunes(g + h) {
            return Ok(false);
        }
        self.reserve_entry(level)?;
        self.lists.put(place, key, g, op);
        self.counters.reopened += u64::from(known.is_some_and(|known| known.closed));
        self.entries += 1;
        self.levels[level].push(Reverse((u64::from(self.order.value(g, h)) << 32 | u64::from(g + h), key)));
        Ok(true)
    }

    /// Makes space for one more entry of a level.
    #[inline]
    fn reserve_entry(&mut self, level: usize) -> Result<(), Termination> {
        let has_space = self.levels.get(level).is_some_and(|list| list.len() < list.capacity());
        if has_space { Ok(()) } else { self.grow_level(level) }
    }

    #[cold]
    fn grow_level(&mut self, level: usize) -> Result<(), Termination> {
        let entry = size_of::<Entry<D>>();
        if level == self.levels.len() {
            let more = if self.levels.len() < self.levels.capacity() { 0 } else { (2 * self.levels.len()).max(64) };
            let bytes = (more * size_of::<BinaryHeap<Entry<D>>>()) as u64;
            self.limits.check_bytes(self.lists.bytes() + self.lists.other_bytes + bytes)?;
            self.levels.try_reserve_exact(more).map_err(|_| Termination::MemoryLimit)?;
            self.lists.other_bytes += bytes;
            self.levels.push(BinaryHeap::new());
        }
        let capacity = self.levels[level].capacity();
        let larger = (2 * capacity).max(4);
        // Old and new are held at once.
        self.limits.check_bytes(self.lists.bytes() + self.lists.other_bytes + (larger * entry) as u64)?;
        let more = larger - self.levels[level].len();
        self.levels[level].try_reserve_exact(more).map_err(|_| Termination::MemoryLimit)?;
        self.lists.other_bytes += ((self.levels[level].capacity() - capacity) * entry) as u64;
        Ok(())
    }

    /// Makes the path to `goal` the incumbent.
    #[cold]
    fn improve(&mut self, goal: D::State, observer: &mut dyn Observer) -> Result<(), Termination> {
        let Side { domain, root, .. } = self.side;
        let path = self.lists.path(domain, root, goal);
        let counters = self.counters();
        self.is_improved = true;
        self.incumbents.improve(path_cost(domain, root, &path), path, counters, observer)
    }

    /// Removes the nodes that lead to no better solution from all levels, and raises the bound to the least f of the others.
    #[cold]
    fn prune(&mut self, observer: &mut dyn Observer) {
        let incumbents = &self.incumbents;
        let mut min_f = incumbents.cost().unwrap_or(Cost::MAX);
        self.entries = 0;
        for level in &mut self.levels {
            level.retain(|&Reverse((order, _))| !incumbents.prunes(f_of(order)));
            min_f = level.iter().fold(min_f, |min_f, &Reverse((order, _))| min_f.min(f_of(order)));
            self.entries += level.len() as u64;
        }
        let counters = self.counters();
        self.incumbents.raise_bound(min_f, || counters, observer);
    }

    fn counters(&self) -> Counters {
        let LimitChecker { generated, expanded, peak_bytes, .. } = self.limits;
        Counters { generated, expanded, peak_bytes, evaluated: self.counters.evaluated.max(1), ..self.counters }
    }
}

/// The f of an entry of this order.
#[inline]
fn f_of(order: u64) -> Cost {
    narrow(order & u64::from(u32::MAX), "the lower half has 32 bits")
}
