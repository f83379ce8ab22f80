//! Best-first search: A*, weighted A* and greedy search are one algorithm with three priorities.
//!
//! **What it does.** Keeps generated nodes on an open list ordered by priority, expands the first,
//! and puts its successors on open; all generated states stay in a hash table. A cheaper path to a
//! state updates it, and puts it back on open where it was closed (re-opening, an option). The
//! search ends when a goal is taken from open.
//!
//! **Guarantees.** A*, f = g + h: shortest paths with an admissible heuristic (P. Hart, N. Nilsson
//! and B. Raphael, IEEE Transactions on Systems Science and Cybernetics 4, 1968); without re-opening
//! only with a consistent one. Weighted A*, f = g + w h: within w of the shortest (I. Pohl,
//! Artificial Intelligence 1, 1970), under the same conditions. Greedy search orders by h alone (J. Doran
//! and D. Michie, Proceedings of the Royal Society A 294, 1966), never re-opens, and bounds nothing.
//! Under a limit of depth, a search that re-opens finds a path within it where there is one and the
//! heuristic is admissible; so does A* without re-opening where it is consistent. Otherwise a node may
//! have been closed on a path so long that what follows was left out, and is not tried again.
//!
//! **Counting.** As everywhere; a state's heuristic value is computed when the state is first
//! generated, and again for each cheaper path to it. `peak_open` counts states, not entries of the list.
//! A node that the limit of depth leaves out is generated and evaluated, but not kept.
//!
//! **Memory.** A slot of the table is 16 bytes for keys of 8 bytes and 24 for larger ones,
//! the table is between 3/8 and 3/4 full; an entry of open is 16 or 24 bytes. While the table grows, old
//! and new are held at once, and both are counted.
//!
//! **Variants.** Published programs differ in parts that leave the path as good as it is, and each can
//! be chosen to see what it costs: the open list ([`Queue`]), estimates from the parent's or anew
//! ([`Evaluation`]), and whether the move that undoes the last one is produced. The parent of a node is
//! always known at a smaller g, so that this move only adds to `generated`: one for each expanded node
//! but the start, and again where a node is expanded again. The search may end by measuring its hash
//! table, which takes time that is counted.

mod algorithms;
mod options;

pub use algorithms::{AStar, Greedy, WeightedAStar};
pub use options::{ESTIMATE, Evaluation, MEASURE_TABLE, QUEUE, Queue, REOPEN, STORE, Store, TIE, Tie, UNDO, WEIGHT};

use tilebench_core::{Control, Cost, Counters, Domain, End, Estimate, Heuristic, Outcome, Weight, step_cost};

use crate::closed::{Probes, Slot};
use crate::limit_checker::LimitChecker;
use crate::{AppendSort, BinaryHeap, BucketQueue, Entry, Open, SortedList, Table};

/// What decides which node is expanded next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// f = g + w h.
    F(Weight),
    /// h alone.
    H,
}

/// How a best-first search runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// What is expanded first.
    pub priority: Priority,
    /// And among equals.
    pub tie: Tie,
    /// Whether closed nodes to which a cheaper path is found are put back on open.
    pub reopen: bool,
    /// The node store.
    pub store: Store,
    /// The open list.
    pub queue: Queue,
    /// Whether the move that undoes the last one is produced.
    pub undo: bool,
    /// What estimates are computed from.
    pub estimate: Evaluation,
    /// Whether the hash table is measured at the end.
    pub measure_table: bool,
}

/// A generated state.
#[derive(Clone, Copy, Debug)]
struct Node<Op> {
    g: Cost,
    closed: bool,
    /// The operator by which the cheapest known path arrives.
    arrived_by: Op,
}

struct Search<'a, D: Domain, H: Heuristic<D>, O: Open<D::Key>> {
    domain: &'a D,
    heuristic: &'a H,
    config: Config,
    table: Table<D::Key, Node<D::Op>>,
    open: O,
    /// Entries pushed so far, which orders first-in and last-in ties.
    pushed: u32,
    open_nodes: u64,
    meter: LimitChecker<'a>,
    counters: Counters,
}

/// Searches for a path from `start` to a goal.
pub fn solve<D: Domain, H: Heuristic<D>>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    config: Config,
    control: &Control<'_>,
) -> Outcome<D::Op> {
    let solve = match config.queue {
        Queue::Heap => solve_with::<D, H, BinaryHeap<D::Key>>,
        Queue::Bucket => solve_with::<D, H, BucketQueue<D::Key>>,
        Queue::Sorted => solve_with::<D, H, SortedList<D::Key>>,
        Queue::AppendSort => solve_with::<D, H, AppendSort<D::Key>>,
    };
    solve(domain, heuristic, start, config, control)
}

/// The search with one open list compiled into it.
fn solve_with<D: Domain, H: Heuristic<D>, O: Open<D::Key>>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    config: Config,
    control: &Control<'_>,
) -> Outcome<D::Op> {
    let arrival = domain.arrival(start);
    let vacant = Node { g: 0, closed: false, arrived_by: arrival };
    let mut search: Search<'_, D, H, O> = Search {
        domain,
        heuristic,
        config,
        table: Table::new(vacant),
        open: O::new(config.tie),
        pushed: 0,
        open_nodes: 0,
        meter: LimitChecker::new(control.budget()),
        counters: Counters { evaluated: 1, ..Counters::default() },
    };
    let h0 = heuristic.estimate(domain, start);
    let result = search.run(start, arrival, h0);
    let probes = if config.measure_table { search.table.probes() } else { Probes::default() };
    let counters = Counters {
        generated: search.meter.generated,
        expanded: search.meter.expanded,
        table_slots: probes.slots,
        table_states: probes.states,
        table_probes: probes.sum,
        table_longest: probes.longest,
        ..search.counters
    };
    match result {
        Ok(goal) => {
            let path = search.path(goal, arrival, start);
            Outcome { end: End::Solved, path, h0: Some(h0), counters }
        }
        Err(end) => Outcome { end, path: Vec::new(), h0: Some(h0), counters },
    }
}

impl<D: Domain, H: Heuristic<D>, O: Open<D::Key>> Search<'_, D, H, O> {
    fn run(&mut self, start: D::State, arrival: D::Op, h0: Cost) -> Result<D::Key, End> {
        if self.meter.cuts(0, h0) {
            return Err(End::DepthLimit);
        }
        let key = self.domain.pack(start);
        self.make_space()?;
        if let Slot::Vacant(slot) = self.table.find(key) {
            self.add(slot, key, 0, h0, arrival)?;
        }
        while let Some(key) = self.open.pop() {
            let Slot::Found(slot) = self.table.find(key) else { continue };
            let node = self.table.at(slot);
            if node.closed {
                continue;
            }
            let state = self.domain.unpack(key);
            if self.domain.is_goal(state) {
                return Ok(key);
            }
            self.meter.expand(D::MAX_BRANCHING)?;
            node.closed = true;
            let node = *node;
            self.open_nodes -= 1;
            self.count_closed();
            self.expand(state, node)?;
        }
        Err(self.meter.nothing_left())
    }

    fn count_closed(&mut self) {
        let closed = self.table.len() as u64 - self.open_nodes;
        self.counters.peak_closed = self.counters.peak_closed.max(closed);
    }

    fn expand(&mut self, state: D::State, node: Node<D::Op>) -> Result<(), End> {
        let domain = self.domain;
        // What estimates from the parent begin with; from scratch, nothing is kept.
        let cache = (self.config.estimate == Evaluation::Parent).then(|| self.heuristic.initial(domain, state));
        // A state at which the search arrives by no operator has none that would undo it.
        let arrived_by = if self.config.undo { domain.arrival(state) } else { node.arrived_by };
        for &op in domain.ops(state, arrived_by) {
            self.meter.generated += 1;
            self.make_space()?;
            let g = node.g + step_cost(domain, state, op);
            let child = domain.apply(state, op);
            let key = domain.pack(child);
            let found = self.table.find(key);
            if let Slot::Found(slot) = found {
                let known = *self.table.at(slot);
                if g >= known.g || (known.closed && !self.config.reopen) {
                    continue;
                }
            }
            let h = match &cache {
                Some(cache) => self.heuristic.step_h(domain, cache, state, op),
                None => self.estimate_anew(child),
            };
            self.counters.evaluated += 1;
            if self.meter.cuts(g, h) {
                continue;
            }
            match found {
                Slot::Vacant(slot) => self.add(slot, key, g, h, op)?,
                Slot::Found(slot) => self.improve(slot, key, g, h, op)?,
            }
        }
        Ok(())
    }

    /// Out of line, so that the loop over successors is no larger for it.
    #[inline(never)]
    fn estimate_anew(&self, state: D::State) -> Cost {
        self.heuristic.estimate(self.domain, state)
    }

    /// Makes space for one more state and one more entry of open, whatever its order, where memory
    /// allows.
    fn make_space(&mut self) -> Result<(), End> {
        let held = self.table.bytes() + self.open.bytes();
        let growth = self.table.growth().max(self.open.growth());
        if growth == 0 {
            return Ok(());
        }
        // One after the other: while the table moves, open has not grown yet.
        let table_grown = if self.table.growth() > 0 { self.table.growth() - self.table.bytes() } else { 0 };
        let peak = (held + self.table.growth()).max(held + table_grown + self.open.growth());
        if peak > self.meter.max_bytes() {
            return Err(End::MemoryLimit);
        }
        self.counters.peak_bytes = self.counters.peak_bytes.max(peak);
        if self.table.reserve_one() && self.open.reserve_one() { Ok(()) } else { Err(End::MemoryLimit) }
    }

    /// Puts a new state into its vacant slot of the table and on open.
    fn add(&mut self, slot: usize, key: D::Key, g: Cost, h: Cost, arrived_by: D::Op) -> Result<(), End> {
        self.table.put(slot, key, Node { g, closed: false, arrived_by });
        self.open_nodes += 1;
        self.counters.peak_open = self.counters.peak_open.max(self.open_nodes);
        self.push(key, g, h)
    }

    /// Records a cheaper path to a known state and puts it (back) on open.
    fn improve(&mut self, slot: usize, key: D::Key, g: Cost, h: Cost, arrived_by: D::Op) -> Result<(), End> {
        let node = self.table.at(slot);
        if node.closed {
            self.counters.reopened += 1;
            self.open_nodes += 1;
            self.counters.peak_open = self.counters.peak_open.max(self.open_nodes);
        }
        *node = Node { g, closed: false, arrived_by };
        self.push(key, g, h)
    }

    fn push(&mut self, key: D::Key, g: Cost, h: Cost) -> Result<(), End> {
        let priority = match self.config.priority {
            Priority::F(weight) => weight.f(g, h),
            Priority::H => h,
        };
        let tie = match self.config.tie {
            Tie::HighG => !g,
            Tie::LowG => g,
            Tie::Fifo => self.pushed,
            Tie::Lifo => !self.pushed,
        };
        self.pushed = self.pushed.wrapping_add(1);
        let order = u64::from(priority) << 32 | u64::from(tie);
        while self.open.growth_for(order) > 0 {
            let peak = self.table.bytes() + self.open.bytes() + self.open.growth_for(order);
            if peak > self.meter.max_bytes() {
                return Err(End::MemoryLimit);
            }
            self.counters.peak_bytes = self.counters.peak_bytes.max(peak);
            if !self.open.reserve_for(order) {
                return Err(End::MemoryLimit);
            }
        }
        self.open.push(Entry { order, key });
        Ok(())
    }

    /// The operators from the start to `goal`, read backwards from the table.
    fn path(&self, goal: D::Key, arrival: D::Op, start: D::State) -> Vec<D::Op> {
        let mut path = Vec::new();
        let mut state = self.domain.unpack(goal);
        while let Some(node) = self.table.get(self.domain.pack(state)) {
            if state == start && node.arrived_by == arrival {
                break;
            }
            path.push(node.arrived_by);
            state = self.domain.apply(state, self.domain.inverse(node.arrived_by));
        }
        path.reverse();
        path
    }
}
