//! Breadth-first heuristic search beside breadth-first iterative deepening, which keeps every layer.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use tilebench_core::{
    Cost, Counters, Domain, Heuristic, Limits, Observer, Outcome, SearchContext, StopFlag, Termination,
};
use tilebench_heuristics::manhattan;
use tilebench_puzzle::{Generator, Goal, OperatorOrder, Puzzle, Size};
use tilebench_solvers::{bfhs, bfida};
use tilebench_testkit::ExplicitGraph;

/// The counts at the end of each iteration.
#[derive(Default)]
struct Iterations(Vec<(Cost, u64, u64)>);

impl Observer for Iterations {
    fn iteration(&mut self, threshold: Cost, counters: &Counters) {
        self.0.push((threshold, counters.generated, counters.expanded));
    }
}

type Solve<D, H> = fn(&D, &H, <D as Domain>::State, &mut SearchContext<'_>) -> Outcome<<D as Domain>::Op>;

fn run<D: Domain, H: Heuristic<D>>(
    solve: Solve<D, H>,
    (domain, h, start): (&D, &H, D::State),
    limits: Limits,
) -> (Outcome<D::Op>, Iterations) {
    let stop = StopFlag::new();
    let mut observer = Iterations::default();
    let outcome = solve(
        domain,
        h,
        start,
        &mut SearchContext { limits, stop: &stop, observer: &mut observer, scratch: None, seed: 0 },
    );
    (outcome, observer)
}

fn puzzle() -> Puzzle<u64> {
    let goal = Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap();
    Puzzle::new(&goal, &OperatorOrder::default()).unwrap()
}

#[test]
fn iterations_are_those_of_bfidastar_and_the_path_is_as_long() {
    let puzzle = puzzle();
    let h = manhattan(&puzzle);
    let mut generator = Generator::new(3);
    for _ in 0..20 {
        let start = puzzle.state(&generator.board(puzzle.goal())).unwrap();
        let (all, all_iterations) = run(bfida::solve, (&puzzle, &h, start), Limits::NONE);
        let (relay, iterations) = run(bfhs::solve, (&puzzle, &h, start), Limits::NONE);
        assert_eq!((relay.end, relay.path.len()), (Termination::Solved, all.path.len()));
        assert_eq!(iterations.0, all_iterations.0);
        assert!(relay.counters.expanded > all.counters.expanded, "the parts of the path are searched again");
        assert!(relay.counters.peak_closed < all.counters.peak_closed);
        let reached: u64 = relay.path.iter().fold(start, |state, &op| puzzle.apply(state, op));
        assert!(puzzle.is_goal(reached));
    }
}

#[test]
fn every_short_path_is_reconstructed() {
    // On a path every part has one state per layer.
    for length in 1..=40 {
        let pairs: Vec<(usize, usize)> = (0..length).map(|node| (node, node + 1)).collect();
        let graph = ExplicitGraph::new(&pairs, length, &vec![0; length + 1]);
        let (outcome, _) = run(bfhs::solve, (&graph, &graph.heuristic(), 0), Limits::NONE);
        assert_eq!(outcome.path, pairs, "{length}");
    }
}

#[test]
fn a_path_is_shortest_even_if_an_inconsistent_heuristic_misleads() {
    let pairs = [(0, 1), (1, 2), (0, 4), (4, 5), (5, 2), (2, 3), (3, 6), (6, 7), (7, 8), (8, 9)];
    let graph = ExplicitGraph::new(&pairs, 9, &[0, 6, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(run(bfhs::solve, (&graph, &graph.heuristic(), 0), Limits::NONE).0.path.len(), 7);
}

#[test]
fn a_limit_that_ends_the_reconstruction_leaves_no_path() {
    let puzzle = puzzle();
    let h = manhattan(&puzzle);
    let start = puzzle.state(&Generator::new(1).board(puzzle.goal())).unwrap();
    let (free, iterations) = run(bfhs::solve, (&puzzle, &h, start), Limits::NONE);
    let (_, generated, _) = *iterations.0.last().unwrap();
    assert!(generated < free.counters.generated);
    let (outcome, _) = run(bfhs::solve, (&puzzle, &h, start), Limits { generated: generated + 4, ..Limits::NONE });
    assert_eq!((outcome.end, outcome.path.len()), (Termination::NodeLimit, 0));
}

#[test]
fn the_search_stops_before_its_lists_exceed_the_memory_limit() {
    let puzzle = puzzle();
    let h = manhattan(&puzzle);
    let start = puzzle.state(&Generator::new(1).board(puzzle.goal())).unwrap();
    let (free, _) = run(bfhs::solve, (&puzzle, &h, start), Limits::NONE);
    let peak = free.counters.peak_bytes;
    let (enough, _) = run(bfhs::solve, (&puzzle, &h, start), Limits { bytes: peak, ..Limits::NONE });
    assert_eq!((enough.end, enough.path), (Termination::Solved, free.path));
    let (short, _) = run(bfhs::solve, (&puzzle, &h, start), Limits { bytes: peak - 1, ..Limits::NONE });
    assert_eq!(short.end, Termination::MemoryLimit);
}
