//! Searches in memory linear in depth: published counts, bounds on cost under weights, and limits.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use tilebench_core::{
    Cost, Counters, Domain, HeuristicExt, Limits, NoObserver, Observer, Outcome, SearchContext, StopFlag, Termination,
    Weight, path_cost,
};
use tilebench_heuristics::{costed_manhattan, manhattan};
use tilebench_puzzle::{Board, COST_MODELS, CostedPuzzle, Goal, OperatorOrder, Puzzle, Size};
use tilebench_solvers::ida_star::{
    BudgetedTreeSearch, IdaStar, IdaStarCr, IdaStarTable, MAX_GROWTH, MIN_GROWTH, recursive_engine,
};
use tilebench_solvers::rbfs::Rbfs;
use tilebench_solvers::{
    AlgorithmRow, AnyHeuristic, ErasedHeuristic, Options, Problem, SearchAlgorithm, SearchDomain, TypedHeuristic,
};
use tilebench_testkit::{ExplicitGraph, Oracle, WeightedGraph};

/// The puzzle of the Korf 100.
fn korf() -> Puzzle<u64> {
    let goal = Goal::BlankFirst.board(Size::new(4, 4).unwrap()).unwrap();
    let order = OperatorOrder::parse("ULRD", 0).unwrap();
    Puzzle::new(&goal, &order).unwrap()
}

/// The board of instance `id` of the Korf 100.
fn korf_board(id: usize) -> Board {
    let text = include_str!("../../../instances/korf100.csv");
    let row = text.lines().filter(|line| !line.starts_with('#')).nth(id).unwrap();
    Board::parse(row.split(',').nth(1).unwrap(), None).unwrap()
}

fn run<A: SearchAlgorithm, D: SearchDomain>(
    domain: &D,
    heuristic: &dyn AnyHeuristic<D>,
    start: D::State,
    options: &[(&str, &str)],
    limits: Limits,
    observer: &mut dyn Observer,
) -> Outcome<D::Op> {
    let set: Vec<_> = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let options = Options::new(&set);
    let row = AlgorithmRow::<D>::new::<A>();
    assert_eq!((row.check)(domain, heuristic, &options), Ok(()));
    let factory = |_: &D| -> Result<Box<dyn AnyHeuristic<D>>, String> { Err("one goal".to_owned()) };
    let erased = ErasedHeuristic::new(heuristic);
    let problem = Problem { domain, heuristic, erased: &erased, heuristic_factory: &factory, start, automaton: None };
    let stop = StopFlag::new();
    (row.run)(&problem, &options, &mut SearchContext { limits, stop: &stop, observer, scratch: None, seed: 0 })
}

fn solve_korf<A: SearchAlgorithm>(
    id: usize,
    options: &[(&str, &str)],
    limits: Limits,
) -> Outcome<tilebench_puzzle::Op> {
    let puzzle = korf();
    let heuristic = TypedHeuristic::new(manhattan(&puzzle), recursive_engine);
    let start = puzzle.state(&korf_board(id)).unwrap();
    run::<A, _>(&puzzle, &heuristic, start, options, limits, &mut NoObserver)
}

#[test]
fn rbfs_has_the_published_counts_on_four_boards() {
    // Published without the start.
    for (id, generated, expanded, length) in
        [(12, 301_098, 148_421, 45), (42, 318_372, 160_410, 42), (55, 927_146, 456_890, 41), (79, 785_910, 382_096, 42)]
    {
        let found = solve_korf::<Rbfs>(id, &[], Limits::NONE);
        assert_eq!((found.end, found.path.len()), (Termination::Solved, length), "Korf {id}");
        assert_eq!((found.counters.generated, found.counters.expanded), (generated + 1, expanded), "Korf {id}");
        assert!(found.counters.peak_open <= 1 + 3 * 60 && found.counters.peak_bytes < 64 << 10, "{:?}", found.counters);
    }
}

#[test]
fn a_transposition_table_saves_nodes_and_has_fixed_counts() {
    for (id, by_ida_star, generated, length) in
        [(12, 546_344, 342_111, 45), (42, 877_823, 458_789, 42), (79, 540_860, 333_455, 42)]
    {
        let found = solve_korf::<IdaStarTable>(id, &[], Limits::NONE);
        assert_eq!((found.end, found.path.len()), (Termination::Solved, length), "Korf {id}");
        assert_eq!(found.counters.generated, generated, "Korf {id}");
        assert!(generated < by_ida_star && found.counters.peak_bytes <= 9 << 20, "Korf {id}: {:?}", found.counters);
    }
}

#[test]
fn controlled_re_expansion_and_budgets_change_nothing_if_iterations_grow_by_themselves() {
    for (id, by_ida_star) in [(12, 546_344), (42, 877_823), (55, 927_212), (79, 540_860)] {
        let plain = solve_korf::<IdaStar>(id, &[("kernel", "plain")], Limits::NONE);
        assert_eq!(plain.counters.generated, by_ida_star, "Korf {id}");
        for found in
            [solve_korf::<IdaStarCr>(id, &[], Limits::NONE), solve_korf::<BudgetedTreeSearch>(id, &[], Limits::NONE)]
        {
            assert_eq!((found.path, found.counters.generated), (plain.path.clone(), by_ida_star), "Korf {id}");
            assert_eq!(found.counters.expanded, plain.counters.expanded, "Korf {id}");
        }
    }
}

/// The counters of a search and the cost of its path, on a board of 3x3 whose moves cost the inverse of the number on the tile.
fn solve_with_inverse_costs<A: SearchAlgorithm>(options: &[(&str, &str)]) -> (Counters, Cost) {
    let goal = Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap();
    let model = *COST_MODELS.iter().find(|model| model.name == "inverse").unwrap();
    let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
    let start = puzzle.state(&Board::parse("7 2 4 5 0 6 8 3 1", None).unwrap()).unwrap();
    let domain = CostedPuzzle::new(puzzle, model).unwrap();
    let heuristic = TypedHeuristic::new(costed_manhattan(&domain), recursive_engine);
    let found = run::<A, _>(&domain, &heuristic, start, options, Limits::NONE, &mut NoObserver);
    assert_eq!(found.end, Termination::Solved);
    (found.counters, path_cost(&domain, start, &found.path))
}

#[test]
fn if_costs_differ_most_expansions_of_ida_star_are_saved() {
    let (by_ida_star, least) = solve_with_inverse_costs::<IdaStar>(&[]);
    assert_eq!((by_ida_star.expanded, by_ida_star.iterations), (177_593, 91));
    for ((counters, cost), expected) in [
        (solve_with_inverse_costs::<IdaStarCr>(&[]), (14_502, 3)),
        (solve_with_inverse_costs::<BudgetedTreeSearch>(&[]), (54_945, 37)),
        (solve_with_inverse_costs::<IdaStarTable>(&[]), (8_793, 93)),
    ] {
        assert_eq!(((counters.expanded, counters.iterations), cost), (expected, least));
    }
}

#[test]
fn a_transposition_table_that_is_far_too_small_loses_no_shortest_path() {
    let oracle = Oracle::new(&Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap());
    let puzzle = Puzzle::<u64>::new(oracle.goal(), &OperatorOrder::default()).unwrap();
    let heuristic = TypedHeuristic::new(manhattan(&puzzle), recursive_engine);
    for bytes in [8_000, 12_000, 20_000] {
        for (board, distance) in oracle.boards().iter().step_by(211) {
            let start = puzzle.state(board).unwrap();
            let limits = Limits { bytes, ..Limits::NONE };
            let found = run::<IdaStarTable, _>(&puzzle, &heuristic, start, &[], limits, &mut NoObserver);
            let length = u32::try_from(found.path.len()).unwrap();
            assert_eq!((found.end, length), (Termination::Solved, *distance), "{board}");
            assert!(found.counters.peak_bytes <= bytes, "{:?}", found.counters);
        }
    }
}

#[test]
fn a_path_as_long_as_the_stack_allows_is_found_and_a_longer_one_ends_as_out_of_memory() {
    for (length, end) in [(4_000, Termination::Solved), (5_000, Termination::MemoryLimit)] {
        let edges: Vec<_> = (0..length).map(|node| (node, node + 1)).collect();
        let estimates: Vec<Cost> = (0..=length).rev().map(|h| Cost::try_from(h).unwrap()).collect();
        let graph = ExplicitGraph::new(&edges, length, &estimates);
        let heuristic = TypedHeuristic::new(graph.heuristic(), recursive_engine);
        for found in [
            run::<Rbfs, _>(&graph, &heuristic, 0, &[], Limits::NONE, &mut NoObserver),
            run::<IdaStarTable, _>(&graph, &heuristic, 0, &[], Limits::NONE, &mut NoObserver),
            run::<IdaStarCr, _>(&graph, &heuristic, 0, &[], Limits::NONE, &mut NoObserver),
            run::<BudgetedTreeSearch, _>(&graph, &heuristic, 0, &[], Limits::NONE, &mut NoObserver),
        ] {
            assert_eq!(found.end, end);
        }
    }
}

#[test]
fn a_path_too_deep_for_the_stack_or_the_memory_ends_rbfs_as_out_of_memory() {
    for bytes in [u64::MAX, 20_000] {
        let found = solve_korf::<Rbfs>(1, &[("weight", "10000")], Limits { bytes, ..Limits::NONE });
        assert_eq!((found.end, found.path.len()), (Termination::MemoryLimit, 0));
        assert!(found.counters.peak_bytes <= bytes, "{} bytes held", found.counters.peak_bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn paths_of_weighted_rbfs_cost_at_most_the_weight_times_the_least_cost(
        edges in prop::collection::vec((0usize..7, 0usize..7, 1u32..12), 5..12), shares in prop::collection::vec(0u32..16, 7),
        weight in prop::sample::select(vec!["1", "11/10", "1.5", "3"]),
    ) {
        let (graph, distances) = graph(&edges, &shares);
        let heuristic = TypedHeuristic::new(graph.heuristic(), recursive_engine);
        let limits = Limits { depth: 60, generated: 200_000, ..Limits::NONE };
        let found = run::<Rbfs, _>(&graph, &heuristic, 0, &[("weight", weight)], limits, &mut NoObserver);
        if found.end == Termination::Solved {
            let (weight, cost) = (weight.parse::<Weight>().unwrap(), path_cost(&graph, 0, &found.path));
            prop_assert!(weight.allows(cost, distances[0].unwrap()), "{cost} for {:?}", distances[0]);
        } else {
            prop_assert!(found.end == Termination::NodeLimit || distances[0].is_none(), "{:?}", found.end);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn budgeted_tree_search_expands_within_its_guarantee(
        edges in prop::collection::vec((0usize..7, 0usize..7, 1u32..60), 5..12), shares in prop::collection::vec(0u32..16, 7),
    ) {
        let (graph, distances) = graph(&edges, &shares);
        let Some(least) = distances[0].filter(|least| *least > 0) else { return Ok(()) };
        let heuristic = TypedHeuristic::new(graph.heuristic(), recursive_engine);
        let limits = Limits { generated: 2_000_000, ..Limits::NONE };
        let found = run::<BudgetedTreeSearch, _>(&graph, &heuristic, 0, &[], limits, &mut NoObserver);
        let nodes = nodes_within(&graph, 0, graph.root_op(0), 0, least, 100_000);
        if found.end == Termination::NodeLimit {
            prop_assert!(nodes >= 1_000);
            return Ok(());
        }
        prop_assert_eq!((found.end, path_cost(&graph, 0, &found.path)), (Termination::Solved, least));
        let queries = u64::from(2 * (least + 1).ilog2() + 4);
        // The N of all phases are at most twice the last one, because they double.
        let bound = nodes * (1 + 2 + 2 * MIN_GROWTH + 2 * queries * MAX_GROWTH);
        prop_assert!(found.counters.expanded <= bound, "{} expansions for {nodes} nodes", found.counters.expanded);
    }
}

/// The nodes of f <= `limit` below a node, the node included and the goal not expanded; some number above `max` if they are more.
fn nodes_within(graph: &WeightedGraph, state: usize, parent_op: (usize, usize), g: Cost, limit: Cost, max: u64) -> u64 {
    let mut nodes = 1;
    for &op in graph.ops(state, parent_op) {
        let (child, g) = (graph.apply(state, op), g + graph.cost(state, op));
        if nodes <= max && !graph.is_goal(child) && g + graph.heuristic().estimate(graph, child) <= limit {
            nodes += nodes_within(graph, child, op, g, limit, max - nodes);
        }
    }
    nodes
}

/// A graph of seven nodes without loops and parallel edges, eight edges per node at most, with the distances to node 6 and an
/// admissible heuristic: of each distance the share of a number of fifteenths.
fn graph(edges: &[(usize, usize, Cost)], shares: &[u32]) -> (WeightedGraph, Vec<Option<Cost>>) {
    let mut kept: Vec<(usize, usize, Cost)> = Vec::new();
    for &(a, b, cost) in edges {
        let is_known = kept.iter().any(|&(c, d, _)| (c, d) == (a, b) || (c, d) == (b, a));
        if a != b && !is_known {
            kept.push((a, b, cost));
        }
    }
    let distances = WeightedGraph::with_costs(&kept, 6, &[0; 7]).distances();
    let estimates: Vec<Cost> =
        distances.iter().zip(shares).map(|(distance, share)| distance.unwrap_or(20) * share / 15).collect();
    (WeightedGraph::with_costs(&kept, 6, &estimates), distances)
}
