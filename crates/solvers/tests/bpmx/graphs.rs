//! Random connected graphs with random fractions of the distances as estimates.

use proptest::prelude::*;
use tilebench_core::Cost;
use tilebench_testkit::ExplicitGraph;

/// A connected graph of at most nine nodes, the last of which is the goal.
#[derive(Clone, Debug)]
pub(crate) struct RandomGraph {
    pub(crate) pairs: Vec<(usize, usize)>,
    /// By node: its distance to the goal.
    pub(crate) distances: Vec<Cost>,
    /// By node: its estimate as a fraction of the distance, in eighths.
    eighths: Vec<Cost>,
}

impl RandomGraph {
    /// The graph with estimates that are admissible and hardly ever consistent.
    pub(crate) fn inconsistent(&self) -> ExplicitGraph {
        let parts = self.distances.iter().zip(&self.eighths);
        self.with_estimates(&parts.map(|(distance, eighths)| distance * eighths / 8).collect::<Vec<_>>())
    }

    /// The graph with a fraction of each distance as its estimate, the same everywhere.
    pub(crate) fn consistent(&self) -> ExplicitGraph {
        self.with_estimates(&self.distances.iter().map(|distance| distance * self.eighths[0] / 8).collect::<Vec<_>>())
    }

    fn with_estimates(&self, estimates: &[Cost]) -> ExplicitGraph {
        ExplicitGraph::new(&self.pairs, estimates.len() - 1, estimates)
    }
}

/// Random graphs: each node is joined to an earlier one, and a few more pairs to each other.
pub(crate) fn graphs() -> impl Strategy<Value = RandomGraph> {
    (3..=9usize).prop_flat_map(|nodes| {
        let earlier = prop::collection::vec(any::<prop::sample::Index>(), nodes - 1);
        let more = prop::collection::vec((0..nodes, 0..nodes), 0..4);
        let eighths = prop::collection::vec(0..=8u32, nodes);
        (earlier, more, eighths).prop_map(|(earlier, more, eighths)| {
            let joined = earlier.iter().enumerate().map(|(at, earlier)| (earlier.index(at + 1), at + 1));
            let mut pairs: Vec<_> = joined.collect();
            for (a, b) in more {
                if a != b && !pairs.contains(&(a, b)) && !pairs.contains(&(b, a)) {
                    pairs.push((a, b));
                }
            }
            RandomGraph { distances: distances(&pairs, eighths.len()), pairs, eighths }
        })
    })
}

/// The distance of each node to the last.
fn distances(pairs: &[(usize, usize)], nodes: usize) -> Vec<Cost> {
    let mut distances = vec![Cost::MAX - 1; nodes];
    distances[nodes - 1] = 0;
    for _ in 0..nodes {
        for &(a, b) in pairs {
            distances[a] = distances[a].min(distances[b] + 1);
            distances[b] = distances[b].min(distances[a] + 1);
        }
    }
    distances
}
