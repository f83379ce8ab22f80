//! Depth-first search to a bound.
//!
//! **What it does.** Goes from the start to its first successor, from there to the first again, and if a path is as
//! long as the bound, back to the last node that has a successor left. The move that undoes the last one is left
//! out (parent pruning); it does not detect other duplicates, not even states of its own path. The first path that
//! reaches the goal is returned.
//!
//! **Guarantees.** A path of at most `depth` moves if there is one; it need not be short. The search
//! ends with [`Termination::DepthLimit`] if no path of that many moves reaches the goal, and with
//! [`Termination::Exhausted`] only if no path had to be cut. If the limit of depth is less than `depth`, it
//! is the bound.
//!
//! **Counting.** As everywhere; the search ends when the goal is generated. Nodes at the bound are
//! generated but not expanded. `peak_open` is the longest path allowed, the start included.
//!
//! **Memory.** One path: a state and the successors left, 32 bytes per operator for states of 8
//! bytes and 48 for larger ones, reserved for the whole bound at once. Time grows exponentially with the
//! bound; this is a baseline.
//!
//! **Reference.** Tarjan 1972; the method is older, as a way out of mazes.

use tilebench_core::{Cost, Counters, Domain, Outcome, SearchContext, Termination};

use crate::limit_checker::LimitChecker;
use crate::options::{OptionSpec, ValueParser, parse_integer};
use crate::{Algorithm, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct DepthFirst;

impl SearchAlgorithm for DepthFirst {
    const ALGORITHM: Algorithm = Algorithm {
        name: "dfs",
        title: "Depth-first",
        summary: "Depth-first search to a depth bound, with parent pruning; returns the first path to the goal.",
        reference: "Tarjan 1972",
        guarantee: Guarantee::None,
        informed: false,
        consistent: false,
        unit_cost: true,
        bound: None,
        options: &[&DEPTH],
    };

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        solve(problem.domain, problem.start, options.get(&DEPTH), context)
    }
}

/// The bound.
pub static DEPTH: OptionSpec<Cost> = OptionSpec {
    name: "depth",
    former: None,
    values: "an integer of at least 1, in moves",
    default: "80",
    summary: "Maximum length of a path.",
    parser: ValueParser::Function(|text| parse_integer("depth", text, 1, Cost::MAX)),
};

/// An expanded node of the path.
#[derive(Debug)]
struct PathNode<'a, D: Domain> {
    state: D::State,
    parent_op: D::Op,
    /// The operators not tried yet.
    remaining: &'a [D::Op],
}

/// Searches for a path of at most `depth` moves, and within the limit of depth, from `start` to a goal.
pub fn solve<D: Domain>(domain: &D, start: D::State, depth: Cost, context: &SearchContext<'_>) -> Outcome<D::Op> {
    let depth = depth.min(context.limits.depth);
    let mut search = DepthFirstSearch {
        domain,
        depth: depth as usize,
        path: Vec::new(),
        limits: LimitChecker::depth_first(context.budget(), u64::from(depth), D::MAX_BRANCHING),
    };
    let result = search.run(start);
    let counters = Counters {
        generated: search.limits.generated,
        expanded: search.limits.expanded,
        peak_open: u64::from(depth) + 1,
        peak_bytes: (search.path.capacity() * size_of::<PathNode<'_, D>>()) as u64,
        ..Counters::default()
    };
    let (end, last) = result.map_or_else(|end| (end, None), |last| (Termination::Solved, last));
    let ops = search.path.iter().skip(1).map(|node| node.parent_op);
    let path = if end == Termination::Solved { ops.chain(last).collect() } else { Vec::new() };
    Outcome { end, path, h0: None, bound: None, counters }
}

struct DepthFirstSearch<'a, D: Domain> {
    domain: &'a D,
    depth: usize,
    /// From the start to the node whose successors are being tried.
    path: Vec<PathNode<'a, D>>,
    limits: LimitChecker<'a>,
}

impl<D: Domain> DepthFirstSearch<'_, D> {
    /// The operator that reaches the goal from the end of the path; `None` if the start is the goal.
    fn run(&mut self, start: D::State) -> Result<Option<D::Op>, Termination> {
        let domain = self.domain;
        if domain.is_goal(start) {
            return Ok(None);
        }
        let bytes = (self.depth as u64).saturating_mul(size_of::<PathNode<'_, D>>() as u64);
        if bytes > self.limits.max_bytes() || self.path.try_reserve_exact(self.depth).is_err() {
            return Err(Termination::MemoryLimit);
        }
        let mut was_cut_off = self.descend(start, domain.root_op(start))?;
        while let Some(node) = self.path.last_mut() {
            if let Some((&op, remaining)) = node.remaining.split_first() {
                node.remaining = remaining;
                self.limits.generated += 1;
                let child = domain.apply(node.state, op);
                if domain.is_goal(child) {
                    return Ok(Some(op));
                }
                was_cut_off |= self.descend(child, op)?;
            } else {
                self.path.pop();
                self.limits.may_continue()?;
            }
        }
        Err(if was_cut_off { Termination::DepthLimit } else { Termination::Exhausted })
    }

    /// Appends a node to the path; if that has the maximum length, returns whether successors are cut off.
    fn descend(&mut self, state: D::State, parent_op: D::Op) -> Result<bool, Termination> {
        let remaining = self.domain.ops(state, parent_op);
        if self.path.len() == self.depth {
            return Ok(!remaining.is_empty());
        }
        self.limits.expand(D::MAX_BRANCHING)?;
        self.path.push(PathNode { state, parent_op, remaining });
        Ok(false)
    }
}
