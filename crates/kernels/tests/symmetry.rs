//! IDA* that leaves out one of two symmetric first moves finds shortest paths with about half of the nodes, in every engine.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use tilebench_core::{
    Counters, Domain, Heuristic, Limits, NoObserver, Outcome, SearchContext, StopFlag, Termination, Weight,
};
use tilebench_heuristics::{
    IncrementalPdbs, NoTableObserver, PatternDatabases, PdbSpec, PruningTable, TableSpec, Tables, WalkingInversion,
    manhattan,
};
use tilebench_kernels::{batched, grouped, plain};
use tilebench_puzzle::{Board, Goal, Op, OperatorOrder, Puzzle, Size};
use tilebench_solvers::Side;
use tilebench_solvers::ida_star::{Config, EngineFactory, Kernel, Threads, recursive_engine, solve};
use tilebench_testkit::Oracle;

fn search<H: Heuristic<Puzzle<u64>>>(
    puzzle: &Puzzle<u64>,
    heuristic: &H,
    start: u64,
    engine: EngineFactory<Puzzle<u64>, H>,
    config: &Config<'_>,
) -> Outcome<Op> {
    let side = Side { domain: puzzle, heuristic, root: start };
    let stop = StopFlag::new();
    let mut context =
        SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    let outcome = solve(side, config, engine, &mut context);
    assert_eq!(outcome.end, Termination::Solved);
    assert!(puzzle.is_goal(outcome.path.iter().fold(start, |state, &op| puzzle.apply(state, op))));
    outcome
}

fn puzzle(size: usize, order: &OperatorOrder) -> Puzzle<u64> {
    let goal = Goal::BlankFirst.board(Size::new(size, size).unwrap()).unwrap();
    Puzzle::new(&goal, order).unwrap()
}

/// The states of the 8-puzzle that are their own mirror image, with their distances.
fn symmetric_states(puzzle: &Puzzle<u64>) -> Vec<(u64, usize)> {
    let oracle = Oracle::new(puzzle.goal());
    let states = oracle.boards().iter().map(|(board, distance)| (puzzle.state(board).unwrap(), *distance as usize));
    let states: Vec<_> =
        states.filter(|&(state, _)| puzzle.symmetric_root_op(state) != puzzle.root_op(state)).collect();
    // The blank and two tiles on the diagonal, three mirrored pairs, and half of these boards are solvable.
    assert_eq!(states.len(), 6 * 48 / 2);
    states
}

#[test]
fn every_symmetric_state_of_the_8_puzzle_is_solved_in_fewest_moves_with_every_depth_of_pruning() {
    for order in [OperatorOrder::default(), OperatorOrder::Shuffle { seed: 5 }] {
        let puzzle = puzzle(3, &order);
        let heuristic = manhattan(&puzzle);
        let states = symmetric_states(&puzzle);
        for depth in [None, Some(2), Some(6), Some(8), Some(12), Some(14), Some(18)] {
            let table = depth.map(|depth| PruningTable { size: puzzle.goal().size(), depth }.build(&NoTableObserver));
            let mut generated = [0; 2];
            for &(state, distance) in &states {
                for symmetry in [false, true] {
                    let config = Config { symmetry, prune: depth, automaton: table.as_deref(), ..Config::default() };
                    let outcome = search(&puzzle, &heuristic, state, plain, &config);
                    assert_eq!(outcome.path.len(), distance, "{state:x} {depth:?} {symmetry}");
                    generated[usize::from(symmetry)] += outcome.counters.generated;
                }
            }
            assert!(5 * generated[1] < 4 * generated[0], "{depth:?}: {generated:?}");
        }
    }
}

#[test]
fn every_symmetric_state_of_the_8_puzzle_is_solved_within_the_bound_with_weights_and_in_fewest_moves_with_pathmax() {
    let puzzle = puzzle(3, &OperatorOrder::default());
    let heuristic = manhattan(&puzzle);
    let weight: Weight = "4/3".parse().unwrap();
    for (state, distance) in symmetric_states(&puzzle) {
        let config = Config { symmetry: true, ..Config::default() };
        let raised = search(&puzzle, &heuristic, state, plain, &Config { bpmx: true, ..config });
        assert_eq!(raised.path.len(), distance, "{state:x}");
        let weighted = search(&puzzle, &heuristic, state, plain, &Config { weight, ..config });
        assert!(3 * weighted.path.len() <= 4 * distance, "{state:x}");
    }
}

/// Symmetric boards of the 15-puzzle.
const BOARDS: [&str; 3] = [
    "10 4 7 11 1 5 6 8 13 9 15 3 14 2 12 0",
    "5 8 6 7 2 0 12 11 9 3 15 1 13 14 4 10",
    "0 1 14 7 4 10 12 6 11 3 15 2 13 9 8 5",
];

/// The values that are the same in every engine.
fn same(outcome: &Outcome<Op>) -> (&[Op], [u64; 3]) {
    let Counters { generated, expanded, iterations, .. } = outcome.counters;
    (&outcome.path, [generated, expanded, iterations])
}

#[test]
fn engines_search_the_same_nodes_of_symmetric_boards() {
    let puzzle = puzzle(4, &OperatorOrder::default());
    let automaton = PruningTable { size: puzzle.goal().size(), depth: 10 }.build(&NoTableObserver);
    let walking = WalkingInversion::new(&puzzle, &Tables::in_memory());
    let spec = PdbSpec::parse("1,2,3,4,5/6,7,8,9,10/11,12,13,14,15").unwrap();
    let databases = PatternDatabases::new(&puzzle, &spec, &Tables::in_memory()).unwrap();
    let patterns = IncrementalPdbs::new(&puzzle, databases).unwrap();
    let mut generated = [0; 2];
    for board in BOARDS {
        let state = puzzle.state(&Board::parse(board, None).unwrap()).unwrap();
        assert_ne!(puzzle.symmetric_root_op(state), puzzle.root_op(state), "{board}");
        for prune in [None, Some(10)] {
            let config = Config { prune, automaton: prune.and(Some(&*automaton)), ..Config::default() };
            let whole = search(&puzzle, &walking, state, batched, &config);
            let half = Config { symmetry: true, ..config };
            let expected = search(&puzzle, &walking, state, plain, &Config { kernel: Kernel::Plain, ..half });
            assert_eq!(expected.path.len(), whole.path.len(), "{board}");
            generated[0] += whole.counters.generated;
            generated[1] += expected.counters.generated;
            let two = Threads { count: 2, deterministic: true };
            for config in [half, Config { kernel: Kernel::Portable, ..half }, Config { threads: two, ..half }] {
                let outcome = search(&puzzle, &walking, state, batched, &config);
                assert_eq!(same(&outcome), same(&expected), "{board}");
            }
            let recursion = search(&puzzle, &patterns, state, plain, &half);
            let groups = search(&puzzle, &patterns, state, grouped, &half);
            assert_eq!(same(&groups), same(&recursion), "{board}");
        }
    }
    assert!(5 * generated[1] < 4 * generated[0], "{generated:?}");
}

#[test]
fn symmetry_is_refused_in_domains_without_it() {
    let puzzle = puzzle(3, &OperatorOrder::default());
    let config = Config { symmetry: true, ..Config::default() };
    let refused = recursive_engine(&puzzle, &manhattan(&puzzle), &config).map(drop).unwrap_err();
    assert_eq!(refused, "symmetry supports moves of single tiles that all cost 1: leave symmetry out");
}
