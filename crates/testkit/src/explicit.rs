//! Tiny explicit graphs, on which algorithms can be forced down paths that puzzles rarely take.

use tilebench_core::{Compact, Cost, Domain, Heuristic};

/// An undirected graph with unit-cost edges, a goal node, and a heuristic value for each node.
#[derive(Clone, Debug)]
pub struct ExplicitGraph {
    /// By node: its edges in operator order.
    edges: Vec<Vec<(usize, usize)>>,
    goal: usize,
    estimates: Vec<Cost>,
}

impl ExplicitGraph {
    /// The graph with an edge both ways between each of `pairs`, and a node for each of
    /// `estimates`.
    ///
    /// # Panics
    ///
    /// Where a pair names a node that has no estimate.
    #[must_use]
    pub fn new(pairs: &[(usize, usize)], goal: usize, estimates: &[Cost]) -> Self {
        let mut edges = vec![Vec::new(); estimates.len()];
        for &(a, b) in pairs {
            edges[a].push((a, b));
            edges[b].push((b, a));
        }
        Self { edges, goal, estimates: estimates.to_vec() }
    }

    /// The graph's own estimates as a heuristic.
    #[must_use]
    pub fn heuristic(&self) -> impl Heuristic<Self> + use<> {
        Estimates(self.estimates.clone())
    }
}

#[derive(Debug)]
struct Estimates(Vec<Cost>);

impl Heuristic<ExplicitGraph> for Estimates {
    type Cache = Cost;
    type Question = ();

    fn root(&self, _: &ExplicitGraph, state: usize) -> Cost {
        self.0[state]
    }

    fn step(&self, _: &ExplicitGraph, _: Cost, _: usize, op: (usize, usize)) -> Cost {
        self.0[op.1]
    }

    fn h(&self, cache: Cost) -> Cost {
        cache
    }
}

impl Domain for ExplicitGraph {
    type State = usize;
    type Key = u64;
    type Op = (usize, usize);

    const BRANCHING: u64 = 8;

    fn arrival(&self, start: usize) -> (usize, usize) {
        (start, start)
    }

    /// All edges: the graph is too small for pruning to matter, and without it duplicates arise.
    fn ops(&self, state: usize, _: (usize, usize)) -> &[(usize, usize)] {
        &self.edges[state]
    }

    fn apply(&self, _: usize, op: (usize, usize)) -> usize {
        op.1
    }

    fn inverse(&self, op: (usize, usize)) -> (usize, usize) {
        (op.1, op.0)
    }

    fn is_goal(&self, state: usize) -> bool {
        state == self.goal
    }

    fn pack(&self, state: usize) -> u64 {
        state as u64
    }

    fn unpack(&self, key: u64) -> usize {
        usize::try_from(key).unwrap_or(usize::MAX)
    }
}

/// A node's number is the node; an edge's the node that it leaves.
impl Compact for ExplicitGraph {
    type Code = u64;

    const OP_BITS: u32 = 16;

    fn code_bits(&self) -> u32 {
        Self::OP_BITS
    }

    fn encode(&self, state: usize) -> u64 {
        state as u64
    }

    fn decode(&self, code: u64) -> usize {
        usize::try_from(code).unwrap_or(usize::MAX)
    }

    fn op_number(op: (usize, usize)) -> u32 {
        u32::try_from(op.0).unwrap_or(u32::MAX)
    }

    fn arrived_by(&self, state: usize, number: u32) -> (usize, usize) {
        (number as usize, state)
    }
}
