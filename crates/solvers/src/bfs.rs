//! Breadth-first search.
//!
//! **What it does.** Expands all states of one depth before the next, the move that undoes the last
//! one left out (parent pruning), and keeps every generated state in a hash table.
//!
//! If operators have different costs, states are expanded in the order of g instead (uniform-cost search, Dijkstra 1959): it is
//! [A*](crate::best_first) without a heuristic, with its counts and its memory, and ends when the goal is taken from the open list.
//!
//! **Guarantees.** Paths of least cost; no heuristic is used.
//!
//! **Counting.** As everywhere; the search ends when the goal is generated. `peak_open` counts the
//! current and the next layer. The layer at the limit of depth is not expanded.
//!
//! **Memory.** A slot of the table is 16 bytes for keys of 8 bytes and 24 for larger ones, the
//! table is between 3/8 and 3/4 full; the layers add 8 or 16 bytes per state.
//!
//! **References.** Moore 1959; Dijkstra 1959.

use tilebench_core::{Blind, Counters, Domain, Outcome, SearchContext, Termination};

use crate::best_first::{self, Config};
use crate::limit_checker::LimitChecker;
use crate::store::packed;
use crate::{
    Algorithm, AnyHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain, StateTable, reconstruct_path,
};

/// The algorithm.
#[derive(Debug)]
pub struct BreadthFirst;

impl SearchAlgorithm for BreadthFirst {
    const ALGORITHM: Algorithm = Algorithm {
        name: "bfs",
        title: "Breadth-first",
        summary: "Expands all states of one depth before the next, with parent pruning.",
        reference: "Moore 1959",
        guarantee: Guarantee::Optimal,
        informed: false,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, _: &Options) -> Result<(), String> {
        if D::UNIT_COST { Ok(()) } else { packed::supports(domain) }
    }

    fn run<D: SearchDomain>(problem: &Problem<'_, D>, _: &Options, context: &mut SearchContext<'_>) -> Outcome<D::Op> {
        if D::UNIT_COST {
            return solve(problem.domain, problem.start, context);
        }
        let outcome = best_first::solve_packed(problem.domain, &Blind, problem.start, Config::default(), context);
        Outcome { h0: None, ..outcome }
    }
}

/// Searches for a shortest path from `start` to a goal.
pub fn solve<D: Domain>(domain: &D, start: D::State, context: &SearchContext<'_>) -> Outcome<D::Op> {
    let root_op = domain.root_op(start);
    let mut search = BreadthFirstSearch {
        domain,
        reached: StateTable::new(root_op),
        layer: Vec::new(),
        next: Vec::new(),
        limits: LimitChecker::new(context.budget()),
        counters: Counters::default(),
    };
    let result = search.run(start, root_op);
    let counters = Counters {
        generated: search.limits.generated,
        expanded: search.limits.expanded,
        peak_closed: search.limits.expanded,
        peak_bytes: search.limits.peak_bytes,
        ..search.counters
    };
    match result {
        Ok(goal) => {
            Outcome { end: Termination::Solved, path: search.path(start, goal), h0: None, bound: None, counters }
        }
        Err(end) => Outcome { end, path: Vec::new(), h0: None, bound: None, counters },
    }
}

struct BreadthFirstSearch<'a, D: Domain> {
    domain: &'a D,
    /// Every generated state with the operator by which it was first reached.
    reached: StateTable<D::Key, D::Op>,
    layer: Vec<D::Key>,
    next: Vec<D::Key>,
    limits: LimitChecker<'a>,
    counters: Counters,
}

impl<D: Domain> BreadthFirstSearch<'_, D> {
    fn run(&mut self, start: D::State, root_op: D::Op) -> Result<D::State, Termination> {
        let domain = self.domain;
        if domain.is_goal(start) {
            return Ok(start);
        }
        self.make_space()?;
        self.reached.insert(domain.pack(start), root_op);
        self.layer.push(domain.pack(start));
        let mut depth = 0;
        while !self.layer.is_empty() {
            if depth == self.limits.max_depth() && self.goes_deeper() {
                return Err(Termination::DepthLimit);
            }
            for at in 0..self.layer.len() {
                let key = self.layer[at];
                let state = domain.unpack(key);
                self.limits.expand(D::MAX_BRANCHING)?;
                let parent_op = *self.reached.get(key).expect("states of a layer are in the table");
                for &op in domain.ops(state, parent_op) {
                    self.limits.generated += 1;
                    self.make_space()?;
                    let child = domain.apply(state, op);
                    if self.reached.insert(domain.pack(child), op) {
                        if domain.is_goal(child) {
                            return Ok(child);
                        }
                        self.next.push(domain.pack(child));
                    }
                }
                let open = (self.layer.len() - at - 1 + self.next.len()) as u64;
                self.counters.peak_open = self.counters.peak_open.max(open);
            }
            std::mem::swap(&mut self.layer, &mut self.next);
            self.next.clear();
            depth += 1;
        }
        Err(Termination::Exhausted)
    }

    /// Whether a state of the layer has a successor.
    fn goes_deeper(&self) -> bool {
        self.layer.iter().any(|&key| {
            let parent_op = *self.reached.get(key).expect("states of a layer are in the table");
            !self.domain.ops(self.domain.unpack(key), parent_op).is_empty()
        })
    }

    /// Makes space for one more state, if memory allows.
    #[inline]
    fn make_space(&mut self) -> Result<(), Termination> {
        if self.next.len() < self.next.capacity() && self.reached.growth() == 0 { Ok(()) } else { self.grow() }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> Result<(), Termination> {
        let key = size_of::<D::Key>();
        let layer_growth =
            if self.next.len() < self.next.capacity() { 0 } else { (2 * self.next.capacity()).max(64) * key };
        let bytes = self.reached.bytes() + ((self.layer.capacity() + self.next.capacity()) * key) as u64;
        self.limits.check_bytes(bytes + self.reached.growth() + layer_growth as u64)?;
        let layer = if layer_growth > 0 { layer_growth / key - self.next.len() } else { 0 };
        let has_memory = self.reached.reserve_one() && self.next.try_reserve_exact(layer).is_ok();
        if has_memory { Ok(()) } else { Err(Termination::MemoryLimit) }
    }

    fn path(&self, start: D::State, goal: D::State) -> Vec<D::Op> {
        reconstruct_path(start, goal, |state| {
            let op = *self.reached.get(self.domain.pack(state)).expect("every state on the path was reached");
            (op, self.domain.apply(state, self.domain.inverse(op)))
        })
    }
}
