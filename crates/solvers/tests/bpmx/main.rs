//! IDA* with bidirectional pathmax: its guarantees, its savings, and the searches that it does not change.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod definition;
mod eight_puzzle;
mod graphs;
mod tree;

use definition::SearchResult;
use eight_puzzle::{EIGHT_PUZZLE, RandomFraction};
use graphs::graphs;
use proptest::prelude::*;
use tilebench_core::{
    Cost, Domain, Heuristic, Limits, NoObserver, Outcome, SearchContext, StopFlag, Termination, Weight,
};
use tilebench_heuristics::{LinearConflict, manhattan};
use tilebench_solvers::Side;
use tilebench_solvers::ida_star::{Bpmx, MAX_DEPTH, ida_star, solve_recursively};
use tilebench_testkit::ExplicitGraph;
use tree::{Tree, TreeHeuristic, trees_without_goal};

/// The results of both searches, without and with BPMX, each within `generated` nodes.
fn both<D: Domain, H: Heuristic<D>>(
    domain: &D,
    h: &H,
    start: D::State,
    weight: Weight,
    generated: u64,
) -> [Outcome<D::Op>; 2] {
    let stop = StopFlag::new();
    let limits = Limits { generated, ..Limits::NONE };
    let mut observer = NoObserver;
    let mut context = SearchContext { limits, stop: &stop, observer: &mut observer, scratch: None, seed: 0 };
    let side = Side { domain, heuristic: h, root: start };
    [solve_recursively(side, weight, &mut context), ida_star(side, weight, &mut Bpmx, &mut context)]
}

fn unlimited<D: Domain, H: Heuristic<D>>(domain: &D, h: &H, start: D::State) -> [Outcome<D::Op>; 2] {
    both(domain, h, start, Weight::ONE, u64::MAX)
}

fn length<Op>(outcome: &Outcome<Op>) -> Cost {
    assert_eq!(outcome.end, Termination::Solved);
    Cost::try_from(outcome.path.len()).unwrap()
}

fn found<Op>(outcome: &Outcome<Op>) -> SearchResult {
    let counters = outcome.counters;
    let solved = outcome.end == Termination::Solved;
    SearchResult {
        length: solved.then(|| length(outcome)),
        generated: counters.generated,
        expanded: counters.expanded,
        iterations: counters.iterations,
    }
}

fn weights() -> impl Strategy<Value = Weight> {
    prop::sample::select(&["1", "4/3", "3"][..]).prop_map(|text| text.parse().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn paths_on_graphs_are_within_the_weight_of_the_shortest(graph in graphs(), weight in weights()) {
        let domain = graph.inconsistent();
        for outcome in both(&domain, &domain.heuristic(), 0, weight, u64::MAX) {
            prop_assert!(weight.allows(length(&outcome), graph.distances[0]), "{outcome:?}");
            prop_assert_eq!(outcome.path.last().unwrap().1, graph.distances.len() - 1);
            prop_assert!(outcome.path.windows(2).all(|pair| pair[0].1 == pair[1].0));
            prop_assert!(outcome.path.iter().all(|&(a, b)| graph.pairs.contains(&(a, b)) || graph.pairs.contains(&(b, a))));
        }
    }

    #[test]
    fn the_search_equals_the_definition_on_graphs(graph in graphs(), weight in weights()) {
        let domain = graph.inconsistent();
        let [_, outcome] = both(&domain, &domain.heuristic(), 0, weight, u64::MAX);
        prop_assert_eq!(found(&outcome), definition::search(&domain, &domain.heuristic(), 0, weight));
    }

    #[test]
    fn a_consistent_heuristic_on_a_graph_changes_no_count(graph in graphs(), weight in weights(), limit in 1..3_000u64) {
        let domain = graph.consistent();
        let [plain, bpmx] = both(&domain, &domain.heuristic(), 0, weight, limit);
        prop_assert_eq!(plain, bpmx);
    }

    #[test]
    fn a_space_without_a_goal_is_exhausted(tree in trees_without_goal(), weight in weights()) {
        let [plain, bpmx] = both(&tree, &TreeHeuristic, 0, weight, u64::MAX);
        prop_assert_eq!((plain.end, bpmx.end), (Termination::Exhausted, Termination::Exhausted));
        prop_assert_eq!(found(&bpmx), definition::search(&tree, &TreeHeuristic, 0, weight));
        prop_assert!(bpmx.counters.generated >= tree.nodes(), "not all {} nodes were seen: {bpmx:?}", tree.nodes());
    }

    #[test]
    fn limits_on_nodes_are_obeyed(graph in graphs(), limit in 1..300u64) {
        let domain = graph.inconsistent();
        let [_, free] = unlimited(&domain, &domain.heuristic(), 0);
        let [_, limited] = both(&domain, &domain.heuristic(), 0, Weight::ONE, limit);
        prop_assert!(limited.counters.generated <= limit);
        if limited.end == Termination::Solved {
            prop_assert_eq!(limited, free);
        } else {
            prop_assert_eq!((limited.end, limited.path.len()), (Termination::NodeLimit, 0));
            prop_assert!(limit < free.counters.generated + <ExplicitGraph>::MAX_BRANCHING);
        }
    }
}

/// The nodes generated and the iterations by either search of `tree`, whose goal is `distance` moves away.
fn nodes_and_iterations(tree: &Tree, distance: Cost) -> [(u64, u64); 2] {
    unlimited(tree, &TreeHeuristic, 0).map(|outcome| {
        assert_eq!(length(&outcome), distance);
        (outcome.counters.generated, outcome.counters.iterations)
    })
}

#[test]
fn the_estimate_of_a_child_cuts_off_its_parent_and_grandparent() {
    // The first grandchild, 2, is 5 from the goal, 7, which makes 1 at least 4 and the start at least 3 from it.
    // Thresholds are 1, 2 and 3; with BPMX the second ends at 2, and the third looks at no sibling of 2.
    let tree = Tree::new(&[(0, 1), (1, 2), (1, 3), (1, 4), (0, 5), (5, 6), (6, 7)], 7, &[1, 1, 5, 0, 0, 0, 0, 0]);
    assert_eq!(nodes_and_iterations(&tree, 3), [(1 + 3 + 7 + 7, 3), (1 + 3 + 2 + 5, 3)]);
}

#[test]
fn cutting_off_a_node_before_its_children_may_add_an_iteration() {
    // All children of the start have f = 4, but the first alone only shows that the start has f = 2.
    let tree = Tree::new(&[(0, 1), (0, 2), (0, 3), (3, 4), (4, 5), (5, 6)], 6, &[0, 3, 3, 3, 2, 1, 0]);
    assert_eq!(nodes_and_iterations(&tree, 4), [(1 + 3 + 6, 2), (1 + 1 + 3 + 6, 3)]);
}

#[test]
fn random_fractions_of_the_distance_give_shortest_paths_on_the_8_puzzle_with_fewer_nodes() {
    // The quarters of the distance that an estimate is at least, and how many times fewer nodes there must be:
    // measured were 7.6, 4.6, 2.5 and 1.4.
    for (min_quarters, factor) in [(0, 6), (1, 3), (2, 2), (3, 1)] {
        let mut generated = [0, 0];
        for (seed, (state, distance)) in (0..).zip(EIGHT_PUZZLE.sample(31, 211)) {
            let outcomes = unlimited(&EIGHT_PUZZLE.puzzle, &RandomFraction { seed, min_quarters }, state);
            for (sum, outcome) in generated.iter_mut().zip(&outcomes) {
                assert_eq!(length(outcome), distance);
                *sum += outcome.counters.generated;
            }
        }
        let [plain, bpmx] = generated;
        assert!(plain > factor * bpmx, "at least {min_quarters} quarters: {plain} nodes, {bpmx} with BPMX");
    }
}

#[test]
fn the_search_equals_the_definition_on_the_8_puzzle() {
    for weight in ["1", "1.5"].map(|text| text.parse().unwrap()) {
        for (seed, (state, _)) in (0..).zip(EIGHT_PUZZLE.sample(24, 499)) {
            let h = RandomFraction { seed, min_quarters: 1 };
            let [_, outcome] = both(&EIGHT_PUZZLE.puzzle, &h, state, weight, u64::MAX);
            assert_eq!(found(&outcome), definition::search(&EIGHT_PUZZLE.puzzle, &h, state, weight));
        }
    }
}

#[test]
fn consistent_heuristics_on_the_8_puzzle_change_no_count() {
    let puzzle = &EIGHT_PUZZLE.puzzle;
    for (state, _) in EIGHT_PUZZLE.sample(31, 997) {
        for weight in ["1", "1.5"].map(|text| text.parse().unwrap()) {
            let [plain, bpmx] = both(puzzle, &manhattan(puzzle), state, weight, u64::MAX);
            assert_eq!(plain, bpmx);
            let [plain, bpmx] = both(puzzle, &LinearConflict::new(puzzle), state, weight, u64::MAX);
            assert_eq!(plain, bpmx);
        }
    }
}

#[test]
fn the_longest_path_fits_the_stack_and_a_longer_one_is_out_of_memory() {
    let max_depth = usize::try_from(MAX_DEPTH).unwrap();
    for (moves, end) in [(max_depth, Termination::Solved), (max_depth + 2, Termination::MemoryLimit)] {
        let [plain, bpmx] = unlimited(&Tree::line(moves), &TreeHeuristic, 0);
        assert_eq!((plain.end, bpmx.end), (end, end));
    }
}
