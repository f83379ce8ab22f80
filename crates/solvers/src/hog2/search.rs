//! The loop of weighted A* and greedy search by the rules of HOG2.

use tilebench_core::{Cost, Counters, Heuristic, Observer, Outcome, Termination, narrow, step_cost};

use super::heap::Key;
use super::lists::{Lists, Node, START};
use crate::limit_checker::LimitChecker;
use crate::{ErasedCache, ErasedHeuristic, SearchDomain, Side, reconstruct_path};

/// The priority a g + b h, in units in which both factors are integers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Priority {
    of_g: u64,
    of_h: u64,
    /// The priority that stands for a cost of 1.
    unit: u64,
    prefers_high_g: bool,
}

impl Priority {
    /// The shares of h and d add up to this; h is stored in units of 1 / `WHOLE`.
    pub(super) const WHOLE: u64 = 100;

    /// h alone, ties to the lesser g.
    pub(super) const GREEDY: Self = Self { of_g: 0, of_h: 1, unit: Self::WHOLE, prefers_high_g: false };

    /// g + h num / den, ties to the greater g.
    pub(super) fn weighted(num: u64, den: u64) -> Self {
        Self { of_g: Self::WHOLE * den, of_h: num, unit: Self::WHOLE * den, prefers_high_g: true }
    }

    pub(super) fn key(self, g: Cost, h: u64) -> Key {
        let tie = if self.prefers_high_g { !g } else { g };
        (self.of_g * u64::from(g) + self.of_h * h, tie)
    }
}

/// A search.
pub(super) struct Search<'a, D: SearchDomain> {
    pub(super) side: Side<'a, D, ErasedHeuristic<'a, D>>,
    pub(super) priority: Priority,
    /// The share of h in the estimates of new nodes, in percent.
    pub(super) h_share: u64,
    /// Whether a new node may be reopened once it is closed: only the second phase of IOS reopens, and only nodes of the first.
    pub(super) may_reopen_new_nodes: bool,
    pub(super) lists: Lists<D>,
    pub(super) limits: LimitChecker<'a>,
    pub(super) counters: Counters,
    h0: Cost,
}

/// A node that is expanded.
pub(super) struct Parent<D: SearchDomain> {
    pub(super) number: u32,
    pub(super) state: D::State,
    pub(super) g: Cost,
    cache: ErasedCache,
}

/// A successor of a node.
pub(super) struct Successor<D: SearchDomain> {
    pub(super) op: D::Op,
    pub(super) key: D::Key,
    pub(super) g: Cost,
    /// The number of its node, if it has one.
    pub(super) number: Option<u32>,
}

impl<'a, D: SearchDomain> Search<'a, D> {
    pub(super) fn new(
        side: Side<'a, D, ErasedHeuristic<'a, D>>,
        priority: Priority,
        h_share: u32,
        limits: LimitChecker<'a>,
    ) -> Self {
        let (lists, counters) = (Lists::new(), Counters::default());
        Self { side, priority, h_share: u64::from(h_share), may_reopen_new_nodes: true, lists, limits, counters, h0: 0 }
    }

    /// Searches until a goal is popped.
    pub(super) fn solve(mut self, observer: &mut dyn Observer) -> Outcome<D::Op> {
        let result = self.run(observer);
        let path = result.map(|goal| self.path(goal));
        self.outcome(path)
    }

    fn run(&mut self, observer: &mut dyn Observer) -> Result<u32, Termination> {
        self.open_start()?;
        if self.start_is_goal() {
            return Ok(START);
        }
        let mut layer = None;
        loop {
            let (priority, parent) = self.pop()?;
            if layer < Some(priority) {
                layer = Some(priority);
                let f = narrow(priority / self.priority.unit, "a priority has 32 bits");
                observer.f_layer(f, &self.counters());
            }
            if self.side.domain.is_goal(parent.state) {
                return Ok(parent.number);
            }
            for &op in self.ops(&parent) {
                let successor = self.successor(&parent, op);
                if successor.number.is_none_or(|number| self.lists.open.contains(number)) {
                    self.insert(&parent, &successor)?;
                }
            }
        }
    }

    /// Puts the start on the open list.
    pub(super) fn open_start(&mut self) -> Result<(), Termination> {
        let Side { domain, heuristic, root } = self.side;
        let cache = heuristic.initial(domain, root);
        self.h0 = cache.h();
        if self.limits.exceeds_depth(0, self.h0) {
            return Err(Termination::DepthLimit);
        }
        let (key, op, h) = (domain.pack(root), domain.root_op(root), self.mix(cache));
        let node = Node { key, g: 0, op, may_be_reopened: false };
        let start = self.lists.add(node, &mut self.limits)?;
        self.lists.open.push(start, self.priority.key(0, h));
        Ok(())
    }

    /// Whether the path is empty: then nothing is expanded.
    pub(super) fn start_is_goal(&self) -> bool {
        self.side.domain.is_goal(self.side.root)
    }

    /// s h + (1 - s) d in hundredths.
    fn mix(&self, cache: ErasedCache) -> u64 {
        let [h, d] = [cache.h(), self.side.heuristic.d(cache)].map(u64::from);
        self.h_share * h + (Priority::WHOLE - self.h_share) * d
    }

    /// Closes the first open node, and returns its priority too.
    pub(super) fn pop(&mut self) -> Result<(u64, Parent<D>), Termination> {
        let Side { domain, heuristic, .. } = self.side;
        self.limits.expand(D::MAX_BRANCHING)?;
        let Some(((priority, _), number)) = self.lists.open.pop() else {
            self.limits.expanded -= 1;
            return Err(self.limits.exhaustion());
        };
        let closed = self.lists.nodes.len() - self.lists.open.len();
        self.counters.peak_closed = self.counters.peak_closed.max(closed as u64);
        let node = &self.lists.nodes[number as usize];
        let state = domain.unpack(node.key);
        Ok((priority, Parent { number, state, g: node.g, cache: heuristic.initial(domain, state) }))
    }

    /// All operators of a node, with the one that undoes the last.
    pub(super) fn ops(&mut self, parent: &Parent<D>) -> &'a [D::Op] {
        let domain = self.side.domain;
        let ops = domain.ops(parent.state, domain.root_op(parent.state));
        self.limits.generated += ops.len() as u64;
        ops
    }

    pub(super) fn successor(&self, parent: &Parent<D>, op: D::Op) -> Successor<D> {
        let domain = self.side.domain;
        let key = domain.pack(domain.apply(parent.state, op));
        let g = parent.g + step_cost(domain, parent.state, op);
        Successor { op, key, g, number: self.lists.find(key) }
    }

    /// Opens a new node, or changes the key of an open one to which the path is cheaper.
    pub(super) fn insert(&mut self, parent: &Parent<D>, successor: &Successor<D>) -> Result<(), Termination> {
        let &Successor { op, key, g, number } = successor;
        if let Some(number) = number {
            let node = &mut self.lists.nodes[number as usize];
            if g < node.g {
                (node.g, node.op) = (g, op);
                let h = self.mix(self.evaluate(parent, op));
                self.counters.evaluated += 1;
                self.lists.open.change(number, self.priority.key(g, h));
            }
            return Ok(());
        }
        let cache = self.evaluate(parent, op);
        self.counters.evaluated += 1;
        if self.limits.exceeds_depth(g, cache.h()) {
            return Ok(());
        }
        let h = self.mix(cache);
        let node = Node { key, g, op, may_be_reopened: self.may_reopen_new_nodes };
        let number = self.lists.add(node, &mut self.limits)?;
        self.lists.open.push(number, self.priority.key(g, h));
        self.counters.peak_open = self.counters.peak_open.max(self.lists.open.len() as u64);
        Ok(())
    }

    fn evaluate(&self, parent: &Parent<D>, op: D::Op) -> ErasedCache {
        let Side { domain, heuristic, .. } = self.side;
        heuristic.step(domain, parent.cache, parent.state, op)
    }

    /// The operators of the path to a node.
    pub(super) fn path(&self, number: u32) -> Vec<D::Op> {
        let Side { domain, root, .. } = self.side;
        let goal = domain.unpack(self.lists.nodes[number as usize].key);
        reconstruct_path(root, goal, |state| {
            let number = self.lists.find(domain.pack(state)).expect("every state on the path has a node");
            let op = self.lists.nodes[number as usize].op;
            (op, domain.apply(state, domain.inverse(op)))
        })
    }

    fn counters(&self) -> Counters {
        let LimitChecker { generated, expanded, peak_bytes, .. } = self.limits;
        Counters { generated, expanded, peak_bytes, evaluated: self.counters.evaluated + 1, ..self.counters }
    }

    pub(super) fn outcome(&self, path: Result<Vec<D::Op>, Termination>) -> Outcome<D::Op> {
        let (end, path) = match path {
            Ok(path) => (Termination::Solved, path),
            Err(end) => (end, Vec::new()),
        };
        Outcome { end, path, h0: Some(self.h0), bound: None, counters: self.counters() }
    }
}
