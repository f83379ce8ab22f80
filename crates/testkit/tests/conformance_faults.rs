//! The conformance suite rejects solvers that violate its rules. Each fault is planted in an otherwise correct
//! solver.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

use tilebench_core::{Counters, SearchContext, StopReason, Termination, Weight};
use tilebench_puzzle::{Board, Direction, Goal, Size};
use tilebench_testkit::{DepthLimitGuarantee, Oracle, SolutionQuality, check_conformance, check_cost_conformance};

/// The fault of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlantedFault {
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
    GivesUpAtOddDistances,
    AlwaysGivesUp,
}

static ORACLES: LazyLock<Vec<Oracle>> = LazyLock::new(|| {
    let sizes = [(2, 3), (3, 2), (3, 3)].map(|(rows, cols)| Size::new(rows, cols).unwrap());
    let goals =
        sizes.iter().flat_map(|size| [Goal::BlankFirst, Goal::BlankLast].map(|goal| goal.board(*size).unwrap()));
    goals.map(|goal| Oracle::new(&goal)).collect()
});

/// Follows the true distances to the goal; every step counts as an expansion.
fn walk(
    board: &Board,
    goal: &Board,
    context: &mut SearchContext<'_>,
    fault: PlantedFault,
) -> (Termination, Vec<Direction>, Counters) {
    let oracle = ORACLES.iter().find(|oracle| oracle.goal() == goal).unwrap();
    let mut counters = Counters { generated: 1, peak_bytes: 100, ..Counters::default() };
    if fault == PlantedFault::OverstepsMemory {
        counters.peak_bytes = 2 * context.limits.bytes.min(1 << 40);
    }
    if fault == PlantedFault::ExpandsTheGoal {
        counters.expanded = 1;
    }
    let mut at = board.clone();
    let mut moves = Vec::new();
    while at != *goal {
        match context.stop.raised() {
            Some(StopReason::Time) if fault != PlantedFault::IgnoresStop => {
                return (Termination::TimeLimit, Vec::new(), counters);
            }
            Some(StopReason::Cancel) if fault != PlantedFault::IgnoresStop => {
                return (Termination::Cancelled, Vec::new(), counters);
            }
            _ => {}
        }
        if counters.generated >= context.limits.generated && fault != PlantedFault::IgnoresNodeLimit {
            return (Termination::NodeLimit, Vec::new(), counters);
        }
        let nearer = |direction: &Direction| {
            at.moved(*direction).is_some_and(|next| oracle.distance(&next) < oracle.distance(&at))
        };
        let direction = Direction::ALL.into_iter().find(nearer).unwrap();
        at = at.moved(direction).unwrap();
        moves.push(direction);
        counters.expanded += 1;
        counters.generated += 1;
    }
    match (fault, moves.last().copied()) {
        (PlantedFault::TwoMovesTooLong, Some(last)) => moves.extend([last.opposite(), last]),
        (PlantedFault::OneMoveShort, Some(_)) => moves.truncate(moves.len() - 1),
        _ => {}
    }
    let gives_up = match fault {
        PlantedFault::GivesUpAtOddDistances => moves.len() % 2 == 1,
        PlantedFault::AlwaysGivesUp => !moves.is_empty(),
        _ => false,
    };
    if gives_up {
        return (Termination::Incomplete, Vec::new(), counters);
    }
    let spare = u64::from(context.limits.depth).checked_sub(moves.len() as u64);
    match (fault, spare) {
        (PlantedFault::IgnoresDepth, _) => {}
        (PlantedFault::ExhaustedAtDepth, None) => return (Termination::Exhausted, Vec::new(), counters),
        (_, None) => return (Termination::DepthLimit, Vec::new(), counters),
        (PlantedFault::StopsBeforeDepth, Some(0)) if !moves.is_empty() => {
            return (Termination::DepthLimit, Vec::new(), counters);
        }
        (PlantedFault::CountsOtherwiseUnderADepth, Some(1..10_000_000)) => counters.evaluated += 1,
        (_, Some(_)) => {}
    }
    (Termination::Solved, moves, counters)
}

fn passes(fault: PlantedFault, quality: SolutionQuality, guarantee: DepthLimitGuarantee) -> bool {
    let solver = |board: &Board, goal: &Board, context: &mut SearchContext<'_>| walk(board, goal, context, fault);
    catch_unwind(AssertUnwindSafe(|| check_conformance(&solver, quality, guarantee, 31))).is_ok()
}

#[test]
fn a_correct_solver_passes_with_every_claim_and_guarantee() {
    for quality in [SolutionQuality::Optimal, SolutionQuality::Bounded(Weight::ONE), SolutionQuality::AnyPath] {
        for guarantee in [DepthLimitGuarantee::Complete, DepthLimitGuarantee::OwnPath, DepthLimitGuarantee::None] {
            assert!(passes(PlantedFault::None, quality, guarantee), "{quality:?}, {guarantee:?}");
        }
    }
}

#[test]
fn each_planted_fault_is_found() {
    for fault in [
        PlantedFault::TwoMovesTooLong,
        PlantedFault::OneMoveShort,
        PlantedFault::IgnoresNodeLimit,
        PlantedFault::IgnoresStop,
        PlantedFault::ExpandsTheGoal,
        PlantedFault::OverstepsMemory,
        PlantedFault::IgnoresDepth,
        PlantedFault::ExhaustedAtDepth,
        PlantedFault::StopsBeforeDepth,
        PlantedFault::CountsOtherwiseUnderADepth,
    ] {
        assert!(!passes(fault, SolutionQuality::Optimal, DepthLimitGuarantee::Complete), "{fault:?} was not found");
    }
}

#[test]
fn a_path_longer_than_claimed_is_found_only_if_its_length_is_claimed() {
    assert!(!passes(
        PlantedFault::TwoMovesTooLong,
        SolutionQuality::Bounded(Weight::new(101, 100).unwrap()),
        DepthLimitGuarantee::OwnPath
    ));
    assert!(passes(PlantedFault::TwoMovesTooLong, SolutionQuality::AnyPath, DepthLimitGuarantee::OwnPath));
}

#[test]
fn a_missed_path_within_the_depth_is_found_only_if_it_is_guaranteed() {
    assert!(!passes(PlantedFault::TwoMovesTooLong, SolutionQuality::AnyPath, DepthLimitGuarantee::Complete));
    assert!(!passes(PlantedFault::StopsBeforeDepth, SolutionQuality::Optimal, DepthLimitGuarantee::OwnPath));
    assert!(passes(PlantedFault::StopsBeforeDepth, SolutionQuality::Optimal, DepthLimitGuarantee::None));
    for fault in [PlantedFault::IgnoresDepth, PlantedFault::ExhaustedAtDepth] {
        assert!(!passes(fault, SolutionQuality::AnyPath, DepthLimitGuarantee::None), "{fault:?} was not found");
    }
}

#[test]
fn a_solver_may_give_up_only_if_it_claims_no_quality_and_not_always() {
    let guarantee = DepthLimitGuarantee::None;
    assert!(passes(PlantedFault::GivesUpAtOddDistances, SolutionQuality::AnyPath, guarantee));
    assert!(!passes(PlantedFault::GivesUpAtOddDistances, SolutionQuality::Optimal, guarantee));
    assert!(!passes(PlantedFault::AlwaysGivesUp, SolutionQuality::AnyPath, guarantee));
}

/// Follows paths of least cost in `oracle`.
fn walk_under_costs(oracle: &Oracle, costs: &[u32], board: &Board) -> (Termination, Vec<Direction>, Counters) {
    let (mut at, mut moves) = (board.clone(), Vec::new());
    while at != *oracle.goal() {
        let cost = |direction: Direction| {
            let next = at.moved(direction)?;
            Some((oracle.distance(&next)? + costs[usize::from(at.tiles()[next.blank()])], direction))
        };
        let (_, direction) = Direction::ALL.into_iter().filter_map(cost).min_by_key(|(cost, _)| *cost).unwrap();
        at = at.moved(direction).unwrap();
        moves.push(direction);
    }
    (Termination::Solved, moves, Counters::default())
}

#[test]
fn a_path_that_is_shortest_but_not_cheapest_is_found_only_if_its_cost_is_claimed() {
    let goal = ORACLES[0].goal();
    let costs = [0, 1, 2, 3, 4, 5];
    let oracle = Oracle::under_costs(goal, &costs);
    assert_eq!(oracle.boards().len(), 360);
    assert_eq!(oracle.boards()[1].1, 1, "the tile next to the blank costs 1");
    let check = |is_shortest: bool, quality: SolutionQuality| {
        let solver = |board: &Board, goal: &Board, context: &mut SearchContext<'_>| {
            if is_shortest {
                walk(board, goal, context, PlantedFault::None)
            } else {
                walk_under_costs(&oracle, &costs, board)
            }
        };
        let check = || check_cost_conformance("walk", &solver, quality, &oracle, &costs, 1);
        catch_unwind(AssertUnwindSafe(check)).is_ok()
    };
    assert!(check(true, SolutionQuality::AnyPath) && !check(true, SolutionQuality::Optimal));
    assert!(!check(true, SolutionQuality::Bounded(Weight::new(101, 100).unwrap())));
    assert!(check(false, SolutionQuality::Optimal));
}
