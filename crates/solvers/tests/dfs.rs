//! Depth-first search against the tree of paths that it is to search.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use tilebench_core::{Domain, Limits, NoObserver, Outcome, SearchContext, StopFlag, StopReason, Termination};
use tilebench_puzzle::{Goal, Op, OperatorOrder, Puzzle, Size};
use tilebench_solvers::dfs;
use tilebench_testkit::{ExplicitGraph, Oracle};

fn puzzle(rows: usize, cols: usize) -> Puzzle<u64> {
    let goal = Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap();
    Puzzle::new(&goal, &OperatorOrder::default()).unwrap()
}

fn search<D: Domain>(domain: &D, start: D::State, depth: u32, limits: Limits) -> Outcome<D::Op> {
    let stop = StopFlag::new();
    dfs::solve(
        domain,
        start,
        depth,
        &SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 },
    )
}

/// The first path of at most `left` moves in the order of operators, and the nodes generated before
/// its end or, if there is none, in total.
fn first_path(puzzle: &Puzzle<u64>, state: u64, parent_op: Op, left: u32, generated: &mut u64) -> Option<Vec<Op>> {
    if left == 0 {
        return None;
    }
    puzzle.ops(state, parent_op).iter().find_map(|&op| {
        *generated += 1;
        let child = puzzle.apply(state, op);
        if puzzle.is_goal(child) {
            return Some(vec![op]);
        }
        let rest = first_path(puzzle, child, op, left - 1, generated)?;
        Some([vec![op], rest].concat())
    })
}

#[test]
fn the_first_path_within_the_bound_is_found_after_exactly_the_nodes_before_it() {
    let puzzle = puzzle(2, 3);
    let oracle = Oracle::new(puzzle.goal());
    for (board, distance) in oracle.boards().iter().filter(|(_, distance)| *distance > 0) {
        let start = puzzle.state(board).unwrap();
        for depth in [distance - 1, *distance, distance + 1, distance + 6] {
            let mut generated = 1;
            let expected = first_path(&puzzle, start, puzzle.root_op(start), depth, &mut generated);
            let found = search(&puzzle, start, depth, Limits::NONE);
            assert_eq!(
                found.end,
                if depth < *distance { Termination::DepthLimit } else { Termination::Solved },
                "{board}"
            );
            assert_eq!(found.path, expected.unwrap_or_default());
            assert_eq!(found.counters.generated, generated);
            if depth == *distance {
                assert_eq!(u32::try_from(found.path.len()).unwrap(), depth);
            }
        }
    }
}

#[test]
fn a_tree_without_paths_that_reach_the_bound_is_exhausted() {
    // The graph's operators are pruned of nothing, so that any edge can be gone back and forth.
    let alone = ExplicitGraph::new(&[(1, 2)], 2, &[0, 0, 0]);
    let found = search(&alone, 0, 5, Limits::NONE);
    assert_eq!((found.end, found.counters.generated, found.counters.expanded), (Termination::Exhausted, 1, 1));
    let apart = ExplicitGraph::new(&[(0, 1)], 2, &[0, 0, 0]);
    let found = search(&apart, 0, 5, Limits::NONE);
    assert_eq!((found.end, found.counters.generated, found.counters.expanded), (Termination::DepthLimit, 6, 5));
    assert_eq!(search(&apart, 0, 0, Limits::NONE).end, Termination::DepthLimit);
    assert_eq!(search(&alone, 0, 0, Limits::NONE).end, Termination::Exhausted);
}

#[test]
fn every_node_limit_is_kept_and_almost_reached() {
    let puzzle = puzzle(3, 3);
    let oracle = Oracle::new(puzzle.goal());
    let (hardest, _) = oracle.boards().iter().max_by_key(|(_, distance)| distance).unwrap();
    let start = puzzle.state(hardest).unwrap();
    for generated in (1..3_000).chain([100_000, 100_001, 100_002, 100_003]) {
        let found = search(&puzzle, start, 25, Limits { generated, ..Limits::NONE });
        assert_eq!((found.end, found.path.len()), (Termination::NodeLimit, 0));
        assert!((generated.saturating_sub(3)..=generated).contains(&found.counters.generated), "{generated}");
    }
}

#[test]
fn memory_is_that_of_one_path_and_the_stop_flag_is_obeyed() {
    let puzzle = puzzle(4, 4);
    let start = puzzle.state(puzzle.goal()).unwrap();
    let start = puzzle.apply(start, puzzle.ops(start, puzzle.root_op(start))[0]);
    let away = puzzle.ops(start, puzzle.root_op(start))[0];
    let start = if puzzle.is_goal(puzzle.apply(start, away)) { start } else { puzzle.apply(start, away) };
    let limits = Limits { generated: 10_000, bytes: 80 * 32, ..Limits::NONE };
    let found = search(&puzzle, start, 80, limits);
    assert!(matches!(found.end, Termination::NodeLimit | Termination::Solved));
    assert_eq!(found.counters.peak_bytes, 80 * 32);
    let found = search(&puzzle, start, 81, limits);
    assert_eq!((found.end, found.counters.peak_bytes), (Termination::MemoryLimit, 0));
    assert_eq!(search(&puzzle, start, u32::MAX, limits).end, Termination::MemoryLimit);
    for (reason, end) in [(StopReason::Time, Termination::TimeLimit), (StopReason::Cancel, Termination::Cancelled)] {
        let stop = StopFlag::new();
        stop.raise(reason);
        let context =
            SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
        assert_eq!(dfs::solve(&puzzle, start, 80, &context).end, end);
    }
}
