//! Every algorithm of the table over a domain that is not a puzzle: explicit graphs, with and without costs.

use proptest::prelude::*;
use tilebench_core::{Cost, Domain, Limits, NoObserver, Outcome, SearchContext, StopFlag, Termination, step_cost};
use tilebench_solvers::best_first::{Config, Queue, Store};
use tilebench_solvers::ida_star::recursive_engine;
use tilebench_solvers::{
    AlgorithmRow, AnyHeuristic, ErasedHeuristic, Guarantee, Options, Problem, TypedHeuristic, algorithms, best_first,
    ida_star,
};
use tilebench_testkit::{ExplicitGraph, NodeEstimates, WeightedGraph};

/// Every node store with every open list that it has.
const STORES_AND_QUEUES: [(Store, Queue); 7] = [
    (Store::Packed, Queue::Heap),
    (Store::Packed, Queue::Bucket),
    (Store::Plain, Queue::Heap),
    (Store::Plain, Queue::Bucket),
    (Store::Plain, Queue::EntryHeap),
    (Store::Plain, Queue::Sorted),
    (Store::Plain, Queue::AppendSort),
];

type EdgeList = Vec<(usize, usize, Cost)>;

/// Few nodes, so that depth-first search ends; no node has more than eight edges.
fn edges(costs: std::ops::Range<Cost>) -> impl Strategy<Value = (usize, EdgeList)> {
    (4usize..9).prop_flat_map(move |nodes| {
        let edge = (0..nodes, 0..nodes, costs.clone()).prop_filter("no loops", |(a, b, _)| a != b);
        (Just(nodes), prop::collection::vec(edge, 3..11).prop_map(move |edges| with_max_degree(nodes, &edges)))
    })
}

/// Those of `edges` that leave every node eight at most, none twice.
fn with_max_degree(nodes: usize, edges: &[(usize, usize, Cost)]) -> EdgeList {
    let mut degrees = vec![0; nodes];
    let mut kept = EdgeList::new();
    for &(a, b, cost) in edges {
        let is_known = kept.iter().any(|&(c, d, _)| (c, d) == (a, b) || (c, d) == (b, a));
        if degrees[a] < 8 && degrees[b] < 8 && !is_known {
            degrees[a] += 1;
            degrees[b] += 1;
            kept.push((a, b, cost));
        }
    }
    kept
}

/// An admissible heuristic: a part of each distance by a seed, the same for all nodes if it is to be consistent.
fn estimates(distances: &[Option<Cost>], seed: u64, consistent: bool) -> Vec<Cost> {
    let part = |(node, distance): (u32, &Option<Cost>)| {
        let node = if consistent { 0 } else { node };
        let share = u32::try_from((seed >> (node % 16 * 4)) & 15).expect("four bits");
        distance.unwrap_or(20) * share / 15
    };
    (0..).zip(distances).map(part).collect()
}

/// A heuristic for the goal of `graph`.
fn heuristic<const UNIT: bool>(
    graph: &ExplicitGraph<UNIT>,
    seed: u64,
    consistent: bool,
) -> TypedHeuristic<ExplicitGraph<UNIT>, NodeEstimates> {
    TypedHeuristic::new(NodeEstimates::new(estimates(&graph.distances(), seed, consistent)), recursive_engine)
}

fn run<const UNIT: bool>(
    row: &AlgorithmRow<ExplicitGraph<UNIT>>,
    domain: &ExplicitGraph<UNIT>,
    start: usize,
    seed: u64,
    limits: Limits,
) -> Outcome<(usize, usize)> {
    let options = Options::default();
    let for_goal = |graph: &ExplicitGraph<UNIT>| {
        Ok(Box::new(heuristic(graph, seed, row.algorithm.consistent)) as Box<dyn AnyHeuristic<_>>)
    };
    let heuristic = &heuristic(domain, seed, row.algorithm.consistent);
    assert_eq!((row.check)(domain, heuristic, &options), Ok(()), "{row:?}");
    let erased = ErasedHeuristic::new(heuristic);
    let problem = Problem { domain, heuristic, erased: &erased, heuristic_factory: &for_goal, start, automaton: None };
    let stop = StopFlag::new();
    (row.run)(
        &problem,
        &options,
        &mut SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 },
    )
}

/// The cost of a path, which must lead from `start` to a goal.
fn cost_of<D: Domain>(domain: &D, start: D::State, path: &[D::Op]) -> Cost {
    let mut state = start;
    let mut cost = 0;
    for &op in path {
        assert!(domain.ops(state, domain.root_op(state)).contains(&op), "{op:?} does not leave {state:?}");
        cost += step_cost(domain, state, op);
        state = domain.apply(state, op);
    }
    assert!(domain.is_goal(state), "the path ends at {state:?}");
    cost
}

/// Runs every algorithm that takes such a domain from every node, and compares with the true distances.
fn check_all<const UNIT: bool>(graph: &ExplicitGraph<UNIT>, distances: &[Option<Cost>], seed: u64) {
    // Depth-first searches do not end by themselves if there is no path.
    let longest = distances.iter().flatten().max().copied().unwrap_or(0);
    let limits = Limits { depth: longest, generated: 300_000, ..Limits::NONE };
    for row in algorithms::<ExplicitGraph<UNIT>>() {
        if row.algorithm.unit_cost && !UNIT {
            assert!(
                (row.check)(graph, &heuristic(graph, seed, true), &Options::default()).is_err(),
                "{row:?} was not refused"
            );
            continue;
        }
        for (start, distance) in distances.iter().enumerate() {
            let outcome = run(&row, graph, start, seed, limits);
            match (outcome.end, distance) {
                (Termination::Solved, Some(distance)) => {
                    let cost = cost_of(graph, start, &outcome.path);
                    let is_optimal = match row.algorithm.guarantee {
                        Guarantee::None => false,
                        Guarantee::Anytime => outcome.bound == Some(cost),
                        Guarantee::Optimal | Guarantee::Bounded => true,
                    };
                    assert!(outcome.bound.is_none_or(|bound| bound <= *distance), "{row:?} from {start}: {outcome:?}");
                    assert!(cost == *distance || (cost > *distance && !is_optimal), "{row:?} from {start}: {cost}");
                }
                (Termination::NodeLimit, _) | (Termination::Exhausted | Termination::DepthLimit, None) => {}
                // A search that bounds nothing may have left the depth.
                (Termination::DepthLimit, Some(_)) if row.algorithm.guarantee == Guarantee::None => {}
                (end, distance) => panic!("{row:?} from {start}: {end:?}, but the distance is {distance:?}"),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_algorithm_finds_paths_of_least_cost_in_graphs_with_costs(
        (nodes, edges) in edges(1..10), goal in 0usize..4, seed in any::<u64>(),
    ) {
        let distances = WeightedGraph::with_costs(&edges, goal, &vec![0; nodes]).distances();
        let graph = WeightedGraph::with_costs(&edges, goal, &estimates(&distances, seed, false));
        check_all(&graph, &distances, seed);
    }

    #[test]
    fn every_algorithm_finds_shortest_paths_in_graphs_of_unit_cost(
        (nodes, edges) in edges(1..2), goal in 0usize..4, seed in any::<u64>(),
    ) {
        let pairs: Vec<(usize, usize)> = edges.iter().map(|&(a, b, _)| (a, b)).collect();
        let distances = <ExplicitGraph>::new(&pairs, goal, &vec![0; nodes]).distances();
        let graph = <ExplicitGraph>::new(&pairs, goal, &estimates(&distances, seed, false));
        check_all(&graph, &distances, seed);
    }

    #[test]
    fn a_star_needs_no_positive_costs(
        (nodes, edges) in edges(0..4), goal in 0usize..4, seed in any::<u64>(),
    ) {
        let distances = WeightedGraph::with_costs(&edges, goal, &vec![0; nodes]).distances();
        let graph = WeightedGraph::with_costs(&edges, goal, &estimates(&distances, seed, false));
        let heuristic = graph.heuristic();
        for (start, distance) in distances.iter().enumerate() {
            for (store, queue) in STORES_AND_QUEUES {
                let config = Config { store, queue, ..Config::default() };
                let stop = StopFlag::new();
                let mut context =
                    SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
                let outcome = match store {
                    Store::Packed => best_first::solve_packed(&graph, &heuristic, start, config, &mut context),
                    _ => best_first::solve_plain(&graph, &heuristic, start, config, &mut context),
                };
                let cost = (outcome.end == Termination::Solved).then(|| cost_of(&graph, start, &outcome.path));
                prop_assert_eq!(cost, *distance, "{:?} {:?}", store, queue);
            }
        }
    }

    #[test]
    fn a_search_backward_finds_a_path_of_the_same_cost(
        (nodes, edges) in edges(1..10), goal in 0usize..4, start in 0usize..4, seed in any::<u64>(),
    ) {
        let graph = WeightedGraph::with_costs(&edges, goal, &vec![0; nodes]);
        let distance = graph.distances()[start];
        for direction in ["reverse", "best"] {
            let options = Options::new(&[("direction".to_owned(), direction.to_owned())]);
            let heuristic = |graph: &WeightedGraph| Box::new(heuristic(graph, seed, false)) as Box<dyn AnyHeuristic<_>>;
            let for_goal = |graph: &WeightedGraph| Ok(heuristic(graph));
            let own = heuristic(&graph);
            let erased = ErasedHeuristic::new(&*own);
            let problem = Problem { domain: &graph, heuristic: &*own, erased: &erased, heuristic_factory: &for_goal, start, automaton: None };
            for row in [AlgorithmRow::new::<best_first::AStar>(), AlgorithmRow::new::<best_first::Greedy>(), AlgorithmRow::new::<ida_star::IdaStar>()] {
                let stop = StopFlag::new();
                let limits = Limits { depth: distance.unwrap_or(0).max(1), generated: 100_000, ..Limits::NONE };
                let limits = if row.algorithm.guarantee == Guarantee::None { Limits::NONE } else { limits };
                let mut context = SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
                let outcome = (row.run)(&problem, &options, &mut context);
                let cost = (outcome.end == Termination::Solved).then(|| cost_of(&graph, start, &outcome.path));
                if row.algorithm.guarantee == Guarantee::None {
                    prop_assert_eq!(cost.is_some(), distance.is_some(), "{:?}", row);
                } else if outcome.end != Termination::NodeLimit {
                    prop_assert_eq!(cost, distance, "{:?} {}", row, direction);
                }
            }
        }
    }
}
