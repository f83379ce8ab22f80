//! Hash-distributed A*: with one thread it is A*, with several it finds paths of the same cost and always ends.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use tilebench_core::{
    Cost, Domain, Limits, NoObserver, Outcome, SearchContext, StopFlag, StopReason, Termination, path_cost,
};
use tilebench_heuristics::manhattan;
use tilebench_puzzle::{Generator, Goal, OperatorOrder, Puzzle, Size};
use tilebench_solvers::best_first::{AStar, HdaStar};
use tilebench_solvers::ida_star::recursive_engine;
use tilebench_solvers::{
    AnyHeuristic, ErasedHeuristic, Options, Problem, SearchAlgorithm, SearchDomain, TypedHeuristic,
};
use tilebench_testkit::{NodeEstimates, WeightedGraph};

type Search<'a, D> = (&'a D, &'a dyn AnyHeuristic<D>, <D as Domain>::State);

fn run_until<A: SearchAlgorithm, D: SearchDomain>(
    (domain, heuristic, start): Search<'_, D>,
    threads: usize,
    limits: Limits,
    stop: &StopFlag,
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
    let options = Options::new(&[("threads".to_owned(), threads.to_string())]);
    let mut context = SearchContext { limits, stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    A::run(&problem, &options, &mut context)
}

fn run<A: SearchAlgorithm, D: SearchDomain>(search: Search<'_, D>, threads: usize, limits: Limits) -> Outcome<D::Op> {
    run_until::<A, D>(search, threads, limits, &StopFlag::new())
}

/// Checks that a path leads from `start` to a goal, and returns its cost.
fn cost<D: Domain>(domain: &D, start: D::State, path: &[D::Op]) -> Cost {
    assert!(domain.is_goal(path.iter().fold(start, |state, &op| domain.apply(state, op))));
    path_cost(domain, start, path)
}

fn puzzle() -> Puzzle<u64> {
    let goal = Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap();
    Puzzle::new(&goal, &OperatorOrder::default()).unwrap()
}

#[test]
fn one_thread_has_the_path_and_the_counts_of_astar_under_every_limit() {
    let puzzle = puzzle();
    let heuristic = TypedHeuristic::new(manhattan(&puzzle), recursive_engine);
    let mut generator = Generator::new(2);
    for _ in 0..20 {
        let start = puzzle.state(&generator.board(puzzle.goal())).unwrap();
        let search: Search<'_, _> = (&puzzle, &heuristic, start);
        let some = [Limits::NONE, Limits { generated: 300, ..Limits::NONE }, Limits { bytes: 40_000, ..Limits::NONE }];
        for limits in some.into_iter().chain([Limits { depth: 20, ..Limits::NONE }]) {
            let (astar, one) = (run::<AStar, _>(search, 1, limits), run::<HdaStar, _>(search, 1, limits));
            assert_eq!((one.end, one.path, one.counters), (astar.end, astar.path, astar.counters), "{limits:?}");
        }
    }
}

#[test]
fn several_threads_find_shortest_paths() {
    let puzzle = puzzle();
    let heuristic = TypedHeuristic::new(manhattan(&puzzle), recursive_engine);
    let mut generator = Generator::new(3);
    for _ in 0..40 {
        let start = puzzle.state(&generator.board(puzzle.goal())).unwrap();
        let search: Search<'_, _> = (&puzzle, &heuristic, start);
        let astar = run::<AStar, _>(search, 1, Limits::NONE);
        for threads in [2, 3, 4, 7] {
            let outcome = run::<HdaStar, _>(search, threads, Limits::NONE);
            assert_eq!((outcome.end, outcome.path.len()), (Termination::Solved, astar.path.len()), "{threads}");
            cost(&puzzle, start, &outcome.path);
            assert!(outcome.counters.generated > outcome.counters.expanded, "{threads}");
        }
    }
}

#[test]
fn the_threads_keep_the_limit_of_nodes_together() {
    let puzzle = puzzle();
    let heuristic = TypedHeuristic::new(manhattan(&puzzle), recursive_engine);
    let start = puzzle.state(&Generator::new(1).board(puzzle.goal())).unwrap();
    // The nodes of less f than the shortest path, of 26 moves, are expanded in every order.
    let required = run::<AStar, _>((&puzzle, &heuristic, start), 1, Limits { depth: 24, ..Limits::NONE });
    assert!(required.counters.generated > 500);
    for generated in [1, 10, 100, 333, 500] {
        let limits = Limits { generated, ..Limits::NONE };
        let outcome = run::<HdaStar, _>((&puzzle, &heuristic, start), 3, limits);
        assert_eq!((outcome.end, outcome.path.len()), (Termination::NodeLimit, 0), "{generated}");
        assert!(outcome.counters.generated <= generated, "{generated}");
    }
}

#[test]
fn the_threads_keep_the_limit_of_memory_together() {
    let puzzle = puzzle();
    let heuristic = TypedHeuristic::new(manhattan(&puzzle), recursive_engine);
    let start = puzzle.state(&Generator::new(4).board(puzzle.goal())).unwrap();
    for bytes in (0..400_000).step_by(20_000) {
        let outcome = run::<HdaStar, _>((&puzzle, &heuristic, start), 2, Limits { bytes, ..Limits::NONE });
        assert!(matches!(outcome.end, Termination::Solved | Termination::MemoryLimit), "{bytes}");
        assert!(outcome.counters.peak_bytes <= bytes, "{bytes}");
    }
}

#[test]
fn a_raised_flag_stops_every_thread() {
    let puzzle = puzzle();
    let heuristic = TypedHeuristic::new(manhattan(&puzzle), recursive_engine);
    let start = puzzle.state(&Generator::new(4).board(puzzle.goal())).unwrap();
    let stop = StopFlag::new();
    stop.raise(StopReason::Time);
    let outcome = run_until::<HdaStar, _>((&puzzle, &heuristic, start), 4, Limits::NONE, &stop);
    assert_eq!((outcome.end, outcome.path.len()), (Termination::TimeLimit, 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// The heuristic is admissible and need not be consistent; some goals cannot be reached.
    #[test]
    fn every_number_of_threads_ends_with_a_path_of_least_cost_or_none(
        edges in prop::collection::vec((0usize..9, 0usize..9, 1u32..10), 6..14), seed in any::<u64>(), threads in 1usize..5,
    ) {
        let mut kept: Vec<(usize, usize, Cost)> = Vec::new();
        for (a, b, cost) in edges {
            let degree = |node| kept.iter().filter(|(c, d, _)| *c == node || *d == node).count();
            if a != b && degree(a) < 8 && degree(b) < 8 && !kept.iter().any(|&(c, d, _)| (c, d) == (a, b) || (c, d) == (b, a)) {
                kept.push((a, b, cost));
            }
        }
        let distances = WeightedGraph::with_costs(&kept, 0, &[0; 9]).distances();
        let share = |node: usize| Cost::try_from(seed >> (4 * node) & 15).unwrap();
        let estimate = |(node, distance): (usize, &Option<Cost>)| distance.unwrap_or(20) * share(node) / 15;
        let estimates: Vec<Cost> = distances.iter().enumerate().map(estimate).collect();
        let graph = WeightedGraph::with_costs(&kept, 0, &estimates);
        let heuristic = TypedHeuristic::new(NodeEstimates::new(estimates), recursive_engine);
        for (start, distance) in distances.iter().enumerate() {
            let outcome = run::<HdaStar, _>((&graph, &heuristic, start), threads, Limits::NONE);
            let found = (outcome.end == Termination::Solved).then(|| cost(&graph, start, &outcome.path));
            prop_assert_eq!(found, *distance);
            prop_assert!(found.is_some() || outcome.end == Termination::Exhausted);
        }
    }
}
