//! Small explicit graphs, which lead algorithms into cases that are rare in puzzles.

use tilebench_core::{Bidirectional, BitPacked, Cost, Domain, Heuristic};

/// An undirected graph with a goal node and a heuristic value per node. Its edges cost 1 if `UNIT`, else any cost.
#[derive(Clone, Debug)]
pub struct ExplicitGraph<const UNIT: bool = true> {
    /// By node: its edges in operator order.
    edges: Vec<Vec<(usize, usize)>>,
    /// By node: the costs of its edges.
    costs: Vec<Vec<Cost>>,
    goal: usize,
    estimates: Vec<Cost>,
}

/// An explicit graph whose edges have costs.
pub type WeightedGraph = ExplicitGraph<false>;

impl ExplicitGraph {
    /// The graph with an undirected edge for each of `pairs`, and a node for each of `estimates`.
    ///
    /// # Panics
    ///
    /// If a pair names a node that has no estimate.
    #[must_use]
    pub fn new(pairs: &[(usize, usize)], goal: usize, estimates: &[Cost]) -> Self {
        let edges: Vec<_> = pairs.iter().map(|&(a, b)| (a, b, 1)).collect();
        Self::build(&edges, goal, estimates)
    }
}

impl WeightedGraph {
    /// The graph with an undirected edge between two nodes for each of `edges`, given with its cost, and a node for each of
    /// `estimates`.
    ///
    /// # Panics
    ///
    /// If an edge names a node that has no estimate.
    #[must_use]
    pub fn with_costs(edges: &[(usize, usize, Cost)], goal: usize, estimates: &[Cost]) -> Self {
        Self::build(edges, goal, estimates)
    }
}

impl<const UNIT: bool> ExplicitGraph<UNIT> {
    fn build(pairs: &[(usize, usize, Cost)], goal: usize, estimates: &[Cost]) -> Self {
        let mut edges = vec![Vec::new(); estimates.len()];
        let mut costs = vec![Vec::new(); estimates.len()];
        for &(a, b, cost) in pairs {
            edges[a].push((a, b));
            costs[a].push(cost);
            edges[b].push((b, a));
            costs[b].push(cost);
        }
        Self { edges, costs, goal, estimates: estimates.to_vec() }
    }

    /// The graph's own estimates as a heuristic.
    #[must_use]
    pub fn heuristic(&self) -> NodeEstimates {
        NodeEstimates(self.estimates.clone())
    }

    /// The cost of a cheapest path from each node to the goal; `None` if there is no path. Every edge is relaxed once per
    /// node (Bellman and Ford), which shares nothing with the algorithms.
    #[must_use]
    pub fn distances(&self) -> Vec<Option<Cost>> {
        let mut distances = vec![None; self.edges.len()];
        distances[self.goal] = Some(0);
        for _ in 0..self.edges.len() {
            for (from, edges) in self.edges.iter().enumerate() {
                for (&(_, to), cost) in edges.iter().zip(&self.costs[from]) {
                    if let Some(distance) = distances[to].map(|distance: Cost| distance + cost)
                        && distances[from].is_none_or(|known| distance < known)
                    {
                        distances[from] = Some(distance);
                    }
                }
            }
        }
        distances
    }
}

/// The estimates of an explicit graph.
#[derive(Clone, Debug)]
pub struct NodeEstimates(Vec<Cost>);

impl NodeEstimates {
    /// The estimate of each node.
    #[must_use]
    pub fn new(estimates: Vec<Cost>) -> Self {
        Self(estimates)
    }
}

impl<const UNIT: bool> Heuristic<ExplicitGraph<UNIT>> for NodeEstimates {
    type Cache = Cost;

    fn initial(&self, _: &ExplicitGraph<UNIT>, state: usize) -> Cost {
        self.0[state]
    }

    fn step(&self, _: &ExplicitGraph<UNIT>, _: Cost, _: usize, op: (usize, usize)) -> Cost {
        self.0[op.1]
    }

    fn h(&self, cache: Cost) -> Cost {
        cache
    }
}

impl<const UNIT: bool> Domain for ExplicitGraph<UNIT> {
    type State = usize;
    type Key = u64;
    type Op = (usize, usize);

    const MAX_BRANCHING: u64 = 8;
    const UNIT_COST: bool = UNIT;

    fn cost(&self, state: usize, op: (usize, usize)) -> Cost {
        let at = self.edges[state].iter().position(|edge| *edge == op).expect("an edge of the node");
        self.costs[state][at]
    }

    fn min_cost(&self) -> Cost {
        self.costs.iter().flatten().copied().min().unwrap_or(1)
    }

    fn root_op(&self, start: usize) -> (usize, usize) {
        (start, start)
    }

    /// All edges: without pruning of inverse operators duplicates arise.
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
        usize::try_from(key).expect("a node")
    }
}

impl<const UNIT: bool> Bidirectional for ExplicitGraph<UNIT> {
    fn goal(&self) -> usize {
        self.goal
    }

    fn with_goal(&self, goal: usize) -> Self {
        Self { goal, ..self.clone() }
    }
}

/// The number of a state is its node. The number of an operator is the node that its edge leaves.
impl<const UNIT: bool> BitPacked for ExplicitGraph<UNIT> {
    type Code = u64;

    const OP_BITS: u32 = 16;

    fn code_bits(&self) -> u32 {
        Self::OP_BITS
    }

    fn encode(&self, state: usize) -> u64 {
        state as u64
    }

    fn decode(&self, code: u64) -> usize {
        usize::try_from(code).expect("a node")
    }

    fn op_number(op: (usize, usize)) -> u32 {
        u32::try_from(op.0).expect("a node")
    }

    fn incoming_op(&self, state: usize, number: u32) -> (usize, usize) {
        (number as usize, state)
    }
}
