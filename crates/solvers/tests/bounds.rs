//! The bounds on expansions against definitions: distances by relaxation, and a maximum matching of the must-expand graph.

use std::collections::{HashMap, VecDeque};

use proptest::prelude::*;
use tilebench_core::{Cost, Heuristic, HeuristicExt, Limits, SearchBudget, StopFlag, Termination, step_cost};
use tilebench_heuristics::manhattan;
use tilebench_puzzle::{Generator, Goal, OperatorOrder, Puzzle, Size};
use tilebench_solvers::ida_star::recursive_engine;
use tilebench_solvers::{
    AnyHeuristic, ErasedHeuristic, ExpansionBounds, Problem, SearchDomain, StateCounts, TypedHeuristic,
    expansion_bounds,
};
use tilebench_testkit::{NodeEstimates, WeightedGraph};

/// Every state that can be reached from `root`, with its distance: each operator is relaxed until nothing changes.
fn distances<D: SearchDomain<Key = u64>>(domain: &D, root: D::State) -> Vec<(D::State, Cost)> {
    let mut known: HashMap<u64, Cost> = HashMap::from([(domain.pack(root), 0)]);
    let mut changed = VecDeque::from([root]);
    while let Some(state) = changed.pop_front() {
        let distance = known[&domain.pack(state)];
        for &op in domain.ops(state, domain.root_op(state)) {
            let (next, distance) = (domain.apply(state, op), distance + step_cost(domain, state, op));
            if known.get(&domain.pack(next)).is_none_or(|&before| distance < before) {
                known.insert(domain.pack(next), distance);
                changed.push_back(next);
            }
        }
    }
    known.into_iter().map(|(key, distance)| (domain.unpack(key), distance)).collect()
}

/// The g and f of every state of one direction.
fn evaluated<D: SearchDomain<Key = u64>, H: Heuristic<D>>(
    domain: &D,
    heuristic: &H,
    root: D::State,
) -> Vec<(Cost, Cost)> {
    let states = distances(domain, root).into_iter();
    states.map(|(state, g)| (g, g + heuristic.estimate(domain, state))).collect()
}

/// The size of a maximum matching, which is that of a minimum vertex cover (König), by augmenting paths.
fn matching(pairs: &[Vec<usize>], right: usize) -> u64 {
    fn augment(pairs: &[Vec<usize>], u: usize, seen: &mut [bool], partner: &mut [Option<usize>]) -> bool {
        pairs[u].iter().any(|&v| {
            !std::mem::replace(&mut seen[v], true)
                && (partner[v].is_none_or(|other| augment(pairs, other, seen, partner)) && {
                    partner[v] = Some(u);
                    true
                })
        })
    }
    let mut partner = vec![None; right];
    let matched = (0..pairs.len()).filter(|&u| augment(pairs, u, &mut vec![false; right], &mut partner));
    matched.count() as u64
}

/// The bounds by their definitions, from the g and f of the states of both directions.
fn defined(cost: Cost, min_cost: Cost, forward: &[(Cost, Cost)], backward: &[(Cost, Cost)]) -> ExpansionBounds {
    let counts = |states: &[(Cost, Cost)]| StateCounts {
        must: states.iter().filter(|(_, f)| *f < cost).count() as u64,
        may: states.iter().filter(|(_, f)| *f <= cost).count() as u64,
    };
    let below = |states: &[(Cost, Cost)]| states.iter().copied().filter(|(_, f)| *f < cost).collect::<Vec<_>>();
    let (us, vs) = (below(forward), below(backward));
    let partners = |(g, _): &(Cost, Cost)| (0..vs.len()).filter(|&v| g + vs[v].0 + min_cost < cost).collect();
    let pairs: Vec<Vec<usize>> = us.iter().map(partners).collect();
    let cover = matching(&pairs, vs.len());
    ExpansionBounds { cost, from_start: counts(forward), from_goal: counts(backward), cover }
}

/// The bounds by enumeration, with a heuristic for any goal.
fn computed<D: SearchDomain<Key = u64>>(
    domain: &D,
    start: D::State,
    heuristic: &dyn Fn(&D) -> Box<dyn AnyHeuristic<D>>,
    limits: Limits,
) -> Result<ExpansionBounds, Termination> {
    let own = heuristic(domain);
    let erased = ErasedHeuristic::new(&*own);
    let for_goal = |domain: &D| Ok(heuristic(domain));
    let problem =
        Problem { domain, heuristic: &*own, erased: &erased, heuristic_factory: &for_goal, start, automaton: None };
    expansion_bounds(&problem, SearchBudget { limits, stop: &StopFlag::new() })
}

/// The bounds by their definitions, with the same heuristic.
fn expected<D: SearchDomain<Key = u64>, H: Heuristic<D>>(
    domain: &D,
    start: D::State,
    heuristic: impl Fn(&D) -> H,
) -> Option<ExpansionBounds> {
    let reverse = domain.with_goal(start);
    let cost = distances(domain, start).into_iter().find(|(state, _)| domain.is_goal(*state))?.1;
    let forward = evaluated(domain, &heuristic(domain), start);
    let backward = evaluated(&reverse, &heuristic(&reverse), domain.goal());
    Some(defined(cost, domain.min_cost(), &forward, &backward))
}

/// A consistent heuristic: the same part of each distance.
fn part_of_distance(graph: &WeightedGraph, fifteenths: Cost) -> NodeEstimates {
    NodeEstimates::new(graph.distances().iter().map(|distance| distance.unwrap_or(20) * fifteenths / 15).collect())
}

/// Edges without loops, at most eight per node, none twice.
fn edges() -> impl Strategy<Value = (usize, Vec<(usize, usize, Cost)>)> {
    (4usize..20).prop_flat_map(|nodes| {
        let edge = (0..nodes, 0..nodes, 1u32..5);
        (Just(nodes), prop::collection::vec(edge, 5..40).prop_map(move |edges| simple_graph(nodes, &edges)))
    })
}

fn simple_graph(nodes: usize, edges: &[(usize, usize, Cost)]) -> Vec<(usize, usize, Cost)> {
    let (mut degrees, mut kept) = (vec![0; nodes], Vec::<(usize, usize, Cost)>::new());
    for &(a, b, cost) in edges {
        let is_known = kept.iter().any(|&(c, d, _)| (c, d) == (a, b) || (c, d) == (b, a));
        if a != b && degrees[a] < 8 && degrees[b] < 8 && !is_known {
            degrees[a] += 1;
            degrees[b] += 1;
            kept.push((a, b, cost));
        }
    }
    kept
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn the_bounds_of_graphs_with_costs_are_those_of_the_definitions(
        (nodes, edges) in edges(), goal in 0usize..4, start in 0usize..4, fifteenths in 0u32..=15,
    ) {
        let graph = WeightedGraph::with_costs(&edges, goal, &vec![0; nodes]);
        let heuristic = |graph: &WeightedGraph| part_of_distance(graph, fifteenths);
        let boxed = |graph: &WeightedGraph| {
            Box::new(TypedHeuristic::new(heuristic(graph), recursive_engine)) as Box<dyn AnyHeuristic<_>>
        };
        let found = computed(&graph, start, &boxed, Limits::NONE);
        prop_assert_eq!(found, expected(&graph, start, heuristic).ok_or(Termination::Exhausted));
    }
}

/// A puzzle and a random start.
fn random_puzzle(size: &str, boards: &mut Generator) -> (Puzzle<u64>, u64) {
    let size: Size = size.parse().expect("a size");
    let goal = Goal::BlankFirst.board(size).expect("a goal");
    let puzzle = Puzzle::new(&goal, &OperatorOrder::default()).expect("a puzzle");
    let start = puzzle.state(&boards.board(&goal)).expect("a solvable board");
    (puzzle, start)
}

#[test]
fn the_bounds_of_puzzles_are_those_of_the_definitions() {
    let mut random = Generator::new(1);
    for (size, boards) in [("2x3", 20), ("3x3", 4)] {
        for _ in 0..boards {
            let (puzzle, start) = random_puzzle(size, &mut random);
            let boxed = |puzzle: &Puzzle<u64>| {
                Box::new(TypedHeuristic::new(manhattan(puzzle), recursive_engine)) as Box<dyn AnyHeuristic<_>>
            };
            let found = computed(&puzzle, start, &boxed, Limits::NONE);
            assert_eq!(found.ok(), expected(&puzzle, start, manhattan), "{}", puzzle.board(start));
        }
    }
}

#[test]
fn limits_end_the_enumeration() {
    let (puzzle, start) = random_puzzle("3x3", &mut Generator::new(2));
    let boxed = |puzzle: &Puzzle<u64>| {
        Box::new(TypedHeuristic::new(manhattan(puzzle), recursive_engine)) as Box<dyn AnyHeuristic<_>>
    };
    let found = |limits| computed(&puzzle, start, &boxed, limits);
    assert_eq!(found(Limits { generated: 10, ..Limits::NONE }), Err(Termination::NodeLimit));
    assert_eq!(found(Limits { bytes: 1000, ..Limits::NONE }), Err(Termination::MemoryLimit));
    assert!(found(Limits::NONE).is_ok());
}
