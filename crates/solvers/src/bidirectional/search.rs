//! The search in both directions: expansion, meetings, incumbents and the path.

use tilebench_core::{
    BackwardCounters, Cost, Counters, Domain, Heuristic, HeuristicExt, Incumbent, Observer, Outcome, SearchBudget,
    Termination, path_cost, step_cost,
};

use super::frontier::Frontier;
use crate::limit_checker::LimitChecker;
use crate::lists::Lists;
use crate::store::{NodeStore, StoredNode};
use crate::{OpenList, Side};

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Backward,
}

/// The estimates of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimates {
    /// The estimate h of the cost to the goal of the node's direction.
    pub(super) own: Cost,
    /// The estimate of the cost from the root of the node's direction; 0 if [`Rule::BOTH_ESTIMATES`] is false.
    pub(super) opposite: Cost,
}

/// The order in which an algorithm expands the nodes of a direction, and the nodes that it leaves out.
pub(super) trait Rule {
    /// Whether the order depends on both estimates of a node.
    const BOTH_ESTIMATES: bool;

    /// Whether a closed node is reopened if a cheaper path to it is found.
    const REOPENS: bool;

    /// Whether a node is not expanded if its state is closed in the opposite direction (nipping, Kwa 1989). Requires that closed
    /// nodes have least g.
    const NIPS: bool = false;

    /// Whether open nodes are counted by f and g.
    const COUNTS_OPEN: bool = false;

    /// The peculiarities of the published program, with `tie = "published"`.
    const PUBLISHED: Peculiarities = Peculiarities::NONE;

    /// The order of a node of `direction`: the smallest is expanded first.
    fn order(&self, direction: Direction, g: Cost, h: Estimates) -> u64;
}

/// The treatment of nodes by a published program on which its counts depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Peculiarities {
    /// Whether paths join only in states that are open in the opposite direction, before a successor that is not new is dropped.
    pub(super) meets_early: bool,
    /// Whether entries of nodes that were closed since are popped as if they were open.
    pub(super) pops_stale: bool,
}

impl Peculiarities {
    pub(super) const NONE: Self = Self { meets_early: false, pops_stale: false };
}

/// How a search uses its incumbent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pruning {
    /// A divisor of the differences of the costs of solutions: a solution cheaper than the incumbent is cheaper by this.
    pub(super) divisor: Cost,
    /// Whether nodes whose f equals the cost of the incumbent are kept.
    pub(super) keeps_equal: bool,
}

/// A solution.
#[derive(Clone, Copy, Debug)]
struct Solution<State> {
    cost: Cost,
    /// The state in which its two parts meet.
    meeting: State,
    /// The g of this state, forward and backward.
    meeting_g: [Cost; 2],
}

/// A node that is expanded.
struct Parent<State, Op, Cache> {
    state: State,
    incoming_op: Op,
    g: Cost,
    own: Cache,
    opposite: Option<Cache>,
}

/// A successor that is to be looked up.
struct Successor<Key, Op> {
    key: Key,
    op: Op,
    /// The place of its parent among the parents.
    parent: u32,
}

/// The nodes of a direction, and those of the opposite one.
type FrontierPair<'s, 'a, D, H, S, O> = (&'s mut Frontier<'a, D, H, S, O>, &'s mut Frontier<'a, D, H, S, O>);

/// A bidirectional search.
pub(super) struct Search<'a, D: Domain, H: Heuristic<D>, S: NodeStore<D>, O: OpenList<S::Ref>, R> {
    pub(super) forward: Frontier<'a, D, H, S, O>,
    pub(super) backward: Frontier<'a, D, H, S, O>,
    pub(super) rule: R,
    pub(super) limits: LimitChecker<'a>,
    counters: Counters,
    pruning: Pruning,
    h0: Cost,
    /// A lower bound on the cost of every solution.
    bound: Cost,
    /// The cheapest solution so far.
    incumbent: Option<Solution<D::State>>,
    is_improved: bool,
    parents: Vec<Parent<D::State, D::Op, H::Cache>>,
    successors: Vec<Successor<S::Key, D::Op>>,
}

impl<'a, D, H, S, O, R> Search<'a, D, H, S, O, R>
where
    D: Domain,
    H: Heuristic<D>,
    S: NodeStore<D>,
    O: OpenList<S::Ref>,
    R: Rule,
{
    const PUBLISHED: Peculiarities = if S::BATCH == 1 { R::PUBLISHED } else { Peculiarities::NONE };

    /// A search whose roots are not open yet; `None` if the memory limit leaves no space for its lists.
    pub(super) fn new(
        [forward, backward]: [Side<'a, D, H>; 2],
        mut open: impl FnMut(Direction) -> O,
        rule: R,
        pruning: Pruning,
        budget: SearchBudget<'a>,
    ) -> Option<Self> {
        let skips_stale = !Self::PUBLISHED.pops_stale;
        let mut limits = LimitChecker::new(budget);
        let mut frontier = |side: Side<'a, D, H>, open| {
            let lists = Lists::new(side.domain, side.domain.root_op(side.root), open, &mut limits)?;
            Some(Frontier::new(side, lists, skips_stale))
        };
        Some(Self {
            forward: frontier(forward, open(Direction::Forward))?,
            backward: frontier(backward, open(Direction::Backward))?,
            rule,
            limits,
            counters: Counters::default(),
            pruning,
            h0: forward.heuristic.estimate(forward.domain, forward.root),
            bound: 0,
            incumbent: None,
            is_improved: false,
            parents: Vec::new(),
            successors: Vec::new(),
        })
    }

    /// Searches as `algorithm` says, which returns if the incumbent is proved or no node is left.
    pub(super) fn solve(
        mut self,
        algorithm: impl FnOnce(&mut Self, &mut dyn Observer) -> Result<(), Termination>,
        observer: &mut dyn Observer,
    ) -> Outcome<D::Op> {
        let result = self.insert_roots(observer).and_then(|()| algorithm(&mut self, observer));
        let counters = self.counters();
        let (end, path) = match (result, self.incumbent) {
            (Err(end), _) => (end, Vec::new()),
            (Ok(()), None) => (self.limits.exhaustion(), Vec::new()),
            (Ok(()), Some(solution)) => (Termination::Solved, self.path(solution)),
        };
        Outcome { end, path, h0: Some(self.h0), bound: None, counters }
    }

    fn insert_roots(&mut self, observer: &mut dyn Observer) -> Result<(), Termination> {
        if self.limits.exceeds_depth(0, self.h0) {
            return Err(Termination::DepthLimit);
        }
        self.insert_root(Direction::Forward)?;
        let start = self.forward.side.root;
        if start == self.backward.side.root {
            // The search ends, because no node is open backward.
            self.incumbent = Some(Solution { cost: 0, meeting: start, meeting_g: [0, 0] });
            self.is_improved = true;
        } else if self.limits.remaining_nodes() == 0 {
            return Err(Termination::NodeLimit);
        } else {
            self.limits.generated += 1;
            self.insert_root(Direction::Backward)?;
        }
        self.report_improvement(observer)
    }

    fn insert_root(&mut self, direction: Direction) -> Result<(), Termination> {
        let (own, opposite) = self.frontiers(direction);
        let (Side { domain, heuristic, root }, root_op) = (own.side, own.root_op);
        let key = own.lists.nodes.key(domain, root);
        let h = heuristic.estimate(domain, root);
        own.generated = 1;
        own.count_memory_of(opposite);
        opposite.count_memory_of(own);
        self.insert(direction, key, 0, root_op, || h, || 0, || root)
    }

    /// The larger of the estimates of both roots.
    pub(super) fn max_h0(&self) -> Cost {
        let Side { domain, heuristic, root } = self.backward.side;
        self.h0.max(heuristic.estimate(domain, root))
    }

    /// The nodes of a direction.
    pub(super) fn frontier(&mut self, direction: Direction) -> &mut Frontier<'a, D, H, S, O> {
        self.frontiers(direction).0
    }

    /// The nodes of a direction, and those of the opposite one.
    fn frontiers(&mut self, direction: Direction) -> FrontierPair<'_, 'a, D, H, S, O> {
        match direction {
            Direction::Forward => (&mut self.forward, &mut self.backward),
            Direction::Backward => (&mut self.backward, &mut self.forward),
        }
    }

    /// Expands up to `max` of the nodes that are next in `direction`.
    pub(super) fn expand(
        &mut self,
        direction: Direction,
        max: usize,
        observer: &mut dyn Observer,
    ) -> Result<(), Termination> {
        self.close_next(direction, max);
        while Self::PUBLISHED.pops_stale && self.parents.is_empty() && self.frontier(direction).first().is_some() {
            self.close_next(direction, 1);
        }
        self.generate(direction)?;
        self.insert_successors(direction)?;
        self.report_improvement(observer)
    }

    /// Closes up to `max` of the nodes that are next, and makes them the parents.
    fn close_next(&mut self, direction: Direction, max: usize) {
        let mut parents = std::mem::take(&mut self.parents);
        parents.clear();
        let (own, opposite) = self.frontiers(direction);
        let nodes = &mut own.lists.nodes;
        for node in own.lists.next.drain(..max.min(own.lists.next.len())) {
            let slot = nodes.slot(node);
            let g = nodes.node(slot).g;
            let state = nodes.state(own.side.domain, node, slot);
            let is_root = state == own.side.root;
            let incoming_op = if is_root { own.root_op } else { nodes.op(own.side.domain, state, slot) };
            if Self::PUBLISHED.pops_stale && nodes.node(slot).closed {
                continue;
            }
            nodes.close(slot);
            own.open_nodes -= 1;
            if R::NIPS && opposite.node(nodes.key(own.side.domain, state)).is_some_and(|met| met.closed) {
                continue;
            }
            let estimated_from = |side: &Side<'a, D, H>| side.heuristic.initial(side.domain, state);
            let opposite = R::BOTH_ESTIMATES.then(|| estimated_from(&opposite.side));
            let cache = estimated_from(&own.side);
            if R::COUNTS_OPEN {
                own.counts.remove(g + own.side.heuristic.h(cache), g);
            }
            parents.push(Parent { state, incoming_op, g, own: cache, opposite });
        }
        self.parents = parents;
    }

    /// Generates the successors of the parents, and fetches the memory in which they are looked up.
    fn generate(&mut self, direction: Direction) -> Result<(), Termination> {
        let (own, opposite) = match direction {
            Direction::Forward => (&mut self.forward, &self.backward),
            Direction::Backward => (&mut self.backward, &self.forward),
        };
        let domain = own.side.domain;
        self.successors.clear();
        for (parent, &Parent { state, incoming_op, .. }) in (0..).zip(&self.parents) {
            self.limits.expand(D::MAX_BRANCHING)?;
            own.expanded += 1;
            let ops = domain.ops(state, incoming_op);
            self.limits.generated += ops.len() as u64;
            own.generated += ops.len() as u64;
            for &op in ops {
                let key = own.lists.nodes.key(domain, domain.apply(state, op));
                own.lists.nodes.prefetch(key);
                opposite.lists.nodes.prefetch(key);
                self.successors.push(Successor { key, op, parent });
            }
        }
        Ok(())
    }

    /// Inserts the successors in the order in which they were generated.
    fn insert_successors(&mut self, direction: Direction) -> Result<(), Termination> {
        let (own, opposite) = self.frontiers(direction);
        let (own, opposite) = (own.side, opposite.side);
        let parents = std::mem::take(&mut self.parents);
        let successors = std::mem::take(&mut self.successors);
        let mut result = Ok(());
        for &Successor { key, op, parent } in &successors {
            let Parent { state, g, own: cache, opposite: opposite_cache, .. } = &parents[parent as usize];
            let (state, g) = (*state, g + step_cost(own.domain, *state, op));
            result = self.insert(
                direction,
                key,
                g,
                op,
                || own.heuristic.step_h(own.domain, cache, state, op),
                || {
                    opposite_cache
                        .as_ref()
                        .map_or(0, |cache| opposite.heuristic.step_h(opposite.domain, cache, state, op))
                },
                || own.domain.apply(state, op),
            );
            if result.is_err() {
                break;
            }
        }
        (self.parents, self.successors) = (parents, successors);
        self.forward.count_memory_of(&self.backward);
        self.backward.count_memory_of(&self.forward);
        if R::COUNTS_OPEN {
            result = result.and(self.limits.check_bytes(self.forward.lists.other_bytes + self.forward.lists.bytes()));
        }
        let open = self.forward.open_nodes + self.backward.open_nodes;
        let nodes = self.forward.lists.nodes.node_count() + self.backward.lists.nodes.node_count();
        self.counters.peak_open = self.counters.peak_open.max(open);
        self.counters.peak_closed = self.counters.peak_closed.max(nodes as u64 - open);
        result
    }

    /// Looks a state up in both directions, and opens its node if it is new or the path cheaper than before.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "a root and a successor have the same parts")]
    fn insert(
        &mut self,
        direction: Direction,
        key: S::Key,
        g: Cost,
        op: D::Op,
        own_estimate: impl FnOnce() -> Cost,
        opposite_estimate: impl FnOnce() -> Cost,
        state: impl Fn() -> D::State,
    ) -> Result<(), Termination> {
        let place = match direction {
            Direction::Forward => self.forward.lists.look_up(key, g, &mut self.limits)?,
            Direction::Backward => self.backward.lists.look_up(key, g, &mut self.limits)?,
        };
        let known = place.node();
        let incumbent = self.incumbent;
        if Self::PUBLISHED.meets_early {
            self.meet(direction, key, g, &state);
        }
        if known.is_some_and(|known| g >= known.g || (known.closed && !R::REOPENS)) {
            return Ok(());
        }
        let h = own_estimate();
        self.counters.evaluated += 1;
        if self.limits.exceeds_depth(g, h)
            || incumbent.is_some_and(|solution| self.pruning.prunes(g + h, solution.cost))
        {
            return Ok(());
        }
        let met = if Self::PUBLISHED.meets_early { None } else { self.meet(direction, key, g, &state) };
        let own = match direction {
            Direction::Forward => &mut self.forward,
            Direction::Backward => &mut self.backward,
        };
        let node = own.lists.put(place, key, g, op);
        self.counters.reopened += u64::from(known.is_some_and(|known| known.closed));
        let replaced = known.filter(|known| !known.closed);
        if R::NIPS && met.is_some_and(|met| met.closed) {
            own.lists.nodes.close(own.lists.nodes.slot(node));
            own.open_nodes -= u64::from(replaced.is_some());
            return Ok(());
        }
        own.open_nodes += u64::from(replaced.is_none());
        if R::COUNTS_OPEN {
            if let Some(replaced) = replaced {
                own.counts.remove(replaced.g + h, replaced.g);
            }
            own.counts.add(g + h, g);
        }
        let h = Estimates { own: h, opposite: opposite_estimate() };
        let order = self.rule.order(direction, g, h);
        own.lists.push(order, node, &mut self.limits)
    }

    /// Looks a state up in the opposite direction, and joins the paths to it if their solution is the cheapest so far.
    #[inline]
    fn meet(
        &mut self,
        direction: Direction,
        key: S::Key,
        g: Cost,
        state: impl FnOnce() -> D::State,
    ) -> Option<StoredNode> {
        let opposite = match direction {
            Direction::Forward => &self.backward,
            Direction::Backward => &self.forward,
        };
        let met = opposite.node(key)?;
        let cost = g + met.g;
        if !(Self::PUBLISHED.pops_stale && met.closed)
            && self.incumbent.is_none_or(|solution| cost < solution.cost)
            && !self.limits.exceeds_depth(cost, 0)
        {
            let meeting_g = match direction {
                Direction::Forward => [g, met.g],
                Direction::Backward => [met.g, g],
            };
            self.incumbent = Some(Solution { cost, meeting: state(), meeting_g });
            self.is_improved = true;
        }
        Some(met)
    }

    /// Raises the lower bound on the cost of every solution.
    pub(super) fn raise_bound(&mut self, bound: u64, observer: &mut dyn Observer) {
        let bound = Cost::try_from(bound).expect("a bound is at most the cost of a path");
        if bound > self.bound {
            self.bound = bound;
            observer.f_layer(bound, &self.counters());
        }
    }

    /// Whether no solution is cheaper than the incumbent.
    pub(super) fn is_proved(&self) -> bool {
        self.incumbent.is_some_and(|solution| self.bound + self.pruning.divisor > solution.cost)
    }

    /// Reports the incumbent if it is new.
    fn report_improvement(&mut self, observer: &mut dyn Observer) -> Result<(), Termination> {
        let Some(solution) = self.incumbent.filter(|_| std::mem::take(&mut self.is_improved)) else { return Ok(()) };
        let length = self.path(solution).len();
        observer.incumbent(&Incumbent {
            cost: solution.cost,
            length: u32::try_from(length).expect("a path has fewer than 2^32 operators"),
            bound: (self.bound > 0).then_some(self.bound),
            counters: self.counters(),
        })
    }

    fn counters(&self) -> Counters {
        let LimitChecker { generated, expanded, peak_bytes, .. } = self.limits;
        let Frontier { generated: from_goal, expanded: expanded_backward, .. } = self.backward;
        let meeting_g = self.incumbent.map(|solution| solution.meeting_g);
        let backward = BackwardCounters { generated: from_goal, expanded: expanded_backward, meeting_g };
        let peak_open = self.counters.peak_open.max(self.forward.open_nodes + self.backward.open_nodes);
        Counters { generated, expanded, peak_bytes, peak_open, backward: Some(backward), ..self.counters }
    }

    /// The path of a solution: forward to the meeting, and from there the inverse of the path backward.
    fn path(&self, Solution { cost, meeting, .. }: Solution<D::State>) -> Vec<D::Op> {
        let Side { domain, root, .. } = self.forward.side;
        let mut path = self.forward.path_to(meeting);
        let backward = self.backward.path_to(meeting);
        path.extend(backward.iter().rev().map(|&op| domain.inverse(op)));
        // Less if a path to a closed node became cheaper since.
        debug_assert!(path_cost(domain, root, &path) <= cost, "the parts of a solution meet");
        path
    }
}

impl Pruning {
    /// Whether a node of this f is left out, given the cost of the incumbent.
    #[inline]
    fn prunes(self, f: Cost, incumbent: Cost) -> bool {
        if self.keeps_equal { f > incumbent } else { f + self.divisor > incumbent }
    }
}
