//! Graphs with inconsistent heuristics, on which states are expanded again on shorter paths.

use proptest::prelude::*;
use tilebench_core::{Cost, Limits, NoObserver, SearchContext, StopFlag, Termination};
use tilebench_solvers::best_first::Config;
use tilebench_solvers::bfs;
use tilebench_testkit::ExplicitGraph;

use super::{on_disk, with_tie};
use tilebench_solvers::best_first::TieBreak;

/// A short way 0-1-2 and a long way 0-4-5-2 to node 2, and from there a tail to the goal, 9: an
/// admissible estimate under which the long way is expanded first.
fn misled() -> ExplicitGraph {
    let pairs = [(0, 1), (1, 2), (0, 4), (4, 5), (5, 2), (2, 3), (3, 6), (6, 7), (7, 8), (8, 9)];
    ExplicitGraph::new(&pairs, 9, &[0, 6, 0, 0, 0, 0, 0, 0, 0, 0])
}

#[test]
fn a_shorter_path_to_an_expanded_state_reopens_it_if_reopening_is_on() {
    for reopen in [true, false] {
        let graph = misled();
        let params = Config { reopen, ..Config::default() };
        let outcome = on_disk(&graph, &graph.heuristic(), 0, &params, u64::MAX);
        assert_eq!(outcome.end, Termination::Solved);
        assert_eq!(outcome.path.len(), if reopen { 7 } else { 8 });
        assert_eq!(outcome.counters.reopened > 0, reopen, "{:?}", outcome.counters);
    }
}

/// Connected graphs with admissible estimates that need not be consistent, and the distance from 0 to
/// the goal.
fn graphs() -> impl Strategy<Value = (ExplicitGraph, Cost)> {
    let nodes = 24_usize;
    let edges = prop::collection::vec((0..nodes, 0..nodes), 4..24);
    let parts = prop::collection::vec(0..=4_u32, nodes);
    (edges, parts).prop_map(move |(extra, parts)| {
        let mut pairs: Vec<(usize, usize)> = (1..nodes).map(|node| (node - 1, node)).collect();
        for (a, b) in extra {
            let degree = |node| pairs.iter().filter(|&&(a, b)| a == node || b == node).count();
            if a != b && degree(a) < 8 && degree(b) < 8 && !pairs.contains(&(a, b)) && !pairs.contains(&(b, a)) {
                pairs.push((a, b));
            }
        }
        let goal = nodes - 1;
        let distances = distances(&pairs, goal, nodes);
        let estimates: Vec<Cost> = distances.iter().zip(&parts).map(|(distance, part)| distance * part / 4).collect();
        (ExplicitGraph::new(&pairs, goal, &estimates), distances[0])
    })
}

fn distances(pairs: &[(usize, usize)], goal: usize, nodes: usize) -> Vec<Cost> {
    let mut distances = vec![Cost::MAX; nodes];
    distances[goal] = 0;
    for _ in 0..nodes {
        for &(a, b) in pairs {
            distances[a] = distances[a].min(distances[b].saturating_add(1));
            distances[b] = distances[b].min(distances[a].saturating_add(1));
        }
    }
    distances
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn admissible_estimates_that_are_not_consistent_give_shortest_paths((graph, distance) in graphs(), low in any::<bool>()) {
        let tie = if low { TieBreak::LowG } else { TieBreak::HighG };
        let outcome = on_disk(&graph, &graph.heuristic(), 0, &with_tie(tie), u64::MAX);
        prop_assert_eq!((outcome.end, outcome.path.len()), (Termination::Solved, distance as usize));
    }
}

#[test]
fn a_goal_out_of_reach_exhausts_the_space() {
    let graph = ExplicitGraph::new(&[(0, 1), (1, 2), (2, 0)], 3, &[0, 0, 0, 0]);
    let outcome = on_disk(&graph, &graph.heuristic(), 0, &Config::default(), u64::MAX);
    assert_eq!((outcome.end, outcome.counters.expanded), (Termination::Exhausted, 3));
    let stop = StopFlag::new();
    let context =
        SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    assert_eq!(bfs::solve(&graph, 0, &context).counters.expanded, 3);
}
