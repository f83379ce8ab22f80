//! Enhanced partial expansion A*: counts by hand on small graphs, and beside A* on the 8-puzzle.
//!
//! The operators of a graph's node include the one that leads back.

use tilebench_core::{Counters, Domain, Limits, NoObserver, Outcome, SearchContext, StopFlag, Termination};
use tilebench_heuristics::manhattan;
use tilebench_puzzle::{Generator, Goal, OperatorOrder, Puzzle, Size};
use tilebench_solvers::best_first::AStar;
use tilebench_solvers::epeastar::EpeaStar;
use tilebench_solvers::ida_star::recursive_engine;
use tilebench_solvers::{
    AnyHeuristic, ErasedHeuristic, Options, Problem, SearchAlgorithm, SearchDomain, TypedHeuristic,
};
use tilebench_testkit::{NodeEstimates, WeightedGraph};

fn run<A: SearchAlgorithm, D: SearchDomain>(
    domain: &D,
    heuristic: &dyn AnyHeuristic<D>,
    start: D::State,
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
    let stop = StopFlag::new();
    let mut context = SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    A::run(&problem, &Options::default(), &mut context)
}

fn run_on_graph(edges: &[(usize, usize, u32)], goal: usize, estimates: &[u32]) -> (Vec<(usize, usize)>, [u64; 4]) {
    let graph = WeightedGraph::with_costs(edges, goal, estimates);
    let heuristic = TypedHeuristic::new(NodeEstimates::new(estimates.to_vec()), recursive_engine);
    let outcome = run::<EpeaStar, _>(&graph, &heuristic, 0, Limits::NONE);
    assert_eq!(outcome.end, Termination::Solved);
    let counters = outcome.counters;
    (outcome.path, [counters.generated, counters.expanded, counters.evaluated, counters.reopened])
}

#[test]
fn a_successor_above_the_least_cost_is_evaluated_and_not_generated() {
    // The f of the successors of 0 are 2, 4 and 10.
    let edges = [(0, 1, 1), (0, 2, 1), (0, 3, 1), (1, 4, 1)];
    let (path, counts) = run_on_graph(&edges, 4, &[2, 1, 3, 9, 0]);
    // Evaluated: the start, three operators of 0 and two of 1.
    assert_eq!((path.len(), counts), (2, [3, 2, 6, 0]));
}

#[test]
fn a_node_is_expanded_once_per_value_of_f() {
    // Node 0 has F = 1, then 2 for node 1, then 3 for node 2, and at last 10, which is not reached. Node 1 has F = 2, then 3 for the way
    // back to node 0.
    let edges = [(0, 1, 1), (0, 2, 1), (0, 3, 1), (2, 4, 2)];
    let (path, counts) = run_on_graph(&edges, 4, &[1, 1, 2, 9, 0]);
    // Evaluated: the start, three operators of 0 three times, one of 1 twice, and two of 2.
    assert_eq!((path.len(), counts), (2, [6, 6, 14, 0]));
}

#[test]
fn a_successor_of_smaller_f_is_generated_at_the_first_expansion() {
    // The heuristic is inconsistent: f falls from 5 to 1 along the first edge.
    let (path, counts) = run_on_graph(&[(0, 1, 1), (1, 2, 4)], 2, &[5, 0, 0]);
    assert_eq!((path.len(), counts), (2, [3, 3, 6, 0]));
}

#[test]
fn a_partially_expanded_node_begins_again_on_a_cheaper_path() {
    // Node 2 is reached at cost 4 first, and at cost 2 by way of node 1, whose estimate is inconsistent.
    let edges = [(0, 2, 4), (0, 1, 1), (1, 2, 1), (2, 3, 3), (2, 4, 1), (3, 4, 9)];
    let (path, _) = run_on_graph(&edges, 4, &[0, 2, 0, 9, 0]);
    assert_eq!(path, [(0, 1), (1, 2), (2, 4)]);
}

#[test]
fn paths_are_as_long_as_those_of_astar_for_fewer_generated_nodes() {
    let goal = Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap();
    let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
    let heuristic = TypedHeuristic::new(manhattan(&puzzle), recursive_engine);
    let mut generator = Generator::new(7);
    for _ in 0..30 {
        let start = puzzle.state(&generator.board(&goal)).unwrap();
        let astar = run::<AStar, _>(&puzzle, &heuristic, start, Limits::NONE);
        let partial = run::<EpeaStar, _>(&puzzle, &heuristic, start, Limits::NONE);
        assert_eq!((partial.end, partial.path.len()), (Termination::Solved, astar.path.len()));
        assert!(partial.counters.generated < astar.counters.generated, "{partial:?}");
        assert_eq!(partial.counters.reopened, 0);
        let reached: u64 = partial.path.iter().fold(start, |state, &op| puzzle.apply(state, op));
        assert!(puzzle.is_goal(reached));
        // Nodes above the least cost are in no list, so a depth limit at that cost changes nothing.
        let depth = u32::try_from(astar.path.len()).unwrap();
        let limited = run::<EpeaStar, _>(&puzzle, &heuristic, start, Limits { depth, ..Limits::NONE });
        let counts = |counters: Counters| [counters.generated, counters.expanded, counters.evaluated];
        assert_eq!((limited.path, counts(limited.counters)), (partial.path, counts(partial.counters)));
    }
}
