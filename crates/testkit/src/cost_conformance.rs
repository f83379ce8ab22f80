//! The rules that every solver must keep under a cost model.

use tilebench_core::{Limits, SearchContext, StopFlag, Termination};
use tilebench_puzzle::{Board, Direction};

use crate::Oracle;
use crate::conformance::{SolutionQuality, SolverUnderTest};
use crate::oracle::moved_tile;
use crate::trace_checker::TraceChecker;

/// Checks the solver `name` under `costs`, those of a move of each tile, on every `step`-th board of `oracle`, which has the least costs: paths
/// reach the goal, have the claimed quality, and agree with the incumbents that the solver reports.
///
/// # Panics
///
/// If the solver breaks a rule; the message contains its name, the board and the rule.
pub fn check_cost_conformance(
    name: &str,
    solver: SolverUnderTest<'_>,
    quality: SolutionQuality,
    oracle: &Oracle,
    costs: &[u32],
    step: usize,
) {
    for (board, least) in oracle.boards().iter().step_by(step) {
        let stop = StopFlag::new();
        let mut trace = TraceChecker::default();
        let context =
            &mut SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut trace, scratch: None, seed: 0 };
        let (end, moves, counters) = solver(board, oracle.goal(), context);
        if quality == SolutionQuality::AnyPath && end == Termination::Incomplete {
            continue;
        }
        assert_eq!(end, Termination::Solved, "{name}: {board} was not solved");
        let cost = replayed_cost(board, oracle.goal(), &moves, costs);
        trace.check_end(end, cost, &counters);
        assert!(cost >= *least, "{name}: {board}: a cost of {cost}, although {least} is the least");
        match quality {
            SolutionQuality::Optimal => assert_eq!(cost, *least, "{name}: {board}: not a cheapest path"),
            SolutionQuality::Bounded(weight) => {
                assert!(weight.allows(cost, *least), "{name}: {board}: a cost of {cost} for {least}");
            }
            SolutionQuality::AnyPath => {}
        }
    }
}

/// The cost of `moves` from `board`, given that of a move of each tile.
///
/// # Panics
///
/// If they leave the board or do not reach `goal`.
#[must_use]
pub fn replayed_cost(board: &Board, goal: &Board, moves: &[Direction], costs: &[u32]) -> u32 {
    let (mut reached, mut cost) = (board.clone(), 0);
    for direction in moves {
        let next = reached.moved(*direction).unwrap_or_else(|| panic!("{board}: {direction} leaves the board"));
        cost += costs[moved_tile(&reached, &next)];
        reached = next;
    }
    assert_eq!(reached, *goal, "{board}: the moves do not reach the goal");
    cost
}
