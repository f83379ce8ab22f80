//! Breadth-first iterative-deepening A*.
//!
//! **What it does.** Breadth-first searches that leave out states whose f = g + h exceeds a threshold; the
//! first threshold is the start's f, each further one the least f that exceeded the last. The states of a
//! layer are sorted, so that each is expanded once, and those of the last two layers are taken out of the
//! next. No state of an earlier layer is generated again: each of its neighbours is in its own or an
//! adjacent layer or exceeds the threshold, and does so later too.
//!
//! **Guarantees.** Shortest paths if the heuristic is admissible. It need not be consistent.
//!
//! **Counting.** Summed over iterations, the start counted once. A state has several parents and does
//! not know them, so the moves that lead back are produced and counted too. The layer in which the goal
//! is generated is expanded to its end; the goal's own is not. Every successor is evaluated, and every
//! state once more when it is expanded. `peak_open` is the maximum number of states of a layer and the
//! next.
//!
//! **Memory.** The states of one iteration, one key per state: 8 bytes for states of up to 64 bits, 16 for
//! larger ones, and the successors of one layer, duplicates included. The layers are kept for the path.
//!
//! **Deviations from the paper.** It frees layers and finds the path by searching again from a layer in the
//! middle.
//!
//! **References.** Zhou and Hansen 2006; Reinefeld and Schütt 2009. So counted, with pattern databases,
//! it expands the nodes of Döbbelin and others 2013.

use tilebench_core::{Cost, Counters, Domain, Heuristic, Outcome, SearchContext, Termination, narrow};

use crate::limit_checker::LimitChecker;
use crate::{Algorithm, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct BfidaStar;

impl SearchAlgorithm for BfidaStar {
    const ALGORITHM: Algorithm = Algorithm {
        name: "bfidastar",
        title: "BFIDA*",
        summary: "Breadth-first iterations with a growing bound on f = g + h; each state of a layer is expanded once.",
        reference: "Zhou and Hansen 2006",
        guarantee: Guarantee::Optimal,
        informed: true,
        consistent: false,
        unit_cost: true,
        bound: None,
        options: &[],
    };

    fn run<D: SearchDomain>(problem: &Problem<'_, D>, _: &Options, context: &mut SearchContext<'_>) -> Outcome<D::Op> {
        solve(problem.domain, problem.erased, problem.start, context)
    }
}

/// Searches for a shortest path from `start` to a goal.
pub fn solve<D: Domain, H: Heuristic<D>>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let h0 = heuristic.h(heuristic.initial(domain, start));
    let budget = context.budget();
    let depth = budget.limits.depth;
    let observer = &mut *context.observer;
    let mut search = BfidaSearch {
        domain,
        heuristic,
        threshold: h0,
        next_threshold: Cost::MAX,
        layers: Vec::new(),
        next: Vec::new(),
        limits: LimitChecker::new(budget),
        counters: Counters::default(),
    };
    let mut found = if domain.is_goal(start) { Ok(Some(start)) } else { Ok(None) };
    while found == Ok(None) && search.threshold < Cost::MAX && search.threshold <= depth {
        search.counters.iterations += 1;
        search.next_threshold = Cost::MAX;
        search.layers.clear();
        found = search.iterate(start);
        observer.iteration(search.threshold, &search.counters());
        if found == Ok(None) {
            search.threshold = search.next_threshold;
        }
    }
    let end = match found {
        Ok(Some(_)) => Termination::Solved,
        Ok(None) if search.threshold < Cost::MAX => Termination::DepthLimit,
        Ok(None) => Termination::Exhausted,
        Err(end) => end,
    };
    let path = if let Ok(Some(goal)) = found { search.path(goal) } else { Vec::new() };
    Outcome { end, path, h0: Some(h0), bound: None, counters: search.counters() }
}

struct BfidaSearch<'a, D: Domain, H: Heuristic<D>> {
    domain: &'a D,
    heuristic: &'a H,
    threshold: Cost,
    /// The minimum f that exceeded the threshold.
    next_threshold: Cost,
    /// The states of each layer that was expanded, and of the current one, sorted.
    layers: Vec<Vec<D::Key>>,
    /// The successors of the current layer, with duplicates until it is expanded.
    next: Vec<D::Key>,
    limits: LimitChecker<'a>,
    counters: Counters,
}

impl<D: Domain, H: Heuristic<D>> BfidaSearch<'_, D, H> {
    /// One breadth-first search under the threshold: the goal, if it is reached.
    fn iterate(&mut self, start: D::State) -> Result<Option<D::State>, Termination> {
        self.next.clear();
        self.make_space()?;
        self.next.push(self.domain.pack(start));
        let mut goal = None;
        while !self.next.is_empty() && goal.is_none() {
            self.keep_layer()?;
            goal = self.expand_layer()?;
            self.next.sort_unstable();
            self.next.dedup();
            for layer in self.layers.iter().rev().take(2) {
                remove_sorted(&mut self.next, layer);
            }
            self.count_lists();
        }
        Ok(goal)
    }

    /// Makes the successors the next layer.
    fn keep_layer(&mut self) -> Result<(), Termination> {
        let key = size_of::<D::Key>() as u64;
        self.limits.check_bytes(self.bytes() + self.next.len() as u64 * key)?;
        let mut layer = Vec::new();
        layer.try_reserve_exact(self.next.len()).map_err(|_| Termination::MemoryLimit)?;
        layer.append(&mut self.next);
        self.layers.push(layer);
        Ok(())
    }

    /// Expands the last layer: the goal, if it is among the successors.
    fn expand_layer(&mut self) -> Result<Option<D::State>, Termination> {
        let domain = self.domain;
        let at = self.layers.len() - 1;
        let g: Cost = narrow(self.layers.len(), "no path has 2^32 moves");
        let mut goal = None;
        for place in 0..self.layers[at].len() {
            let state = domain.unpack(self.layers[at][place]);
            self.limits.expand(D::MAX_BRANCHING)?;
            let cache = self.heuristic.initial(domain, state);
            for &op in domain.ops(state, domain.root_op(state)) {
                self.limits.generated += 1;
                let h = self.heuristic.h(self.heuristic.step(domain, cache, state, op));
                let f = g.saturating_add(h);
                if f > self.threshold {
                    self.next_threshold = self.next_threshold.min(f);
                    continue;
                }
                let child = domain.apply(state, op);
                if h == 0 && domain.is_goal(child) {
                    goal = Some(child);
                }
                self.make_space()?;
                self.next.push(domain.pack(child));
            }
        }
        Ok(goal)
    }

    /// The bytes of the lists.
    fn bytes(&self) -> u64 {
        let keys = self.layers.iter().map(Vec::capacity).sum::<usize>() + self.next.capacity();
        (keys * size_of::<D::Key>()) as u64
    }

    /// Makes space for one more successor, if memory allows.
    #[inline]
    fn make_space(&mut self) -> Result<(), Termination> {
        if self.next.len() < self.next.capacity() { Ok(()) } else { self.grow() }
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Termination> {
        let slots = (2 * self.next.capacity()).max(64);
        // Old and new are held at once.
        self.limits.check_bytes(self.bytes() + (slots * size_of::<D::Key>()) as u64)?;
        self.next.try_reserve_exact(slots - self.next.len()).map_err(|_| Termination::MemoryLimit)
    }

    fn count_lists(&mut self) {
        let layer = self.layers.last().map_or(0, Vec::len);
        let closed = self.layers.iter().map(Vec::len).sum::<usize>();
        self.counters.peak_open = self.counters.peak_open.max((layer + self.next.len()) as u64);
        self.counters.peak_closed = self.counters.peak_closed.max(closed as u64);
    }

    fn counters(&self) -> Counters {
        let LimitChecker { generated, expanded, peak_bytes, .. } = self.limits;
        Counters { generated, expanded, evaluated: generated + expanded, peak_bytes, ..self.counters }
    }

    /// A path from the start to `goal`, a successor of the last layer: backwards from layer to layer.
    fn path(&self, goal: D::State) -> Vec<D::Op> {
        let mut path = Vec::new();
        let mut state = goal;
        for layer in self.layers.iter().rev() {
            let back = self.domain.ops(state, self.domain.root_op(state)).iter().find_map(|&op| {
                let parent = self.domain.apply(state, op);
                layer.binary_search(&self.domain.pack(parent)).is_ok().then_some((parent, op))
            });
            let (parent, op) = back.expect("every node of a layer has a parent in the one before");
            path.push(self.domain.inverse(op));
            state = parent;
        }
        path.reverse();
        path
    }
}

/// Removes the keys in `others` from `keys`, both sorted.
fn remove_sorted<K: Ord>(keys: &mut Vec<K>, others: &[K]) {
    let mut others = others.iter().peekable();
    keys.retain(|key| {
        while others.next_if(|other| *other < key).is_some() {}
        others.peek() != Some(&key)
    });
}
