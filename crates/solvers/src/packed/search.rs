//! The search itself: which nodes are expanded together, and what becomes of their successors.

use tilebench_core::{BitPacked, Cost, Counters, End, Heuristic, Weight};

use super::open::{Best, Open};
use super::slot::Node;
use super::table::{Place, Table};
use crate::limit_checker::LimitChecker;

/// The most nodes that are expanded together.
pub(super) const BATCH: u32 = 16;

/// A search that is under way.
pub(super) struct Search<'a, D: BitPacked, H: Heuristic<D>> {
    pub(super) domain: &'a D,
    pub(super) heuristic: &'a H,
    pub(super) weight: Weight,
    pub(super) reopen: bool,
    pub(super) table: Table<D::Code>,
    pub(super) open: Open,
    pub(super) open_nodes: u64,
    pub(super) meter: LimitChecker<'a>,
    pub(super) counters: Counters,
    /// The number of states from which the table should be larger; none where there is no memory for that, so
    /// that it is filled to the last place.
    pub(super) full_at: usize,
    /// What was taken from open together.
    pub(super) references: Vec<u32>,
    pub(super) batch: Vec<Parent<D, H>>,
    pub(super) successors: Vec<Successor<D>>,
}

/// A node that is expanded.
pub(super) struct Parent<D: BitPacked, H: Heuristic<D>> {
    state: D::State,
    cache: H::Cache,
    /// Its slot and the word there.
    slot: (usize, D::Code),
}

/// A successor that is to be looked up.
pub(super) struct Successor<D: BitPacked> {
    /// The mixed number of its state.
    mixed: D::Code,
    /// By which operator.
    op: D::Op,
    /// Of which node of the batch.
    parent: usize,
}

impl<D: BitPacked, H: Heuristic<D>> Search<'_, D, H> {
    /// Expands nodes until a goal is the best of open.
    pub(super) fn run(&mut self, start: D::State, h0: Cost) -> Result<D::State, End> {
        if self.meter.cuts(0, h0) {
            return Err(End::DepthLimit);
        }
        let arrival = D::op_number(self.domain.arrival(start));
        self.keep(self.table.mix(self.domain.encode(start)), 0, arrival, || h0)?;
        self.counters.peak_open = 1;
        loop {
            self.references.clear();
            let Some(best) = self.open.take(BATCH, &mut self.references) else {
                return Err(self.meter.nothing_left());
            };
            if let Some(goal) = self.unpack(best) {
                return Ok(goal);
            }
            self.generate(best.g)?;
            self.settle(best.g + 1)?;
        }
    }

    /// Reads the nodes of the batch, those left out that were expanded since or have another g by now; gives
    /// a goal where there is one.
    fn unpack(&mut self, best: Best) -> Option<D::State> {
        let Best { priority, g } = best;
        let h = (priority - self.weight.den() * g) / self.weight.num();
        for &reference in &self.references {
            self.table.fetch_slot(reference as usize);
        }
        self.batch.clear();
        for &reference in &self.references {
            let at = reference as usize;
            let word = self.table.word(at);
            let node = self.table.node(word);
            if node.closed || node.g != g {
                continue;
            }
            let state = self.domain.decode(self.table.code(at, word));
            // The estimate of a goal is 0.
            if h == 0 && self.domain.is_goal(state) {
                return Some(state);
            }
            let cache = self.heuristic.initial(self.domain, state);
            self.batch.push(Parent { state, cache, slot: (at, word) });
        }
        None
    }

    /// Produces the successors of the batch and asks for the memory in which they are looked for.
    fn generate(&mut self, g: Cost) -> Result<(), End> {
        let domain = self.domain;
        self.successors.clear();
        for (parent, &Parent { state, slot: (at, word), .. }) in self.batch.iter().enumerate() {
            self.meter.expand(D::MAX_BRANCHING)?;
            self.table.close(at, word);
            self.open_nodes -= 1;
            // Only the start has g = 0.
            let arrived_by =
                if g == 0 { domain.arrival(state) } else { domain.arrived_by(state, self.table.node(word).op) };
            let ops = domain.ops(state, arrived_by);
            self.meter.generated += ops.len() as u64;
            for &op in ops {
                let mixed = self.table.mix(domain.encode(domain.apply(state, op)));
                self.table.fetch(mixed);
                self.successors.push(Successor { mixed, op, parent });
            }
        }
        let closed = self.table.len() as u64 - self.open_nodes;
        self.counters.peak_closed = self.counters.peak_closed.max(closed);
        Ok(())
    }

    /// Looks the successors up, in the order in which they were produced, and keeps those that are new or
    /// cheaper than before.
    fn settle(&mut self, g: Cost) -> Result<(), End> {
        while g > self.table.largest_g() {
            self.must_grow()?;
        }
        for at in 0..self.successors.len() {
            let Successor { mixed, op, parent } = self.successors[at];
            let Parent { state, cache, .. } = self.batch[parent];
            let (domain, heuristic) = (self.domain, self.heuristic);
            let h = || heuristic.h(heuristic.step(domain, cache, state, op));
            self.keep(mixed, g, D::op_number(op), h)?;
        }
        // No node left open since the batch was closed.
        self.counters.peak_open = self.counters.peak_open.max(self.open_nodes);
        Ok(())
    }

    /// Looks a state up, and puts it on open where it is new or its path cheaper than before.
    #[inline]
    fn keep(&mut self, mixed: D::Code, g: Cost, op: u32, h: impl FnOnce() -> Cost) -> Result<(), End> {
        if self.table.len() >= self.full_at {
            self.make_space()?;
        }
        let mut place = self.table.find(mixed);
        while place == Place::Full {
            self.must_grow()?;
            place = self.table.find(mixed);
        }
        let known = match place {
            Place::Found(_, word) => Some(self.table.node(word)),
            _ => None,
        };
        if known.is_some_and(|known| g >= known.g || (known.closed && !self.reopen)) {
            return Ok(());
        }
        let h = h();
        self.counters.evaluated += 1;
        if self.meter.cuts(g, h) {
            return Ok(());
        }
        let node = Node { g, closed: false, op };
        let at = match place {
            Place::Found(at, word) => {
                self.table.update(at, word, node);
                at
            }
            Place::Vacant(at, tag) => {
                self.table.put(at, tag, node);
                at
            }
            Place::Full => return Err(End::MemoryLimit),
        };
        self.counters.reopened += u64::from(known.is_some_and(|known| known.closed));
        self.open_nodes += u64::from(known.is_none_or(|known| known.closed));
        let best = Best { priority: self.weight.f(g, h), g };
        #[expect(clippy::cast_possible_truncation, reason = "slots are numbered with 32 bits")]
        let reference = at as u32;
        if self.open.push(best, reference) { Ok(()) } else { self.put_on_open(best, reference) }
    }

    /// Makes space for one more state where the memory limit allows the table to grow.
    #[cold]
    #[inline(never)]
    fn make_space(&mut self) -> Result<(), End> {
        if !self.grow_table()? {
            self.full_at = usize::MAX;
        }
        Ok(())
    }

    /// Doubles the table, without which the search cannot go on.
    #[cold]
    #[inline(never)]
    fn must_grow(&mut self) -> Result<(), End> {
        if self.grow_table()? { Ok(()) } else { Err(End::MemoryLimit) }
    }

    /// Doubles the table, unless that would exceed the memory limit; says whether it did.
    fn grow_table(&mut self) -> Result<bool, End> {
        let held = self.table.bytes() + self.open.bytes();
        let Some(peak) = self.table.growth().map(|growth| held + growth) else { return Ok(false) };
        if peak > self.meter.max_bytes() {
            return Ok(false);
        }
        self.counters.peak_bytes = self.counters.peak_bytes.max(peak);
        let moved = self.table.grow().ok_or(End::MemoryLimit)?;
        #[expect(clippy::cast_possible_truncation, reason = "slots are numbered with 32 bits")]
        self.open.rename(|reference| moved.slot(reference as usize) as u32);
        self.full_at = self.table.load();
        Ok(true)
    }

    /// Puts a reference on open, after all lists have grown that must.
    #[cold]
    #[inline(never)]
    fn put_on_open(&mut self, best: Best, reference: u32) -> Result<(), End> {
        while self.open.growth(best) > 0 {
            let peak = self.table.bytes() + self.open.bytes() + self.open.growth(best);
            if peak > self.meter.max_bytes() || !self.open.reserve(best) {
                return Err(End::MemoryLimit);
            }
            self.counters.peak_bytes = self.counters.peak_bytes.max(peak);
        }
        self.open.put(best, reference);
        Ok(())
    }

    /// The operators from the start to `goal`, read backwards from the table.
    pub(super) fn path(&self, goal: D::State) -> Vec<D::Op> {
        let mut path = Vec::new();
        let mut state = goal;
        while let Place::Found(_, word) = self.table.find(self.table.mix(self.domain.encode(state))) {
            let node = self.table.node(word);
            if node.g == 0 {
                break;
            }
            let op = self.domain.arrived_by(state, node.op);
            path.push(op);
            state = self.domain.apply(state, self.domain.inverse(op));
        }
        path.reverse();
        path
    }

    /// What was counted.
    pub(super) fn counters(&self) -> Counters {
        let Counters { evaluated, .. } = self.counters;
        let (generated, expanded) = (self.meter.generated, self.meter.expanded);
        Counters { generated, expanded, evaluated: evaluated.max(1), ..self.counters }
    }
}
