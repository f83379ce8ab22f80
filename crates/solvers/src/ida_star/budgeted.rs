//! Budgeted tree search (BTS): iterative budgeted exponential search (IBEX) in trees.
//!
//! **What it does.** Depth-first queries within a limit on cost and a budget of expansions. A phase first expands all nodes up to the
//! least cost that is possible (an iteration of IDA*). If that took less than [`MIN_GROWTH`] times the nodes N of the last phase, it
//! looks for a limit within which a query expands between [`MIN_GROWTH`] and [`MAX_GROWTH`] times N: first the excess over the least
//! cost doubles until a query exceeds that budget (exponential search), then the interval is halved (binary search). A query of
//! at most the window's nodes raises the least cost to the least f that it pruned. One over budget lowers the upper end to its
//! limit. If the interval is empty, the next phase expands more than [`MAX_GROWTH`] times N.
//!
//! **Guarantees.** Paths of least cost, if the heuristic is admissible. A solution of a query above the least cost limits the cost
//! of all that follows (branch and bound) until no cheaper one is possible. **Expansions:** let n be the number of nodes of f <= C*.
//! In a phase, at most 2 log2(C* + 1) + 4 queries have a budget, each of at most 8 N, with N <= n, and N at least doubles per phase.
//! So the expansions are O(n log C*), while those of IDA* may be n^2 if each iteration adds one node. A test checks this bound with its
//! constant, and an assertion the queries of each run.
//!
//! **Counting.** As IDA*. If every iteration expands twice the nodes of the last, as on tiles of unit cost after the first iterations,
//! there are no other queries. `iterations` counts queries, and each is reported with its limit on cost.
//!
//! **Memory.** One path, as IDA*.
//!
//! **Deviations from the paper.** Costs are integers, so the interval is empty without a tolerance. A query over budget lowers the
//! upper end to its limit and not to the greatest f that it met, which would take a comparison per node.
//!
//! **Reference.** Helmert and others 2019.

use tilebench_core::{Cost, Domain, Heuristic, Observer, Outcome, SearchContext, Termination};

use super::cost_limited::{CostLimitedSearch, PrunedCosts, QueryEnd};
use crate::{Algorithm, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain, Side};

/// The growth of N in a phase, at least.
pub const MIN_GROWTH: u64 = 2;

/// The growth of N in a phase, at most, if a limit on cost with such a growth exists.
pub const MAX_GROWTH: u64 = 8;

/// The algorithm.
#[derive(Debug)]
pub struct BudgetedTreeSearch;

impl SearchAlgorithm for BudgetedTreeSearch {
    const ALGORITHM: Algorithm = Algorithm {
        name: "bts",
        title: "BTS",
        summary: "Depth-first iterations whose cost limits are searched within budgets, in O(n log C*) expansions.",
        reference: "Helmert and others 2019",
        guarantee: Guarantee::Optimal,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[],
    };

    fn run<D: SearchDomain>(problem: &Problem<'_, D>, _: &Options, context: &mut SearchContext<'_>) -> Outcome<D::Op> {
        problem.heuristic.budgeted_tree_search(problem.domain, problem.start, context)
    }
}

/// Searches for a cheapest path from the root of `side` to a goal.
pub fn budgeted_tree_search<D: Domain, H: Heuristic<D>>(
    side: Side<'_, D, H>,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let mut search = CostLimitedSearch::new(side, LeastPruned(Cost::MAX), context.budget());
    let result = search.run_phases(&mut *context.observer);
    search.outcome(result)
}

/// The least f that was pruned.
struct LeastPruned(Cost);

impl PrunedCosts for LeastPruned {
    #[inline]
    fn record(&mut self, f: Cost) {
        self.0 = self.0.min(f);
    }
}

impl<D: Domain, H: Heuristic<D>> CostLimitedSearch<'_, D, H, LeastPruned> {
    /// Searches until the best solution is proved.
    fn run_phases(&mut self, observer: &mut dyn Observer) -> Result<(), Termination> {
        let (mut nodes, mut max_queries) = (0, 0);
        while !self.is_decided() {
            self.raise_lower_bound(self.lower_bound, u64::MAX, observer)?;
            if self.expanded >= MIN_GROWTH * nodes {
                nodes = self.expanded;
                continue;
            }
            let before = self.queries;
            nodes = self.grow(nodes, observer)?;
            max_queries = max_queries.max(self.queries - before);
        }
        let guaranteed = |cost: Cost| u64::from(2 * (cost + 1).ilog2() + 4);
        debug_assert!(self.incumbent.is_none_or(|cost| max_queries <= guaranteed(cost)), "{max_queries} queries");
        Ok(())
    }

    /// Searches for a limit on cost within which the window's number of nodes is expanded, and returns this number; `nodes` if
    /// there is no such limit. Then the nodes up to the lower bound are more.
    fn grow(&mut self, nodes: u64, observer: &mut dyn Observer) -> Result<u64, Termination> {
        let base = self.lower_bound;
        let mut excess = self.cost_step();
        // The least cost within which more than the window's nodes are expanded, if known.
        let mut upper: Option<Cost> = None;
        while !self.is_decided() && upper.is_none_or(|upper| self.lower_bound < upper) {
            let cost_limit = match upper {
                None => base.saturating_add(excess),
                Some(upper) => self.lower_bound.midpoint(upper),
            };
            excess = excess.saturating_mul(2);
            if cost_limit < self.lower_bound {
                continue;
            }
            match self.raise_lower_bound(cost_limit, MAX_GROWTH * nodes, observer)? {
                QueryEnd::Proved => break,
                QueryEnd::OverBudget => upper = Some(cost_limit),
                QueryEnd::Complete if self.expanded >= MIN_GROWTH * nodes => return Ok(self.expanded),
                QueryEnd::Complete => {}
            }
        }
        Ok(nodes)
    }

    /// A query, which raises the lower bound if it is complete.
    fn raise_lower_bound(
        &mut self,
        cost_limit: Cost,
        budget: u64,
        observer: &mut dyn Observer,
    ) -> Result<QueryEnd, Termination> {
        self.pruned = LeastPruned(Cost::MAX);
        let end = self.query(cost_limit, budget, observer)?;
        debug_assert!(self.expanded <= budget, "the query exceeded its budget");
        match end {
            QueryEnd::Complete => self.lower_bound = self.pruned.0.min(self.incumbent.unwrap_or(Cost::MAX)),
            QueryEnd::OverBudget | QueryEnd::Proved => {}
        }
        Ok(end)
    }
}
