//! The conformance suite refuses solvers that break its rules: each fault is planted in a solver that
//! is otherwise perfect.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

use tilebench_core::{Counters, SearchContext, StopReason, Termination, Weight};
use tilebench_puzzle::{Board, Direction, Goal, Size};
use tilebench_testkit::{Claim, Oracle, Reach, conform};

/// The fault of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    TwoMovesTooLong,
    OneMoveShort,
    IgnoresNodeLimit,
    IgnoresStop,
    ExpandsTheGoal,
    OverstepsMemory,
    IgnoresDepth,
    ExhaustedAtDepth,
    StopsBeforeDepth,
    CountsOtherwiseUnderADepth,
}

static ORACLES: LazyLock<Vec<Oracle>> = LazyLock::new(|| {
    let sizes = [(2, 3), (3, 2), (3, 3)].map(|(rows, cols)| Size::new(rows, cols).unwrap());
    let goals =
        sizes.iter().flat_map(|size| [Goal::BlankFirst, Goal::BlankLast].map(|goal| goal.board(*size).unwrap()));
    goals.map(|goal| Oracle::new(&goal)).collect()
});

/// Walks down the true distances; every step counts as an expansion.
fn walk(
    board: &Board,
    goal: &Board,
    context: &mut SearchContext<'_>,
    fault: Fault,
) -> (Termination, Vec<Direction>, Counters) {
    let oracle = ORACLES.iter().find(|oracle| oracle.goal() == goal).unwrap();
    let mut counters = Counters { generated: 1, peak_bytes: 100, ..Counters::default() };
    if fault == Fault::OverstepsMemory {
        counters.peak_bytes = 2 * context.limits.bytes.min(1 << 40);
    }
    if fault == Fault::ExpandsTheGoal {
        counters.expanded = 1;
    }
    let mut at = board.clone();
    let mut moves = Vec::new();
    while at != *goal {
        match context.stop.raised() {
            Some(StopReason::Time) if fault != Fault::IgnoresStop => {
                return (Termination::TimeLimit, Vec::new(), counters);
            }
            Some(StopReason::Cancel) if fault != Fault::IgnoresStop => {
                return (Termination::Cancelled, Vec::new(), counters);
            }
            _ => {}
        }
        if counters.generated >= context.limits.generated && fault != Fault::IgnoresNodeLimit {
            return (Termination::NodeLimit, Vec::new(), counters);
        }
        let nearer = |way: &Direction| at.moved(*way).is_some_and(|next| oracle.distance(&next) < oracle.distance(&at));
        let way = Direction::ALL.into_iter().find(nearer).unwrap();
        at = at.moved(way).unwrap();
        moves.push(way);
        counters.expanded += 1;
        counters.generated += 1;
    }
    match (fault, moves.last().copied()) {
        (Fault::TwoMovesTooLong, Some(last)) => moves.extend([last.opposite(), last]),
        (Fault::OneMoveShort, Some(_)) => moves.truncate(moves.len() - 1),
        _ => {}
    }
    let spare = u64::from(context.limits.depth).checked_sub(moves.len() as u64);
    match (fault, spare) {
        (Fault::IgnoresDepth, _) => {}
        (Fault::ExhaustedAtDepth, None) => return (Termination::Exhausted, Vec::new(), counters),
        (_, None) => return (Termination::DepthLimit, Vec::new(), counters),
        (Fault::StopsBeforeDepth, Some(0)) if !moves.is_empty() => {
            return (Termination::DepthLimit, Vec::new(), counters);
        }
        (Fault::CountsOtherwiseUnderADepth, Some(1..10_000_000)) => counters.evaluated += 1,
        (_, Some(_)) => {}
    }
    (Termination::Solved, moves, counters)
}

fn passes(fault: Fault, claim: Claim, reach: Reach) -> bool {
    let subject = |board: &Board, goal: &Board, context: &mut SearchContext<'_>| walk(board, goal, context, fault);
    catch_unwind(AssertUnwindSafe(|| conform(&subject, claim, reach, 31))).is_ok()
}

#[test]
fn a_solver_that_keeps_the_rules_passes_with_any_claim() {
    for claim in [Claim::Optimal, Claim::Within(Weight::ONE), Claim::Path] {
        for reach in [Reach::Every, Reach::Own, Reach::Nothing] {
            assert!(passes(Fault::None, claim, reach), "{claim:?}, {reach:?}");
        }
    }
}

#[test]
fn each_planted_fault_is_found() {
    for fault in [
        Fault::TwoMovesTooLong,
        Fault::OneMoveShort,
        Fault::IgnoresNodeLimit,
        Fault::IgnoresStop,
        Fault::ExpandsTheGoal,
        Fault::OverstepsMemory,
        Fault::IgnoresDepth,
        Fault::ExhaustedAtDepth,
        Fault::StopsBeforeDepth,
        Fault::CountsOtherwiseUnderADepth,
    ] {
        assert!(!passes(fault, Claim::Optimal, Reach::Every), "{fault:?} was not found");
    }
}

#[test]
fn a_path_that_is_longer_than_claimed_is_found_only_where_it_is_claimed() {
    assert!(!passes(Fault::TwoMovesTooLong, Claim::Within(Weight::new(101, 100).unwrap()), Reach::Own));
    assert!(passes(Fault::TwoMovesTooLong, Claim::Path, Reach::Own));
}

#[test]
fn a_path_that_is_missed_within_the_depth_is_found_only_where_it_is_promised() {
    assert!(!passes(Fault::TwoMovesTooLong, Claim::Path, Reach::Every));
    assert!(!passes(Fault::StopsBeforeDepth, Claim::Optimal, Reach::Own));
    assert!(passes(Fault::StopsBeforeDepth, Claim::Optimal, Reach::Nothing));
    for fault in [Fault::IgnoresDepth, Fault::ExhaustedAtDepth] {
        assert!(!passes(fault, Claim::Path, Reach::Nothing), "{fault:?} was not found");
    }
}
