//! Algorithms on tiny graphs that force paths which puzzles rarely take.

use tilebench_core::{Cost, Limits, NoObserver, Outcome, SearchContext, StopFlag, Termination, Weight};
use tilebench_solvers::best_first::{self, Config};
use tilebench_solvers::ida_star::solve_recursively;
use tilebench_solvers::{Side, bfs};
use tilebench_testkit::ExplicitGraph;

/// A short way 0-1-2 and a long way 0-4-5-2 to node 2, and from there a tail to the goal, 9. The
/// estimate of node 1 is its true distance and all others are 0: admissible, but inconsistent, so
/// the long way is closed before the short one is tried.
fn misled() -> ExplicitGraph {
    let pairs = [(0, 1), (1, 2), (0, 4), (4, 5), (5, 2), (2, 3), (3, 6), (6, 7), (7, 8), (8, 9)];
    ExplicitGraph::new(&pairs, 9, &[0, 6, 0, 0, 0, 0, 0, 0, 0, 0])
}

fn with_control<T>(search: impl FnOnce(&mut SearchContext<'_>) -> T) -> T {
    let stop = StopFlag::new();
    search(&mut SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 })
}

fn astar(graph: &ExplicitGraph, start: usize, reopen: bool) -> Outcome<(usize, usize)> {
    astar_to(graph, start, reopen, Limits::NONE.depth)
}

/// A* under a limit of depth.
fn astar_to(graph: &ExplicitGraph, start: usize, reopen: bool, depth: Cost) -> Outcome<(usize, usize)> {
    let config = Config { reopen, ..Config::default() };
    with_control(|context| {
        context.limits.depth = depth;
        best_first::solve_plain(graph, &graph.heuristic(), start, config, context)
    })
}

#[test]
fn astar_reopens_and_stays_optimal_with_an_inconsistent_heuristic() {
    let outcome = astar(&misled(), 0, true);
    assert_eq!(outcome.end, Termination::Solved);
    assert_eq!(outcome.path.len(), 7);
    assert!(outcome.counters.reopened > 0, "{:?}", outcome.counters);
}

#[test]
fn without_reopening_the_shorter_path_to_a_closed_node_is_lost() {
    let outcome = astar(&misled(), 0, false);
    assert_eq!((outcome.end, outcome.path.len(), outcome.counters.reopened), (Termination::Solved, 8, 0));
}

#[test]
fn idastar_and_breadth_first_search_agree_on_the_shortest_path() {
    let graph = misled();
    let deepening = with_control(|context| {
        solve_recursively(Side { domain: &graph, heuristic: &graph.heuristic(), root: 0 }, Weight::ONE, context)
    });
    let breadth = with_control(|context| bfs::solve(&graph, 0, context));
    assert_eq!((deepening.path.len(), breadth.path.len()), (7, 7));
    assert_eq!(deepening.h0, Some(0));
}

#[test]
fn a_goal_out_of_reach_exhausts_the_space() {
    let graph = ExplicitGraph::new(&[(0, 1), (1, 2), (2, 0)], 3, &[0, 0, 0, 0]);
    let breadth = with_control(|context| bfs::solve(&graph, 0, context));
    assert_eq!((breadth.end, breadth.counters.expanded), (Termination::Exhausted, 3));
    assert_eq!(astar(&graph, 0, true).end, Termination::Exhausted);
}

#[test]
fn within_a_depth_only_reopening_finds_the_path_through_a_node_that_was_closed_on_a_longer_one() {
    let graph = misled();
    let ends = |reopen| [6, 7, 8].map(|depth| astar_to(&graph, 0, reopen, depth)).map(|found| found.end);
    assert_eq!(ends(true), [Termination::DepthLimit, Termination::Solved, Termination::Solved]);
    assert_eq!(ends(false), [Termination::DepthLimit, Termination::DepthLimit, Termination::Solved]);
    assert_eq!(astar_to(&graph, 0, true, 7).path.len(), 7);
}

#[test]
fn a_space_without_a_goal_ends_at_the_depth_limit_only_if_a_node_was_pruned() {
    let chain = ExplicitGraph::new(&[(0, 1), (1, 2)], 3, &[0, 0, 0, 0]);
    let breadth = |depth| {
        with_control(|context| {
            context.limits.depth = depth;
            bfs::solve(&chain, 0, context)
        })
    };
    for depth in [0, 1] {
        assert_eq!(astar_to(&chain, 0, true, depth).end, Termination::DepthLimit, "{depth}");
        let found = breadth(depth);
        assert_eq!((found.end, found.counters.expanded), (Termination::DepthLimit, u64::from(depth)));
    }
    // A* knows the successors of the last state, and breadth-first search does not look at it.
    assert_eq!((astar_to(&chain, 0, true, 2).end, breadth(2).end), (Termination::Exhausted, Termination::DepthLimit));
    assert_eq!((astar_to(&chain, 0, true, 3).end, breadth(3).end), (Termination::Exhausted, Termination::Exhausted));
}

#[test]
fn idastar_starts_no_iteration_beyond_the_depth() {
    let graph = misled();
    for weight in [Weight::ONE, Weight::new(3, 2).unwrap_or(Weight::ONE)] {
        let found = |depth| {
            with_control(|context| {
                context.limits.depth = depth;
                solve_recursively(Side { domain: &graph, heuristic: &graph.heuristic(), root: 0 }, weight, context)
            })
        };
        let (near, enough) = (found(6), found(7));
        assert_eq!((near.end, near.path.len()), (Termination::DepthLimit, 0));
        assert_eq!((enough.end, enough.path.len()), (Termination::Solved, 7));
        assert!(near.counters.peak_open <= 7 && near.counters.generated < enough.counters.generated);
    }
    let start = with_control(|context| {
        context.limits.depth = 5;
        solve_recursively(Side { domain: &graph, heuristic: &graph.heuristic(), root: 1 }, Weight::ONE, context)
    });
    assert_eq!((start.end, start.counters.generated, start.counters.iterations), (Termination::DepthLimit, 1, 0));
}
