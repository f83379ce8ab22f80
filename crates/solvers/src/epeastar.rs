//! Enhanced partial expansion A*: a node generates only the successors of its current f, and waits for the next one.
//!
//! **What it does.** A node on the open list has a stored value F, at first its f = g + h. The node of least F is expanded partially:
//! an operator selection function returns the operators whose successors have f = F, and the least f of the others, which becomes
//! the node's F for its next expansion. A node without others is closed. So no node with f above the least cost is ever generated,
//! whereas A* generates such nodes.
//!
//! **Operator selection.** It is the same for every domain and heuristic: [`Heuristic::step_h`] gives the h of a successor from
//! its parent, so the successor is neither built nor looked up. It evaluates all operators at each expansion of a node. The functions of
//! the authors, which know their domain, look the operators up in a table by the change of f.
//!
//! **Guarantees.** Paths of least cost with an admissible heuristic. With an inconsistent one, a successor may have a smaller f than
//! its parent: it is generated at the first expansion, and closed nodes are reopened as by A*.
//!
//! **Order.** The smallest F first, then the largest g, then the last in.
//!
//! **Counting.** `generated` counts the successors that operator selection returned, duplicates included; a successor that was only
//! evaluated is not counted there. `evaluated` counts every evaluation of an operator and the start. `expanded` counts
//! partial expansions, those included that generate no successor, so a node counts once per value of F.
//!
//! **Memory.** A word per generated node in a [packed store](crate::store::packed) and a reference per open node; partially expanded
//! nodes are open.
//!
//! **References.** Felner and others 2012; Goldenberg and others 2014.

use tilebench_core::{
    Cost, Counters, Heuristic, HeuristicExt, Observer, Outcome, SearchContext, Termination, narrow, step_cost,
};

use crate::limit_checker::LimitChecker;
use crate::lists::Lists;
use crate::store::NodeStore;
use crate::store::packed::{self, PackedStore};
use crate::{
    Algorithm, AnyHeuristic, BucketIndex, BucketList, ErasedHeuristic, Guarantee, OpenList, Options, Problem,
    SearchAlgorithm, SearchDomain, TieBreak,
};

/// The algorithm.
#[derive(Debug)]
pub struct EpeaStar;

impl SearchAlgorithm for EpeaStar {
    const ALGORITHM: Algorithm = Algorithm {
        name: "epeastar",
        title: "EPEA*",
        summary: "A* that generates, at each expansion of a node, only the successors of its current f: none above the least cost.",
        reference: "Felner and others 2012",
        guarantee: Guarantee::Optimal,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, _: &Options) -> Result<(), String> {
        packed::supports(domain)
    }

    fn run<D: SearchDomain>(problem: &Problem<'_, D>, _: &Options, context: &mut SearchContext<'_>) -> Outcome<D::Op> {
        let Problem { domain, erased: heuristic, start, .. } = *problem;
        let h0 = heuristic.estimate(domain, start);
        let root_op = domain.root_op(start);
        let mut limits = LimitChecker::new(context.budget());
        let open = BucketList::new(BucketIndex::Heap, TieBreak::HighG);
        let Some(lists) = Lists::new(domain, root_op, open, &mut limits) else {
            let counters = Counters { generated: 1, evaluated: 1, ..Counters::default() };
            return Outcome { end: Termination::MemoryLimit, path: Vec::new(), h0: Some(h0), bound: None, counters };
        };
        let counters = Counters { evaluated: 1, ..Counters::default() };
        let mut search = PartialExpansionSearch {
            domain,
            heuristic,
            start,
            root_op,
            lists,
            open_nodes: 0,
            limits,
            counters,
            selected: Vec::new(),
        };
        let result = search.run(h0, &mut *context.observer);
        let counters = search.counters();
        let (end, path) = match result {
            Ok(goal) => (Termination::Solved, search.path(goal)),
            Err(end) => (end, Vec::new()),
        };
        Outcome { end, path, h0: Some(h0), bound: None, counters }
    }
}

type Store<D> = PackedStore<D>;
type Ref<D> = <Store<D> as NodeStore<D>>::Ref;

struct PartialExpansionSearch<'a, D: SearchDomain> {
    domain: &'a D,
    heuristic: &'a ErasedHeuristic<'a, D>,
    start: D::State,
    root_op: D::Op,
    lists: Lists<D, Store<D>, BucketList<Ref<D>>>,
    open_nodes: u64,
    limits: LimitChecker<'a>,
    counters: Counters,
    /// The operators that were selected, with g and h of their successors.
    selected: Vec<(D::Op, Cost, Cost)>,
}

impl<D: SearchDomain> PartialExpansionSearch<'_, D> {
    /// Expands nodes until a goal is popped from the open list.
    fn run(&mut self, h0: Cost, observer: &mut dyn Observer) -> Result<D::State, Termination> {
        if self.limits.exceeds_depth(0, h0) {
            return Err(Termination::DepthLimit);
        }
        self.insert(self.start, 0, self.root_op, h0)?;
        let mut layer = None;
        let mut popped = Vec::new();
        loop {
            popped.clear();
            let Some(order) = self.lists.open.pop_batch(1, &mut popped) else {
                return Err(self.limits.exhaustion());
            };
            let stored_f = narrow(order >> 32, "the upper half of an order is a cost");
            if layer < Some(stored_f) {
                layer = Some(stored_f);
                observer.f_layer(stored_f, &self.counters());
            }
            let node = popped[0];
            let slot = self.lists.nodes.slot(node);
            let known = self.lists.nodes.node(slot);
            // An entry of a longer path remains on the list when a cheaper one is found.
            if known.closed || TieBreak::HighG.order(stored_f, known.g, 0) != order {
                self.lists.open.skipped();
                continue;
            }
            let state = self.lists.nodes.state(self.domain, node, slot);
            if self.domain.is_goal(state) {
                return Ok(state);
            }
            let parent_op =
                if state == self.start { self.root_op } else { self.lists.nodes.op(self.domain, state, slot) };
            let next_f = self.select_operators(state, known.g, parent_op, stored_f)?;
            // The node is closed or waits again before the store can grow, while its slot is valid.
            if next_f == Cost::MAX || self.limits.exceeds_depth(next_f, 0) {
                self.lists.nodes.close(slot);
                self.open_nodes -= 1;
            } else {
                self.lists.push(TieBreak::HighG.order(next_f, known.g, 0), node, &mut self.limits)?;
            }
            for at in 0..self.selected.len() {
                let (op, g, h) = self.selected[at];
                self.insert(self.domain.apply(state, op), g, op, h)?;
            }
            self.counters.peak_open = self.counters.peak_open.max(self.open_nodes);
            self.counters.peak_closed =
                self.counters.peak_closed.max(self.lists.nodes.node_count() as u64 - self.open_nodes);
        }
    }

    /// The operator selection function: selects the operators whose successors have the stored f of their parent, and returns the
    /// least f of those that remain, or [`Cost::MAX`]. At the first expansion of a node, successors of smaller f are selected too.
    fn select_operators(
        &mut self,
        state: D::State,
        g: Cost,
        parent_op: D::Op,
        stored_f: Cost,
    ) -> Result<Cost, Termination> {
        self.limits.expand(D::MAX_BRANCHING)?;
        self.selected.clear();
        let cache = self.heuristic.initial(self.domain, state);
        let is_first = g + self.heuristic.h(cache) == stored_f;
        let mut next_f = Cost::MAX;
        for &op in self.domain.ops(state, parent_op) {
            let g = g + step_cost(self.domain, state, op);
            let h = self.heuristic.step_h(self.domain, &cache, state, op);
            let f = g.saturating_add(h);
            self.counters.evaluated += 1;
            if f > stored_f {
                next_f = next_f.min(f);
            } else if f == stored_f || is_first {
                self.selected.push((op, g, h));
            }
        }
        self.limits.generated += self.selected.len() as u64;
        Ok(next_f)
    }

    /// Looks a state up, and puts it on the open list if it is new or the path is cheaper than before.
    fn insert(&mut self, state: D::State, g: Cost, op: D::Op, h: Cost) -> Result<(), Termination> {
        let key = self.lists.nodes.key(self.domain, state);
        let place = self.lists.look_up(key, g, &mut self.limits)?;
        let known = place.node();
        if known.is_some_and(|known| g >= known.g) {
            return Ok(());
        }
        let node = self.lists.put(place, key, g, op);
        self.counters.reopened += u64::from(known.is_some_and(|known| known.closed));
        self.open_nodes += u64::from(known.is_none_or(|known| known.closed));
        self.lists.push(TieBreak::HighG.order(g + h, g, 0), node, &mut self.limits)
    }

    fn counters(&self) -> Counters {
        let LimitChecker { generated, expanded, peak_bytes, .. } = self.limits;
        let peak_open = self.counters.peak_open.max(self.open_nodes);
        Counters { generated, expanded, peak_open, peak_bytes, ..self.counters }
    }

    fn path(&self, goal: D::State) -> Vec<D::Op> {
        self.lists.path(self.domain, self.start, goal)
    }
}
