//! The rules that every solver must keep.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use tilebench_core::{Counters, Limits, NoObserver, SearchContext, StopFlag, StopReason, Termination, Weight};
use tilebench_puzzle::{Board, Direction, Goal, Size};

use crate::Oracle;
use crate::trace_checker::TraceChecker;

/// The solution quality that a solver claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionQuality {
    /// Every path is a shortest one.
    Optimal,
    /// The cost of every path is at most this weight times the least cost.
    Bounded(Weight),
    /// Every path reaches the goal, and the solver may end as [`Termination::Incomplete`] without one.
    AnyPath,
}

/// The paths that a solver guarantees to find under a depth limit. With every guarantee, a path that
/// it finds is within the depth and of the claimed quality, and a solver that finds no path ends with
/// [`Termination::DepthLimit`], unless it gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthLimitGuarantee {
    /// A path, if there is one within the depth.
    Complete,
    /// The path that it finds without a limit, if this path is within the depth.
    OwnPath,
    /// No path: an overestimate prunes nodes of paths within the depth, and a node that was closed on a
    /// long path and is never reopened is lost to a shorter path.
    None,
}

/// A solver under test: from a board and its goal to its end, moves and counts.
pub type SolverUnderTest<'a> =
    &'a dyn Fn(&Board, &Board, &mut SearchContext<'_>) -> (Termination, Vec<Direction>, Counters);

/// Runs the whole suite on boards up to `max_distance` moves from their goal.
///
/// A maximum distance below 31 is for searches whose time grows exponentially with the distance. All others pass
/// 31, which covers every board.
///
/// # Panics
///
/// If the solver breaks a rule; the message contains the board and the rule.
pub fn check_conformance(
    solver: SolverUnderTest<'_>,
    quality: SolutionQuality,
    guarantee: DepthLimitGuarantee,
    max_distance: u32,
) {
    let mut solves_any = false;
    for oracle in &*ORACLES {
        let boards = oracle.boards().iter().filter(|(_, distance)| *distance <= max_distance);
        // Every board of 6 cells; of 9 cells a sample with boards at most of the distances.
        let step = if oracle.goal().size().cells() == 6 { 1 } else { SAMPLE_STEP };
        for (board, distance) in boards.step_by(step) {
            let moves = check_answer(solver, quality, oracle, board, *distance);
            solves_any |= !moves.is_empty();
            check_depths(solver, quality, guarantee, (board, oracle.goal()), *distance, &moves);
        }
        check_start_is_goal(solver, oracle.goal());
    }
    assert!(solves_any, "it solved no board");
    let oracle = &ORACLES[ORACLES.len() - 1];
    let hardest = oracle.boards().iter().rfind(|(_, distance)| *distance <= max_distance);
    if let Some((board, distance)) = hardest {
        check_answer(solver, quality, oracle, board, *distance);
        check_limits(solver, quality, board, oracle.goal());
        check_stop(solver, board, oracle.goal());
    }
}

/// The step between the boards of 9 cells that are tested, in order of distance. Two thirds of them are left to a release build:
/// with overflow checks a search takes longer, and the other boards execute the same code.
const SAMPLE_STEP: usize = if cfg!(debug_assertions) { 60_033 } else { 20_011 };

/// The true distances on the suite's boards, computed once per process.
static ORACLES: LazyLock<Vec<Oracle>> = LazyLock::new(|| {
    let sizes = [(2, 3), (3, 2), (3, 3)].map(|(rows, cols)| Size::new(rows, cols).expect("a board size"));
    let goals = sizes.into_iter().flat_map(|size| [Goal::BlankFirst, Goal::BlankLast].map(|goal| goal.board(size)));
    goals.map(|goal| Oracle::new(&goal.expect("a goal of that size"))).collect()
});

fn run(
    solver: SolverUnderTest<'_>,
    board: &Board,
    goal: &Board,
    limits: Limits,
) -> (Termination, Vec<Direction>, Counters) {
    let stop = StopFlag::new();
    let mut trace = TraceChecker::default();
    let context = &mut SearchContext { limits, stop: &stop, observer: &mut trace, scratch: None, seed: 0 };
    let answer = solver(board, goal, context);
    trace.check_end(answer.0, path_length(&answer.1), &answer.2);
    answer
}

/// Whether a solver of this quality may end so without a path.
fn may_give_up(quality: SolutionQuality, end: Termination) -> bool {
    quality == SolutionQuality::AnyPath && end == Termination::Incomplete
}

fn path_length(moves: &[Direction]) -> u32 {
    u32::try_from(moves.len()).expect("a path that fits")
}

fn check_answer(
    solver: SolverUnderTest<'_>,
    quality: SolutionQuality,
    oracle: &Oracle,
    board: &Board,
    distance: u32,
) -> Vec<Direction> {
    let goal = oracle.goal();
    let (end, moves, counters) = run(solver, board, goal, Limits::NONE);
    if may_give_up(quality, end) {
        assert!(moves.is_empty(), "{board}: moves of a solver that gave up");
    } else {
        assert_eq!(end, Termination::Solved, "{board} was not solved");
        check_path(quality, (board, goal), distance, &moves);
    }
    assert!(counters.generated >= 1, "{board}: the start is not counted");
    assert!(counters.generated > counters.expanded / 4, "{board}: {counters:?}");
    assert!(counters.expanded >= u64::from(!moves.is_empty()), "{board}: {counters:?}");
    let again = run(solver, board, goal, Limits::NONE);
    assert_eq!(again, (end, moves, counters), "{board}: two runs differ");
    again.1
}

/// Replays a path, checks its quality, and returns its length.
fn check_path(quality: SolutionQuality, (board, goal): (&Board, &Board), distance: u32, moves: &[Direction]) -> u32 {
    let mut reached = board.clone();
    for direction in moves {
        reached = reached.moved(*direction).unwrap_or_else(|| panic!("{board}: {direction} leaves the board"));
    }
    assert_eq!(reached, *goal, "{board}: the moves do not reach the goal");
    let length = path_length(moves);
    assert!(length >= distance && (length - distance).is_multiple_of(2), "{board}: {length} moves for {distance}");
    match quality {
        SolutionQuality::Optimal => assert_eq!(length, distance, "{board}: not a shortest path"),
        SolutionQuality::Bounded(weight) => {
            assert!(weight.allows(length, distance), "{board}: {length} moves for {distance}");
        }
        SolutionQuality::AnyPath => {}
    }
    length
}

/// Checks a solver under depth limits below and at the distance, and below and at the length of the
/// path that it finds without a limit.
fn check_depths(
    solver: SolverUnderTest<'_>,
    quality: SolutionQuality,
    guarantee: DepthLimitGuarantee,
    (board, goal): (&Board, &Board),
    distance: u32,
    free: &[Direction],
) {
    let own = path_length(free);
    let depths = BTreeSet::from([0, distance.saturating_sub(1), distance, own.saturating_sub(1), own]);
    for depth in depths {
        let (end, moves, _) = run(solver, board, goal, Limits { depth, ..Limits::NONE });
        if end == Termination::Solved {
            let length = check_path(quality, (board, goal), distance, &moves);
            assert!(length <= depth, "{board}: {length} moves under a depth of {depth}");
        } else {
            let end = if may_give_up(quality, end) { Termination::DepthLimit } else { end };
            assert_eq!((end, moves.len()), (Termination::DepthLimit, 0), "{board}: the end under a depth of {depth}");
        }
        match guarantee {
            DepthLimitGuarantee::Complete if depth >= distance => {
                assert_eq!(end, Termination::Solved, "{board}: {distance} moves suffice under a depth of {depth}");
            }
            DepthLimitGuarantee::OwnPath if depth >= own => {
                assert_eq!(moves, free, "{board}: another path under a depth of {depth}");
            }
            _ => {}
        }
    }
}

fn check_start_is_goal(solver: SolverUnderTest<'_>, goal: &Board) {
    for limits in [Limits::NONE, Limits { depth: 0, ..Limits::NONE }] {
        let (end, moves, counters) = run(solver, goal, goal, limits);
        assert_eq!((end, moves.len()), (Termination::Solved, 0), "the goal needs no move");
        assert_eq!((counters.generated, counters.expanded), (1, 0), "the goal as start is not expanded");
    }
}

fn check_limits(solver: SolverUnderTest<'_>, quality: SolutionQuality, board: &Board, goal: &Board) {
    let answer = run(solver, board, goal, Limits::NONE);
    let free_end = answer.0;
    let is_own_end = |end: Termination| end == Termination::Solved || may_give_up(quality, end);
    let deep = run(solver, board, goal, Limits { depth: 1_000_000, ..Limits::NONE });
    assert_eq!(deep, answer, "a depth that is not reached must not matter");
    let (_, _, free) = answer;
    for generated in (0..80).chain([1_000, 20_000, free.generated - 1, free.generated + 4]) {
        let (end, _, counters) = run(solver, board, goal, Limits { generated, ..Limits::NONE });
        assert!(is_own_end(end) || end == Termination::NodeLimit, "limit {generated}: {end:?}");
        let most = generated.max(1);
        assert!(counters.generated <= most, "limit {generated}: {} generated", counters.generated);
    }
    let (end, ..) = run(solver, board, goal, Limits { generated: free.generated + 4, ..Limits::NONE });
    assert_eq!(end, free_end, "a limit that is not reached must not matter");
    for bytes in [4_096, 50_000, 1_000_000, free.peak_bytes.max(4_096)] {
        let (end, _, counters) = run(solver, board, goal, Limits { bytes, ..Limits::NONE });
        assert!(is_own_end(end) || end == Termination::MemoryLimit, "{bytes} bytes: {end:?}");
        assert!(counters.peak_bytes <= bytes, "{bytes} bytes: {} held", counters.peak_bytes);
    }
    let (end, ..) = run(solver, board, goal, Limits { bytes: free.peak_bytes, ..Limits::NONE });
    assert_eq!(end, free_end, "memory that is enough must be enough");
}

fn check_stop(solver: SolverUnderTest<'_>, board: &Board, goal: &Board) {
    for (reason, expected) in [(StopReason::Time, Termination::TimeLimit), (StopReason::Cancel, Termination::Cancelled)]
    {
        let stop = StopFlag::new();
        stop.raise(reason);
        let (end, moves, counters) = solver(
            board,
            goal,
            &mut SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 },
        );
        assert_eq!((end, moves.len()), (expected, 0), "a raised flag must be obeyed");
        assert!(
            counters.expanded <= SearchContext::POLL_INTERVAL,
            "the flag was obeyed after {} nodes",
            counters.expanded
        );
    }
}
