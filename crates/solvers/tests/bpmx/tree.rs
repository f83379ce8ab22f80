//! Trees, which unlike graphs can be exhausted.

use proptest::prelude::*;
use tilebench_core::{Cost, Domain, Heuristic};

/// A tree searched from its root, node 0, without ever going back up, so that it can be exhausted.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    /// By node: the pairs of it and each of its children.
    children: Vec<Vec<(usize, usize)>>,
    estimates: Vec<Cost>,
    /// A node, or none of them.
    goal: usize,
}

/// Random trees in which no goal can be reached, so that every estimate is admissible.
pub(crate) fn trees_without_goal() -> impl Strategy<Value = Tree> {
    (1..60usize).prop_flat_map(|nodes| {
        let earlier = prop::collection::vec(any::<prop::sample::Index>(), nodes - 1);
        (earlier, prop::collection::vec(0..20u32, nodes)).prop_map(move |(earlier, estimates)| {
            let pairs = earlier.iter().enumerate().map(|(at, earlier)| (earlier.index(at + 1), at + 1));
            Tree::new(&pairs.collect::<Vec<_>>(), nodes, &estimates)
        })
    })
}

impl Tree {
    /// The tree of these pairs of parent and child, with a node for each of `estimates`.
    pub(crate) fn new(pairs: &[(usize, usize)], goal: usize, estimates: &[Cost]) -> Self {
        let mut children = vec![Vec::new(); estimates.len()];
        for &(parent, child) in pairs {
            children[parent].push((parent, child));
        }
        Self { children, estimates: estimates.to_vec(), goal }
    }

    /// A path of `moves` moves to the goal, with its distances as estimates.
    pub(crate) fn line(moves: usize) -> Self {
        let pairs: Vec<_> = (0..moves).map(|at| (at, at + 1)).collect();
        let estimates = (0..=moves).rev().map(|left| Cost::try_from(left).unwrap());
        Self::new(&pairs, moves, &estimates.collect::<Vec<_>>())
    }

    /// The number of nodes.
    pub(crate) fn nodes(&self) -> u64 {
        self.estimates.len() as u64
    }
}

/// The estimates of a [`Tree`].
#[derive(Debug)]
pub(crate) struct TreeHeuristic;

impl Heuristic<Tree> for TreeHeuristic {
    type Cache = Cost;

    fn initial(&self, tree: &Tree, state: usize) -> Cost {
        tree.estimates[state]
    }

    fn step(&self, tree: &Tree, _: Cost, _: usize, op: (usize, usize)) -> Cost {
        tree.estimates[op.1]
    }

    fn h(&self, cache: Cost) -> Cost {
        cache
    }
}

impl Domain for Tree {
    type State = usize;
    type Key = u64;
    type Op = (usize, usize);

    const MAX_BRANCHING: u64 = 60;

    fn root_op(&self, start: usize) -> (usize, usize) {
        (start, start)
    }

    fn ops(&self, state: usize, _: (usize, usize)) -> &[(usize, usize)] {
        &self.children[state]
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
