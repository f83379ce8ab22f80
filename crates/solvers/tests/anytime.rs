//! Anytime algorithms on explicit graphs with costs: incumbents strictly improve and end optimal, and no limit loses them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::prelude::*;
use tilebench_core::{
    Cost, Incumbent, Limits, Observer, Outcome, SearchContext, StopFlag, StopReason, Termination, path_cost,
};
use tilebench_solvers::ida_star::recursive_engine;
use tilebench_solvers::{
    AlgorithmRow, AnyHeuristic, ErasedHeuristic, Guarantee, Options, Problem, TypedHeuristic, algorithms,
};
use tilebench_testkit::WeightedGraph;

/// Keeps the costs and the bounds of the incumbents that are reported.
#[derive(Default)]
struct Reports(Vec<(Cost, Option<Cost>)>);

impl Observer for Reports {
    fn incumbent(&mut self, incumbent: &Incumbent) -> Result<(), Termination> {
        self.0.push((incumbent.cost, incumbent.bound));
        Ok(())
    }
}

fn run(
    row: &AlgorithmRow<WeightedGraph>,
    graph: &WeightedGraph,
    limits: Limits,
    stop: &StopFlag,
) -> (Outcome<(usize, usize)>, Reports) {
    let heuristic = TypedHeuristic::new(graph.heuristic(), recursive_engine);
    let factory = |_: &WeightedGraph| -> Result<Box<dyn AnyHeuristic<_>>, String> { Err("one goal".to_owned()) };
    let erased = ErasedHeuristic::new(&heuristic);
    let problem = Problem {
        domain: graph,
        heuristic: &heuristic,
        erased: &erased,
        heuristic_factory: &factory,
        start: 0,
        automaton: None,
    };
    let mut reports = Reports::default();
    let context = &mut SearchContext { limits, stop, observer: &mut reports, scratch: None, seed: 0 };
    let outcome = (row.run)(&problem, &Options::default(), context);
    (outcome, reports)
}

fn anytime_algorithms() -> impl Iterator<Item = AlgorithmRow<WeightedGraph>> {
    algorithms().into_iter().filter(|row| row.algorithm.guarantee == Guarantee::Anytime)
}

/// Checks that reports strictly improve in cost or bound, and that they agree with the outcome.
fn check_reports(row: &AlgorithmRow<WeightedGraph>, outcome: &Outcome<(usize, usize)>, cost: Cost, reports: &Reports) {
    for pair in reports.0.windows(2) {
        let ((before, old_bound), (after, new_bound)) = (pair[0], pair[1]);
        assert!(
            after < before || (after == before && new_bound > old_bound),
            "{row:?}: {reports:?}",
            reports = reports.0
        );
        assert!(new_bound >= old_bound, "{row:?}: {:?}", reports.0);
    }
    let last = reports.0.last().map(|(last, _)| *last);
    assert_eq!(last, Some(cost), "{row:?}: the last incumbent is the answer");
    assert!(reports.0.last().unwrap().1 <= outcome.bound, "{row:?}");
}

/// A path of `length` cheap edges, and shortcuts that cost more than the part of the path that they replace.
fn ladder(length: usize) -> WeightedGraph {
    let path = (0..length).map(|node| (node, node + 1, 1));
    let shortcuts = (0..length - 3).map(|node| (node, node + 3, 4 + Cost::try_from(node % 3).unwrap()));
    let edges: Vec<_> = path.chain(shortcuts).collect();
    // Few edges remain: an underestimate that is not consistent.
    let estimates: Vec<Cost> =
        (0..=length).map(|node| Cost::try_from((length - node) * (node % 4) / 4).unwrap()).collect();
    WeightedGraph::with_costs(&edges, length, &estimates)
}

#[test]
fn a_node_limit_stops_an_anytime_search_without_loss() {
    let graph = ladder(14);
    for row in anytime_algorithms() {
        let stop = StopFlag::new();
        let (free, _) = run(&row, &graph, Limits { depth: 100, ..Limits::NONE }, &stop);
        assert_eq!(
            (free.end, path_cost(&graph, 0, &free.path), free.bound),
            (Termination::Solved, 14, Some(14)),
            "{row:?}"
        );
        let mut stopped = 0;
        let limits: Vec<u64> = (0..200).map(|step| 1 + step * free.counters.generated / 200).collect();
        for generated in limits {
            let (outcome, reports) = run(&row, &graph, Limits { generated, depth: 100, ..Limits::NONE }, &stop);
            if reports.0.is_empty() {
                assert_eq!((outcome.end, outcome.path.len()), (Termination::NodeLimit, 0), "{row:?}");
                continue;
            }
            let cost = path_cost(&graph, 0, &outcome.path);
            assert_eq!(outcome.end, Termination::Solved, "{row:?}");
            assert!(outcome.bound.is_none_or(|bound| bound <= 14) && 14 <= cost, "{row:?}: {outcome:?}");
            check_reports(&row, &outcome, cost, &reports);
            stopped += u32::from(outcome.bound < Some(cost));
        }
        assert!(stopped > 0, "{row:?} was never stopped with an incumbent");
    }
}

#[test]
fn a_cancelled_anytime_search_has_no_answer() {
    for row in anytime_algorithms() {
        let stop = StopFlag::new();
        stop.raise(StopReason::Cancel);
        let (outcome, _) = run(&row, &ladder(14), Limits::NONE, &stop);
        assert_eq!((outcome.end, outcome.path.len()), (Termination::Cancelled, 0), "{row:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn incumbents_strictly_improve_and_end_optimal(
        edges in prop::collection::vec((0usize..7, 0usize..7, 1u32..12), 5..12), shares in prop::collection::vec(0u32..16, 7),
    ) {
        // No node has more than eight edges, none is a loop or there twice.
        let mut kept: Vec<(usize, usize, Cost)> = Vec::new();
        for (a, b, cost) in edges {
            let degree = |node| kept.iter().filter(|&&(c, d, _)| c == node || d == node).count();
            if a != b && degree(a) < 8 && degree(b) < 8 && !kept.iter().any(|&(c, d, _)| (c, d) == (a, b) || (c, d) == (b, a)) {
                kept.push((a, b, cost));
            }
        }
        let distances = WeightedGraph::with_costs(&kept, 6, &[0; 7]).distances();
        let estimates: Vec<Cost> =
            distances.iter().zip(&shares).map(|(distance, share)| distance.unwrap_or(20) * share / 15).collect();
        let estimates: Vec<Cost> =
            distances.iter().zip(estimates).map(|(distance, h)| h.min(distance.unwrap_or(20))).collect();
        let graph = WeightedGraph::with_costs(&kept, 6, &estimates);
        for row in anytime_algorithms() {
            let limits = Limits { depth: 60, generated: 200_000, ..Limits::NONE };
            let (outcome, reports) = run(&row, &graph, limits, &StopFlag::new());
            let Some(distance) = distances[0] else {
                prop_assert!(outcome.end != Termination::Solved && reports.0.is_empty(), "{:?}", row);
                continue;
            };
            prop_assert_eq!(outcome.end, Termination::Solved, "{:?}", row);
            let cost = path_cost(&graph, 0, &outcome.path);
            check_reports(&row, &outcome, cost, &reports);
            prop_assert!(outcome.bound.is_none_or(|bound| bound <= distance) && distance <= cost, "{:?}", row);
            if outcome.counters.generated < 190_000 {
                prop_assert_eq!((cost, outcome.bound), (distance, Some(distance)), "{:?}", row);
            }
        }
    }
}
