//! Graphs with inconsistent heuristics, on which states are expanded again on shorter paths.

use proptest::prelude::*;
use tilebench_core::{BitPacked, Cost, Domain, Termination};
use tilebench_solvers::best_first::{Config, TieBreak};
use tilebench_testkit::ExplicitGraph;

use super::{packed, plain, with_tie};

#[test]
fn a_shorter_path_to_an_expanded_state_reopens_it_if_reopening_is_on() {
    // A short way 0-1-2 and a long way 0-4-5-2 to node 2, which is expanded first.
    let pairs = [(0, 1), (1, 2), (0, 4), (4, 5), (5, 2), (2, 3), (3, 6), (6, 7), (7, 8), (8, 9)];
    let graph = ExplicitGraph::new(&pairs, 9, &[0, 6, 0, 0, 0, 0, 0, 0, 0, 0]);
    for reopen in [true, false] {
        let params = Config { reopen, ..Config::default() };
        let outcome = packed(&graph, &graph.heuristic(), 0, &params);
        assert_eq!((outcome.end, outcome.path.len()), (Termination::Solved, if reopen { 7 } else { 8 }));
        assert_eq!(outcome.counters.reopened > 0, reopen, "{:?}", outcome.counters);
    }
}

#[test]
fn a_goal_out_of_reach_exhausts_the_space() {
    let graph = ExplicitGraph::new(&[(0, 1), (1, 2), (2, 0)], 3, &[0, 0, 0, 0]);
    let outcome = packed(&graph, &graph.heuristic(), 0, &Config::default());
    assert_eq!((outcome.end, outcome.counters.expanded), (Termination::Exhausted, 3));
}

/// The whole numbers from 0, each with the next, and 600 for a goal; in the number of bits of a 4x4 board.
#[derive(Debug)]
struct LineDomain;

impl Domain for LineDomain {
    type State = u64;
    type Key = u64;
    type Op = u64;

    const MAX_BRANCHING: u64 = 2;

    fn root_op(&self, start: u64) -> u64 {
        start
    }

    fn ops(&self, state: u64, _: u64) -> &[u64] {
        if state == 0 { &[1] } else { &[0, 1] }
    }

    fn apply(&self, state: u64, op: u64) -> u64 {
        (state + 2 * op) - 1
    }

    fn inverse(&self, op: u64) -> u64 {
        1 - op
    }

    fn is_goal(&self, state: u64) -> bool {
        state == 600
    }

    fn pack(&self, state: u64) -> u64 {
        state
    }

    fn unpack(&self, key: u64) -> u64 {
        key
    }
}

impl BitPacked for LineDomain {
    type Code = u64;

    const OP_BITS: u32 = 2;

    fn code_bits(&self) -> u32 {
        60
    }

    fn encode(&self, state: u64) -> u64 {
        state
    }

    fn decode(&self, code: u64) -> u64 {
        code
    }

    fn op_number(op: u64) -> u32 {
        u32::try_from(op & 1).unwrap()
    }

    fn incoming_op(&self, _: u64, number: u32) -> u64 {
        u64::from(number)
    }
}

#[test]
fn paths_longer_than_the_initial_bits_of_g_make_the_table_grow() {
    let outcome = packed(&LineDomain, &tilebench_core::Blind, 0, &Config::default());
    assert_eq!((outcome.end, outcome.path), (Termination::Solved, vec![1; 600]));
    // g has 8 bits in the first table, of 256 KiB, and needs 10, which a table of 1 MiB has.
    assert!(outcome.counters.peak_bytes >= 1024 << 10, "{:?}", outcome.counters);
}

/// Connected graphs with admissible estimates that need not be consistent.
fn graphs() -> impl Strategy<Value = ExplicitGraph> {
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
        let blind = ExplicitGraph::new(&pairs, goal, &vec![0; nodes]);
        let distance = |from| plain(&blind, &tilebench_core::Blind, from, &Config::default()).path.len();
        let part = |(node, part): (usize, &Cost)| Cost::try_from(distance(node)).unwrap() * part / 4;
        let estimates: Vec<Cost> = parts.iter().enumerate().map(part).collect();
        ExplicitGraph::new(&pairs, goal, &estimates)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn admissible_estimates_that_are_not_consistent_give_shortest_paths(graph in graphs(), low in any::<bool>()) {
        let tie = if low { TieBreak::LowG } else { TieBreak::HighG };
        let outcome = packed(&graph, &graph.heuristic(), 0, &with_tie(tie));
        let expected = plain(&graph, &tilebench_core::Blind, 0, &Config::default());
        prop_assert_eq!((outcome.end, outcome.path.len()), (Termination::Solved, expected.path.len()));
    }
}
