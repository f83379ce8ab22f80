//! Improved optimistic search by the rules of HOG2.
//!
//! The first phase is weighted A* with the weight 2w - 1 until a goal is popped. Then all open nodes are closed, and the start is
//! reopened with f = g + h. In the second phase each closed node may be reopened once, on any path. If a state of the first solution
//! is reached more cheaply, the solution is taken to cost less by the greatest such difference. The search ends when that cost is
//! at most w times the greatest priority popped, as a lower bound of cost.
//!
//! The estimates of the first phase are mixed. In the second phase new and reopened nodes get h.

use tilebench_core::{Cost, HeuristicExt, Outcome, SearchContext, Termination, Weight, path_cost};

use super::H_SHARE;
use super::lists::START;
use super::search::{Parent, Priority, Search, Successor};
use crate::limit_checker::LimitChecker;
use crate::options::{Options, WEIGHT};
use crate::suboptimal::OptimisticWeight;
use crate::{Problem, SearchDomain, Side};

/// Solves `problem`.
pub(crate) fn solve<D: SearchDomain>(
    problem: &Problem<'_, D>,
    options: &Options,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let (w, limits) = (options.get(&WEIGHT), LimitChecker::new(context.budget()));
    let OptimisticWeight { num, den } = OptimisticWeight::new(w);
    let search = Search::new(problem.side(), Priority::weighted(num, den), options.get(&H_SHARE), limits);
    let mut ios = Ios { search, w, unit: num, greatest: 0, first: Vec::new(), cost: 0, reduction: 0 };
    let result = ios.run();
    ios.search.outcome(result)
}

struct Ios<'a, D: SearchDomain> {
    search: Search<'a, D>,
    w: Weight,
    /// Priorities of both phases are lower bounds in units of 1 / (100 `unit`).
    unit: u64,
    /// The greatest priority popped.
    greatest: u64,
    /// The nodes on the path of the first solution without the start, in the order of their numbers.
    first: Vec<u32>,
    /// The cost of the first solution, or of the goal that the second phase popped.
    cost: Cost,
    /// The greatest difference by which a state of the first solution was reached more cheaply.
    reduction: Cost,
}

impl<D: SearchDomain> Ios<'_, D> {
    fn run(&mut self) -> Result<Vec<D::Op>, Termination> {
        self.search.open_start()?;
        if self.search.start_is_goal() {
            return Ok(Vec::new());
        }
        let goal = self.first_phase()?;
        let first = self.search.path(goal);
        self.begin_second_phase(&first);
        while !self.is_proved() {
            match self.pop() {
                Ok(parent) if self.is_goal(&parent) => self.cost = parent.g,
                Ok(parent) => self.expand(&parent)?,
                Err(Termination::Exhausted | Termination::DepthLimit) => break,
                Err(end) => return Err(end),
            }
        }
        // Nodes of the path may have been reopened on more expensive paths.
        let path = self.search.path(goal);
        let Side { domain, root, .. } = self.search.side;
        let is_within_limit = path_cost(domain, root, &path) <= self.search.limits.max_depth();
        Ok(if is_within_limit { path } else { first })
    }

    fn pop(&mut self) -> Result<Parent<D>, Termination> {
        let (priority, parent) = self.search.pop()?;
        self.greatest = self.greatest.max(priority);
        Ok(parent)
    }

    fn is_goal(&self, parent: &Parent<D>) -> bool {
        self.search.side.domain.is_goal(parent.state)
    }

    /// Weighted A*: returns the goal.
    fn first_phase(&mut self) -> Result<u32, Termination> {
        loop {
            let parent = self.pop()?;
            if self.is_goal(&parent) {
                return Ok(parent.number);
            }
            for &op in self.search.ops(&parent) {
                let successor = self.search.successor(&parent, op);
                if !self.is_closed(&successor) {
                    self.search.insert(&parent, &successor)?;
                }
            }
        }
    }

    fn is_closed(&self, successor: &Successor<D>) -> bool {
        successor.number.is_some_and(|number| !self.search.lists.open.contains(number))
    }

    fn begin_second_phase(&mut self, path: &[D::Op]) {
        let Search { side: Side { domain, root, .. }, lists, .. } = &mut self.search;
        self.cost = path_cost(*domain, *root, path);
        let mut state = *root;
        for &op in path {
            state = domain.apply(state, op);
            let number = lists.find(domain.pack(state)).expect("every state on the path has a node");
            self.first.push(number);
        }
        self.first.sort_unstable();
        lists.open.clear();
        self.search.priority = Priority::weighted(self.unit, self.unit);
        self.search.h_share = Priority::WHOLE;
        self.search.may_reopen_new_nodes = false;
        self.reopen(START);
    }

    fn reopen(&mut self, number: u32) {
        let Search { side: Side { domain, heuristic, .. }, lists, priority, .. } = &mut self.search;
        let node = &mut lists.nodes[number as usize];
        let h = Priority::WHOLE * u64::from(heuristic.estimate(*domain, domain.unpack(node.key)));
        node.may_be_reopened = false;
        lists.open.push(number, priority.key(node.g, h));
        self.search.counters.reopened += 1;
    }

    /// Expands a node of the second phase.
    fn expand(&mut self, parent: &Parent<D>) -> Result<(), Termination> {
        for &op in self.search.ops(parent) {
            let successor = self.search.successor(parent, op);
            let Some(number) = successor.number.filter(|_| self.is_closed(&successor)) else {
                self.search.insert(parent, &successor)?;
                continue;
            };
            let node = &mut self.search.lists.nodes[number as usize];
            if self.first.binary_search(&number).is_ok() {
                self.reduction = self.reduction.max(node.g.saturating_sub(successor.g));
            }
            if node.may_be_reopened {
                (node.g, node.op) = (successor.g, op);
                self.reopen(number);
            }
        }
        Ok(())
    }

    /// Whether the solution is within w of the lower bound.
    fn is_proved(&self) -> bool {
        let [num, den] = [self.w.num(), self.w.den()].map(u128::from);
        let cost = u128::from(self.cost.saturating_sub(self.reduction));
        cost * u128::from(Priority::WHOLE * self.unit) * den <= num * u128::from(self.greatest)
    }
}
