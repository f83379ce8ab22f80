//! Groups of nodes with databases of many partitions, also zero-aware, count as the recursion does.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use tilebench_core::{Limits, NoObserver, Outcome, SearchContext, StopFlag, Termination, Weight};
use tilebench_heuristics::{
    MultiplePdbs, NoTableObserver, PatternDatabases, PdbSpec, PruningTable, TableSpec, Tables, manhattan,
};
use tilebench_kernels::{KernelWord, Lifted, PrunedPuzzle, grouped};
use tilebench_puzzle::{Generator, Goal, Op, OperatorOrder, Puzzle, Size};
use tilebench_solvers::Side;
use tilebench_solvers::ida_star::{self, Config, solve_recursively};

/// Boards, and partitions with shared patterns.
const PARTITIONS: [((usize, usize), &str); 4] = [
    ((3, 3), "1,2,3,4/5,6,7,8|1,2,3,4/5,6|3,6/7,8+reflected"),
    ((3, 4), "1,2,5/3,4,7|1,2,5/6,9,10|8,11/3,4,7"),
    ((4, 4), "1,4,5/2,3,7|1,4,5/8,12,13|10,11,15/2,3,7|2,6/9,10+reflected"),
    ((5, 5), "1,5,6/2,3,7|1,5,6/10,15,16|13,14,19/2,3,7|8,9/12,17+reflected"),
];

fn search(run: impl FnOnce(&mut SearchContext<'_>) -> Outcome<Op>, limits: Limits) -> Outcome<Op> {
    let stop = StopFlag::new();
    run(&mut SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 })
}

/// The end, the path and the counts of a search.
fn result(outcome: &Outcome<Op>) -> (Termination, Vec<Op>, [u64; 3]) {
    let counters = outcome.counters;
    (outcome.end, outcome.path.clone(), [counters.generated, counters.expanded, counters.iterations])
}

/// Compares groups with the recursion on walks from the goal, under several limits, and returns the nodes generated.
fn compare<W: KernelWord>((rows, cols): (usize, usize), patterns: &str) -> u64 {
    let goal = Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap();
    let puzzle = Puzzle::<W>::new(&goal, &OperatorOrder::default()).unwrap();
    let spec = PdbSpec::parse(patterns).unwrap();
    let databases = PatternDatabases::new(&puzzle, &spec, &Tables::in_memory()).unwrap();
    let heuristic = MultiplePdbs::new(databases).unwrap();
    let automaton = PruningTable { size: goal.size(), depth: 8 }.build(&NoTableObserver);
    let mut generated = 0;
    for seed in 0..8 {
        let start = puzzle.state(&Generator::new(seed).walk(&goal, 40)).unwrap();
        let side = Side { domain: &puzzle, heuristic: &heuristic, root: start };
        let plain = search(|context| solve_recursively(side, Weight::ONE, context), Limits::NONE);
        let distance = manhattan(&puzzle);
        let by_manhattan = Side { domain: &puzzle, heuristic: &distance, root: start };
        let shortest = search(|context| solve_recursively(by_manhattan, Weight::ONE, context), Limits::NONE);
        assert_eq!(plain.path.len(), shortest.path.len(), "{patterns}, walk {seed}");
        assert!(plain.counters.generated <= shortest.counters.generated);
        generated += plain.counters.generated;
        let total = plain.counters.generated;
        for nodes in [u64::MAX, total, total - 1, total / 2, total / 7] {
            let limits = Limits { generated: nodes, ..Limits::NONE };
            let recursion = search(|context| solve_recursively(side, Weight::ONE, context), limits);
            let groups = search(|context| ida_star::solve(side, &Config::default(), grouped, context), limits);
            assert_eq!(result(&groups), result(&recursion), "{patterns}, walk {seed}, limit {nodes}");
        }
        let config = Config { prune: Some(8), automaton: Some(&automaton), ..Config::default() };
        let pruned = search(|context| ida_star::solve(side, &config, grouped, context), Limits::NONE);
        assert_eq!(pruned.path.len(), shortest.path.len(), "{patterns}, walk {seed}");
        // The recursion in the pruned puzzle. A single search may generate more nodes than without pruning: the solution that would
        // be found first may be cut.
        let (domain, lifted) = (PrunedPuzzle::new(&puzzle, &automaton), Lifted(&heuristic));
        let side = Side { domain: &domain, heuristic: &lifted, root: start };
        let stop = StopFlag::new();
        let limits = Limits::NONE;
        let mut context = SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
        let recursion = solve_recursively(side, Weight::ONE, &mut context);
        let path: Vec<Op> = recursion.path.iter().map(|op| op.op).collect();
        let counters = [pruned.counters, recursion.counters].map(|counters| (counters.generated, counters.expanded));
        assert_eq!((&pruned.path, counters[0]), (&path, counters[1]), "{patterns}, walk {seed}");
    }
    generated
}

#[test]
fn groups_equal_the_recursion_in_path_counts_and_stopping_node() {
    for (size, patterns) in PARTITIONS {
        for words in [patterns.to_owned(), patterns.replace("+reflected", "") + "+zero-aware"] {
            let generated =
                if size.0 * size.1 <= 16 { compare::<u64>(size, &words) } else { compare::<u128>(size, &words) };
            assert!(generated > 500, "{words}: {generated}");
        }
    }
}
