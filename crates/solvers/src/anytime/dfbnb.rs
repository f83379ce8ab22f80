//! Depth-first branch and bound (DFBnB).
//!
//! **What it does.** Depth-first search that leaves out every node whose f = g + h is too large for a better solution than the incumbent.
//! The operator that undoes the last one is left out (parent pruning); other duplicates are not detected. The children of a node are
//! searched in the order of h, of equals in operator order. Until there is an incumbent, an upper bound takes the place of its cost; if
//! no solution is within it, it is increased: its excess over h of the start doubles. The first excess is the larger of the least
//! difference of path costs and the least cost of an operator. With the option `upper-bound` the first bound is given.
//!
//! **Guarantees.** With an admissible heuristic, the last solution has the least cost. The bound that is reported is h of the start, and
//! after a search within an upper bound without a solution the least f that was left out. Without a solution it ends only at a limit.
//!
//! **Counting.** As everywhere, summed over upper bounds. All children of a node are generated and evaluated when it is expanded. A
//! solution is found when the goal is generated. `iterations` counts upper bounds. `peak_open` is the maximum number of nodes that wait.
//!
//! **Memory.** The nodes that wait: for each node of the path up to three on sliding tiles, about 150 bytes each, and an operator per
//! node of the path.
//!
//! **References.** Lawler and Wood 1966; Zhang and Korf 1995.

use tilebench_core::{
    Cost, Counters, Heuristic, HeuristicExt, Observer, Outcome, SearchContext, Termination, step_cost,
};

use super::Incumbents;
use crate::limit_checker::LimitChecker;
use crate::options::{OptionSpec, ValueParser, parse_integer};
use crate::{
    Algorithm, ErasedCache, ErasedHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain, Side,
};

/// The algorithm.
#[derive(Debug)]
pub struct Dfbnb;

/// The first upper bound; `None` for h of the start and the first excess over it.
pub(super) static UPPER_BOUND: OptionSpec<Option<Cost>> = OptionSpec {
    name: "upper-bound",
    former: None,
    values: "auto, or a cost of at least 1",
    default: "auto",
    summary: "The cost within which a first solution is searched; it is increased if there is none. Auto begins near h of the start.",
    parser: ValueParser::Function(|text| match text {
        "auto" => Ok(None),
        cost => parse_integer("upper-bound", cost, 1, Cost::MAX / 4).map(Some),
    }),
};

impl SearchAlgorithm for Dfbnb {
    const ALGORITHM: Algorithm = Algorithm {
        name: "dfbnb",
        title: "DFBnB",
        summary: "Depth-first search, children by h, that leaves out nodes whose f reaches the cost of the incumbent.",
        reference: "Zhang and Korf 1995",
        guarantee: Guarantee::Anytime,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[&UPPER_BOUND],
    };

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        let side = problem.side();
        let h0 = side.heuristic.estimate(side.domain, side.root);
        let mut search = BranchAndBound {
            side,
            incumbents: Incumbents::new(side.domain, h0),
            upper_bound: 0,
            least_left_out: Cost::MAX,
            waiting: Vec::new(),
            path: Vec::new(),
            limits: LimitChecker::new(context.budget()),
            counters: Counters { evaluated: 1, ..Counters::default() },
        };
        let result = search.run(h0, options.get(&UPPER_BOUND), &mut *context.observer);
        let (counters, exhaustion) = (search.counters(), search.limits.exhaustion());
        search.incumbents.outcome(result, exhaustion, h0, counters, &mut *context.observer)
    }
}

/// A node that waits to be expanded.
struct WaitingNode<D: SearchDomain> {
    state: D::State,
    /// The operator that leads to it.
    op: D::Op,
    g: Cost,
    cache: ErasedCache,
    /// The number of operators on its path, without the last one.
    parents: usize,
}

struct BranchAndBound<'a, D: SearchDomain> {
    side: Side<'a, D, ErasedHeuristic<'a, D>>,
    incumbents: Incumbents<D::Op>,
    /// Nodes of larger f are left out until there is an incumbent.
    upper_bound: Cost,
    /// The least f above the upper bound.
    least_left_out: Cost,
    /// The children of the nodes of the path that are not searched yet, the next one last.
    waiting: Vec<WaitingNode<D>>,
    /// The operators that lead to the node that is expanded.
    path: Vec<D::Op>,
    limits: LimitChecker<'a>,
    counters: Counters,
}

impl<D: SearchDomain> BranchAndBound<'_, D> {
    fn run(&mut self, h0: Cost, first: Option<Cost>, observer: &mut dyn Observer) -> Result<(), Termination> {
        if self.side.domain.is_goal(self.side.root) {
            return self.incumbents.improve(0, Vec::new(), self.counters(), observer);
        }
        if self.limits.exceeds_depth(0, h0) {
            return Ok(());
        }
        let least = self.side.domain.cost_gcd().max(self.side.domain.min_cost()).max(1);
        let mut excess = first.map_or(least, |first| first.saturating_sub(h0));
        loop {
            self.upper_bound = h0.saturating_add(excess);
            self.least_left_out = Cost::MAX;
            self.counters.iterations += 1;
            let result = self.search(observer);
            observer.iteration(self.upper_bound, &self.counters());
            result?;
            if self.incumbents.cost().is_some() || self.least_left_out == Cost::MAX {
                return Ok(());
            }
            let (incumbents, least_left_out) = (&mut self.incumbents, self.least_left_out);
            incumbents.raise_bound(least_left_out, Counters::default, observer);
            excess = excess.saturating_mul(2).max(least_left_out - h0);
        }
    }

    /// Searches within the upper bound, or for better solutions than the incumbent.
    fn search(&mut self, observer: &mut dyn Observer) -> Result<(), Termination> {
        let Side { domain, heuristic, root } = self.side;
        self.waiting.clear();
        self.reserve(1)?;
        let (op, cache) = (domain.root_op(root), heuristic.initial(domain, root));
        self.waiting.push(WaitingNode { state: root, op, g: 0, cache, parents: 0 });
        while let Some(node) = self.waiting.pop() {
            if self.leaves_out(node.g + node.cache.h()) {
                continue;
            }
            self.path.truncate(node.parents);
            // The first operator is that of the root, which is none.
            self.path.push(node.op);
            self.expand(&node, observer)?;
        }
        Ok(())
    }

    /// Generates the children of the last node of the path; those that may lead to a better solution wait, the one of least h last.
    fn expand(&mut self, node: &WaitingNode<D>, observer: &mut dyn Observer) -> Result<(), Termination> {
        let Side { domain, heuristic, .. } = self.side;
        self.limits.expand(D::MAX_BRANCHING)?;
        let ops = domain.ops(node.state, node.op);
        self.reserve(ops.len())?;
        let first = self.waiting.len();
        self.limits.generated += ops.len() as u64;
        self.counters.evaluated += ops.len() as u64;
        // Children wait in reverse order, and sorting keeps the order of equals.
        for &op in ops.iter().rev() {
            let cache = heuristic.step(domain, node.cache, node.state, op);
            let (g, h) = (node.g + step_cost(domain, node.state, op), cache.h());
            if self.limits.exceeds_depth(g, h) || self.leaves_out(g + h) {
                continue;
            }
            let state = domain.apply(node.state, op);
            if h == 0 && domain.is_goal(state) {
                let path = self.path.iter().skip(1).copied().chain([op]).collect();
                let counters = self.counters();
                self.incumbents.improve(g, path, counters, observer)?;
            } else {
                self.waiting.push(WaitingNode { state, op, g, cache, parents: self.path.len() });
            }
        }
        self.waiting[first..].sort_by_key(|child| core::cmp::Reverse(child.cache.h()));
        self.counters.peak_open = self.counters.peak_open.max(self.waiting.len() as u64);
        Ok(())
    }

    /// Whether a node of this f is left out.
    #[inline]
    fn leaves_out(&mut self, f: Cost) -> bool {
        if self.incumbents.cost().is_some() {
            return self.incumbents.prunes(f);
        }
        if f > self.upper_bound {
            self.least_left_out = self.least_left_out.min(f);
        }
        f > self.upper_bound
    }

    /// Makes space for `children` nodes that wait and an operator of the path.
    #[inline]
    fn reserve(&mut self, children: usize) -> Result<(), Termination> {
        let has_space =
            self.waiting.len() + children <= self.waiting.capacity() && self.path.len() < self.path.capacity();
        if has_space { Ok(()) } else { self.grow(children) }
    }

    #[cold]
    fn grow(&mut self, children: usize) -> Result<(), Termination> {
        let bytes =
            |waiting: usize, path: usize| (waiting * size_of::<WaitingNode<D>>() + path * size_of::<D::Op>()) as u64;
        let larger = |len: usize, capacity: usize| if len <= capacity { capacity } else { (2 * capacity).max(16) };
        let (waiting, path) = (self.waiting.capacity(), self.path.capacity());
        let next = (larger(self.waiting.len() + children, waiting), larger(self.path.len() + 1, path));
        // Old and new are held at once.
        self.limits.check_bytes(bytes(waiting, path) + bytes(next.0, next.1))?;
        let has_memory = self.waiting.try_reserve_exact(next.0 - self.waiting.len()).is_ok()
            && self.path.try_reserve_exact(next.1 - self.path.len()).is_ok();
        if has_memory { Ok(()) } else { Err(Termination::MemoryLimit) }
    }

    fn counters(&self) -> Counters {
        let LimitChecker { generated, expanded, peak_bytes, .. } = self.limits;
        Counters { generated, expanded, peak_bytes, ..self.counters }
    }
}
