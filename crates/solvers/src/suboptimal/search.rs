//! The loop of bounded-suboptimal search, and the rule by which an algorithm chooses nodes.

use tilebench_core::{
    Cost, Counters, Heuristic, Incumbent, Observer, Outcome, SearchContext, Termination, narrow, step_cost,
};

use crate::limit_checker::LimitChecker;
use crate::lists::Lists;
use crate::store::NodeStore;
use crate::store::packed::{self, PackedStore};
use crate::{ErasedCache, ErasedHeuristic, Group, GroupedBuckets, Problem, SearchDomain, Side};

/// The estimates of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Estimates {
    /// The cost to the goal.
    pub(super) h: Cost,
    /// The number of operators to the goal.
    pub(super) d: Cost,
}

/// The groups of open among which a rule chooses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<'a> {
    /// All groups, also those without open nodes.
    pub(super) groups: &'a [Group],
    /// The groups whose least f changed since the last choice.
    pub(super) changed: &'a [u32],
    /// The least f of open.
    pub(super) f_min: Cost,
    /// The group of that f, of equals the one of least x.
    pub(super) first: usize,
    /// The cost of the incumbent.
    pub(super) incumbent: Option<Cost>,
}

/// The choice of nodes of an algorithm.
pub(super) trait Rule<D: SearchDomain> {
    /// Whether a closed node is reopened if a cheaper path to it is found.
    const REOPENS: bool = true;

    /// Whether the search continues if a goal is popped, until [`Self::select`] returns `None`.
    const IMPROVES: bool = false;

    /// Whether [`Self::learn`] is called.
    const LEARNS: bool = false;

    /// The estimate that the nodes of a group share.
    fn group(estimates: Estimates) -> Cost;

    /// The group from which a node of least f is expanded; `None` if the incumbent is within the bound.
    fn select(&mut self, choice: Choice<'_>) -> Option<usize>;

    /// The bytes that the rule holds.
    fn bytes(&self) -> u64 {
        0
    }

    /// Learns from an expansion: the estimates of the parent, and the cost of the operator to the successor of least f and its
    /// estimates.
    fn learn(&mut self, parent: Estimates, cost: Cost, best: Estimates) {
        let _ = (parent, cost, best);
    }

    /// A known path from this state to a goal, with its cost, if the algorithm has one.
    fn known_rest(&self, domain: &D, state: D::State) -> Option<(Cost, &[D::Op])> {
        let _ = (domain, state);
        None
    }
}

/// The cheapest solution so far: the path to a state of the store, and the known rest from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solution<State> {
    pub(super) cost: Cost,
    /// The last state of the path of the search: a goal, or a state from which a path to a goal is known.
    pub(super) joint: State,
}

/// The node that is expanded.
struct Parent<State, Op> {
    state: State,
    incoming_op: Op,
    g: Cost,
    cache: ErasedCache,
}

/// A successor before it is looked up.
struct Successor<Key, Op> {
    key: Key,
    op: Op,
}

type Open = GroupedBuckets<u32>;

/// A search.
pub(super) struct Search<'a, D: SearchDomain, R: Rule<D>> {
    side: Side<'a, D, ErasedHeuristic<'a, D>>,
    root_op: D::Op,
    pub(super) rule: R,
    lists: Lists<D, PackedStore<D>, Open>,
    pub(super) limits: LimitChecker<'a>,
    pub(super) counters: Counters,
    open_nodes: u64,
    /// The least f of open that was reported.
    layer: Option<Cost>,
    h0: Cost,
    pub(super) incumbent: Option<Solution<D::State>>,
    popped: Vec<u32>,
    successors: Vec<Successor<D::Code, D::Op>>,
}

/// Whether the states of `domain` fit into the store.
///
/// # Errors
///
/// The reason in one sentence, if not.
pub(super) fn check<D: SearchDomain>(domain: &D) -> Result<(), String> {
    packed::supports(domain)
}

/// The estimates of the root.
pub(super) fn root_estimates<D: SearchDomain>(problem: &Problem<'_, D>) -> Estimates {
    let Side { domain, heuristic, root } = problem.side();
    let cache = heuristic.initial(domain, root);
    Estimates { h: heuristic.h(cache), d: heuristic.d(cache) }
}

/// Solves `problem` by `rule`.
pub(super) fn solve<D: SearchDomain, R: Rule<D>>(
    problem: &Problem<'_, D>,
    rule: R,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let limits = LimitChecker::new(context.budget());
    match Search::new(problem.side(), rule, limits) {
        Err(limits) => out_of_memory(&limits),
        Ok(mut search) => {
            let result = search.run(&mut *context.observer);
            search.outcome(result)
        }
    }
}

/// The outcome of a search without space for its lists.
pub(super) fn out_of_memory<Op>(limits: &LimitChecker<'_>) -> Outcome<Op> {
    let LimitChecker { generated, expanded, peak_bytes, .. } = *limits;
    let counters = Counters { generated, expanded, peak_bytes, ..Counters::default() };
    Outcome { end: Termination::MemoryLimit, path: Vec::new(), h0: None, bound: None, counters }
}

impl<'a, D: SearchDomain, R: Rule<D>> Search<'a, D, R> {
    /// A search whose start is not open yet; the limits if they leave no space for its lists.
    pub(super) fn new(
        side: Side<'a, D, ErasedHeuristic<'a, D>>,
        rule: R,
        mut limits: LimitChecker<'a>,
    ) -> Result<Self, LimitChecker<'a>> {
        let root_op = side.domain.root_op(side.root);
        let Some(lists) = Lists::new(side.domain, root_op, Open::new(), &mut limits) else { return Err(limits) };
        Ok(Self {
            side,
            root_op,
            rule,
            lists,
            limits,
            counters: Counters::default(),
            open_nodes: 0,
            layer: None,
            h0: 0,
            incumbent: None,
            popped: Vec::new(),
            successors: Vec::new(),
        })
    }

    /// The limits, with the counts so far, of a search whose lists are released.
    pub(super) fn into_limits(self) -> LimitChecker<'a> {
        self.limits
    }

    /// Searches until a solution within the bound is known.
    pub(super) fn run(&mut self, observer: &mut dyn Observer) -> Result<(), Termination> {
        let Side { domain, heuristic, root } = self.side;
        let estimates = self.estimates(heuristic.initial(domain, root));
        self.h0 = estimates.h;
        if self.limits.exceeds_depth(0, self.h0) {
            return Err(Termination::DepthLimit);
        }
        self.insert(self.lists.nodes.key(domain, root), 0, self.root_op, |_| estimates)?;
        while let Some(first) = self.lists.open.first_by_f() {
            let f_min = self.lists.open.groups()[first].f().expect("the first group has open nodes");
            if self.layer < Some(f_min) {
                self.layer = Some(f_min);
                observer.f_layer(f_min, &self.counters());
            }
            let incumbent = self.incumbent.map(|solution| solution.cost);
            let (groups, changed) = (self.lists.open.groups(), self.lists.open.changed());
            let Some(group) = self.rule.select(Choice { groups, changed, f_min, first, incumbent }) else {
                return Ok(());
            };
            self.lists.open.clear_changed();
            self.lists.other_bytes = self.rule.bytes();
            let parent = self.pop(group);
            if domain.is_goal(parent.state) {
                self.improve(parent.state, parent.g, observer)?;
                if R::IMPROVES {
                    continue;
                }
                return Ok(());
            }
            self.expand(&parent)?;
            self.insert_successors(&parent, observer)?;
        }
        if self.incumbent.is_some() { Ok(()) } else { Err(self.limits.exhaustion()) }
    }

    /// Both estimates; of unit cost they are equal.
    #[inline]
    fn estimates(&self, cache: ErasedCache) -> Estimates {
        Estimates { h: self.side.heuristic.h(cache), d: self.side.heuristic.d(cache) }
    }

    /// Closes the first node of a group.
    #[inline]
    fn pop(&mut self, group: usize) -> Parent<D::State, D::Op> {
        let Side { domain, heuristic, root } = self.side;
        loop {
            self.popped.clear();
            let f = self.lists.open.pop(group, &mut self.popped);
            let node = self.popped[0];
            let nodes = &mut self.lists.nodes;
            let slot = nodes.slot(node);
            let known = nodes.node(slot);
            if known.closed {
                continue;
            }
            let state = nodes.state(domain, node, slot);
            let cache = heuristic.initial(domain, state);
            if known.g + cache.h() != f {
                continue;
            }
            let incoming_op = if state == root { self.root_op } else { nodes.op(domain, state, slot) };
            nodes.close(slot);
            self.open_nodes -= 1;
            self.lists.open.forget(Open::order(f, self.lists.open.groups()[group].x));
            return Parent { state, incoming_op, g: known.g, cache };
        }
    }

    /// Generates the successors, and fetches the memory in which they are looked up.
    #[inline]
    fn expand(&mut self, parent: &Parent<D::State, D::Op>) -> Result<(), Termination> {
        let domain = self.side.domain;
        self.limits.expand(D::MAX_BRANCHING)?;
        let ops = domain.ops(parent.state, parent.incoming_op);
        self.limits.generated += ops.len() as u64;
        self.successors.clear();
        for &op in ops {
            let key = self.lists.nodes.key(domain, domain.apply(parent.state, op));
            self.lists.nodes.prefetch(key);
            self.successors.push(Successor { key, op });
        }
        let closed = self.lists.nodes.node_count() as u64 - self.open_nodes;
        self.counters.peak_closed = self.counters.peak_closed.max(closed);
        Ok(())
    }

    /// Evaluates the successor of `parent` by `op`.
    #[inline]
    fn evaluate(&self, parent: &Parent<D::State, D::Op>, op: D::Op) -> Estimates {
        let Side { domain, heuristic, .. } = self.side;
        if D::UNIT_COST {
            let h = heuristic.step_h(domain, &parent.cache, parent.state, op);
            return Estimates { h, d: h };
        }
        self.estimates(heuristic.step(domain, parent.cache, parent.state, op))
    }

    fn insert_successors(
        &mut self,
        parent: &Parent<D::State, D::Op>,
        observer: &mut dyn Observer,
    ) -> Result<(), Termination> {
        let domain = self.side.domain;
        let mut best: Option<(Cost, Cost, Estimates)> = None;
        for at in 0..self.successors.len() {
            let Successor { key, op } = self.successors[at];
            let cost = step_cost(domain, parent.state, op);
            let g = parent.g + cost;
            if R::LEARNS {
                let estimates = self.evaluate(parent, op);
                let f = cost + estimates.h;
                if best.is_none_or(|(least, _, known)| (f, estimates.d) < (least, known.d)) {
                    best = Some((f, cost, estimates));
                }
                let evaluated = self.counters.evaluated + 1;
                self.insert(key, g, op, |_| estimates)?;
                self.counters.evaluated = evaluated;
            } else {
                self.insert(key, g, op, |search| search.evaluate(parent, op))?;
            }
            if R::IMPROVES {
                let state = domain.apply(parent.state, op);
                if let Some((rest, _)) = self.rule.known_rest(domain, state) {
                    self.improve(state, g + rest, observer)?;
                }
            }
        }
        self.counters.peak_open = self.counters.peak_open.max(self.open_nodes);
        if let Some((_, cost, estimates)) = best {
            self.rule.learn(self.estimates(parent.cache), cost, estimates);
        }
        Ok(())
    }

    /// Looks a state up, and opens its node if it is new or the path cheaper than before.
    #[inline]
    fn insert(
        &mut self,
        key: D::Code,
        g: Cost,
        op: D::Op,
        estimates: impl FnOnce(&Self) -> Estimates,
    ) -> Result<(), Termination> {
        let place = self.lists.look_up(key, g, &mut self.limits)?;
        let known = place.node();
        if known.is_some_and(|known| g >= known.g || (known.closed && !R::REOPENS)) {
            return Ok(());
        }
        let estimates = estimates(self);
        self.counters.evaluated += 1;
        if self.limits.exceeds_depth(g, estimates.h) {
            return Ok(());
        }
        let x = R::group(estimates);
        let node = self.lists.put(place, key, g, op);
        match known {
            Some(known) if !known.closed => self.lists.open.forget(Open::order(known.g + estimates.h, x)),
            _ => self.open_nodes += 1,
        }
        self.counters.reopened += u64::from(known.is_some_and(|known| known.closed));
        self.lists.push(Open::order(g + estimates.h, x), node, &mut self.limits)
    }

    /// Makes a path through `joint` the incumbent if it is cheaper.
    fn improve(&mut self, joint: D::State, cost: Cost, observer: &mut dyn Observer) -> Result<(), Termination> {
        if self.incumbent.is_some_and(|solution| cost >= solution.cost) || self.limits.exceeds_depth(cost, 0) {
            return Ok(());
        }
        self.incumbent = Some(Solution { cost, joint });
        if R::IMPROVES {
            let length = narrow(self.path(joint).len(), "a path has fewer than 2^32 operators");
            observer.incumbent(&Incumbent { cost, length, bound: self.layer, counters: self.counters() })?;
        }
        Ok(())
    }

    pub(super) fn counters(&self) -> Counters {
        let LimitChecker { generated, expanded, peak_bytes, .. } = self.limits;
        let Counters { evaluated, peak_open, .. } = self.counters;
        let (evaluated, peak_open) = (evaluated.max(1), peak_open.max(self.open_nodes));
        Counters { generated, expanded, evaluated, peak_open, peak_bytes, ..self.counters }
    }

    /// The operators from the start to `state`, which has a node.
    fn path_to(&self, state: D::State) -> Vec<D::Op> {
        self.lists.path(self.side.domain, self.side.root, state)
    }

    /// The operators from the start to `joint`, and the known rest.
    fn path(&self, joint: D::State) -> Vec<D::Op> {
        let mut path = self.path_to(joint);
        path.extend_from_slice(self.rule.known_rest(self.side.domain, joint).map_or(&[], |(_, rest)| rest));
        path
    }

    /// The outcome, with the path of the incumbent.
    pub(super) fn outcome(&self, result: Result<(), Termination>) -> Outcome<D::Op> {
        let counters = self.counters();
        let (end, path) = match (result, self.incumbent) {
            (Err(end), _) => (end, Vec::new()),
            (Ok(()), Some(solution)) => (Termination::Solved, self.path(solution.joint)),
            (Ok(()), None) => unreachable!("a search that ends well has an incumbent"),
        };
        Outcome { end, path, h0: Some(self.h0), bound: None, counters }
    }
}
