//! The conformance suite refuses solvers that break its rules: each fault is planted in a solver that
//! is otherwise perfect.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

use tilebench_core::{Control, Counters, End, Stop, Weight};
use tilebench_puzzle::{Board, Direction, Goal, Size};
use tilebench_testkit::{Claim, Oracle, conform};

/// What is wrong with a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    TwoMovesTooLong,
    OneMoveShort,
    IgnoresNodeLimit,
    IgnoresStop,
    ExpandsTheGoal,
    OverstepsMemory,
}

static ORACLES: LazyLock<Vec<Oracle>> = LazyLock::new(|| {
    let sizes = [(2, 3), (3, 2), (3, 3)].map(|(rows, cols)| Size::new(rows, cols).unwrap());
    let goals =
        sizes.iter().flat_map(|size| [Goal::BlankFirst, Goal::BlankLast].map(|goal| goal.board(*size).unwrap()));
    goals.map(|goal| Oracle::new(&goal)).collect()
});

/// Walks down the true distances; every step counts as an expansion.
fn walk(board: &Board, goal: &Board, control: &mut Control<'_>, fault: Fault) -> (End, Vec<Direction>, Counters) {
    let oracle = ORACLES.iter().find(|oracle| oracle.goal() == goal).unwrap();
    let mut counters = Counters { generated: 1, peak_bytes: 100, ..Counters::default() };
    if fault == Fault::OverstepsMemory {
        counters.peak_bytes = 2 * control.limits.bytes.min(1 << 40);
    }
    if fault == Fault::ExpandsTheGoal {
        counters.expanded = 1;
    }
    let mut at = board.clone();
    let mut moves = Vec::new();
    while at != *goal {
        match control.stop.raised() {
            Some(Stop::Time) if fault != Fault::IgnoresStop => return (End::TimeLimit, Vec::new(), counters),
            Some(Stop::Cancel) if fault != Fault::IgnoresStop => return (End::Cancelled, Vec::new(), counters),
            _ => {}
        }
        if counters.generated >= control.limits.generated && fault != Fault::IgnoresNodeLimit {
            return (End::NodeLimit, Vec::new(), counters);
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
    (End::Solved, moves, counters)
}

fn passes(fault: Fault, claim: Claim) -> bool {
    catch_unwind(AssertUnwindSafe(|| conform(&|board, goal, control| walk(board, goal, control, fault), claim, 31)))
        .is_ok()
}

#[test]
fn a_solver_that_keeps_the_rules_passes_with_any_claim() {
    for claim in [Claim::Optimal, Claim::Within(Weight::ONE), Claim::Path] {
        assert!(passes(Fault::None, claim), "{claim:?}");
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
    ] {
        assert!(!passes(fault, Claim::Optimal), "{fault:?} was not found");
    }
}

#[test]
fn a_path_that_is_longer_than_claimed_is_found_only_where_it_is_claimed() {
    assert!(!passes(Fault::TwoMovesTooLong, Claim::Within(Weight::new(101, 100).unwrap())));
    assert!(passes(Fault::TwoMovesTooLong, Claim::Path));
}
