//! tilebench with depth-first iterative deepening.

use std::process::ExitCode;

use tilebench::core::{Cost, Counters, Domain, Outcome, SearchContext, Termination};
use tilebench::solvers::{Algorithm, Guarantee, LimitChecker, Options, Problem, SearchAlgorithm, SearchDomain};
use tilebench::{AttributeRow, Registry};

/// Depth-first iterative deepening: depth-first searches to depth 1, 2, 3 and so on, until the goal is generated. A path is shortest
/// if every operator costs 1.
struct IterativeDeepening;

impl SearchAlgorithm for IterativeDeepening {
    const ALGORITHM: Algorithm = Algorithm {
        name: "dfid",
        title: "Depth-first iterative deepening",
        summary: "Depth-first searches to depth 1, 2, 3 and so on, until the goal is generated.",
        reference: "Korf 1985",
        guarantee: Guarantee::Optimal,
        informed: false,
        consistent: false,
        unit_cost: true,
        bound: None,
        options: &[],
    };

    fn run<D: SearchDomain>(problem: &Problem<'_, D>, _: &Options, context: &mut SearchContext<'_>) -> Outcome<D::Op> {
        let Problem { domain, start, .. } = *problem;
        let max_depth = context.limits.depth.min(MAX_DEPTH);
        let limits = LimitChecker::depth_first(context.budget(), max_depth.into(), D::MAX_BRANCHING);
        let mut search = Search { domain, limits, path: Vec::new(), is_cut_off: true, cut_off: 0 };
        let (mut depth, mut found) = (0, Ok(domain.is_goal(start)));
        while found == Ok(false) && search.is_cut_off {
            if depth == max_depth {
                found = Err(Termination::DepthLimit);
                break;
            }
            depth += 1;
            search.is_cut_off = false;
            found = search.descend(start, domain.root_op(start), depth);
            context.observer.iteration(depth, &search.counters(depth));
        }
        context.observer.attribute(CUT_OFF.name, search.cut_off as f64);
        let end = match found {
            Ok(true) => Termination::Solved,
            Ok(false) => Termination::Exhausted,
            Err(end) => end,
        };
        search.path.reverse();
        Outcome { end, counters: search.counters(depth), path: search.path, h0: None, bound: None }
    }
}

/// A count of its own, which is a column of tables, charts, filters and claims.
static CUT_OFF: AttributeRow = AttributeRow {
    name: "x_cut_off",
    is_integer: true,
    unit: "nodes",
    meaning: "Nodes that the depth cut off, in all iterations.",
};

/// Every level is a call.
const MAX_DEPTH: Cost = 1000;

struct Search<'a, D: Domain> {
    domain: &'a D,
    limits: LimitChecker<'a>,
    /// The path to the goal, the last operator first.
    path: Vec<D::Op>,
    /// Whether the depth cut off a node that has successors.
    is_cut_off: bool,
    /// The number of nodes that the depth cut off in all iterations.
    cut_off: u64,
}

impl<D: Domain> Search<'_, D> {
    /// Whether the goal is reached from `state` by at most `depth` operators.
    fn descend(&mut self, state: D::State, parent_op: D::Op, depth: Cost) -> Result<bool, Termination> {
        let ops = self.domain.ops(state, parent_op);
        if depth == 0 {
            self.is_cut_off |= !ops.is_empty();
            self.cut_off += 1;
            return Ok(false);
        }
        self.limits.expand(D::MAX_BRANCHING)?;
        for &op in ops {
            self.limits.generated += 1;
            let child = self.domain.apply(state, op);
            if self.domain.is_goal(child) || self.descend(child, op, depth - 1)? {
                self.path.push(op);
                return Ok(true);
            }
            self.limits.may_continue()?;
        }
        Ok(false)
    }

    fn counters(&self, depth: Cost) -> Counters {
        Counters {
            generated: self.limits.generated,
            expanded: self.limits.expanded,
            iterations: depth.into(),
            peak_open: u64::from(depth) + 1,
            ..Counters::default()
        }
    }
}

// Without a heuristic, depth-first searches take exponential time.
tilebench::algorithm_conformance!(IterativeDeepening: 15);

fn main() -> ExitCode {
    let mut registry = Registry::builtin();
    registry.algorithm::<IterativeDeepening>();
    registry.attribute(&CUT_OFF);
    registry.instance_set("symmetric", include_str!("../symmetric.csv"));
    tilebench::main(registry)
}
