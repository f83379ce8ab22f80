//! Hybrids of A* and a search in little memory, stopped at any point of A*.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use tilebench_core::{Cost, Domain, Limits, NoObserver, Outcome, SearchContext, StopFlag, Termination, path_cost};
use tilebench_heuristics::manhattan;
use tilebench_puzzle::{Generator, Goal, OperatorOrder, Puzzle, Size};
use tilebench_solvers::best_first::AStar;
use tilebench_solvers::hybrid::{AStarBfhs, AStarIdaStar};
use tilebench_solvers::ida_star::{IdaStar, recursive_engine};
use tilebench_solvers::{
    AnyHeuristic, ErasedHeuristic, Options, Problem, SearchAlgorithm, SearchDomain, TypedHeuristic,
};
use tilebench_testkit::{ExplicitGraph, NodeEstimates, WeightedGraph};

fn run<A: SearchAlgorithm, D: SearchDomain>(
    (domain, heuristic, start): (&D, &dyn AnyHeuristic<D>, D::State),
    options: &[(&str, u64)],
    limits: Limits,
) -> Outcome<D::Op> {
    let no_factory = |_: &D| Err("one direction".to_owned());
    let problem = Problem {
        domain,
        heuristic,
        erased: &ErasedHeuristic::new(heuristic),
        heuristic_factory: &no_factory,
        start,
        automaton: None,
    };
    let options: Vec<_> = options.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
    let stop = StopFlag::new();
    let mut context = SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    A::run(&problem, &Options::new(&options), &mut context)
}

fn puzzle() -> Puzzle<u64> {
    let goal = Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap();
    Puzzle::new(&goal, &OperatorOrder::default()).unwrap()
}

/// Checks that a path leads from `start` to a goal, and returns its cost.
fn cost<D: Domain>(domain: &D, start: D::State, outcome: &Outcome<D::Op>) -> Cost {
    let reached = outcome.path.iter().fold(start, |state, &op| {
        assert!(domain.ops(state, domain.root_op(state)).contains(&op));
        domain.apply(state, op)
    });
    assert!(domain.is_goal(reached));
    path_cost(domain, start, &outcome.path)
}

/// A hybrid finds paths as long as those of A* after every number of nodes of A*, and is A* if that finds a path first.
fn check_every_switch<A: SearchAlgorithm>() {
    let puzzle = puzzle();
    let heuristic = TypedHeuristic::new(manhattan(&puzzle), recursive_engine);
    let mut generator = Generator::new(11);
    for _ in 0..10 {
        let start = puzzle.state(&generator.board(puzzle.goal())).unwrap();
        let problem = (&puzzle, &heuristic as &dyn AnyHeuristic<_>, start);
        let astar = run::<AStar, _>(problem, &[], Limits::NONE);
        for nodes in [1, 2, 5, 9, 30, 100, 101, 102, 103, 400, 1000, 1_000_000] {
            let hybrid = run::<A, _>(problem, &[("astar-nodes", nodes)], Limits::NONE);
            assert_eq!(hybrid.end, Termination::Solved, "{nodes}");
            assert_eq!(hybrid.path.len(), astar.path.len(), "{nodes}");
            cost(&puzzle, start, &hybrid);
            assert!(hybrid.counters.iterations == 0 || nodes < astar.counters.generated + 4, "{nodes}");
            if hybrid.counters.iterations == 0 {
                assert_eq!((hybrid.path, hybrid.counters), (astar.path.clone(), astar.counters));
            }
        }
    }
}

#[test]
fn astar_idastar_is_optimal_after_any_number_of_nodes_of_astar() {
    check_every_switch::<AStarIdaStar>();
}

#[test]
fn astar_bfhs_is_optimal_after_any_number_of_nodes_of_astar() {
    check_every_switch::<AStarBfhs>();
}

/// Under any memory limit a hybrid finds a shortest path or ends as out of memory, and does not exceed the limit.
fn check_every_memory_limit<A: SearchAlgorithm>() -> usize {
    let puzzle = puzzle();
    let heuristic = TypedHeuristic::new(manhattan(&puzzle), recursive_engine);
    let mut generator = Generator::new(11);
    let mut rescued = 0;
    for _ in 0..10 {
        let start = puzzle.state(&generator.board(puzzle.goal())).unwrap();
        let problem = (&puzzle, &heuristic as &dyn AnyHeuristic<_>, start);
        let astar = run::<AStar, _>(problem, &[], Limits::NONE);
        for bytes in (1000..80_000).step_by(1009) {
            let limits = Limits { bytes, ..Limits::NONE };
            let hybrid = run::<A, _>(problem, &[], limits);
            assert!(hybrid.counters.peak_bytes <= bytes, "{bytes}");
            match hybrid.end {
                Termination::Solved => {
                    assert_eq!(cost(&puzzle, start, &hybrid) as usize, astar.path.len(), "{bytes}");
                    rescued += usize::from(run::<AStar, _>(problem, &[], limits).end == Termination::MemoryLimit);
                }
                end => assert_eq!(end, Termination::MemoryLimit, "{bytes}"),
            }
        }
    }
    rescued
}

#[test]
fn astar_idastar_solves_what_astar_has_no_memory_for() {
    assert!(check_every_memory_limit::<AStarIdaStar>() > 100);
}

#[test]
fn astar_bfhs_keeps_every_memory_limit() {
    check_every_memory_limit::<AStarBfhs>();
}

#[test]
fn astar_idastar_generates_fewer_nodes_than_idastar() {
    let puzzle = puzzle();
    let heuristic = TypedHeuristic::new(manhattan(&puzzle), recursive_engine);
    let mut generator = Generator::new(5);
    let (mut hybrid, mut deepening) = (0, 0);
    for _ in 0..20 {
        let start = puzzle.state(&generator.board(puzzle.goal())).unwrap();
        let problem = (&puzzle, &heuristic as &dyn AnyHeuristic<_>, start);
        hybrid += run::<AStarIdaStar, _>(problem, &[("astar-nodes", 300)], Limits::NONE).counters.generated;
        deepening += run::<IdaStar, _>(problem, &[], Limits::NONE).counters.generated;
    }
    assert!(hybrid < deepening, "{hybrid} {deepening}");
}

type EdgeList = Vec<(usize, usize, Cost)>;

fn edges(costs: std::ops::Range<Cost>) -> impl Strategy<Value = EdgeList> {
    let edge = (0usize..9, 0usize..9, costs).prop_filter("no loops", |(a, b, _)| a != b);
    prop::collection::vec(edge, 6..18).prop_map(|edges| {
        let mut kept = EdgeList::new();
        for (a, b, cost) in edges {
            let degree = |node| kept.iter().filter(|(c, d, _)| *c == node || *d == node).count();
            let is_known = kept.iter().any(|&(c, d, _)| (c, d) == (a, b) || (c, d) == (b, a));
            if !is_known && degree(a) < 8 && degree(b) < 8 {
                kept.push((a, b, cost));
            }
        }
        kept
    })
}

/// A hybrid finds paths of least cost in a graph with admissible estimates, which need not be consistent.
fn check_graph<A: SearchAlgorithm, const UNIT: bool>(
    graph: impl Fn(&[Cost]) -> ExplicitGraph<UNIT>,
    seed: u64,
    nodes: u64,
) {
    let distances = graph(&[0; 9]).distances();
    let share = |node: usize| Cost::try_from(seed >> (4 * node) & 15).unwrap();
    let estimate = |(node, distance): (usize, &Option<Cost>)| distance.unwrap_or(20) * share(node) / 15;
    let estimates: Vec<Cost> = distances.iter().enumerate().map(estimate).collect();
    let graph = graph(&estimates);
    let heuristic = TypedHeuristic::new(NodeEstimates::new(estimates), recursive_engine);
    let longest = distances.iter().flatten().max().copied().unwrap_or(0);
    for (start, distance) in distances.iter().enumerate() {
        let limits = Limits { depth: longest, generated: 100_000, ..Limits::NONE };
        let outcome = run::<A, _>((&graph, &heuristic, start), &[("astar-nodes", nodes)], limits);
        match outcome.end {
            Termination::Solved => assert_eq!(Some(cost(&graph, start, &outcome)), *distance, "from {start}"),
            Termination::NodeLimit => {}
            Termination::Exhausted | Termination::DepthLimit => assert_eq!(*distance, None, "from {start}"),
            end => panic!("from {start}: {end:?}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn astar_idastar_is_optimal_with_inconsistent_heuristics(
        edges in edges(1..10), seed in any::<u64>(), nodes in 1u64..60,
    ) {
        check_graph::<AStarIdaStar, false>(|h| WeightedGraph::with_costs(&edges, 0, h), seed, nodes);
    }

    #[test]
    fn astar_bfhs_is_optimal_with_inconsistent_heuristics(
        edges in edges(1..2), seed in any::<u64>(), nodes in 1u64..60,
    ) {
        let pairs: Vec<_> = edges.iter().map(|&(a, b, _)| (a, b)).collect();
        check_graph::<AStarBfhs, true>(|h| ExplicitGraph::new(&pairs, 0, h), seed, nodes);
    }
}
