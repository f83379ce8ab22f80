//! IDA* without duplicate strings finds shortest paths with fewer nodes, in every engine and operator order.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use tilebench_core::{Heuristic, Limits, NoObserver, Outcome, SearchContext, StopFlag, Termination, Weight};
use tilebench_heuristics::{
    IncrementalPdbs, LinearConflict, NoTableObserver, PatternDatabases, PdbSpec, PruningTable, TableSpec, Tables,
    WalkingInversion, manhattan,
};
use tilebench_kernels::{KernelWord, Lifted, PrunedPuzzle, UnitDelta, batched, grouped, plain};
use tilebench_puzzle::{Board, Direction, Generator, Goal, Op, OperatorOrder, Puzzle, Size};
use tilebench_solvers::Side;
use tilebench_solvers::ida_star::{Config, EngineFactory, Kernel, Threads, recursive_engine, solve, solve_recursively};
use tilebench_testkit::Oracle;

/// A puzzle with the automaton of strings of at most some number of moves.
struct Case<W: KernelWord> {
    puzzle: Puzzle<W>,
    automaton: Vec<u8>,
    depth: u32,
}

impl<W: KernelWord> Case<W> {
    fn new((rows, cols): (usize, usize), depth: u32, order: &OperatorOrder) -> Self {
        let size = Size::new(rows, cols).unwrap();
        let goal = Goal::BlankFirst.board(size).unwrap();
        let automaton = PruningTable { size, depth }.build(&NoTableObserver);
        Self { puzzle: Puzzle::new(&goal, order).unwrap(), automaton, depth }
    }

    /// The outcome of an engine with some values, with or without pruning.
    fn solve<H: Heuristic<Puzzle<W>>>(
        &self,
        heuristic: &H,
        start: W,
        engine: EngineFactory<Puzzle<W>, H>,
        config: Config<'_>,
        limits: Limits,
        prunes: bool,
    ) -> Outcome<Op> {
        let config =
            Config { prune: prunes.then_some(self.depth), automaton: prunes.then_some(&*self.automaton), ..config };
        let side = Side { domain: &self.puzzle, heuristic, root: start };
        let stop = StopFlag::new();
        let mut context = SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
        let outcome = solve(side, &config, engine, &mut context);
        if outcome.end == Termination::Solved {
            let end =
                outcome.path.iter().fold(start, |state, &op| tilebench_core::Domain::apply(&self.puzzle, state, op));
            assert_eq!(self.puzzle.board(end), *self.puzzle.goal());
        }
        outcome
    }

    /// The outcome of the recursion that is not unrolled, in the pruned puzzle.
    fn solve_recursively<H: Heuristic<Puzzle<W>>>(&self, heuristic: &H, start: W, limits: Limits) -> Outcome<Op> {
        let domain = PrunedPuzzle::new(&self.puzzle, &self.automaton);
        let side = Side { domain: &domain, heuristic: &Lifted(heuristic), root: start };
        let stop = StopFlag::new();
        let mut context = SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
        let outcome = solve_recursively(side, Weight::ONE, &mut context);
        let Outcome { end, path, h0, bound, counters } = outcome;
        Outcome { end, path: path.into_iter().map(|op| op.op).collect(), h0, bound, counters }
    }
}

impl Case<u64> {
    /// Compares batches of every kernel with the recursion, without duplicate strings.
    fn check_kernels<H: UnitDelta<Puzzle<u64>> + 'static>(&self, heuristic: &H, start: u64) {
        let recursion = self.solve_recursively(heuristic, start, Limits::NONE);
        for kernel in kernels() {
            let config = Config { kernel, ..Config::default() };
            let outcome = self.solve(heuristic, start, batched, config, Limits::NONE, true);
            assert_eq!(same(&outcome), same(&recursion), "{start:x} {kernel}");
        }
    }
}

fn shuffled() -> OperatorOrder {
    OperatorOrder::Shuffle { seed: 5 }
}

/// Searches from every state of the 8-puzzle, with and without strings of at most `depth` moves.
fn check_every_state_of_the_8_puzzle(depth: u32, order: &OperatorOrder) {
    let case = Case::<u64>::new((3, 3), depth, order);
    let heuristic = manhattan(&case.puzzle);
    let mut generated = [0; 2];
    for (board, distance) in Oracle::new(case.puzzle.goal()).boards() {
        let start = case.puzzle.state(board).unwrap();
        let pruned = case.solve(&heuristic, start, plain, Config::default(), Limits::NONE, true);
        assert_eq!((pruned.end, pruned.path.len()), (Termination::Solved, *distance as usize), "{board}");
        generated[0] += pruned.counters.generated;
        generated[1] += case.solve(&heuristic, start, plain, Config::default(), Limits::NONE, false).counters.generated;
    }
    assert!(4 * generated[0] < 3 * generated[1], "depth {depth}: {generated:?}");
}

#[test]
fn every_state_of_the_8_puzzle_is_solved_in_fewest_moves_and_fewer_nodes() {
    check_every_state_of_the_8_puzzle(14, &OperatorOrder::default());
}

#[test]
fn every_state_of_the_8_puzzle_is_solved_in_fewest_moves_and_fewer_nodes_in_another_order() {
    check_every_state_of_the_8_puzzle(8, &shuffled());
}

#[test]
fn boards_of_three_by_four_are_solved_in_fewest_moves() {
    for (size, order) in [((3, 4), OperatorOrder::default()), ((4, 3), shuffled()), ((2, 6), shuffled())] {
        let case = Case::<u64>::new(size, 12, &order);
        let heuristic = LinearConflict::new(&case.puzzle);
        // On one board the goal may be found later in the last iteration, since another of its paths is found.
        let mut generated = [0; 2];
        for seed in 0..30 {
            let start = case.puzzle.state(&Generator::new(seed).walk(case.puzzle.goal(), 60)).unwrap();
            let all = case.solve(&heuristic, start, plain, Config::default(), Limits::NONE, false);
            let pruned = case.solve(&heuristic, start, plain, Config::default(), Limits::NONE, true);
            assert_eq!(pruned.path.len(), all.path.len(), "{size:?} {seed}");
            generated[0] += pruned.counters.generated;
            generated[1] += all.counters.generated;
        }
        assert!(4 * generated[0] < 3 * generated[1], "{size:?}: {generated:?}");
    }
}

/// Boards of Korf 1985 with their lengths and the nodes of IDA* with Manhattan distance.
const KORF: [(&str, usize, u64); 2] =
    [("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 45, 546_344), ("0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", 42, 540_860)];

#[test]
fn the_unrolled_recursion_threads_and_the_recursion_that_is_not_unrolled_have_the_same_counts() {
    let case = Case::<u64>::new((4, 4), 14, &OperatorOrder::default());
    let heuristic = manhattan(&case.puzzle);
    for (tiles, length, nodes) in &KORF {
        let start = case.puzzle.state(&Board::parse(tiles, None).unwrap()).unwrap();
        let unrolled = case.solve(&heuristic, start, plain, Config::default(), Limits::NONE, true);
        assert_eq!(unrolled.path.len(), *length);
        assert!(4 * unrolled.counters.generated < 3 * *nodes, "{:?}", unrolled.counters);
        assert_eq!(same(&case.solve_recursively(&heuristic, start, Limits::NONE)), same(&unrolled));
        for kernel in kernels() {
            for count in [1, 3] {
                let threads = Threads { count, deterministic: true };
                let config = Config { kernel, threads, ..Config::default() };
                let outcome = case.solve(&heuristic, start, batched, config, Limits::NONE, true);
                assert_eq!(same(&outcome), same(&unrolled), "{kernel} {count}");
            }
        }
        for generated in [1, 100, 12_345] {
            let limits = Limits { generated, ..Limits::NONE };
            let limited = case.solve(&heuristic, start, plain, Config::default(), limits, true);
            assert_eq!(limited.end, Termination::NodeLimit);
            assert_eq!(same(&case.solve_recursively(&heuristic, start, limits)), same(&limited));
        }
    }
}

#[test]
fn batches_of_every_kind_of_node_count_as_the_recursion_does_in_any_order_and_size() {
    for (size, order, depth) in [
        ((4, 4), OperatorOrder::default(), 14),
        ((3, 4), shuffled(), 10),
        ((2, 4), shuffled(), 8),
        ((4, 3), shuffled(), 12),
    ] {
        let case = Case::<u64>::new(size, depth, &order);
        let tables = Tables::in_memory();
        for seed in 0..6 {
            let start = case.puzzle.state(&Generator::new(seed).walk(case.puzzle.goal(), 70)).unwrap();
            case.check_kernels(&manhattan(&case.puzzle), start);
            case.check_kernels(&LinearConflict::new(&case.puzzle), start);
            case.check_kernels(&WalkingInversion::new(&case.puzzle, &tables), start);
        }
    }
}

/// The kernels of this processor.
fn kernels() -> Vec<Kernel> {
    let all = Kernel::ALL.iter().map(|(_, kernel)| *kernel);
    all.filter(|kernel| *kernel == Kernel::Auto || tilebench_kernels::is_available(*kernel)).collect()
}

/// An outcome without its bytes.
fn same(outcome: &Outcome<Op>) -> (Termination, Vec<Option<Direction>>, [u64; 3]) {
    let counters = outcome.counters;
    let path = outcome.path.iter().map(|op| op.direction()).collect();
    (outcome.end, path, [counters.generated, counters.expanded, counters.iterations])
}

#[test]
fn groups_of_nodes_count_as_the_recursion_does() {
    let case = Case::<u64>::new((4, 4), 12, &shuffled());
    let patterns = PdbSpec::parse("1,2,3,4,5/6,7,8,9,10/11,12,13,14,15").unwrap();
    let databases = PatternDatabases::new(&case.puzzle, &patterns, &Tables::in_memory()).unwrap();
    let databases = IncrementalPdbs::new(&case.puzzle, databases).unwrap();
    for (tiles, length, _) in &KORF {
        let start = case.puzzle.state(&Board::parse(tiles, None).unwrap()).unwrap();
        let recursion = case.solve_recursively(&databases, start, Limits::NONE);
        let grouped_outcome = case.solve(&databases, start, grouped, Config::default(), Limits::NONE, true);
        assert_eq!(same(&grouped_outcome), same(&recursion));
        let all = case.solve(&databases, start, grouped, Config::default(), Limits::NONE, false);
        assert_eq!((recursion.path.len(), all.path.len()), (*length, *length));
        assert!(recursion.counters.generated < all.counters.generated);
    }
}

#[test]
fn a_weighted_search_stays_within_its_bound_and_a_depth_limit_is_kept() {
    let case = Case::<u64>::new((4, 4), 10, &OperatorOrder::default());
    let heuristic = manhattan(&case.puzzle);
    let (tiles, length, _) = KORF[1];
    let start = case.puzzle.state(&Board::parse(tiles, None).unwrap()).unwrap();
    let weight = Weight::new(3, 2).unwrap();
    let weighted = case.solve(&heuristic, start, plain, Config { weight, ..Config::default() }, Limits::NONE, true);
    assert!(weighted.path.len() >= length && 2 * weighted.path.len() <= 3 * length);
    for (depth, end) in [(42, Termination::Solved), (41, Termination::DepthLimit)] {
        let limits = Limits { depth, ..Limits::NONE };
        assert_eq!(case.solve(&heuristic, start, plain, Config::default(), limits, true).end, end);
    }
}

#[test]
fn wide_boards_are_pruned_too() {
    let case = Case::<u128>::new((5, 5), 10, &OperatorOrder::default());
    let heuristic = LinearConflict::new(&case.puzzle);
    for seed in 0..20 {
        let start = case.puzzle.state(&Generator::new(seed).walk(case.puzzle.goal(), 60)).unwrap();
        let all = case.solve(&heuristic, start, plain, Config::default(), Limits::NONE, false);
        let pruned = case.solve(&heuristic, start, plain, Config::default(), Limits::NONE, true);
        assert_eq!(pruned.path.len(), all.path.len(), "{seed}");
    }
}

#[test]
fn strings_of_two_moves_are_those_that_every_search_leaves_out() {
    let case = Case::<u64>::new((4, 4), 2, &OperatorOrder::default());
    let heuristic = manhattan(&case.puzzle);
    let start = case.puzzle.state(&Board::parse(KORF[0].0, None).unwrap()).unwrap();
    let [pruned, all] =
        [true, false].map(|prunes| case.solve(&heuristic, start, plain, Config::default(), Limits::NONE, prunes));
    assert_eq!((same(&pruned), pruned.counters.generated), (same(&all), KORF[0].2));
}

#[test]
fn pruning_is_refused_with_pathmax_and_in_domains_without_an_automaton() {
    let config = Config { prune: Some(14), ..Config::default() };
    assert_eq!(config.check(), Ok(()));
    let raised = Config { bpmx: true, ..config };
    assert_eq!(raised.check().unwrap_err(), "bpmx searches without prune: leave one of them out");
    let goal = Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap();
    let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
    let refused = recursive_engine(&puzzle, &manhattan(&puzzle), &config).map(drop).unwrap_err();
    assert_eq!(refused, "prune 14 supports moves of single tiles that all cost 1: leave prune out");
}
