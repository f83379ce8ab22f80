//! Breadth-first iterative deepening beside a plain search with a set of all states.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use tilebench_core::{
    Cost, Domain, Heuristic, HeuristicExt, Limits, NoObserver, Outcome, SearchContext, StopFlag, Termination, Weight,
};
use tilebench_heuristics::{LinearConflict, NoTableObserver, PatternDatabases, PdbSpec, Tables, manhattan};
use tilebench_puzzle::{Generator, Goal, Op, OperatorOrder, Puzzle, Size};
use tilebench_solvers::ida_star::solve_recursively;
use tilebench_solvers::{Side, bfida};
use tilebench_testkit::ExplicitGraph;

fn search<D: Domain, H: Heuristic<D>>(domain: &D, h: &H, start: D::State, limits: Limits) -> Outcome<D::Op> {
    let stop = StopFlag::new();
    bfida::solve(
        domain,
        h,
        start,
        &mut SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 },
    )
}

/// The number of states expanded in all iterations, by their definition: layer after layer, the
/// states within the threshold that were in no layer yet, until the goal is in one.
fn expected<H: Heuristic<Puzzle<u64>>>(puzzle: &Puzzle<u64>, h: &H, start: u64) -> u64 {
    let mut expanded = 0;
    let mut threshold = h.estimate(puzzle, start);
    loop {
        let mut reached = BTreeSet::from([start]);
        let mut layer = vec![start];
        let mut above = Cost::MAX;
        for g in 1.. {
            if layer.is_empty() {
                break;
            }
            expanded += layer.len() as u64;
            let mut next = Vec::new();
            for &state in &layer {
                for &op in puzzle.ops(state, puzzle.root_op(state)) {
                    let child = puzzle.apply(state, op);
                    let f = g + h.estimate(puzzle, child);
                    if f > threshold {
                        above = above.min(f);
                    } else if reached.insert(child) {
                        next.push(child);
                    }
                }
            }
            if next.iter().any(|&state| puzzle.is_goal(state)) {
                return expanded;
            }
            layer = next;
        }
        threshold = above;
    }
}

fn holds<H: Heuristic<Puzzle<u64>>>(puzzle: &Puzzle<u64>, h: &H, name: &str) {
    let mut generator = Generator::new(5);
    for _ in 0..10 {
        let board = generator.board(puzzle.goal());
        let start = puzzle.state(&board).unwrap();
        let outcome = search(puzzle, h, start, Limits::NONE);
        assert_eq!(outcome.end, Termination::Solved, "{name}: {board}");
        assert_eq!(outcome.counters.expanded, expected(puzzle, h, start), "{name}: {board}");
        let reached: u64 = outcome.path.iter().fold(start, |state, &op| puzzle.apply(state, op));
        assert!(puzzle.is_goal(reached), "{name}: {board}");
        let stop = StopFlag::new();
        let mut context =
            SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
        let deepening: Outcome<Op> =
            solve_recursively(Side { domain: puzzle, heuristic: h, root: start }, Weight::ONE, &mut context);
        assert_eq!(outcome.path.len(), deepening.path.len(), "{name}: {board}");
        assert_eq!(outcome.counters.iterations, deepening.counters.iterations, "{name}: {board}");
    }
}

#[test]
fn every_state_within_a_threshold_is_expanded_once_even_if_the_heuristic_is_inconsistent() {
    let goal = Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap();
    let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
    holds(&puzzle, &manhattan(&puzzle), "manhattan");
    holds(&puzzle, &LinearConflict::new(&puzzle), "linear-conflict");
    let tables = Tables::in_memory_with(Box::new(NoTableObserver));
    let patterns = PdbSpec::parse("1,2,3,5/4,6,7,8+reflected+dual").unwrap();
    holds(&puzzle, &PatternDatabases::new(&puzzle, &patterns, &tables).unwrap(), "pattern databases");
}

#[test]
fn states_of_one_layer_that_are_neighbours_are_not_expanded_again() {
    // A triangle, which no board has, and a tail to the goal.
    let graph = ExplicitGraph::new(&[(0, 1), (0, 2), (1, 2), (2, 3), (3, 4)], 4, &[0, 0, 0, 0, 0]);
    let outcome = search(&graph, &graph.heuristic(), 0, Limits::NONE);
    // Thresholds of 0 to 3, with 1, 3, 4 and 4 states.
    assert_eq!((outcome.path.len(), outcome.counters.expanded, outcome.counters.iterations), (3, 12, 4));
}

#[test]
fn a_path_is_shortest_even_if_an_inconsistent_heuristic_misleads() {
    let pairs = [(0, 1), (1, 2), (0, 4), (4, 5), (5, 2), (2, 3), (3, 6), (6, 7), (7, 8), (8, 9)];
    let graph = ExplicitGraph::new(&pairs, 9, &[0, 6, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(search(&graph, &graph.heuristic(), 0, Limits::NONE).path.len(), 7);
}

#[test]
fn the_search_stops_before_its_lists_exceed_the_memory_limit() {
    let goal = Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap();
    let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
    let start = puzzle.state(&Generator::new(1).board(&goal)).unwrap();
    let free = search(&puzzle, &manhattan(&puzzle), start, Limits::NONE);
    let peak = free.counters.peak_bytes;
    let enough = search(&puzzle, &manhattan(&puzzle), start, Limits { bytes: peak, ..Limits::NONE });
    assert_eq!((enough.end, enough.path), (Termination::Solved, free.path));
    let short = search(&puzzle, &manhattan(&puzzle), start, Limits { bytes: peak - 1, ..Limits::NONE });
    assert_eq!(short.end, Termination::MemoryLimit);
    assert!(short.counters.peak_bytes < peak);
}
