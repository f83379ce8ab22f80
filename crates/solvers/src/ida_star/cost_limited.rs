//! Depth-first search within a limit on cost and a budget of expansions: an iteration of IDA*_CR, and a query of BTS.

use tilebench_core::{Cost, Domain, Heuristic, Observer, Outcome, SearchBudget, Termination, Weight, step_cost};

use super::{Evaluator, IdaStarSearch, MAX_DEPTH, SearchNode};
use crate::{LimitChecker, Side};

/// The values of f that a search prunes.
pub(super) trait PrunedCosts {
    /// Keeps the f of a node that was pruned.
    fn record(&mut self, f: Cost);
}

/// The end of a query that no limit stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QueryEnd {
    /// All nodes within the limit on cost were expanded, of those that may lead to a better solution than the incumbent.
    Complete,
    /// A further expansion would have exceeded the budget.
    OverBudget,
    /// The incumbent costs as little as the lower bound, so it is optimal.
    Proved,
}

/// The search below a node ended before it was complete.
struct Interrupted;

/// Depth-first searches from one root, with the best solution that they found.
pub(super) struct CostLimitedSearch<'a, D: Domain, H: Heuristic<D>, P> {
    /// Its threshold is the limit on cost.
    search: IdaStarSearch<'a, D, H>,
    root: SearchNode<D, H>,
    /// The values of f that the last query pruned.
    pub(super) pruned: P,
    /// No solution costs less.
    pub(super) lower_bound: Cost,
    /// The cost of the best solution.
    pub(super) incumbent: Option<Cost>,
    /// Its path.
    path: Vec<D::Op>,
    /// The operators by which the present node was reached.
    current: Vec<D::Op>,
    /// The expansions of the last query.
    pub(super) expanded: u64,
    /// The total number of expansions at which the budget is spent.
    last_expansion: u64,
    /// The number of queries.
    pub(super) queries: u64,
    longest_path: u32,
}

impl<'a, D: Domain, H: Heuristic<D>, P: PrunedCosts> CostLimitedSearch<'a, D, H, P> {
    /// A search before its first query, with h of the root as lower bound.
    pub(super) fn new(side: Side<'a, D, H>, pruned: P, budget: SearchBudget<'a>) -> Self {
        let Side { domain, heuristic, root } = side;
        let cache = heuristic.initial(domain, root);
        let limits = LimitChecker::depth_first(budget, u64::from(MAX_DEPTH), D::MAX_BRANCHING);
        let evaluator = Evaluator { weight: Weight::ONE, depth: budget.limits.depth };
        let h0 = heuristic.h(cache);
        let is_goal = domain.is_goal(root);
        let root_op = domain.root_op(root);
        let search = IdaStarSearch::new(domain, heuristic, evaluator, h0, limits);
        Self {
            current: vec![root_op; search.max_depth as usize + 1],
            search,
            root: SearchNode { state: root, cache, g: 0, parent_op: root_op },
            pruned,
            lower_bound: h0,
            incumbent: is_goal.then_some(0),
            path: Vec::new(),
            expanded: 0,
            last_expansion: 0,
            queries: 0,
            longest_path: 0,
        }
    }

    /// The maximum f of a node that may lead to a better solution within the limit of depth.
    pub(super) fn max_useful_cost(&self) -> Cost {
        let better = self.incumbent.map_or(Cost::MAX - 1, |cost| cost.saturating_sub(self.cost_step()));
        better.min(self.search.limits.max_depth())
    }

    /// Whether the best solution is optimal, or no solution is within the limit of depth.
    pub(super) fn is_decided(&self) -> bool {
        self.incumbent == Some(0) || self.lower_bound > self.max_useful_cost()
    }

    /// Searches all nodes of f <= `cost_limit` by at most `budget` expansions, and reports that.
    pub(super) fn query(
        &mut self,
        cost_limit: Cost,
        budget: u64,
        observer: &mut dyn Observer,
    ) -> Result<QueryEnd, Termination> {
        let before = self.search.limits.expanded;
        self.queries += 1;
        let cost_limit = cost_limit.min(self.max_useful_cost());
        self.search.threshold = cost_limit;
        self.longest_path = self.longest_path.max(self.search.longest_path());
        self.last_expansion = before.saturating_add(budget);
        let SearchNode { state, cache, g, parent_op } = self.root;
        let result = self.search_below(state, cache, g, parent_op);
        self.expanded = self.search.limits.expanded - before;
        self.longest_path = self.longest_path.max(if D::UNIT_COST { 0 } else { self.search.longest_path() });
        observer.iteration(cost_limit, &self.search.counters(self.queries, self.longest_path));
        match self.search.stopped {
            Some(end) => Err(end),
            None if result.is_ok() => Ok(QueryEnd::Complete),
            None if self.incumbent.is_some_and(|cost| cost <= self.lower_bound) => Ok(QueryEnd::Proved),
            None => Ok(QueryEnd::OverBudget),
        }
    }

    /// The least positive difference of two costs of solutions that is known.
    pub(super) fn cost_step(&self) -> Cost {
        self.search.domain.cost_gcd().max(1)
    }

    fn root_f(&self) -> Cost {
        self.search.heuristic.h(self.root.cache)
    }

    /// Searches below a node.
    fn search_below(&mut self, state: D::State, cache: H::Cache, g: Cost, parent_op: D::Op) -> Result<(), Interrupted> {
        if self.search.limits.expanded >= self.last_expansion {
            return Err(Interrupted);
        }
        self.search.expand(g).map_err(|_| Interrupted)?;
        let depth = self.search.depth_of(g) as usize;
        for &op in self.search.domain.ops(state, parent_op) {
            self.search.limits.generated += 1;
            let g = g + step_cost(self.search.domain, state, op);
            let cache = self.search.heuristic.step(self.search.domain, cache, state, op);
            let h = self.search.heuristic.h(cache);
            let f = g + h;
            if f > self.search.threshold {
                self.pruned.record(f);
                continue;
            }
            self.current[depth] = op;
            let child = self.search.domain.apply(state, op);
            if h == 0 && self.search.domain.is_goal(child) {
                self.improve(g, depth)?;
            } else {
                self.search.enter();
                let result = self.search_below(child, cache, g, op);
                self.search.leave();
                result?;
            }
            if let Err(end) = self.search.limits.may_continue() {
                self.search.stop(end);
                return Err(Interrupted);
            }
        }
        Ok(())
    }

    /// Replaces the incumbent by a cheaper solution, whose last node is a successor of one at `depth`. Nodes that lead to no better one
    /// exceed the limit on cost from now on.
    #[cold]
    fn improve(&mut self, cost: Cost, depth: usize) -> Result<(), Interrupted> {
        self.incumbent = Some(cost);
        self.path = self.current[..=depth].to_vec();
        self.search.threshold = self.max_useful_cost();
        if cost <= self.lower_bound { Err(Interrupted) } else { Ok(()) }
    }

    /// The outcome. Without an error the incumbent is optimal, or no solution is within the limit of depth.
    pub(super) fn outcome(self, result: Result<(), Termination>) -> Outcome<D::Op> {
        let end = match result {
            Err(end) => end,
            Ok(()) if self.incumbent.is_some() => Termination::Solved,
            Ok(()) if self.lower_bound == Cost::MAX => Termination::Exhausted,
            Ok(()) => Termination::DepthLimit,
        };
        let counters = self.search.counters(self.queries, self.longest_path);
        let h0 = Some(self.root_f());
        let path = if end == Termination::Solved { self.path } else { Vec::new() };
        Outcome { end, path, h0, bound: None, counters }
    }
}
